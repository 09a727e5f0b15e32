"""Labels for the corpus: every 10 ms of speech gets a phone and, where it belongs to one, a word.

pocketsphinx aligns text to sound; utterances that it refuses are left out.
"""

from __future__ import annotations

import argparse
import csv
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import soundfile
from pocketsphinx import Decoder, get_model_path

from huhn_voice.hearing.phones import PHONES, SILENCE
from huhn_voice.hearing.pronounce import Unpronounceable, pronunciations
from models.recipe.data import Labels, Writer
from models.recipe.words import game_words

if TYPE_CHECKING:
    from numpy.typing import NDArray

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


def _know(decoder: Decoder, word: str) -> None:
    if decoder.lookup_word(word) is None:
        for phones in pronunciations(word)[:1]:
            decoder.add_word(word, " ".join(phones), update=True)


def align(samples: NDArray[np.int16], text: str, beam: float = 1e-20) -> Labels | None:
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


def _recorded(corpus: Path) -> list[tuple[Path, str, str]]:
    """File, text and speaker; a wake word's speaker is unknown and stands for himself."""
    with (corpus / "manifest.csv").open() as file:
        rows = [r for r in csv.DictReader(file) if r["file"].startswith(("speechocean762/", "picovoice-wake/"))]
    return [(corpus / r["file"], r["text"].lower(), r["speaker"]) for r in rows if not is_dev(r["speaker"])]


def _job(job: tuple[Path, str, str]) -> tuple[NDArray[np.int16], Labels | None]:
    path, text, _speaker = job
    read, rate = soundfile.read(path, dtype="int16")
    assert rate == 16_000, path  # noqa: S101
    samples = read.astype(np.int16)
    # A narrow beam refuses less than a wide one: alignments that wander off into silence are pruned.
    return samples, (align(samples, text) or align(samples, text, 1e-12)) if text.strip() else None


def main() -> None:
    """Align the corpus."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    options = parser.parse_args()
    jobs = _recorded(options.corpus)
    with Writer(options.work, "corpus") as corpus, ProcessPoolExecutor(2) as pool:
        for number, (job, (samples, aligned)) in enumerate(
            zip(jobs, pool.map(_job, jobs, chunksize=16), strict=True), 1
        ):
            if aligned is not None:
                corpus.add(samples, *aligned, job[2])
            if number % 500 == 0 or number == len(jobs):
                print(f"{number}/{len(jobs)}, kept {corpus.kept}, {corpus.hours:.2f} h", flush=True)


if __name__ == "__main__":
    main()
