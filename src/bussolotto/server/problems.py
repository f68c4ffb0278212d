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


class NoEvening(Refusal):
    code = "no-evening"
    status = 409

    def __init__(self) -> None:
        super().__init__("No evening of several games is played at this table.")


class EveningOver(Refusal):
    code = "evening-over"
    status = 409

    def __init__(self) -> None:
        super().__init__("This evening is over: its last game was played.")


class EveningGoesOn(Refusal):
    """A rematch, or the record of all games, where the next game of an evening is due."""

    code = "evening-goes-on"
    status = 409

    def __init__(self) -> None:
        super().__init__("An evening is played at this table; its next game comes first.")


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


class DeviceRace(Refusal):
    """One device has one pair of hands."""

    code = "device-race"

    def __init__(self, game: str) -> None:
        super().__init__(f"In {game} several hands act at once: each needs a device of its own.", game=game)


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


class SentAway(Refusal):
    """The host has sent this guest away."""

    code = "sent-away"
    status = 403

    def __init__(self) -> None:
        super().__init__("The host has sent you away from this table: you cannot sit down at it again.")


class NoSeatForYou(Refusal):
    """Somebody here is not to meet this guest; who blocked whom is not told."""

    code = "no-seat-for-you"
    status = 403

    def __init__(self) -> None:
        super().__init__("You cannot sit down at this table.")


class NobodyThere(Refusal):
    code = "nobody-there"
    status = 409

    def __init__(self, seat: int) -> None:
        super().__init__(f"No other person has seat {seat}.", seat=seat)


class ChatOff(Refusal):
    code = "chat-off"
    status = 403

    def __init__(self) -> None:
        super().__init__("The host wants no talk at this table.")


class PhrasesOnly(Refusal):
    code = "phrases-only"
    status = 403

    def __init__(self) -> None:
        super().__init__("At this table people talk in set phrases only.")


class NothingSaid(Refusal):
    code = "nothing-said"

    def __init__(self) -> None:
        super().__init__("There is nothing to say in this.")


class TalkTooFast(Refusal):
    code = "talk-too-fast"
    status = 429

    def __init__(self) -> None:
        super().__init__("Take a breath: the next word in a few seconds.")


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


class BotPlays(Refusal):
    """A bot plays on in one's seat until one says that one is back."""

    code = "bot-plays"
    status = 409

    def __init__(self) -> None:
        super().__init__("A bot plays in your seat. Say that you are back, and it is yours again.")


class StillThere(Refusal):
    """A match of two is ended for who left only: he sits there, or more than two play."""

    code = "still-there"
    status = 409

    def __init__(self, seat: int) -> None:
        super().__init__(f"Who sits in seat {seat} has not left a match of two.", seat=seat)


class ClockInRace(Refusal):
    code = "clock-in-race"

    def __init__(self, game: str) -> None:
        super().__init__(f"{game} has no turns: a clock would have nothing to count.", game=game)


class BadClock(Refusal):
    """A clock that gives nobody any time, or an increment without the bank it belongs to."""

    code = "bad-clock"

    def __init__(self) -> None:
        super().__init__("A clock needs time for a move, or a bank; an increment needs a bank.")


class NotYourTurn(Refusal):
    code = "not-your-turn"
    status = 409

    def __init__(self) -> None:
        super().__init__("It is not your turn.")


class NoThrow(Refusal):
    """Dice were typed while none is to fall."""

    code = "no-throw"
    status = 409

    def __init__(self) -> None:
        super().__init__("No die is to be rolled now.")


class NotYourThrow(Refusal):
    """Only who may see how a die falls can say how it fell."""

    code = "not-your-throw"
    status = 403

    def __init__(self) -> None:
        super().__init__("Somebody else rolls these dice in secret.")


class TooManyDice(Refusal):
    code = "too-many-dice"

    def __init__(self, typed: int, rolled: int) -> None:
        super().__init__(f"Only {rolled} dice are rolled here, not {typed}.", typed=typed, n=rolled)


class TooManyPresets(Refusal):
    code = "too-many-presets"
    status = 409

    def __init__(self, most: int) -> None:
        super().__init__(f"You have {most} sets of house rules already; forget one first.", n=most)


class NothingRolled(Refusal):
    """Real dice were wished for in a game where none is rolled."""

    code = "nothing-rolled"

    def __init__(self, game: str) -> None:
        super().__init__(f"In {game} no die is rolled: there is nothing to type in.", game=game)


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


class Contested(TooLate):
    """In a race: others pressed at nearly the same time, and `seat` was earlier by so many milliseconds, or by lot."""

    code = "contested"

    def __init__(self, version: int, now: int, seat: int, by_ms: int) -> None:
        super().__init__(version, now)
        self.values |= {"seat": seat, "by_ms": by_ms}


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


class NoDays(Refusal):
    """A race is played at once."""

    code = "no-days"

    def __init__(self, game: str) -> None:
        super().__init__(f"{game} is a race: it cannot be played over days.", game=game)


class BadHook(Refusal):
    """An address to which notices may not be sent: not https, not to be found, or inside a private network."""

    code = "bad-hook"

    def __init__(self, url: str) -> None:
        super().__init__(f"Notices are sent only to public https addresses, and {url!r} is none.", url=url)


class TooManyBrowsers(Refusal):
    code = "too-many-browsers"
    status = 409

    def __init__(self, most: int) -> None:
        super().__init__(f"At most {most} browsers of one person are told.", n=most)


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
