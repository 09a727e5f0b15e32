"""Game words in the voices of people who never said them: put together from sounds they did say.

Human recordings of the games' words are rare, so a net that knows them from synthesisers alone learns that human voices
say something else. For each word and speaker, the sounds are chosen from his or her own sentences so that neighbours
fit and few cuts are needed (unit selection: Hunt & Black 1996), and joined with short cross-fades. Words that only sound
alike are made the same way, so that a cut is no sign of a game word.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from huhn_voice.hearing.phones import PHONES, SILENCE
from models.recipe import words
from models.recipe.data import FRAME, Aligned, Writer
from models.recipe.voices import STOPS, phones_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from models.recipe.data import Labels

SHORTEST, LONGEST = 3, 22
"""Frames of 10 ms that a sound may last to be used."""
STRANGER, CUT, CUT_IN_STOP, WHIM = 1.0, 1.0, 0.3, 0.6
"""Costs: a neighbour other than wanted; a cut between sounds; the same before a stop, where it is quiet; chance."""
FADE = 64
TALK_FRAMES = 3000
"""Least speech of a speaker, 10 ms frames: who says less lacks too many sounds."""
QUIET_BEFORE = {PHONES[stop] for stop in STOPS}


@dataclass(frozen=True)
class Unit:
    """A sound that somebody said: frames first to last (excluded) of the set, and the sounds before and after it."""

    first: int
    last: int
    phone: int
    before: int
    after: int


Units = dict[int, list[Unit]]
"""Sounds of a speaker, by phone."""


def units(corpus: Aligned, utterances: Sequence[tuple[int, int]]) -> Units:
    """Usable sounds of some utterances, by phone."""
    found: Units = defaultdict(list)
    for start, frames in utterances:
        labels = corpus.labels[start : start + frames].astype(int)
        edges = [0, *(np.flatnonzero(np.diff(labels)) + 1).tolist(), frames]
        for k in range(1, len(edges) - 2):
            first, last = edges[k], edges[k + 1]
            if labels[first] != SILENCE and SHORTEST <= last - first <= LONGEST:
                before, after = int(labels[first - 1]), int(labels[last])
                phone = int(labels[first])
                found[phone].append(Unit(start + first, start + last, phone, before, after))
    return found


def choose(wanted: Sequence[int], by_phone: Units, rng: np.random.Generator) -> list[Unit] | None:
    """The cheapest chain of units (Viterbi), or None if the speaker lacks a sound."""
    if not all(by_phone.get(phone) for phone in wanted):
        return None
    sounds = [SILENCE, *wanted, SILENCE]
    chains: list[list[Unit]] = [by_phone[phone] for phone in wanted]
    cost = np.zeros(0)
    backs: list[NDArray[np.intp]] = []
    for k, options in enumerate(chains):
        own = np.array([STRANGER * ((u.before != sounds[k]) + (u.after != sounds[k + 2])) for u in options])
        own = own + WHIM * rng.random(len(options))
        if k == 0:
            cost = own
            continue
        last = np.array([u.last for u in chains[k - 1]])
        first = np.array([u.first for u in options])
        cut = CUT_IN_STOP if wanted[k] in QUIET_BEFORE else CUT
        total = cost[:, None] + np.where(last[:, None] == first[None, :], 0.0, cut)
        backs.append(total.argmin(0))
        cost = total.min(0) + own
    best = int(cost.argmin())
    chain = [chains[-1][best]]
    for k in range(len(backs) - 1, -1, -1):
        best = int(backs[k][best])
        chain.insert(0, chains[k][best])
    return chain


def join(corpus: Aligned, chain: Sequence[Unit]) -> tuple[NDArray[np.int16], NDArray[np.uint8]]:
    """Sound and labels of a chain; where it was cut, 4 ms of cross-fade."""
    sound = np.zeros(0, np.float32)
    up = np.linspace(0, 1, FADE, dtype=np.float32)
    for k, unit in enumerate(chain):
        piece = corpus.sound[unit.first * FRAME : unit.last * FRAME].astype(np.float32)
        if k and chain[k - 1].last != unit.first:
            early = corpus.sound[unit.first * FRAME - FADE : unit.first * FRAME].astype(np.float32)
            sound[-FADE:] = sound[-FADE:] * (1 - up) + early * up
        elif not k:
            piece[:FADE] *= up
        sound = np.concatenate([sound, piece])
    sound[-FADE:] *= up[::-1]
    labels = np.concatenate([np.full(unit.last - unit.first, unit.phone, np.uint8) for unit in chain])
    return sound.astype(np.int16), labels


def orders(rng: random.Random, speakers: int) -> list[str]:
    """What is to be said, each text by one speaker."""
    given = words.said()
    texts = [text for text in given["commands"] for _ in range(45)]
    texts += [text for text in given["shouts"][:10] for _ in range(3 * speakers // 4)]
    texts += [text for text in given["decoys"].split() for _ in range(12)]
    texts += [text for text in given["game"].split() for _ in range(15)]
    texts += [name for name in words.names() for _ in range(8)]
    texts = [text.replace("NAME", rng.choice(words.names())) for text in texts]
    rng.shuffle(texts)
    return texts


def say(
    text: str, corpus: Aligned, by_phone: Units, rng: np.random.Generator
) -> tuple[NDArray[np.int16], Labels] | None:
    """A text in somebody's voice, or None if he or she lacks a sound."""
    said = phones_of(text)
    chain = choose([PHONES[phone] for phone, _ in said], by_phone, rng)
    if chain is None:
        return None
    sound, labels = join(corpus, chain)
    garbage = np.concatenate(
        [np.full(u.last - u.first, other, np.uint8) for u, (_, other) in zip(chain, said, strict=True)]
    )
    return sound, (labels, garbage)


def main() -> None:
    """Put words together."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    corpus = Aligned.load(options.work, "corpus")
    sentences: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for speaker, utterance in zip(corpus.speakers, corpus.utterances, strict=True):
        sentences[speaker].append(utterance)
    talkers = sorted(speaker for speaker, some in sentences.items() if sum(frames for _, frames in some) > TALK_FRAMES)
    voices = {speaker: units(corpus, sentences[speaker]) for speaker in talkers}
    print(f"{len(talkers)} speakers")
    rng, texts = np.random.default_rng(options.seed), orders(random.Random(options.seed), len(talkers))
    with Writer(options.work, "spliced") as spliced:
        for number, text in enumerate(texts, start=1):
            speaker = talkers[number % len(talkers)]
            said = say(text, corpus, voices[speaker], rng)
            if said is not None:
                spliced.add(said[0], *said[1], speaker)
            if number % 1000 == 0 or number == len(texts):
                print(f"{number}/{len(texts)}, kept {spliced.kept}, {spliced.hours:.2f} h", flush=True)


if __name__ == "__main__":
    main()
