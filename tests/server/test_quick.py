"""Quick match: who looks for any of several games is put together with others, in the order in which they came."""

from itertools import combinations
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from bussolotto.server.table.quick import FORGOTTEN_S, KEPT_S, Group, Seekers, Wish
from tests.server.people import Person, Server

SEATS = {"duel": (2,), "trio": (3, 4), "any": (2, 3, 4), "lone": (1,)}
GAMES = [*SEATS]
PEOPLE = "abcdef"


def seekers(apart: set[frozenset[str]] | None = None, seed: int = 1) -> Seekers:
    hostile = apart or set()
    return Seekers(lambda game: SEATS[game], lambda one, other: frozenset((one, other)) in hostile, Random(seed))


def wish(*games: str, seats: int = 0) -> Wish:
    return Wish(frozenset(games), seats)


class TestTheQueue:
    def test_two_who_share_a_game_meet_at_once(self) -> None:
        queue = seekers()
        assert queue.seek("a", wish("duel", "trio"), 0) is None
        assert queue.seek("b", wish("any"), 1) is None
        assert queue.seek("c", wish("any", "lone"), 2) == Group("any", ("b", "c"))
        assert queue.since_s("a") == 0

    def test_who_came_first_is_served_first(self) -> None:
        queue = seekers()
        for moment, guest in enumerate("ab"):
            queue.seek(guest, wish("trio"), moment)
        queue.seek("a", wish("trio"), 5)
        assert queue.seek("c", wish("trio"), 6) == Group("trio", ("a", "b", "c"))

    def test_the_smallest_table_is_taken_unless_more_are_wished(self) -> None:
        queue = seekers()
        for guest in "abc":
            assert queue.seek(guest, wish("any", seats=4), 0) is None
        group = queue.seek("d", wish("any"), 0)
        assert group == Group("any", ("a", "b", "c", "d"))

    def test_who_has_not_asked_for_long_is_forgotten(self) -> None:
        queue = seekers()
        queue.seek("a", wish("duel"), 0)
        assert queue.seek("b", wish("duel"), FORGOTTEN_S) is None
        assert queue.since_s("a") is None
        assert queue.seek("a", wish("duel"), FORGOTTEN_S + 1) == Group("duel", ("b", "a"))

    def test_who_gives_up_is_not_called(self) -> None:
        queue = seekers()
        queue.seek("a", wish("duel"), 0)
        queue.leave("a")
        assert queue.seek("b", wish("duel"), 1) is None

    def test_those_who_are_apart_never_meet_and_others_are_found_past_them(self) -> None:
        queue = seekers({frozenset("ab"), frozenset("bc")})
        assert [queue.seek(guest, wish("trio"), 0) for guest in "abc"] == [None] * 3
        assert queue.seek("d", wish("trio"), 1) == Group("trio", ("a", "c", "d"))
        assert queue.count_others("b", wish("trio")) == 0

    def test_a_wish_may_change(self) -> None:
        queue = seekers()
        queue.seek("a", wish("duel"), 0)
        queue.seek("b", wish("trio"), 0)
        assert queue.seek("a", wish("trio"), 1) is None
        assert queue.seek("b", wish("duel", "any"), 1) is None
        assert queue.seek("a", wish("any"), 2) == Group("any", ("a", "b"))

    def test_everybody_learns_his_table_until_he_says_he_has(self) -> None:
        queue = seekers()
        queue.seek("a", wish("duel"), 0)
        group = queue.seek("b", wish("duel"), 0)
        assert group and queue.find_table("a") is None
        assert queue.seek("a", wish("duel"), 1) is None and queue.seek("c", wish("duel"), 1) is None
        queue.settle(group, "table", 1)
        assert queue.seek("a", wish("duel"), 2) is None
        assert (queue.find_table("a"), queue.find_table("b")) == ("table", "table")
        queue.leave("a")
        assert queue.seek("a", wish("duel"), 3) == Group("duel", ("c", "a"))
        queue.seek("x", wish("trio"), 1 + KEPT_S)
        assert queue.find_table("b") is None

    def test_a_table_that_could_not_be_made_lets_them_look_again(self) -> None:
        queue = seekers()
        queue.seek("a", wish("duel"), 0)
        group = queue.seek("b", wish("duel"), 0)
        assert group
        queue.settle(group, None, 1)
        queue.seek("a", wish("duel"), 2)
        assert queue.seek("b", wish("duel"), 2) == group

    def test_each_game_that_all_share_is_as_likely(self) -> None:
        drawn = []
        queue = seekers()
        for _ in range(400):
            queue.seek("a", wish("duel", "any", "trio"), 0)
            group = queue.seek("b", wish("any", "duel"), 0)
            assert group
            queue.settle(group, None, 0)
            drawn.append(group.game)
        assert 140 < drawn.count("duel") < 260 and set(drawn) == {"duel", "any"}


wishes = st.builds(
    Wish, st.frozensets(st.sampled_from(GAMES), min_size=1, max_size=3), st.sampled_from([0, 0, 0, 2, 3, 4])
)
deeds = st.lists(
    st.tuples(st.sampled_from(PEOPLE), st.one_of(wishes, st.none()), st.sampled_from([0.0, 1.0, 4.0])), max_size=30
)
quarrels = st.sets(st.sampled_from([frozenset(pair) for pair in combinations(PEOPLE, 2)]), max_size=5)


def possible(group: list[tuple[str, Wish]], apart: set[frozenset[str]]) -> bool:
    """Could these make a table? Told without any of the cleverness of the queue."""
    if any(frozenset((one, other)) in apart for (one, _), (other, _) in combinations(group, 2)):
        return False
    shared = frozenset.intersection(*(found.games for _, found in group))
    return any(
        len(group) in SEATS[game] and all(found.seats in (0, len(group)) for _, found in group) for game in shared
    )


@settings(max_examples=300, deadline=None)
@given(deeds, quarrels, st.integers(0, 99))
def test_nobody_is_lost_nobody_sits_twice_and_nobody_waits_who_need_not(
    deeds: list[tuple[str, Wish | None, float]], apart: set[frozenset[str]], seed: int
) -> None:
    queue = seekers(apart, seed)
    now_s = 0.0
    waiting: dict[str, tuple[Wish, float, float]] = {}  # as it should be: wish, since, seen
    seated: dict[str, str] = {}
    for number, (guest, wished, pause_s) in enumerate(deeds):
        now_s += pause_s
        waiting = {one: found for one, found in waiting.items() if now_s - found[2] < FORGOTTEN_S or wished is None}
        if wished is None:
            queue.leave(guest)
            waiting.pop(guest, None)
            seated.pop(guest, None)
            continue
        group = queue.seek(guest, wished, now_s)
        if guest in seated:
            assert group is None and queue.find_table(guest) == seated[guest]
            continue
        waiting[guest] = (wished, waiting[guest][1] if guest in waiting else now_s, now_s)
        if group is None:
            people = [(one, found[0]) for one, found in waiting.items()]
            assert not any(possible(list(some), apart) for size in (2, 3, 4) for some in combinations(people, size)), (
                "people wait who could play"
            )
            assert queue.since_s(guest) == waiting[guest][1]
            continue
        assert guest in group.guests and not set(group.guests) & seated.keys()
        members = [(one, waiting[one][0]) for one in group.guests]
        assert possible(members, apart) and all(group.game in found.games for _, found in members)
        came = [waiting[one][1] for one in group.guests]
        assert came == sorted(came)
        queue.settle(group, f"t{number}", now_s)
        for one in group.guests:
            del waiting[one]
            seated[one] = f"t{number}"


def ask(person: Person, *games: str, **wish: Any) -> dict[str, Any]:
    found: dict[str, Any] = person.ask("POST", "/api/quick", {"games": games, **wish})
    return found


class TestTheServer:
    def test_two_strangers_who_share_one_of_their_games_sit_at_once(self, server: Server) -> None:
        anna, bruno = server.person("Anna"), server.person("Bruno")
        assert ask(anna, "spilorcio", "bunte-kuh") == {"waiting": True, "since_s": 0, "others": 0, "table": None}
        found = ask(bruno, "bunte-kuh", "cincinnati")
        assert found["table"] and not found["waiting"]
        assert ask(anna, "spilorcio", "bunte-kuh")["table"] == found["table"]
        table = anna.ask("GET", f"/api/tables/{found['table']}")
        assert (table["game"], table["state"]) == ("bunte-kuh", "running")
        assert [seat["name"] for seat in table["seats"]] == ["Anna", "Bruno"]
        assert table["me"] == {"seat": 0, "host": True}
        assert table["table"] not in server.person().lobby()

    def test_who_asks_for_bots_takes_along_who_waits_for_the_game(self, server: Server) -> None:
        anna, bruno = server.person("Anna"), server.person("Bruno")
        assert ask(anna, "cincinnati")["waiting"]
        assert ask(bruno, "cincinnati", "spilorcio")["waiting"], "three at least play it"
        found = ask(bruno, "cincinnati", bots=True)
        assert ask(anna, "cincinnati")["table"] == found["table"]
        seats = anna.ask("GET", f"/api/tables/{found['table']}")["seats"]
        assert [seat["name"] for seat in seats][:2] == ["Bruno", "Anna"]
        assert [seat["kind"] for seat in seats] == ["person", "person", "bot"]

    def test_who_has_seen_his_table_may_look_again(self, server: Server) -> None:
        anna, bruno = server.person("Anna"), server.person("Bruno")
        ask(anna, "my-dice-your-dice")
        assert ask(bruno, "my-dice-your-dice")["table"]
        assert anna.send("DELETE", "/api/quick").status_code == 204
        assert ask(anna, "my-dice-your-dice")["waiting"]
        anna.send("DELETE", "/api/quick")

    def test_who_is_not_to_meet_whom_waits_on(self, server: Server) -> None:
        anna, bruno = server.person("Anna"), server.person("Bruno")
        table = anna.open_table()
        bruno.ask("POST", f"/api/tables/{table['table']}/seats/1")
        anna.ask("POST", f"/api/tables/{table['table']}/seats/1/block")
        ask(anna, "my-dice-your-dice")
        assert ask(bruno, "my-dice-your-dice") == {"waiting": True, "since_s": 0, "others": 0, "table": None}
        for person in (anna, bruno):
            person.send("DELETE", "/api/quick")

    def test_a_wish_is_checked(self, server: Server) -> None:
        anna = server.person()
        assert anna.refused("POST", "/api/quick", {"games": ["chess"]}) == (404, "unknown-game")
        mistakes: list[dict[str, Any]] = [{"games": []}, {"games": ["spilorcio"], "seats": 1}, {}]
        for wrong in mistakes:
            assert anna.refused("POST", "/api/quick", wrong) == (400, "bad-request")
