"""What the tests of the page take from the rules is what the rules say."""

from tools import page_golden


def test_golden_files_are_those_of_today() -> None:
    """After a change of rules: `python -m tools.page_golden`."""
    told = page_golden.goldens()
    assert sorted(told) == sorted(page_golden.FOLDER.glob("*.json"))
    assert [path.name for path, text in told.items() if path.read_text(encoding="utf-8") != text] == []
