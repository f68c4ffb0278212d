"""Guests: their identity, blocks, chat and notifications."""
