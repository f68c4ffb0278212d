"""At which addresses this server may be called, and which pages are its own.

A name that leads to this server by mistake, or by the will of a stranger who wants their page to count as ours (DNS
rebinding), is refused. Addresses written as numbers cannot be used for that, nor names that only the local network has.
"""

import re
from collections.abc import Iterable
from ipaddress import ip_address
from urllib.parse import urlsplit

from bussolotto.core.errors import refuse

LOCAL = (".localhost", ".local")
HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[\w.-]+)(?::([0-9]{1,5}))?", re.ASCII)
PORTS = {"http": "80", "https": "443"}


class OwnAddresses:
    """The addresses of one server: any number, local names, the one of `base_url`, and the names that are `allowed`."""

    def __init__(self, base_url: str | None = None, allowed: Iterable[str] = ()) -> None:
        self.base_url = base_url
        self._names = {name.lower().rstrip(".") for name in allowed}
        self._origin = None
        if base_url:
            parts = urlsplit(base_url)
            self._names.add((parts.hostname or "").rstrip("."))
            self._origin = _origin(parts.scheme, parts.netloc)

    @property
    def secure(self) -> bool:
        """Is the server reached over TLS?"""
        return (self.base_url or "").startswith("https:")

    def require_host(self, hosts: list[str]) -> str | None:
        """Return the host that was asked for, None if none was named. Raises `bad-request`, `unknown-host`."""
        host = require_single("host", hosts)
        if host is None:
            return None
        found = HOST.fullmatch(host)
        if found is None:
            raise refuse("bad-request", problem="the header Host holds no address", where="host")
        name = found[1].lower().rstrip(".")
        if not (name in self._names or f".{name}".endswith(LOCAL) or _is_number(name)):
            raise refuse("unknown-host", host=name)
        return host

    def require_origin(self, origins: list[str], scheme: str, host: str | None) -> None:
        """Raises `foreign-origin` unless the page comes from where it sends to, or from the base URL."""
        origin = require_single("origin", origins)
        if origin is None:
            return
        found = _origin(*origin.split("://", 1)) if "://" in origin else None
        if found is None or found not in (self._origin, _origin(scheme, host or "")):
            raise refuse("foreign-origin", origin=origin)


def require_single(header: str, values: list[str]) -> str | None:
    """Return the value of a header, None if there is none. Raises `bad-request` if there are several."""
    if len(values) > 1:
        raise refuse("bad-request", problem=f"there are {len(values)} headers {header}", where=header)
    return values[0] if values else None


def _origin(scheme: str, host: str) -> tuple[str, str, str] | None:
    """Return scheme, name and port; None if this is no address of a server."""
    found = HOST.fullmatch(host)
    if found is None or scheme not in PORTS:
        return None
    return scheme, found[1].lower(), found[2] or PORTS[scheme]


def _is_number(name: str) -> bool:
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True
