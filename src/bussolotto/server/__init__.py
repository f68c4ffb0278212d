"""Server for live tables in a browser: one process, one data folder, no other services."""

from bussolotto.server.app.run import serve

__all__ = ["serve"]
