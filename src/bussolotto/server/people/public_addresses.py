"""Which addresses belong to the public internet: no range of the special-purpose registries of IANA does."""

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

# https://www.iana.org/assignments/iana-ipv4-special-registry, multicast, and what IANA has not assigned
SPECIAL_4 = tuple(
    map(
        IPv4Network,
        (
            "0.0.0.0/8",
            "10.0.0.0/8",
            "100.64.0.0/10",
            "127.0.0.0/8",
            "168.63.129.16/32",  # not in the registry: the platform of a cloud, seen from inside it only
            "169.254.0.0/16",
            "172.16.0.0/12",
            "192.0.0.0/24",
            "192.0.2.0/24",
            "192.31.196.0/24",
            "192.52.193.0/24",
            "192.88.99.0/24",
            "192.168.0.0/16",
            "192.175.48.0/24",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            "224.0.0.0/4",
            "240.0.0.0/4",
        ),
    )
)
UNICAST_6 = IPv6Network("2000::/3")  # all that IANA has assigned to networks; fec0::/10 and others lie outside
# https://www.iana.org/assignments/iana-ipv6-special-registry: the ranges inside of it
SPECIAL_6 = tuple(
    map(
        IPv6Network,
        (
            "2001::/23",  # among them Teredo, benchmarking, ORCHID
            "2001:db8::/32",
            "2002::/16",  # 6to4: an IPv4 address follows
            "2620:4f:8000::/48",
            "3ffe::/16",  # not in the registry: given back
            "3fff::/20",
        ),
    )
)
# An IPv4 address stands in their last 32 bits, and is where packets go
EMBEDDING = (IPv6Network("::ffff:0:0/96"), IPv6Network("64:ff9b::/96"))


def is_public(address: str) -> bool:
    """Return whether packets to this address leave for the public internet."""
    parsed = ip_address(address.partition("%")[0])
    if isinstance(parsed, IPv6Address) and any(parsed in network for network in EMBEDDING):
        parsed = IPv4Address(int(parsed) & 0xFFFFFFFF)
    if isinstance(parsed, IPv4Address):
        return not any(parsed in network for network in SPECIAL_4)
    return parsed in UNICAST_6 and not any(parsed in network for network in SPECIAL_6)
