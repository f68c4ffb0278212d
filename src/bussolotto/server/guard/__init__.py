"""What strangers may take of the server: room, requests, the time of the event loop."""
