from __future__ import annotations

import dataclasses
import re
import string
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from huhn_voice.errors import HuhnVoiceError
from huhn_voice.rules import feiges_huhn_types
from huhn_voice.rules.game import Event
from huhn_voice.speaking import script as script_module
from huhn_voice.speaking.script import FORMATS, Script, ScriptError, event_key, read_locale
from huhn_voice.speaking.sounds import glides

if TYPE_CHECKING:
    from collections.abc import Iterator

NAMES = ["Anna", "Ben", "Cleo"]
BLUE_FIVE = {"value": 5, "colour": "blue"}
PINK_ONE = {"value": 1, "colour": "pink"}
TABLE = Path(script_module.__file__).parents[1] / "table"


@dataclass(frozen=True)
class Card:
    value: int
    colour: str


@dataclass(frozen=True)
class CardTaken:
    player: int
    card: Card


def templates(tables: dict[str, Any], key: str = "") -> Iterator[tuple[str, str]]:
    """Every (key, template) of a locale file, variants included."""
    for name, value in tables.items():
        if isinstance(value, dict):
            yield from templates(value, key or name)
        elif name != "sound":
            yield key, value


def sample(field: str, spec: str) -> Any:  # noqa: ANN401 - what a template may ask for
    """A value of the kind that a template's format takes."""
    if spec == "a" or field in {"card", "top"}:
        return Card(5, "blue")
    if spec == "name":
        return [0, 2] if field.endswith("s") else 1
    if spec == "standings":
        return [0, 1, 17]
    if spec == "hands":
        return [[Card(5, "blue")], [], [Card(1, "pink"), Card(8, "yellow")]]
    if spec not in FORMATS or field in {"number", "round"}:
        return 2
    return "Anna"


def test_every_template_renders() -> None:
    seen = 0
    tables = read_locale("en")
    tables.pop("words")
    script = Script(names=NAMES)
    for key, template in templates(tables):
        fields = [(f, spec or "") for _, f, spec, _ in string.Formatter().parse(template) if f is not None]
        text = script._words.vformat(template, (), {f: sample(f, spec) for f, spec in fields})
        assert not re.search(r"[{}<>]|\bNone\b", text), (key, text)
        seen += 1
    assert seen > 100


@pytest.mark.parametrize("verbosity", ["full", "brief", "sounds"])
def test_every_key_can_be_said_in_every_verbosity(verbosity: str) -> None:
    script = Script(verbosity=verbosity, names=NAMES)
    tables = read_locale("en")
    for key in script.keys:
        fields = {
            f: sample(f, spec or "")
            for _, template in templates({key: tables[key]})
            for _, f, spec, _ in string.Formatter().parse(template)
            if f is not None
        }
        text = script.say(key, **fields)
        assert text or verbosity == "sounds", key
        assert text == text.strip()


def test_every_sound_exists_and_every_noise_is_used() -> None:
    text = (Path(script_module.__file__).parent / "locales" / "en.toml").read_text("utf-8")
    named = set(re.findall(r'^sound = "(\w+)"', text, re.MULTILINE))
    assert named == set(glides())


def test_everything_the_table_says_is_in_the_script() -> None:
    said = set()
    for file in TABLE.glob("*.py"):
        said |= set(re.findall(r'\b(?:say|confirm)\(\s*"(\w+)"', file.read_text("utf-8")))
    assert said <= set(Script().keys)


def test_every_event_of_the_rules_can_be_told() -> None:
    tables = read_locale("en")
    events = [
        event for event in vars(feiges_huhn_types).values() if isinstance(event, type) and issubclass(event, Event)
    ]
    events.remove(Event)
    assert events
    for event in events:
        fields = {field.name for field in dataclasses.fields(event)}
        key = event_key(event.__new__(event))
        assert key in tables, event
        for _, template in templates({key: tables[key]}):
            asked = {field for _, field, _, _ in string.Formatter().parse(template) if field is not None}
            assert asked <= fields, (event, asked - fields)


@pytest.mark.parametrize("phase", ["starter", "turn", "bust", "over"])
def test_help_for_every_phase(phase: str) -> None:
    assert Script().say(f"help_{phase}")


def test_prompts_of_a_turn_are_short() -> None:
    script = Script(names=NAMES)
    said = [
        script.say("turn_started", player=1, top=BLUE_FIVE, must_flip=False, may_challenge=True),
        script.say("turn_started", player=1, top=None, must_flip=True, may_challenge=False),
        script.say("challenged", player=1, by=0),
        script.say("card_turned", player=1, card=BLUE_FIVE, under=None, restart=False),
        script.say("bust_choice", player="Ben"),
        script.say("card_taken", player=1, card=BLUE_FIVE),
        script.say("gift_given", giver=0, receiver=1),
    ]
    assert said[0] == "Ben. On a blue five."
    assert all(len(text.split()) <= 8 for text in said), said


def test_brief_turns_hold_no_command_word() -> None:
    """The microphone hears the narrator: what it says most often should not even look like a shout or a command."""
    script = Script(names=NAMES)
    for key in (
        "your_turn",
        "challenged",
        "card_turned",
        "lucky_flip",
        "bust",
        "pile_kept",
        "card_taken",
        "gift_given",
    ):
        template = script._sentences[key]["brief"]
        assert not re.search(r"\b(chicken|flip|take|tuck|points|undo|stop)\b", template), key


def test_variants_are_chosen_by_the_values() -> None:
    script = Script(verbosity="full", names=NAMES)
    free = script.say("turn_started", player=0, top=PINK_ONE, must_flip=False, may_challenge=True)
    blocked = script.say("turn_started", player=0, top=PINK_ONE, must_flip=False, may_challenge=False)
    assert free == "Anna, it is your turn, on a pink one. Flip or take?"
    assert "nobody may shout" in blocked
    assert "empty" in script.say("turn_started", player=0, top=None, must_flip=True, may_challenge=False)


def test_a_round_and_a_game_end_in_every_way() -> None:
    for verbosity in ("full", "brief", "sounds"):
        script = Script(verbosity=verbosity, names=NAMES)
        for by, reason, totals in [(0, "gift", (9, 9, 9)), (0, "last_card", (1, 0, 2)), (None, "stalemate", (9, 9, 9))]:
            values: dict[str, Any] = {
                "number": 2,
                "by": by,
                "reason": reason,
                "turns": 40,
                "coop": [BLUE_FIVE] * 3,
                "piles": [[], [], []],
            }
            text = script.say("round_ended", **values, points=(1, 0, 2), totals=totals)
            assert ("nine" in text) == (totals[0] == 9)
        assert "Anna" in script.say("game_ended", totals=(1, 2, 2), losers=(1, 2), winners=(0,))
        even = script.say("game_ended", totals=(2, 2, 2), losers=(0, 1, 2), winners=(0, 1, 2))
        assert "even" in even


def test_lists_numbers_and_cards() -> None:
    words = Script(names=NAMES)._words
    assert words.joined(["a", "b", "c"]) == "a, b and c"
    assert words.joined([]) == "nothing"
    assert [words.counted(n, "points") for n in (0, 1, 2, 12, 13)] == [
        "no points",
        "one point",
        "two points",
        "twelve points",
        "13 points",
    ]
    assert words.counted([1, 1], "pennies") == "two pennies"
    assert words.counted(1, "pennies") == "one penny"
    assert words.plain([Card(5, "blue"), PINK_ONE]) == "blue five and pink one"
    assert words.plain(-3) == "-3"


def test_points_and_revealed_cards_go_by_seat_or_by_name() -> None:
    script = Script(names=NAMES)
    assert script.say("score", points=(3, 0, 1)) == "Anna three, Ben none, Cleo one."
    assert script.say("score", points={"Ben": 2, "Anna": 1}) == "Ben two, Anna one."
    assert script._words.format_field([[BLUE_FIVE], [], [PINK_ONE] * 2], "hands") == (
        "Anna: blue five. Ben: nothing. Cleo: pink one and pink one."
    )


def test_an_event_is_told_by_its_name_and_fields() -> None:
    script = Script(verbosity="full")
    assert script.tell(CardTaken(1, Card(5, "blue")), NAMES) == "Ben takes the blue five and slides it under the pile."


def test_sentences_begin_with_a_capital_letter() -> None:
    script = Script(names=NAMES)
    assert script.say("card_turned", player=0, card=BLUE_FIVE) == "Blue five."
    assert script.say("not_legal", reason="the middle is empty. so flip.") == "The middle is empty. So flip."


def test_sounds_stand_for_sentences_only_where_asked_for() -> None:
    assert Script(verbosity="sounds").say("lucky_flip") == ""
    assert Script(verbosity="sounds").sound("lucky_flip") == "lucky"
    assert Script(verbosity="brief").sound("lucky_flip") is None


@pytest.mark.parametrize(
    ("key", "values", "names_in_message"),
    [
        ("cock_a_doodle", {}, "cock_a_doodle"),
        ("your_turn", {"player": "Ben"}, "top"),
        ("your_turn", {"player": "Ben", "top": None}, "your_turn"),
        ("gift_given", {"giver": 0, "receiver": 7}, "gift_given"),
        ("gift_given", {"giver": 0, "receiver": -1}, "seat -1"),
        ("score", {"points": [1, 2]}, "score"),
    ],
)
def test_mistakes_of_the_program_are_named(key: str, values: dict[str, Any], names_in_message: str) -> None:
    with pytest.raises(ScriptError, match=names_in_message):
        Script(names=NAMES).say(key, **values)


def test_something_that_is_no_event_is_named() -> None:
    with pytest.raises(ScriptError, match="no event"):
        Script().tell("shout")


@pytest.mark.parametrize("locale", ["tlh", "../en", ""])
def test_unknown_language(locale: str) -> None:
    with pytest.raises(HuhnVoiceError, match=r"choose one of: .*en"):
        Script(locale)


def test_unknown_verbosity() -> None:
    with pytest.raises(HuhnVoiceError, match="full, brief, sounds"):
        Script(verbosity="loud")
