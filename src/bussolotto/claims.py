"""What a claim in a race stands for by the time it is judged (GEN-4): a claim names the version that its sender saw."""

from bussolotto.kernel import CHANCE
from bussolotto.match import Match


def meaning(match: Match, seat: int, action: int, version: int) -> int | None:
    """The action that a claim decided at this version is now, a foul perhaps; None if it is void.

    It is when dice have fallen since: a claim means the throw that its sender saw. And a foul is one only for who could
    know better (RAF-5): it is void if since then anything but such fouls has happened.
    """
    since = match.log[max(version, 0) :]
    if any(mover == CHANCE for mover, _ in since):
        return None
    found = meant(match, seat, action)
    if is_foul(match, found) and not all(is_foul(match, other) for _, other in since):
        return None
    return found


def meant(match: Match, seat: int, action: int) -> int:
    """What somebody does who claims this in the present position, knowing it."""
    game = match.module
    return int(game.meant(match.state, seat, action)) if hasattr(game, "meant") else action


def is_foul(match: Match, action: int) -> bool:
    """Is this what comes of a claim that the rules punish?"""
    return action in getattr(match.module, "FOULS", ())
