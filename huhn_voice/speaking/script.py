"""The script: what is said, as data. One file a language in `locales/`; this module only chooses and fills in.

A sentence has a key. Its table in the file holds `brief` (the normal sentence) and perhaps `full` (for newcomers) and
`sounds` (the fewest words), for which `brief` stands in where they are missing, and `sound` (the name of a short noise,
see sounds.py). A sub-table is a variant with a condition for its name, taken if the condition holds: "must_flip", "not
may_challenge", "reason=gift", "losers=winners" (two equal fields). Conditions are tried in the order of the file.

Templates are Python's `{field}` with our own formats behind the colon:

- none: a card ("blue five"), a number as a word up to twelve, a list ("Anna, Ben and Cleo"), else the text as it is
- `a`: a card with its article ("a blue five")
- `name`: a seat number, or a list of them, as the players' names
- `points`, `cards` …: a number with its noun, which is written in the plural ("three points", "one point", "no points")
- `standings`: points by seat, or a mapping from names, as "Anna three, Ben none"
- `hands`: cards by seat, as "Anna: blue five, pink one. Ben: nothing."
"""

from __future__ import annotations

import dataclasses
import re
import string
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from typing import Any, Literal, get_args

from huhn_voice.errors import HuhnVoiceError

Verbosity = Literal["full", "brief", "sounds"]
FALLBACK: dict[str, tuple[str, ...]] = {
    "full": ("full", "brief"),
    "brief": ("brief",),
    "sounds": ("sounds", "brief"),
}
SENTENCE = re.compile(r"(?:^|(?<=[.!?] ))[^\W\d_]")
"""The first letter of a sentence: values that begin one are capitalised."""
FORMATS = ("", "a", "name", "standings", "hands")
"""Formats other than the plural of a noun."""


class ScriptError(LookupError):
    """A sentence that does not exist, or a value that it needs and was not given: a mistake in the program."""


class Script:
    """The sentences of one language.

    Args:
        locale: language, the name of a file in `locales/`.
        verbosity: "full", "brief" or "sounds".
        names: the players in seating order, for the format `name`; may be set later.

    Raises:
        HuhnVoiceError: no such language or verbosity.

    >>> script = Script(names=["Anna", "Ben"])
    >>> script.say("your_turn", player="Ben", top={"value": 5, "colour": "blue"})
    'Ben. On a blue five.'
    """

    def __init__(self, locale: str = "en", verbosity: str = "brief", names: Sequence[str] = ()) -> None:
        if verbosity not in FALLBACK:
            msg = f"There is no verbosity {verbosity!r}; choose one of {', '.join(get_args(Verbosity))}."
            raise HuhnVoiceError(msg)
        self.locale = locale
        self.verbosity = verbosity
        self.names = list(names)
        self._sentences = read_locale(locale)
        self._words = Words(self._sentences.pop("words"), self)

    @property
    def keys(self) -> list[str]:
        """Every sentence that can be said."""
        return sorted(self._sentences)

    def say(self, key: str, **values: Any) -> str:  # noqa: ANN401 - a value is whatever its format takes
        """The sentence of a key with its values filled in; empty if this verbosity leaves it out.

        Raises:
            ScriptError: no such sentence, or a value it needs is missing or of the wrong kind.
        """
        entry = self._entry(key, values)
        template = next((entry[level] for level in FALLBACK[self.verbosity] if level in entry), None)
        if template is None:
            msg = f"the sentence {key!r} has no text in the locale {self.locale!r}"
            raise ScriptError(msg)
        try:
            text = self._words.vformat(template, (), values)
        except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
            msg = f"the sentence {key!r} cannot be said with {values!r}: {type(error).__name__} {error}"
            raise ScriptError(msg) from error
        return SENTENCE.sub(lambda match: match[0].upper(), " ".join(text.split()))

    def sound(self, key: str, **values: Any) -> str | None:  # noqa: ANN401
        """Name of the noise before a sentence, see sounds.py; None if it has none or the verbosity is not "sounds".

        Raises:
            ScriptError: no such sentence.
        """
        sound = self._entry(key, values).get("sound")
        return str(sound) if sound is not None and self.verbosity == "sounds" else None

    def tell(self, event: object, names: Sequence[str] | None = None) -> str:
        """The sentence of an event: its key is the event's class name in snake_case, its values are its fields.

        Args:
            event: any dataclass.
            names: the players in seating order, if they changed.

        Raises:
            ScriptError: the script knows no such event.
        """
        if names is not None:
            self.names = list(names)
        return self.say(event_key(event), **event_values(event))

    def _entry(self, key: str, values: Mapping[str, Any]) -> dict[str, Any]:
        try:
            entry: dict[str, Any] = self._sentences[key]
        except KeyError:
            msg = f"there is no sentence {key!r} in the locale {self.locale!r}"
            raise ScriptError(msg) from None
        for condition, variant in entry.items():
            if isinstance(variant, dict) and holds(condition, values):
                # A variant with its own normal sentence must not be told in the longer words of another case.
                hidden = ("full", "sounds") if "brief" in variant else ()
                return {**{name: text for name, text in entry.items() if name not in hidden}, **variant}
        return entry


class Words(string.Formatter):
    """Fills in one template; the small words of the language come from the table `words` of its file."""

    def __init__(self, words: Mapping[str, Any], script: Script) -> None:
        super().__init__()
        self._words = words
        self._script = script

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:  # noqa: ANN401
        """Fields are named; a missing one is an error."""
        del args
        return kwargs[str(key)]

    def format_field(self, value: Any, format_spec: str) -> str:  # noqa: ANN401
        """One value in one of the formats of this module."""
        match format_spec:
            case "":
                return self.plain(value)
            case "a":
                return f"{self._words['article']} {self.plain(value)}"
            case "name":
                return self.plain(self._named(value))
            case "standings":
                return self._standings(value)
            case "hands":
                return self._hands(value)
            case noun:
                return self.counted(value, noun)

    def plain(self, value: Any) -> str:  # noqa: ANN401
        """A card, a number, a list of such, or text."""
        if isinstance(value, str):
            return value
        if isinstance(value, int):
            numbers = self._words["numbers"]
            return str(numbers[value]) if 0 <= value < len(numbers) else str(value)
        if isinstance(value, Mapping) and {"value", "colour"} <= value.keys():
            return self._card(value["value"], value["colour"])
        if hasattr(value, "value") and hasattr(value, "colour"):
            return self._card(value.value, value.colour)
        if isinstance(value, Iterable):
            return self.joined([self.plain(one) for one in value])
        msg = f"{value!r} cannot be said"
        raise TypeError(msg)

    def joined(self, parts: Sequence[str]) -> str:
        """A list as people say it: "a", "a and b", "a, b and c"."""
        if not parts:
            return str(self._words["nothing"])
        *most, last = parts
        return f"{', '.join(most)} {self._words['and']} {last}" if most else last

    def counted(self, value: Any, noun: str) -> str:  # noqa: ANN401
        """A number with its noun, given in the plural."""
        number = value if isinstance(value, int) else len(value)
        singular = str(self._words["singular"].get(noun, noun.removesuffix("s")))
        if number == 0:
            return f"{self._words['no']} {noun}"
        return f"{self.plain(number)} {singular if number == 1 else noun}"

    def _card(self, value: int, colour: str) -> str:
        return f"{self._words['colours'].get(colour, colour)} {self.plain(value)}"

    def _named(self, value: Any) -> Any:  # noqa: ANN401
        if isinstance(value, str):
            return value
        if isinstance(value, int):
            if value < 0:
                msg = f"there is no seat {value}"
                raise IndexError(msg)
            return self._script.names[value]
        return [self._named(seat) for seat in value]

    def _by_name(self, value: Any) -> list[tuple[str, Any]]:  # noqa: ANN401
        if isinstance(value, Mapping):
            return [(self._named(name), one) for name, one in value.items()]
        return list(zip(self._script.names, value, strict=True))

    def _standings(self, value: Any) -> str:  # noqa: ANN401
        none = self._words["none"]
        return ", ".join(f"{name} {self.plain(points) if points else none}" for name, points in self._by_name(value))

    def _hands(self, value: Any) -> str:  # noqa: ANN401
        hands = [(name, self.joined([self.plain(card) for card in cards])) for name, cards in self._by_name(value)]
        return " ".join(f"{name}: {cards}." for name, cards in hands)


def read_locale(locale: str) -> dict[str, Any]:
    """The tables of a language's file.

    Raises:
        HuhnVoiceError: no such language.
    """
    folder = files("huhn_voice.speaking") / "locales"
    file = folder / f"{locale}.toml"
    if not locale.isidentifier() or not file.is_file():
        known = ", ".join(sorted(f.name.removesuffix(".toml") for f in folder.iterdir() if f.name.endswith(".toml")))
        msg = f"The narrator does not speak {locale!r}; choose one of: {known}."
        raise HuhnVoiceError(msg)
    return tomllib.loads(file.read_text("utf-8"))


def holds(condition: str, values: Mapping[str, Any]) -> bool:
    """Whether a variant's condition holds; a field that was not given counts as false.

    >>> holds("not may_challenge", {"may_challenge": False}), holds("reason=gift", {"reason": "gift"})
    (True, True)
    """
    if condition.startswith("not "):
        return not values.get(condition.removeprefix("not "))
    field, equals, wanted = condition.partition("=")
    return str(values.get(field)) == str(values.get(wanted, wanted)) if equals else bool(values.get(field))


def event_key(event: object) -> str:
    """The key of an event: its class name in snake_case.

    >>> event_key(KeyError())
    'key_error'
    """
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", type(event).__name__).lower()


def event_values(event: object) -> dict[str, Any]:
    """The fields of an event, not copied.

    Raises:
        ScriptError: it is no dataclass.
    """
    if not dataclasses.is_dataclass(event) or isinstance(event, type):
        msg = f"{event!r} is no event"
        raise ScriptError(msg)
    return {field.name: getattr(event, field.name) for field in dataclasses.fields(event)}
