"""How well and how fast the bundled model hears, beside a named peer in the same run; and an hour of sound.

Held-out synthetic voices come from fixtures/dev. Talk without the word and real voices come from ../shared/corpus where
it is there; without it those rows are left out and said to be.
"""

from __future__ import annotations

import csv
import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.peer import Pocketsphinx
from huhn_voice.evaluation.corpus import Labelled, read_manifest
from huhn_voice.evaluation.scoring import Scores, evaluate
from huhn_voice.hearing.ears import Ears
from huhn_voice.hearing.recording import read_mono
from huhn_voice.hearing.sound import RATE_HZ, Block
from huhn_voice.places import bundled_model
from huhn_voice.table.phrases import Phrases

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

ROOT = Path(__file__).parents[1]
CORPUS = ROOT.parent / "shared" / "corpus"
TALK_MINUTES = 60.0


def sets() -> dict[str, list[Labelled]]:
    """What is measured, by name."""
    dev = ROOT / "fixtures" / "dev"
    found = {
        "held-out voices, clean": read_manifest(dev / "dev-clean.csv"),
        "held-out voices, 10 dB SNR": read_manifest(dev / "dev-noisy.csv"),
    }
    if not CORPUS.is_dir():
        print("(no ../shared/corpus: talk without the word and real voices are left out)")
        return found
    with (CORPUS / "manifest.csv").open() as file:
        rows = list(csv.DictReader(file))
    found["real voices"] = [
        Labelled(CORPUS / r["file"], "chicken") for r in rows if r["file"].startswith("dev-chicken/")
    ]
    talk, seconds = [], 0.0
    for row in rows:
        if row["file"].startswith("picovoice-coffee/") and seconds < TALK_MINUTES * 60:
            talk.append(Labelled(CORPUS / row["file"], ""))
            seconds += float(row["seconds"])
    found["talk without the word"] = talk
    return found


def row(name: str, engine: str, scores: Scores) -> str:
    """One line of the table."""
    figures = scores.as_dict()

    def shown(key: str, form: str) -> str:
        return "-" if figures[key] is None else format(figures[key], form)

    heard = f"{scores.hits}/{scores.hits + scores.misses}" if scores.hits + scores.misses else "-"
    return (
        f"{name:28} {engine:13} {heard:>8} {shown('false_alarms_per_hour', '7.1f')} "
        f"{shown('latency_median_s', '7.2f')} {shown('latency_p95_s', '7.2f')} {shown('rtf', '8.4f')}"
    )


def hearing() -> None:
    """The table of figures."""
    print(f"{'sound':28} {'engine':13} {'heard':>8} {'fa/h':>7} {'median':>7} {'p95':>7} {'cpu s/s':>8}")
    phrases = Phrases(["Anna", "Ben", "Cleo"]).spoken
    results = {}
    for name, files in sets().items():
        ears = Ears(bundled_model(), phrases)
        ours = evaluate(files, ears, "chicken")
        ears.close()
        print(row(name, "huhn-voice", ours), flush=True)
        results[name] = ours.as_dict()
        if Pocketsphinx.available():
            print(row(name, "pocketsphinx", evaluate(files, Pocketsphinx("chicken"), "chicken")), flush=True)
    if not Pocketsphinx.available():
        print("(pocketsphinx is not installed: pip install '.[bench]' to see it beside ours)")
    (ROOT / "bench.json").write_text(json.dumps(results, indent=1))


def soak(hours: float = 1.0) -> None:
    """Memory over an hour of talk, noise and shouts."""
    ears = Ears(bundled_model(), Phrases(["Anna", "Ben", "Cleo"]).spoken)
    at, begun, first = 0, time.monotonic(), 0.0
    for sound in _endless():
        ears.hear(Block(at, sound[:, None]))
        at += len(sound)
        share = at / RATE_HZ / 3600 / hours
        if not first and share > 0.05:
            first = memory_mb()
        if share >= 1:
            break
    grown = memory_mb() - first
    print(f"soak: {hours:g} h of sound in {time.monotonic() - begun:.0f} s, memory grew by {grown:.1f} MB")
    ears.close()


def _endless() -> Iterator[NDArray[np.float32]]:
    clips = sorted((ROOT / "fixtures" / "clips").rglob("*.ogg")) + sorted((CORPUS / "picovoice-coffee").glob("*.opus"))
    rng = np.random.default_rng(1)
    while True:
        sound = read_mono(clips[int(rng.integers(len(clips)))])
        yield np.pad(sound, (0, int(rng.uniform(0.1, 2.0) * RATE_HZ)))


def memory_mb() -> float:
    """Resident memory of this process."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 1e6


if __name__ == "__main__":
    if "soak" not in sys.argv[1:]:
        hearing()
    soak()
