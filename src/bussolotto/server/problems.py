"""What the server refuses beside the rules: who may do what at which table, and when. Answered as RFC 9457 problems."""

from http import HTTPStatus

import msgspec

from bussolotto.errors import Refusal


class NotFound(Refusal):
    code = "not-found"
    status = 404

    def __init__(self, what: str, name: str) -> None:
        super().__init__(f"There is no {what} {name!r} here.", what=what, name=name)


class BadRequest(Refusal):
    """A body or a message that is not what its schema says; `where` names the place in it."""

    code = "bad-request"

    def __init__(self, problem: str, where: str = "") -> None:
        super().__init__(f"This request cannot be read: {problem}", problem=problem)
        self.where = where


class HttpRefusal(Refusal):
    """What HTTP itself forbids: a method, a media type, a body that is too large."""

    code = "http"

    def __init__(self, status: int, detail: str) -> None:
        super().__init__(detail, detail=detail)
        self.status = status


class BodyTooLarge(Refusal):
    code = "body-too-large"
    status = 413

    def __init__(self, limit: int) -> None:
        super().__init__(f"At most {limit} bytes are read here.", limit=limit)


class ForeignOrigin(Refusal):
    code = "foreign-origin"
    status = 403

    def __init__(self, origin: str) -> None:
        super().__init__(f"Pages of {origin} may not act here.", origin=origin)


class TooFast(Refusal):
    code = "too-fast"
    status = 429

    def __init__(self) -> None:
        super().__init__("Too many requests in a short time. Wait a moment and try again.")


class BadLink(Refusal):
    code = "bad-link"
    status = 404

    def __init__(self) -> None:
        super().__init__("This personal link is not one that this server gave out.")


class NoSuchSeat(Refusal):
    code = "no-such-seat"
    status = 404

    def __init__(self, seat: int, seats: int) -> None:
        super().__init__(f"There is no seat {seat}: seats are 0 to {seats - 1}.", seat=seat, last=seats - 1)


class SeatTaken(Refusal):
    code = "seat-taken"
    status = 409

    def __init__(self, seat: int) -> None:
        super().__init__(f"Somebody else has seat {seat}.", seat=seat)


class SeatEmpty(Refusal):
    code = "seat-empty"
    status = 409

    def __init__(self, seat: int) -> None:
        super().__init__(f"Seat {seat} is empty: every seat needs a person or a bot.", seat=seat)


class NotSeated(Refusal):
    code = "not-seated"
    status = 403

    def __init__(self) -> None:
        super().__init__("Only who sits at this table may do that.")


class NotYourSeat(Refusal):
    code = "not-your-seat"
    status = 403

    def __init__(self, seat: int) -> None:
        super().__init__(f"Seat {seat} is not yours.", seat=seat)


class NotHost(Refusal):
    code = "not-host"
    status = 403

    def __init__(self) -> None:
        super().__init__("Only the host of this table may do that.")


class ClosedTable(Refusal):
    code = "closed-table"
    status = 403

    def __init__(self) -> None:
        super().__init__("This table is closed: only who sits at it may watch.")


class MatchRunning(Refusal):
    code = "match-running"
    status = 409

    def __init__(self) -> None:
        super().__init__("The match is still running: this is for when it is over.")


class NotRunning(Refusal):
    code = "not-running"
    status = 409

    def __init__(self) -> None:
        super().__init__("No match is running at this table.")


class NotYourTurn(Refusal):
    code = "not-your-turn"
    status = 409

    def __init__(self) -> None:
        super().__init__("It is not your turn.")


class Stale(Refusal):
    code = "stale"
    status = 409

    def __init__(self, version: int, now: int) -> None:
        super().__init__(
            f"The match has moved on from version {version} to {now} since you decided.", version=version, now=now
        )


class TooLate(Stale):
    """In a race: somebody was quicker, so it is void and costs nothing."""

    code = "too-late"


class TooSoon(Refusal):
    """What has just been shown lies open for a stated time, so that all can look."""

    code = "too-soon"
    status = 409

    def __init__(self, wait_ms: int) -> None:
        super().__init__(f"Everybody may look for {wait_ms} ms more.", wait_ms=wait_ms)


class OneAtATime(Refusal):
    """In a race each action is a claim of its own."""

    code = "one-at-a-time"

    def __init__(self) -> None:
        super().__init__("In a game without turns each action is sent by itself.")


class HintsOff(Refusal):
    code = "hints-off"
    status = 403

    def __init__(self) -> None:
        super().__init__("At this table nobody is given hints.")


class NoAdvice(Refusal):
    code = "no-advice"
    status = 409

    def __init__(self, game: str) -> None:
        super().__init__(f"There is no advice about this in {game}.", game=game)


class NotReady(Refusal):
    """What the answer needs is being reckoned; the same request will be answered later."""

    code = "not-ready"
    status = 503

    def __init__(self) -> None:
        super().__init__("This is still being reckoned. Ask again in a moment.")


class MessageReused(Refusal):
    code = "message-reused"
    status = 409

    def __init__(self, message: str) -> None:
        super().__init__(f"The message id {message!r} was used for another action before.", message=message)


class NotStored(Refusal):
    """The disk did not take it: nothing has happened, and the same message may be sent again."""

    code = "not-stored"
    status = 503

    def __init__(self) -> None:
        super().__init__("The server could not store this, so it did not happen. Try again.")


class OtherRules(Refusal):
    code = "other-rules"
    status = 409

    def __init__(self, game: str, rules: object, known: object) -> None:
        super().__init__(
            f"This match was played by version {rules} of the rules of {game}; here is version {known}: it can be "
            "viewed, not continued.",
            game=game,
            rules=str(rules),
            known=str(known),
        )


class DataInUse(Refusal):
    code = "data-in-use"

    def __init__(self, folder: str) -> None:
        super().__init__(f"Another server is using {folder}.", folder=folder)


class NewerData(Refusal):
    code = "newer-data"

    def __init__(self, version: int, known: int) -> None:
        super().__init__(
            f"These data have schema version {version}; this program knows versions up to {known}. "
            "Use the newer program, or another folder.",
            version=version,
            known=known,
        )


class NoData(Refusal):
    code = "no-data"
    status = 404

    def __init__(self, file: str) -> None:
        super().__init__(f"There is no {file}: no server has kept its matches there.", file=file)


def problem_bytes(refusal: Refusal) -> bytes:
    """A refusal as the body of an `application/problem+json` answer."""
    document: dict[str, object] = {
        "type": "about:blank",
        "title": HTTPStatus(refusal.status).phrase,
        "status": refusal.status,
        "detail": refusal.text,
        "code": refusal.code,
    }
    if refusal.clause:
        document["clause"] = refusal.clause
    if getattr(refusal, "where", ""):
        document["where"] = refusal.where  # type: ignore[attr-defined]  # BadRequest has it
    if refusal.values:
        document["values"] = refusal.values
    return msgspec.json.encode(document)
