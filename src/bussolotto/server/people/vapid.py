"""Identifies this server to push services with VAPID (RFC 8292): a signed token and nothing else."""

import base64
import json

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from bussolotto.server.clock import ServerClock

CURVE = ec.SECP256R1()
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # order of its group, FIPS 186-4 D.1.2.3
TOKEN_LIFE_S = 12 * 3600  # RFC 8292, 2: at most 24 hours
NUMBER_BYTES = 32


class Vapid:
    """The key of one database, derived from its secret, so that push subscriptions remain valid after a restart."""

    def __init__(self, secret: bytes, clock: ServerClock) -> None:
        self._clock = clock
        self._key = ec.derive_private_key(int.from_bytes(secret) % (ORDER - 1) + 1, CURVE)
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.public = _encode(point)

    def authorize(self, endpoint: str, contact: str) -> str:
        """Return the authorization header for a push to this endpoint. `contact` is the URL of our operator."""
        import httpx

        address = httpx.URL(endpoint)  # as the client reads it that sends the push
        until_s = int(self._clock.wall_s()) + TOKEN_LIFE_S
        claims = {"aud": f"{address.scheme}://{address.netloc.decode()}", "exp": until_s, "sub": contact}
        said = f"{_json({'typ': 'JWT', 'alg': 'ES256'})}.{_json(claims)}"
        numbers = decode_dss_signature(self._key.sign(said.encode(), ec.ECDSA(SHA256())))
        signature = b"".join(number.to_bytes(NUMBER_BYTES) for number in numbers)
        return f"vapid t={said}.{_encode(signature)}, k={self.public}"


def _json(content: dict[str, object]) -> str:
    return _encode(json.dumps(content, separators=(",", ":")).encode())


def _encode(content: bytes) -> str:
    """Encode as base64url without padding."""
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()
