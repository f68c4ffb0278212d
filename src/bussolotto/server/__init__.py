"""Live tables in a browser: one process, one folder, no other service."""

from bussolotto.server.run import serve

__all__ = ["serve"]
