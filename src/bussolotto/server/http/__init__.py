"""The HTTP API and the static files of the page."""
