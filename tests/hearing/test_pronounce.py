from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from huhn_voice.errors import HuhnVoiceError
from huhn_voice.hearing.phones import NAMES, PDFS, PHONES, graph_phone
from huhn_voice.hearing.pronounce import Unpronounceable, pronunciations


def test_dictionary_words_are_said_as_written_there() -> None:
    assert pronunciations("chicken") == [("CH", "IH", "K", "AH", "N")]
    assert pronunciations("Anna")[0] == ("AE", "N", "AH")


def test_every_way_of_the_dictionary_is_kept_once() -> None:
    ways = pronunciations("tomato")
    assert ("T", "AH", "M", "EY", "T", "OW") in ways
    assert ("T", "AH", "M", "AA", "T", "OW") in ways
    assert len(set(ways)) == len(ways)


@pytest.mark.parametrize(
    "name", ["Xanthippe", "Jörg", "Øystein", "Łukasz", "ba-gawk", "cock-a-doodle-doo", "O'Shaughnessy", "Zbigniew", "x"]
)
def test_other_words_get_phones_from_espeak(name: str) -> None:
    ways = pronunciations(name)
    assert ways
    assert all(phone in PHONES for way in ways for phone in way)
    assert all(way for way in ways)


def test_a_guess_comes_close_to_the_name() -> None:
    assert pronunciations("Xanthippe") == [("Z", "AE", "N", "TH", "IH", "P")]


@pytest.mark.parametrize("word", ["", "!", "…", "42", "李", "Анна", "🐔", "-"])
def test_what_has_no_sound_is_refused_in_one_sentence(word: str) -> None:
    with pytest.raises(Unpronounceable, match=r"^Nobody can pronounce “.*”: write it as it sounds\.$") as refused:
        pronunciations(word)
    assert isinstance(refused.value, HuhnVoiceError)
    assert isinstance(refused.value, ValueError)


def test_a_name_of_200_characters_is_only_long() -> None:
    (way,) = pronunciations("ab" * 100)
    assert len(way) > 50


def test_several_threads_may_ask_at_once() -> None:
    names = ["Xanthippe", "Jörg", "Zbigniew", "Øystein"] * 5
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(pronunciations, names)) == [pronunciations(name) for name in names]


def test_sixty_words_are_found_quickly() -> None:
    pronunciations("chicken")  # reads the dictionary
    started = time.process_time()
    for word in "kitchen check thicken chick children ticket taken flip take tuck points score".split() * 5:
        pronunciations(word)
    assert time.process_time() - started < 1.0


def test_phones_of_the_graph_are_numbered_without_gap() -> None:
    numbers = [graph_phone(phone, place) for phone in PHONES for place in "BEIS"]
    assert numbers == list(range(3, len(PDFS) + 1))
    assert [NAMES[PDFS[number - 1]] for number in numbers] == [phone for phone in PHONES for _ in "BEIS"]
