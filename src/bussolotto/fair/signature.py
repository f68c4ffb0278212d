"""Signatures of files: Ed25519 (RFC 8032), over a label and the last chain of the file."""

from bussolotto.fair.hashes import Flaw, read_hex

LABEL = "bussolotto file 1\n"
SIGNATURE_BYTES = 64


class Signer:
    """The private key of a server: 32 secret bytes."""

    def __init__(self, secret: bytes) -> None:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        self._key = Ed25519PrivateKey.from_private_bytes(secret)
        self.public = self._key.public_key().public_bytes_raw().hex()

    def sign(self, chain: str) -> str:
        """The signature under a file whose last line has this chain, in hex."""
        return self._key.sign(signed_text(chain)).hex()


def signed_text(chain: str) -> bytes:
    return f"{LABEL}{chain}".encode()


def check_signature(public: str, chain: str, signature: str) -> None:
    """Raises Flaw unless the owner of this public key has signed this chain."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        key = Ed25519PublicKey.from_public_bytes(read_hex(public))
        key.verify(read_hex(signature, SIGNATURE_BYTES), signed_text(chain))
    except (InvalidSignature, ValueError) as problem:
        raise Flaw("signature", "the signature is not that of this key for this file.") from problem
