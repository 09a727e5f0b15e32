"""Labels for training: every 10 ms of speech gets a phone and, where it belongs to one, a word.

pocketsphinx aligns text to sound; utterances that it refuses are left out. Writes per set `NAME.i16` (samples), `NAME.lab`
(uint8 phone of each 10 ms frame), `NAME.gar` (uint8, 1 where the frame belongs to a word that is no game word) and
`NAME.ali` (start and length of each utterance in samples; frames are counted from its start).
"""

from __future__ import annotations

import argparse
import csv
import tomllib
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import soundfile
from pocketsphinx import Decoder, get_model_path

from huhn_voice.hearing.phones import PHONES, SILENCE
from huhn_voice.hearing.pronounce import Unpronounceable, pronunciations

if TYPE_CHECKING:
    from numpy.typing import NDArray

HERE = Path(__file__).parent
NAMES = HERE.parents[1] / "huhn_voice" / "table" / "phrases" / "names.en.txt"
HELD_OUT = {"so0103", "so9118"}
"""Speakers of the test words, never trained on. Beside them every speaker whose number ends in 7 is kept for measuring."""

PAD = 20
"""Frames of hush before and after an utterance while it is aligned: a word cut tightly would be refused."""
_HUSH = np.random.default_rng(0).normal(0, 8, PAD * 160).astype(np.int16)


def is_dev(speaker: str) -> bool:
    """Whether a corpus speaker is kept out of training."""
    return speaker in HELD_OUT or speaker.endswith("7")


@cache
def _decoder(beam: float) -> Decoder:
    model = {"hmm": get_model_path("en-us/en-us"), "dict": get_model_path("en-us/cmudict-en-us.dict")}
    return Decoder(**model, lm=None, loglevel="FATAL", beam=beam, pbeam=beam, wbeam=beam)


@cache
def game_words() -> frozenset[str]:
    """Words that keep their phones: those of the games, and first names, by which players are called."""
    names = [name.lower() for name in NAMES.read_text().split()]
    return frozenset([*tomllib.loads((HERE / "words.toml").read_text())["game"].split(), *names])


def _know(decoder: Decoder, word: str) -> None:
    if decoder.lookup_word(word) is None:
        for phones in pronunciations(word)[:1]:
            decoder.add_word(word, " ".join(phones), update=True)


def align(
    samples: NDArray[np.int16], text: str, beam: float = 1e-20
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]] | None:
    """Labels and garbage marks of each 10 ms frame, or None if the utterance is refused."""
    decoder = _decoder(beam)
    frames = len(samples) // 160
    labels = np.full(frames, SILENCE, np.uint8)
    garbage = np.zeros(frames, np.uint8)
    sound = np.concatenate([_HUSH, samples, _HUSH]).tobytes()
    try:
        for word in text.split():
            _know(decoder, word)
        decoder.set_align_text(text)
        for second in (False, True):
            if second:
                decoder.set_alignment()
            decoder.start_utt()
            decoder.process_raw(sound, no_search=False, full_utt=True)
            decoder.end_utt()
            if not second and (decoder.hyp() is None or len(decoder.hyp().hypstr.split()) != len(text.split())):
                return None  # pruned before the last word
        for word in decoder.get_alignment():
            name = word.name.split("(")[0]
            other = name.isalpha() and name not in game_words()
            for phone in word:
                start = phone.start - PAD
                span = slice(max(0, start), max(0, min(frames, start + phone.duration)))
                labels[span] = PHONES.get(phone.name, SILENCE)
                garbage[span] = other and phone.name in PHONES
    except (RuntimeError, Unpronounceable, TypeError):
        return None
    return labels, garbage


def _job(
    job: tuple[NDArray[np.int16] | str, str | None],
) -> tuple[NDArray[np.int16], tuple[NDArray[np.uint8], NDArray[np.uint8]] | None]:
    sound, text = job
    if isinstance(sound, str):
        read, rate = soundfile.read(sound, dtype="int16")
        assert rate == 16_000, sound  # noqa: S101
        samples = read.astype(np.int16)
    else:
        samples = np.asarray(sound)
    if text is None or not text.strip():
        return samples, None
    # A narrow beam refuses less than a wide one: alignments that wander off into silence are pruned.
    return samples, align(samples, text.lower()) or align(samples, text.lower(), 1e-12)


def _synthesised(work: Path) -> list[tuple[NDArray[np.int16] | str, str | None]]:
    sound = np.memmap(work / "synth.i16", np.int16, "r")
    jobs: list[tuple[NDArray[np.int16] | str, str | None]] = []
    for line in (work / "synth.tsv").read_text().splitlines():
        start, length, _voice, text = line.split("\t")
        jobs.append((np.array(sound[int(start) : int(start) + int(length)]), text))
    return jobs


def _recorded(corpus: Path) -> list[tuple[NDArray[np.int16] | str, str | None]]:
    with (corpus / "manifest.csv").open() as file:
        rows = [r for r in csv.DictReader(file) if r["file"].startswith(("speechocean762/", "picovoice-wake/"))]
    return [(str(corpus / r["file"]), r["text"]) for r in rows if not is_dev(r["speaker"])]


def run(name: str, jobs: list[tuple[NDArray[np.int16] | str, str | None]], work: Path) -> None:
    """Align a set and write it."""
    kept = at = 0
    with (
        (work / f"{name}.ali.tmp").open("w") as table,
        (work / f"{name}.train.i16").open("wb") as sound,
        (work / f"{name}.lab").open("wb") as labels,
        (work / f"{name}.gar").open("wb") as garbage,
        ProcessPoolExecutor(2) as pool,
    ):
        for number, (samples, aligned) in enumerate(pool.map(_job, jobs, chunksize=16), start=1):
            if aligned is not None:
                frames = len(aligned[0])
                sound.write(samples[: frames * 160].tobytes())
                labels.write(aligned[0].tobytes())
                garbage.write(aligned[1].tobytes())
                table.write(f"{at}\t{frames}\n")
                at += frames
                kept += 1
            if number % 1000 == 0 or number == len(jobs):
                print(f"{name}: {number}/{len(jobs)}, kept {kept}, {at / 360_000:.2f} h", flush=True)
    (work / f"{name}.ali.tmp").rename(work / f"{name}.ali")


def main() -> None:
    """Align both sets."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--only", choices=("synth", "corpus"))
    options = parser.parse_args()
    if options.only != "corpus":
        run("synth", _synthesised(options.work), options.work)
    if options.only != "synth":
        run("corpus", _recorded(options.corpus), options.work)


if __name__ == "__main__":
    main()
