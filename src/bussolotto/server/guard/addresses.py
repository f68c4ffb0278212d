"""Who sends: the address of a connection, or the one that a trusted proxy names.

Limits are counted by sender: an IPv4 address, or a network of IPv6, for a household has 2^64 addresses in one.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from bussolotto.core.errors import refuse

HOUSEHOLD = 64  # bits of an IPv6 address
LONGEST = 64  # characters of an address
KNOWN = 4096  # addresses whose meaning is remembered


class Addresses:
    """Finds the sender of a request. `trusted` are addresses and networks of proxies."""

    def __init__(self, trusted: Sequence[str]) -> None:
        """Raises `bad-address`."""
        self._trusted = [_read_network(wish) for wish in trusted]
        self.is_trusted = lru_cache(KNOWN)(self._is_trusted)

    def find(self, peer: str, forwarded_for: Iterable[str], forwarded: Iterable[str]) -> str:
        """Return the sender's address: the last one named by the proxies that is not itself a trusted proxy.

        `forwarded_for`, `forwarded`: the values of these headers, in order. Nobody but a trusted proxy is believed.
        """
        if not self._trusted or not self.is_trusted(peer):
            return peer
        named = _split(forwarded_for) or [_read_for(element) for element in _split(forwarded)]
        sender = peer
        for hop in reversed(named):
            found = _read_hop(hop)
            if found is None:  # not an address: what stands before it was told by somebody unknown
                break
            sender = found
            if not self.is_trusted(sender):
                break
        return sender

    def _is_trusted(self, address: str) -> bool:
        found = _read(address)
        return found is not None and any(found in network for network in self._trusted)


@lru_cache(KNOWN)
def group(address: str) -> str:
    """Return the sender that this address counts as."""
    found = _read(address)
    if isinstance(found, IPv6Address):
        return str(ip_network((int(found) >> HOUSEHOLD << HOUSEHOLD, HOUSEHOLD)))
    return str(found or address[:LONGEST])


@lru_cache(KNOWN)
def is_nearby(address: str) -> bool:
    """Return whether an address is private or this machine's own."""
    found = _read(address)
    return found is not None and (found.is_private or found.is_loopback)


def _read(address: str) -> IPv4Address | IPv6Address | None:
    try:
        found = ip_address(address[:LONGEST].partition("%")[0])
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found


def _read_network(wish: str) -> IPv4Network | IPv6Network:
    try:
        return ip_network(wish)
    except ValueError as problem:
        raise refuse("bad-address", address=wish, problem=str(problem)) from None


def _read_hop(hop: str) -> str | None:
    """Return the address in `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`, `"[2001:db8::1]:80"`."""
    bare = hop.strip().strip('"')
    if bare.startswith("["):
        bare = bare[1:].partition("]")[0]
    elif bare.count(":") == 1:
        bare = bare.partition(":")[0]
    found = _read(bare)
    return None if found is None else str(found)


def _read_for(element: str) -> str:
    """Return what an element of a `Forwarded` header (RFC 7239) names after `for=`."""
    pairs = (pair.partition("=") for pair in element.split(";"))
    return next((value for name, _, value in pairs if name.strip().lower() == "for"), "")


def _split(values: Iterable[str]) -> list[str]:
    return [part for part in ",".join(values).split(",") if part.strip()]
