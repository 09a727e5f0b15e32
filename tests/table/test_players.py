"""Names at the table: bad ones are refused in one sentence."""

from __future__ import annotations

import pytest

from huhn_voice.errors import HuhnVoiceError
from huhn_voice.table.phrases import NotUnderstood, Phrases
from huhn_voice.table.players import check_names, clockwise


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["Anna", ""], "empty name"),
        (["Anna", "anna"], "Two players"),
        (["Anna", "x" * 200], "200 characters"),
        (["Anna", "1234"], "cannot be spoken"),
        (["Anna", "Take"], "already a word"),
        (["Anna"], "2 to 5 players"),
        (["Anna", "Ben", "Cleo", "Dora", "Emil", "Fritz"], "2 to 5 players"),
    ],
)
def test_bad_names_are_refused(names: list[str], said: str) -> None:
    with pytest.raises(HuhnVoiceError, match=said):
        check_names(names, Phrases(()))


def test_good_names_are_cleaned() -> None:
    assert check_names([" Anna ", "Jörg", "Mary  Jane", "O'Neil"], Phrases(())) == (
        "Anna",
        "Jörg",
        "Mary Jane",
        "O'Neil",
    )


def test_fh_09_turns_go_clockwise() -> None:
    assert clockwise(3, 2) == [0, 1]


def test_every_phrase_has_one_meaning_and_every_key_one_phrase() -> None:
    phrases = Phrases(["Anna"])
    for row in phrases._table.values():
        said = row["say"]
        assert isinstance(said, list)
        assert len({phrases.meaning(phrase) for phrase in said}) == 1
    assert len(phrases.keys) == len(phrases._table) + 6


def test_a_typed_line_is_cut_into_phrases() -> None:
    phrases = Phrases(["Anna", "Mary Jane"])
    assert phrases.split("Chicken, Mary Jane!") == ["chicken", "mary jane"]
    assert phrases.split("t") == ["take"]
    assert phrases.split("3") == ["three"]
    with pytest.raises(NotUnderstood, match="kitchen"):
        phrases.split("kitchen")
