"""Which pages may act here: our own, and scripts, which send no Origin."""

from urllib.parse import urlsplit

from bussolotto.server.problems import ForeignOrigin


def require_own_origin(origin: str | None, host: str | None, base_url: str | None) -> None:
    """Raises ForeignOrigin unless the page comes from the host it talks to, or from the base URL."""
    if origin is None:
        return
    if base_url is not None and origin == "{0.scheme}://{0.netloc}".format(urlsplit(base_url)):
        return
    if host is None or urlsplit(origin).netloc != host:
        raise ForeignOrigin(origin)
