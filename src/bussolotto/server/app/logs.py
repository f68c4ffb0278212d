"""The log of a server: one line for each request and each event of its life, as JSON or as `key=value`.

Lines are written by a thread of their own. If nobody reads them as fast as they come, they are dropped and counted:
a server never waits for its log.
"""

import json
import logging
import queue
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from logging.handlers import QueueHandler, QueueListener
from typing import Literal

LogStyle = Literal["text", "json"]
MOST_LINES = 10_000  # waiting to be written
PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.:/{}+*@")


def start_log(style: LogStyle, drop: Callable[[], object]) -> Callable[[], None]:
    """Log everything from now on to stderr. `drop` is called for each line that is lost. Returns how to end that."""
    lines: queue.Queue[logging.LogRecord] = queue.Queue(MOST_LINES)
    writer = logging.StreamHandler(sys.stderr)
    writer.setFormatter(LineFormatter(style))
    listener = QueueListener(lines, writer)
    handler, root = DroppingHandler(lines, drop), logging.getLogger()
    root.addHandler(handler)
    logging.getLogger("bussolotto.server").setLevel(logging.INFO)
    listener.start()

    def stop() -> None:
        root.removeHandler(handler)
        listener.stop()

    return stop


class LineFormatter(logging.Formatter):
    """Formats a record as one line: when, how bad, what, and the fields of the event."""

    def __init__(self, style: LogStyle) -> None:
        super().__init__()
        self._encode = {"json": encode_json, "text": encode_text}[style]

    def format(self, record: logging.LogRecord) -> str:
        when = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        told: dict[str, object] = {"time": when.replace("+00:00", "Z"), "level": record.levelname.lower()}
        fields: dict[str, object] | None = getattr(record, "fields", None)
        if fields is None:
            told |= {"event": "message", "logger": record.name, "text": record.getMessage()}
        else:
            told |= {"event": record.getMessage(), **fields}
        if record.exc_info:
            told["problem"] = self.formatException(record.exc_info)
        return self._encode(told)


def encode_json(fields: dict[str, object]) -> str:
    """Encode fields as one JSON object, in ASCII: no control character reaches a terminal."""
    return json.dumps(fields, default=str)


def encode_text(fields: dict[str, object]) -> str:
    """Encode fields as `key=value`. What is not plain is quoted as in JSON."""
    return " ".join(f"{key}={_quote(str(value))}" for key, value in fields.items())


def _quote(value: str) -> str:
    return value if value and PLAIN.issuperset(value) else json.dumps(value)


class DroppingHandler(QueueHandler):
    """Hands records to the thread that writes, exceptions as they are: the formatter makes one line of them."""

    def __init__(self, lines: "queue.Queue[logging.LogRecord]", drop: Callable[[], object]) -> None:
        super().__init__(lines)
        self._drop = drop

    def prepare(self, record: logging.LogRecord) -> logging.LogRecord:
        return record  # not made into text here, as the library would: an exception becomes part of the line

    def enqueue(self, record: logging.LogRecord) -> None:
        try:
            self.queue.put_nowait(record)
        except queue.Full:
            self._drop()
