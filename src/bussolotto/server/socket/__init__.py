"""The WebSocket connection of a match."""
