"""How tests are spread over workers."""

import pytest

from tests.spread import group_of


@pytest.mark.parametrize(
    ("test", "group"),
    [
        ("tests/laws/test_laws.py::test_static_law[pig-static_law_layout]", "tests/laws/test_laws.py[pig]"),
        ("tests/laws/test_laws.py::test_law[cui-bono-law_nobody_knows_more]", "tests/laws/test_laws.py[cui-bono]"),
        (
            "tests/laws/test_reasons.py::test_no_sentence[my-dice-your-dice]",
            "tests/laws/test_reasons.py[my-dice-your-dice]",
        ),
        ("tests/laws/test_previews.py::test_a_preview", "tests/laws/test_previews.py"),
        ("tests/web/test_match.py::test_whole_match[pig]", "tests/web/test_match.py"),
    ],
)
def test_files_stay_together_and_laws_go_by_game(test: str, group: str) -> None:
    assert group_of(test) == group
