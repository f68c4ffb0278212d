"""The hashes of the protocol: commitments, what is derived from a seed, and the heads of a transcript."""

from hashlib import sha256

VERSION = 1
HASH_BYTES = 32
SALT_BYTES = 16
SEED_LABEL = b"bussolotto fair 1 seed\n"
NONCE_LABEL = b"bussolotto fair 1 nonce\n"


_INNER = bytes(byte ^ 0x36 for byte in range(256))
_OUTER = bytes(byte ^ 0x5C for byte in range(256))
_REST = bytes(HASH_BYTES)  # of a block of 64 bytes, after the key


def mac(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA256 (RFC 2104) with a key of 32 bytes: 1.8 us, where `hmac.digest` takes 3.1, which a test compares."""
    assert len(key) == HASH_BYTES, f"{len(key)} bytes"
    block = key + _REST
    return sha256(block.translate(_OUTER) + sha256(block.translate(_INNER) + message).digest()).digest()


def commit_to_seed(seed: bytes) -> str:
    """What is published of a seed before the first roll, in hex."""
    return sha256(SEED_LABEL + seed).hexdigest()


def secret_of_roll(seed: bytes, roll: int) -> bytes:
    """The key of one roll; rolls count from 0."""
    return mac(seed, b"roll %d" % roll)


def salt_of_ply(seed: bytes, version: int) -> bytes:
    """The salt of the commitment to a secret ply. `version`: how many plies were played before it."""
    return mac(seed, b"salt %d" % version)[:SALT_BYTES]


def salt_of_name(key: bytes, seat: int) -> bytes:
    """The salt of the commitment to a name: not from the seed, which is published while a deleted name is not."""
    return mac(key, b"name %d" % seat)[:SALT_BYTES]


def commit(salt: bytes, text: str) -> str:
    """A commitment to a text, in hex."""
    assert len(salt) == SALT_BYTES, f"{len(salt)} bytes"
    return sha256(salt + text.encode()).hexdigest()


def commit_to_name(salt: bytes, seat: int, name: str) -> str:
    """A commitment to the name of the player in a seat, in hex."""
    return commit(salt, f"name {seat} {name}")


def first_head(start: str) -> bytes:
    """The head of a transcript that consists of the start message alone."""
    return sha256(f"start {start}".encode()).digest()


def next_head(head: bytes, entry: str) -> bytes:
    """The head after one more entry."""
    return sha256(head + entry.encode()).digest()


def next_link(link: bytes) -> bytes:
    """The link of a chain of nonces that was committed to before this one."""
    return sha256(NONCE_LABEL + link).digest()


class Flaw(ValueError):
    """Why something proves nothing. `reason` names the sentence `damage.REASON`; `version`: of the ply that shows it.

    Whoever knows in which file it stands makes a refusal of it.
    """

    def __init__(self, reason: str, problem: str, version: int = 0) -> None:
        super().__init__(problem)
        self.reason = reason
        self.version = version


def read_hex(text: object, size: int = HASH_BYTES) -> bytes:
    """So many bytes, written in hex with small letters. Raises Flaw."""
    try:
        found = bytes.fromhex(text) if isinstance(text, str) else b""
    except ValueError:
        found = b""
    if len(found) != size or found.hex() != text:
        raise Flaw("proof", f"{text!r} is not {size} bytes in hex.")
    return found
