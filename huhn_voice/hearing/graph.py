"""Compiles the bundled model for exactly one table's words, in milliseconds, when a game starts.

The model folder in the package holds only the net (`am/`) and its settings (`conf/`). libvosk also wants a graph: which
sounds make which word. It is written here, as `HCLr.fst`, with an unrestricted `Gr.fst`, and libvosk composes it with
the grammar that a recogniser is opened with.

How the graph is made (Kaldi's form: transition ids in, words out; one state per phone, self-loop after entering):

* state 0 stands after a word, state 1 before one; between them silence or nothing, never silence upon silence, since a
  silence loop has exponentially many equal paths for lattice determinisation;
* the word's label sits on its first arc, so that only words of the grammar are ever opened;
* `[unk]` is one garbage phone, any length; a cost for each of its frames is the knob between misses and false alarms.
"""

from __future__ import annotations

import math
import re
import shutil
import struct
import tomllib
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from itertools import chain
from typing import TYPE_CHECKING, Literal

from huhn_voice.errors import HuhnVoiceError
from huhn_voice.hearing.phones import GARBAGE, PDFS, SILENCE, graph_phone
from huhn_voice.hearing.pronounce import pronunciations

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

UNKNOWN = "[unk]"
"""Speech that is no word of the table."""

DISAMBIGUATION = 1_000_000
"""A label that never occurs: our graph needs no disambiguation symbols, but libvosk wants to read one."""

# OpenFst's file format (fst/fst.cc, fst/properties.h); written by hand, since OpenFst's Python bindings and libvosk
# bring two copies of OpenFst into one process, which hangs.
_MAGIC = 2_125_659_606
_INPUT_SORTED, _OUTPUT_SORTED = 0x1000_0003, 0x4000_0003

_SIL, _GBG = SILENCE + 1, GARBAGE + 1
_WORD = re.compile(r"[^\s\[\]<>#]+")


@dataclass(frozen=True, slots=True)
class Costs:
    """Costs of the graph: negative natural logarithms, added to the acoustic ones.

    Attributes:
        silence: a pause between two words; as much for none.
        garbage_frame: each 30 ms of `[unk]`. Lower hears fewer words and raises fewer false alarms; may be negative.
        decoy: each decoy.
        words: single words of the table; negative favours them, others cost nothing.
    """

    silence: float = 0.7
    garbage_frame: float = 0.0
    decoy: float = 0.0
    words: Mapping[str, float] = field(default_factory=dict)

    @classmethod
    def of_model(cls, base: Path) -> Costs:
        """The costs that suit a model: its `costs.toml`, or none.

        Raises:
            HuhnVoiceError: the file is damaged.
        """
        path = base / "costs.toml"
        if not path.is_file():
            return cls()
        try:
            return cls(**tomllib.loads(path.read_text("utf-8")))
        except (OSError, ValueError, TypeError) as error:
            raise HuhnVoiceError(
                f"The costs of the model in {path} cannot be read: install huhn-voice again."
            ) from error


def decoys() -> list[str]:
    """Words that sound like a word of a game and are none: in the grammar they catch what would be a false alarm."""
    text = resources.files("huhn_voice.hearing").joinpath("decoys.txt").read_text("utf-8")
    return [word for line in text.splitlines() for word in line.partition("#")[0].split()]


def words_of(phrases: Iterable[str]) -> list[str]:
    """The different words of some phrases, lower case, in order of appearance, without `[unk]`.

    >>> words_of(["take it", "Take", "[unk]"])
    ['take', 'it']
    """
    words = chain.from_iterable(phrase.lower().split() for phrase in phrases)
    return list(dict.fromkeys(word for word in words if word != UNKNOWN))


def compile_model(
    base: Path, phrases: Sequence[str], into: Path, *, also: Sequence[str] = (), costs: Costs | None = None
) -> Path:
    """Write a model folder that libvosk can load, for these phrases.

    Args:
        base: the bundled model: `am/final.mdl`, `conf/`, `costs.toml`.
        phrases: everything that may be heard; phrases of several words are allowed.
        into: folder to write, made if missing; give it to `vosk.Model`.
        also: decoys (see `decoys()`); words that are game words already are skipped by whoever builds the grammar.
        costs: knobs; by default those of the model.

    Returns:
        `into`.

    Raises:
        HuhnVoiceError: the base has no net, the folder cannot be written, or a word has no sound
            (`huhn_voice.hearing.pronounce.Unpronounceable`).
    """
    if not (base / "am" / "final.mdl").is_file():
        raise HuhnVoiceError(f"No model in {base}: am/final.mdl is missing. Install huhn-voice again or use --model.")
    lexicon = {word: _pronounce(word) for word in words_of([*phrases, *also])}
    names = ["<eps>", UNKNOWN, *lexicon]
    costs = Costs.of_model(base) if costs is None else costs
    entry = dict.fromkeys(words_of(also), costs.decoy) | dict.fromkeys(words_of(phrases), 0.0) | dict(costs.words)
    words = _lexicon([(entry[word], ways) for word, ways in lexicon.items()], costs)
    try:
        graph = into / "graph"
        (graph / "phones").mkdir(parents=True, exist_ok=True)
        for part in ("am", "conf"):
            _link(base / part, into / part)
        (graph / "words.txt").write_text("".join(f"{n} {i}\n" for i, n in enumerate(names)), "utf-8")
        (graph / "phones" / "word_boundary.int").write_text(_boundaries())
        (graph / "disambig_tid.int").write_text(f"{DISAMBIGUATION}\n")
        (graph / "HCLr.fst").write_bytes(words.openfst("output"))
        (graph / "Gr.fst").write_bytes(_any_words(len(names)).openfst("input"))
    except OSError as error:
        raise HuhnVoiceError(f"The table's words cannot be written to {into}: {error.strerror}.") from error
    return into


def _pronounce(word: str) -> list[tuple[str, ...]]:
    if not _WORD.fullmatch(word):
        raise HuhnVoiceError(f"“{word}” is no word: leave out brackets, < > and #.")
    return pronunciations(word)


def _link(source: Path, target: Path) -> None:
    """Link a folder, or copy it where links are not allowed."""
    if target.is_symlink() or target.exists():
        return
    try:
        target.symlink_to(source.resolve(), target_is_directory=True)
    except OSError:
        shutil.copytree(source, target)


@cache
def _boundaries() -> str:
    """Kaldi's word_boundary.int: where each phone may stand."""
    kinds = ("begin", "end", "internal", "singleton")
    lines = [f"{_SIL} nonword", f"{_GBG} singleton"]
    lines += [f"{phone} {kinds[(phone - 3) % 4]}" for phone in range(3, len(PDFS) + 1)]
    return "\n".join(lines) + "\n"


def _stay(phone: int) -> int:
    """Transition id of staying in a phone."""
    return 2 * phone - 1


def _leave(phone: int) -> int:
    """Transition id of leaving a phone; in Kaldi's reordered graphs it is the one that enters it."""
    return 2 * phone


def _positioned(phones: tuple[str, ...]) -> list[int]:
    if len(phones) == 1:
        return [graph_phone(phones[0], "S")]
    places = ["B", *["I"] * (len(phones) - 2), "E"]
    return [graph_phone(phone, place) for phone, place in zip(phones, places, strict=True)]


class _Transducer:
    """A transducer under construction; state 0 is its start."""

    def __init__(self) -> None:
        self.arcs: list[list[tuple[int, int, float, int]]] = []
        self.final: set[int] = set()

    def state(self, *, final: bool = False) -> int:
        """Add a state."""
        self.arcs.append([])
        number = len(self.arcs) - 1
        if final:
            self.final.add(number)
        return number

    def arc(self, start: int, end: int, labels: tuple[int, int], cost: float = 0.0) -> None:
        """Add an arc with (input, output)."""
        self.arcs[start].append((*labels, cost, end))

    def phone(self, start: int, phone: int, word: int, entry: float, frame: float) -> int:
        """Add a phone of any length and return its state."""
        state = self.state()
        self.arc(start, state, (_leave(phone), word), entry + frame)
        self.arc(state, state, (_stay(phone), 0), frame)
        return state

    def openfst(self, sorted_by: Literal["input", "output"]) -> bytes:
        """The file that OpenFst reads as a vector FST, arcs sorted by their input or output labels."""
        side, known = (0, _INPUT_SORTED) if sorted_by == "input" else (1, _OUTPUT_SORTED)
        texts = b"".join(struct.pack("<i", len(text)) + text for text in (b"vector", b"standard"))
        sizes = (0, len(self.arcs), sum(map(len, self.arcs)))
        parts = [struct.pack("<i", _MAGIC), texts, struct.pack("<iiQqqq", 2, 0, known, *sizes)]
        for state, arcs in enumerate(self.arcs):
            parts.append(struct.pack("<fq", 0.0 if state in self.final else math.inf, len(arcs)))
            parts += [struct.pack("<iifi", *arc) for arc in sorted(arcs, key=lambda arc: arc[side])]
        return b"".join(parts)


def _lexicon(lexicon: Sequence[tuple[float, Sequence[tuple[str, ...]]]], costs: Costs) -> _Transducer:
    """HCLr: word k + 2 is lexicon[k] (its cost, its pronunciations), word 1 is `[unk]`."""
    build = _Transducer()
    after, before = build.state(final=True), build.state(final=True)
    build.arc(after, before, (0, 0), costs.silence)
    build.arc(build.phone(after, _SIL, 0, costs.silence, 0.0), before, (0, 0))
    build.arc(build.phone(before, _GBG, 1, 0.0, costs.garbage_frame), after, (0, 0))
    for word, (entry, ways) in enumerate(lexicon, start=2):
        for way in ways:
            state, label, cost = before, word, entry
            for phone in _positioned(way):
                state = build.phone(state, phone, label, cost, 0.0)
                label, cost = 0, 0.0
            build.arc(state, after, (0, 0))
    return build


def _any_words(names: int) -> _Transducer:
    """Gr: any word after any word; what a recogniser without a grammar uses."""
    build = _Transducer()
    state = build.state(final=True)
    for word in range(1, names):
        build.arc(state, state, (word, word))
    return build
