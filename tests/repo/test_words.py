"""One word for one thing: no text uses a word that `docs/words.md` replaces, or a phrase that misled people."""

import re

import pytest

from bussolotto.locale import catalogue
from tests.repo.sources import ROOT

DOCUMENT = (ROOT / "docs" / "words.md").read_text(encoding="utf-8")
# by language, the words that nobody uses and the pattern of their forms; those with another meaning here are left out
REPLACED = {
    "en": {},
    "it": {
        "tavolino": r"tavolin",
        "apparecchiare": r"apparecch",
        "limite di mosse": r"limite di mosse",
        "robot": r"robot",
        "allenamento": r"allenament",
        "tirare": r"\b[Tt]ir(o|a|i|are|ato|ata|ati|ano|ando|erà)\b",
        "lasciare stare": r"lasci\w* stare",
        "alzare": r"\balz",
        "combattimento": r"combattiment",
        "madreperla": r"madreperl",
        "cavità": r"cavità",
        "tavoliere": r"tavolier",
        "soldi": r"\bsoldi\b",
        "dadi di gioco": r"dadi di gioco",
        "quartetto": r"quartett",
        "quintetto": r"quintett",
        "pegno": r"\bpegn",
    },
    "de": {
        "Perlmutt": r"Perlmutt",
        "Grundfläche": r"Grundfläche",
        "Loch": r"\bLoch\b",
        "Zelle": r"\bZellen?\b",
        "Brett": r"\bBrett",
        "aufheben": r"aufheb|aufgehoben",
        "zurücksetzen": r"zurücksetz|zurückgesetzt",
        "liegen lassen": r"liegen ?(?:ge)?lassen",
        "zur Seite legen": r"zur Seite",
        "Gefecht": r"Gefecht",
        "Zusatzwürfel": r"Zusatzwürfel",
        "Marke": r"\bMarken?\b",
        "vollenden": r"vollend",
        "das Stopp": r"\b[Dd]as Stopp\b",
        "Roboter": r"Roboter",
        "einen Tisch decken": r"Tisch(e|en)? (ge)?deck",
        "Training": r"Training",
        "Telefon": r"Telefon",
        "über Tage": r"über Tage",
    },
    "fr": {
        "tirage": r"\btirages?\b",
        "jet": r"\bjets?\b",
        "placer": r"\bplac(er|é|ée|ez)\b",
        "bâtir": r"\bbâti",
        "appeler": r"\bappel(er|le|ez|é)\b",
        "perle": r"\bperles?\b",
        "dé action": r"\bdés? action",
        "stock": r"\bstock",
        "quinte": r"\bquinte",
        "vider": r"\bvider\b",
        "robot": r"robot",
        "indice": r"\bindice",
        "imprimé": r"imprim",
        "dresser": r"\bdress(er|e|ez)\b",
        "différé": r"différé",
        "entraînement": r"entraînement",
        "avis": r"\bavis\b",
    },
}
MISLEADING = {
    "en": (
        "Waiting for another review",
        "limit of plies",
        "No line just now",
        "something hidden",
        "Each with a device",
        "Set the table",
        "First in every tie",
        "Cards for the tables",
        "ransoms 0",
        "Hand them over",
        "Offer to end here",
        "Stand up for now",
        "That is what fell",
        "What are you called?",
        "author not named",
    ),
    "it": (
        "altra analisi",
        "Apparecchia il tavolo",
        "toccate che cosa esce",
        "piazza esattamente quei dadi",
        "i dadi che hai tirato",
        "lascia stare",
        "una solo",
        "speri di esserne il migliore",
        "Se ci riescono in tanti",
    ),
    "de": (
        "Eine andere Auswertung",
        "Tisch decken",
        "Über Tage",
        "Farben sind gleich",
        "Was die Würfel zeigen, ist gleich",
        "Wenigste Punkte gewinnen",
        "Bei gleichen Punkten gewinnen weniger Würfel",
        "Wer leer ausgeht",
        "Telefone als Hände",
    ),
    "fr": ("une autre analyse", "Dresser la table", "onze points au plus"),
}
LANGUAGES = [*REPLACED]


def replaced(language: str, texts: dict[str, str]) -> dict[str, list[str]]:
    """By replaced word, the keys of the texts that use it."""
    found = {
        word: [key for key, text in texts.items() if re.search(pattern, text)]
        for word, pattern in REPLACED[language].items()
    }
    return {word: keys for word, keys in found.items() if keys}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_uses_a_replaced_word(language: str) -> None:
    assert replaced(language, catalogue(language)) == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_has_a_phrase_that_misled(language: str) -> None:
    texts = catalogue(language)
    assert {key: text for key, text in texts.items() if any(phrase in text for phrase in MISLEADING[language])} == {}


@pytest.mark.parametrize(
    ("language", "word"), [(language, word) for language in LANGUAGES for word in REPLACED[language]]
)
def test_every_replaced_word_stands_in_the_list(language: str, word: str) -> None:
    assert word in DOCUMENT


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_names_a_clause(language: str) -> None:
    """Numbers of clauses stand behind a 'why': in the refusals of the command line, and folded in the rules."""
    named = re.compile(r"\b[A-Z]{3}-\d+\b")
    assert {key: text for key, text in catalogue(language).items() if named.search(text)} == {}


def test_french_signs_are_not_torn_from_their_words() -> None:
    """The space before them does not break; on the command line and in errors it is one that every terminal knows."""
    torn = {key: text for key, text in catalogue("fr").items() if re.search(r" [;:!?»]|« ", text)}
    assert torn == {}
    ours = {key: text for key, text in catalogue("fr").items() if not key.startswith(("cli.", "error.", "damage."))}
    assert {key: text for key, text in ours.items() if re.search(r"\xa0[;:!?»]|«\xa0", text)} == {}


@pytest.mark.parametrize(("language", "marks"), [("en", "“”"), ("de", "„“"), ("fr", "«»"), ("it", "«»")])
def test_quotation_marks_are_those_of_the_language(language: str, marks: str) -> None:
    others = set("“”„«»") - set(marks)
    assert {key: text for key, text in catalogue(language).items() if others & set(text)} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_apostrophes_on_the_page_are_not_straight(language: str) -> None:
    ours = {key: text for key, text in catalogue(language).items() if not key.startswith("cli.")}
    assert {key: text for key, text in ours.items() if re.search(r"[\w}]'[\w{ ]", text)} == {}


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_percent_sign_on_the_page_follows_the_number_as_browsers_write_it(language: str) -> None:
    ours = {key: text for key, text in catalogue(language).items() if not key.startswith("cli.")}
    assert {key: text for key, text in ours.items() if re.search(r"[0-9}]\s%", text)} == {}


def test_the_check_bites() -> None:
    assert replaced("it", {"a": "Ritira il dado.", "b": "una mossa"}) == {}
    assert replaced("it", {"a": "che hai tirato", "b": "di madreperla"}) == {"tirare": ["a"], "madreperla": ["b"]}
    assert replaced("de", {"a": "Hebt ihn auf, das Stopp gilt."}) == {"das Stopp": ["a"]}
