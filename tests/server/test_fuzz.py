"""Anything by anybody in any order: the server never fails, and the match stays a match."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from bussolotto.games.spilorcio import game as spilorcio
from bussolotto.play.match import replay
from bussolotto.server.store import files
from tests.depth import count
from tests.refusals import refused
from tests.server import stores
from tests.server.people import Page, Person, Server, opened

SEATS = 3
seats = st.integers(0, SEATS)
requests = st.one_of(
    st.tuples(st.just("POST"), st.just("/start"), st.none()),
    st.tuples(st.just("POST"), st.just("/resign"), st.none()),
    st.tuples(st.just("POST"), st.just("/rematch"), st.none()),
    st.tuples(st.sampled_from(["POST", "DELETE"]), st.just("/end"), st.none()),
    st.tuples(st.just("DELETE"), seats.map(lambda seat: f"/seats/{seat}"), st.none()),
    st.tuples(
        st.just("POST"),
        seats.map(lambda seat: f"/seats/{seat}"),
        st.sampled_from([None, {}, {"player": "random"}, {"player": "?"}, {"name": "X"}]),
    ),
)
numbers = st.integers(-2, 700)
messages = st.one_of(
    st.fixed_dictionaries({"type": st.just("resume")}, optional={"version": st.none() | numbers}),
    st.fixed_dictionaries(
        {
            "type": st.sampled_from(["act", "preview"]),
            "id": st.text(max_size=3) | st.integers(-1, 3),
            "version": numbers,
            "actions": st.lists(numbers, max_size=3),
        }
    ),
    st.just({"type": "probe"}),
    st.just({"type": "play"}),  # a legal action
    st.recursive(st.none() | st.booleans() | numbers | st.text(max_size=9), st.lists, max_leaves=5),
)
people_and_deeds = st.tuples(st.integers(0, 2), st.one_of(requests, messages))


@settings(max_examples=count(short=10, full=30), deadline=None)
@given(st.booleans(), st.lists(people_and_deeds, max_size=40))
def test_whatever_people_do_the_server_keeps_its_head(
    server: Server, begun: bool, deeds: list[tuple[int, Any]]
) -> None:
    people = [server.person(name) for name in ("Anna", "Bruno", "Carla")]
    table = people[0].open_table(SEATS)
    match = table["match"]
    if begun:
        people[1].ask("POST", f"/api/tables/{table['table']}/seats/1")
        people[0].ask("POST", f"/api/tables/{table['table']}/seats/2", {"player": "random"})
        people[0].ask("POST", f"/api/tables/{table['table']}/start")
    pages = [person.page(match) for person in people]
    try:
        for who, deed in deeds:
            do(people[who], pages[who], table["table"], deed)
        for page in pages:
            page.say(type="resume")
            page.hear("view")
        played = people[0].ask("GET", f"/api/matches/{match}")
        if played["state"] == "waiting":
            with refused("not-running"):
                files.read_record(stores.source_of(server.folder), match)
        else:
            record, _ = files.read_record(stores.source_of(server.folder), match)
            assert replay(spilorcio, SEATS, record.options, record.steps).version >= played["version"]
    finally:
        opened.close()


def do(person: Person, page: Page, table: str, deed: Any) -> None:
    """One deed; whatever the server answers, it is not that it has failed."""
    if isinstance(deed, tuple):
        method, rest, body = deed
        answer = person.send(method, f"/api/tables/{table}{rest}", body)
        assert answer.status_code < 500, answer.text
    elif isinstance(deed, dict) and deed.get("type") == "play":
        now = person.ask("GET", f"/api/matches/{page.match}")
        page.say(type="act", id=f"play-{now['version']}", version=now["version"], actions=now["legal"][:1])
    else:
        page.socket.send(json.dumps(deed))


def test_any_body_anywhere(server: Server) -> None:
    @settings(max_examples=count(short=30, full=60), deadline=None)
    @given(
        st.sampled_from(["/api/tables", "/api/me", "/api/replays", "/api/tables/x/seats/0", "/api/tables/x/start"]),
        st.sampled_from(["POST", "PUT", "DELETE", "PATCH"]),
        st.binary(max_size=200) | st.text(max_size=50).map(lambda text: json.dumps({"name": text}).encode()),
        st.sampled_from(
            ["application/json", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "?"]
        ),
    )
    def ask(path: str, method: str, body: bytes, kind: str) -> None:
        answer = person.http.request(method, path, content=body, headers={"content-type": kind})
        assert answer.status_code < 500, (path, method, body, kind, answer.text)

    person = server.person()
    ask()
