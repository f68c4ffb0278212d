"""What has arrived at a connection and is not handled yet: bytes, and the frames that were parsed of them."""

from websockets.frames import Frame, apply_mask  # type: ignore[attr-defined]  # compiled, where it is built
from websockets.protocol import State
from websockets.server import ServerProtocol

from bussolotto.server import protocol

MASKED, SHORT = 0x80, 125  # a bit of the second byte of a frame, and the largest size that this byte holds
PIECE = 256  # bytes that are parsed together: at most 42 frames


class Inbox:
    """The frames of one connection, in order."""

    def __init__(self, peer: ServerProtocol) -> None:
        self._peer = peer
        self._bytes = bytearray()
        self._frames: list[Frame] = []  # parsed and not handled yet, at most those of a piece
        self._unparsed = 0  # bytes that the parser has been given, and not returned in a frame

    def begin(self, handshake: bytes) -> None:
        """Note the last bytes that the parser was given as a handshake."""
        ends = handshake.endswith(b"\r\n\r\n")
        self._unparsed = 0 if ends else 1  # or it never gets to the end of a frame that we know of

    def add(self, arrived: bytes) -> None:
        self._bytes += arrived

    def clear(self) -> None:
        self._bytes.clear()
        self._frames.clear()

    def __bool__(self) -> bool:
        return bool(self._bytes or self._frames)

    @property
    def is_long(self) -> bool:
        """Whether more has arrived than is parsed together."""
        return len(self._bytes) > PIECE

    def take(self) -> Frame | bytes | None:
        """Return the next frame: of a whole short text, as most are, only the content. None until more has arrived."""
        while not self._frames and self._bytes:
            if (text := self._take_text()) is not None:
                return text
            self._parse_piece()
        return self._frames.pop(0) if self._frames else None

    def _take_text(self) -> bytes | None:
        """Read a whole short text. The parser would take ten times as long."""
        arrived = self._bytes
        if len(arrived) < 6 or arrived[0] != protocol.WHOLE_TEXT or not MASKED <= arrived[1] <= MASKED + SHORT:
            return None
        end = 6 + arrived[1] - MASKED
        peer = self._peer
        if len(arrived) < end or self._unparsed or peer.current_size is not None or peer.state is not State.OPEN:
            return None
        text = apply_mask(arrived[6:end], arrived[2:6])
        del arrived[:end]
        return text

    def _parse_piece(self) -> None:
        piece = bytes(self._bytes[:PIECE])
        del self._bytes[:PIECE]
        self._peer.receive_data(piece)
        frames = [event for event in self._peer.events_received() if isinstance(event, Frame)]
        self._unparsed += len(piece) - sum(map(_size_of, frames))
        self._frames += frames


def _size_of(frame: Frame) -> int:
    """Return how many bytes a frame of a client has taken, at least: its size may be written in a longer way."""
    size = len(frame.data)
    return size + (6 if size <= SHORT else 8 if size < 1 << 16 else 14)
