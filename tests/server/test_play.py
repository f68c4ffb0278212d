"""Playing over sockets: acks, steps, resuming, retries, stale acts, previews, spectators, many tabs."""

import pytest
from websockets.exceptions import InvalidStatus

from tests.server.people import Page, Server, duel


def both(server: Server) -> tuple[Page, Page]:
    anna, bruno, table = duel(server)
    pages = anna.page(table["match"]), bruno.page(table["match"])
    for page in pages:
        page.resume()
    return pages


def mover_and_other(pages: tuple[Page, Page]) -> tuple[Page, Page]:
    first, second = pages
    return (first, second) if first.position["legal"] else (second, first)


def test_both_see_the_same_match_and_only_the_mover_his_legal_actions(server: Server) -> None:
    pages = both(server)
    for _ in range(10):
        mover, other = mover_and_other(pages)
        mover.play()
        while other.position["version"] < mover.position["version"]:
            other.hear("steps")
        for name in ("version", "steps", "view", "movers"):
            assert mover.position[name] == other.position[name], name
        assert bool(mover.position["legal"]) != bool(other.position["legal"])


def test_the_actor_gets_his_ack_before_the_news(server: Server) -> None:
    mover, _ = mover_and_other(both(server))
    before = len(mover.heard)
    mover.play()
    assert [message["type"] for message in mover.heard[before:]] == ["ack", "steps"]
    assert mover.heard[-2]["version"] == mover.heard[-1]["version"]


def test_steps_tell_who_did_what_in_words(server: Server) -> None:
    mover, other = mover_and_other(both(server))
    seat = mover.table["me"]["seat"]
    action = mover.turn()[0]
    mover.act(action)
    told = other.hear("steps")["steps"]
    assert (told[0]["seat"], told[0]["action"]) == (seat, action)
    assert told[0]["text"].startswith("keep ")
    assert all(step["seat"] == 15 for step in told[1:])


def test_a_page_that_comes_back_gets_what_it_missed(server: Server) -> None:
    pages = both(server)
    mover, other = mover_and_other(pages)
    missed = other.position["version"]
    mover.play()
    with other.person.page(other.table["match"]) as again:
        told = again.resume(missed)
        assert told["type"] == "steps" and told["version"] == mover.position["version"]
        assert len(told["steps"]) == told["version"] - missed
        assert told["view"] == mover.position["view"]


def test_resuming_from_the_beginning_tells_every_step(server: Server) -> None:
    mover, _ = mover_and_other(both(server))
    mover.play()
    with mover.person.page(mover.table["match"]) as again:
        told = again.resume(0)
        assert len(told["steps"]) == told["version"]
        assert told["steps"][0]["text"].startswith("start ")


def test_a_page_from_the_future_is_told_to_forget(server: Server) -> None:
    mover, _ = mover_and_other(both(server))
    mover.say(type="resume", version=5_000)
    assert mover.hear()["type"] == "resync"
    assert mover.hear()["type"] == "view"


def test_who_asks_whether_the_server_is_there_hears_no_more_than_that(server: Server) -> None:
    mover, _ = mover_and_other(both(server))
    mover.say(type="probe")
    assert mover.hear() == {"type": "alive", "version": mover.position["version"]}
    mover.say(type="probe")
    mover.say(type="probe")
    assert [mover.hear()["type"] for _ in range(2)] == ["alive", "alive"]


@pytest.mark.parametrize("version", [None, -1])
def test_without_a_version_the_whole_view_comes(server: Server, version: int | None) -> None:
    mover, _ = mover_and_other(both(server))
    told = mover.resume(version)
    assert told["type"] == "view" and "steps" not in told


def test_before_the_start_nobody_moves(server: Server) -> None:
    person = server.person("Carla")
    with person.page(person.open_table()["match"]) as page:
        told = page.resume()
        assert (told["version"], told["movers"], told["legal"]) == (0, [], [])
        assert page.table["state"] == "waiting"
        assert page.act(1, version=0)["code"] == "not-running"


def test_a_retry_gets_the_original_answer(server: Server) -> None:
    mover, _ = mover_and_other(both(server))
    version, action = mover.position["version"], mover.turn()[0]
    first = mover.act(action, version=version, message="once")
    assert first["type"] == "ack"
    again = mover.act(action, version=version, message="once")
    assert again == first
    mover.resume()
    assert mover.position["version"] == first["version"], "it was played twice"


def test_an_id_cannot_mean_two_things(server: Server) -> None:
    mover, _ = mover_and_other(both(server))
    version, action = mover.position["version"], mover.turn()[0]
    mover.act(action, version=version, message="once")
    assert mover.act(action + 1, version=version, message="once")["code"] == "message-reused"


def test_a_stale_act_is_refused_and_changes_nothing(server: Server) -> None:
    pages = both(server)
    mover, _ = mover_and_other(pages)
    version = mover.position["version"]
    mover.play()
    mover, _ = mover_and_other(pages)
    now = pages[0].resume()["version"]
    refusal = mover.act(1, version=version)
    assert (refusal["type"], refusal["code"]) == ("refused", "stale")
    assert pages[0].resume()["version"] == now


def test_an_illegal_action_is_refused_with_its_clause(server: Server) -> None:
    mover, _ = mover_and_other(both(server))
    legal = set(mover.turn())
    refusal = mover.act(next(code for code in range(462) if code not in legal))
    assert (refusal["code"], refusal["clause"]) == ("illegal-action", "SPI-2")
    assert mover.act(9_999)["code"] == "not-an-action"


def test_only_at_ones_turn(server: Server) -> None:
    mover, other = mover_and_other(both(server))
    assert other.act(mover.turn()[0])["code"] == "not-your-turn"


def test_all_of_several_actions_or_none(server: Server) -> None:
    mover, _ = mover_and_other(both(server))
    action, version = mover.turn()[0], mover.position["version"]
    assert mover.act(action, 0)["code"] in {"illegal-action", "not-an-action"}
    assert mover.resume()["version"] == version


def test_a_preview_changes_nothing_and_tells_nobody(server: Server) -> None:
    mover, other = mover_and_other(both(server))
    version = mover.position["version"]
    mover.say(type="preview", id="p", version=version, actions=[mover.turn()[0]])
    told = mover.hear("preview")
    assert told["version"] == version + 1 and told["view"] != mover.position["view"]
    heard = len(other.heard)
    assert mover.resume()["version"] == version
    assert other.resume()["version"] == version
    assert all(message["type"] in {"view", "table"} for message in other.heard[heard:])


def test_spectators_see_and_cannot_act(server: Server) -> None:
    mover, _ = mover_and_other(both(server))
    subscriber = server.person("Dora")
    with subscriber.page(mover.table["match"]) as page:
        told = page.resume()
        assert told["view"] == mover.position["view"] and told["legal"] == []
        mover.play()
        assert page.hear("steps")["view"] == mover.position["view"]
        assert page.act(1)["code"] == "not-seated"
        assert page.table["spectators"] == 1


def test_all_tabs_of_a_person_hear_everything(server: Server) -> None:
    mover, _other = mover_and_other(both(server))
    with mover.person.page(mover.table["match"]) as second:
        second.resume()
        mover.play()
        news = second.hear("steps")
        assert (news["version"], news["legal"]) == (mover.position["version"], mover.position["legal"])


def test_steps_come_with_the_position_as_text_for_who_asks(server: Server) -> None:
    mover, other = mover_and_other(both(server))
    with other.person.page(other.table["match"], "?show=1") as page:
        page.resume()
        mover.play()
        assert page.hear("steps")["show"] == page.person.ask("GET", f"/api/matches/{mover.table['match']}")["show"]
    assert "show" not in other.hear("steps")


@pytest.mark.parametrize(
    "message",
    [
        "",
        "{}",
        "[]",
        "null",
        '{"type":"leave"}',
        '{"type":"act","id":"x","version":1}',
        '{"type":"resume","version":"1"}',
        '{"type":"act","id":"","version":1,"actions":[1]}',
        '{"type":"act","id":"x","version":1,"actions":[-1]}',
        "\x00",
    ],
)
def test_what_does_not_fit_the_schema_is_refused_and_the_socket_lives_on(server: Server, message: str) -> None:
    mover, _ = mover_and_other(both(server))
    mover.socket.send(message)
    refusal = mover.hear("refused")
    assert refusal["code"] == "bad-request" and refusal["text"]
    assert mover.resume()["type"] == "view"


def test_a_message_in_pieces_is_put_together(server: Server) -> None:
    mover, _ = mover_and_other(both(server))
    mover.socket.send(iter(['{"type":"res', 'ume","ver', 'sion":null}']))
    assert mover.hear()["type"] == "view"


def test_a_match_that_does_not_exist_has_no_socket(server: Server) -> None:
    with pytest.raises(InvalidStatus) as refused:
        server.person().page("nowhere")
    assert refused.value.response.status_code == 404
    assert b'"code":"not-found"' in refused.value.response.body
