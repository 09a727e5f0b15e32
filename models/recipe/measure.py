"""What the model hears: hits of "chicken", false alarms an hour, confusions among the commands, delay, speed.

Everything goes through libvosk and huhn_voice's recogniser in steps of 50 ms. Nothing here was trained on: held-out
voices (heldout.py), the three human recordings with the word, and talk without it (coffee orders, single words, digits,
corpus speakers kept for measuring, noise).
"""

from __future__ import annotations

import argparse
import csv
import json
import tempfile
import time
from collections import Counter
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import soundfile
import soxr
import vosk

from huhn_voice.hearing.graph import Costs, compile_model, decoys, words_of
from huhn_voice.hearing.recognizer import Recognizer
from huhn_voice.hearing.settings import WordSettings
from huhn_voice.hearing.sound import RATE_HZ, Heard
from models.recipe.heldout import COMMANDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

PHRASES = (
    "chicken", "flip", "flip it", "turn over", "turn it over", "take", "take it", "cluck", "bok bok", "tuck",
    "tuck them", "points", "penalty", "yes", "yes please", "no", "no thanks", "repeat", "say again", "help", "score",
    "scores", "slower", "faster", "pause", "resume", "go on", "undo", "stop", "anna", "ben", "clara",
)  # fmt: skip
TARGET = "chicken"
CONFIDENCES = (0.5, 0.7, 0.8, 0.9, 0.95, 0.99)


@dataclass(frozen=True)
class Clip:
    """A piece of sound, what is said in it and where its speech ends."""

    kind: str
    name: str
    sound: NDArray[np.float32]
    text: str

    @property
    def target(self) -> bool:
        """Whether the word is in it."""
        return TARGET in self.text.lower()


def _read(path: Path) -> NDArray[np.float32]:
    sound, rate = soundfile.read(path, dtype="float32")
    if sound.ndim > 1:
        sound = sound.mean(1)
    return np.asarray(soxr.resample(sound, rate, RATE_HZ) if rate != RATE_HZ else sound, np.float32)


def clips(corpus: Path, work: Path, share: int) -> Iterator[Clip]:
    """Everything to measure with; of the talk only every `share`-th clip."""
    for line in (work / "heldout" / "list.tsv").read_text().splitlines():
        name, voice, text = line.split("\t")
        yield Clip("voices", voice, _read(work / "heldout" / name), text)
    with (corpus / "manifest.csv").open() as file:
        rows = list(csv.DictReader(file))
    counts: Counter[str] = Counter()
    for row in rows:
        kind = row["file"].split("/")[0]
        kept = kind != "picovoice-wake" and (kind != "speechocean762" or row["speaker"].endswith("7"))
        counts[kind] += kept
        if kept and (kind == "dev-chicken" or counts[kind] % share == 0):
            if kind != "dev-chicken" and TARGET in row["text"].lower():
                continue
            kind = "human" if kind == "dev-chicken" else kind
            yield Clip(kind, row["speaker"], _read(corpus / row["file"]), row["text"])


def noisy(clip: Clip, noise: NDArray[np.float32], snr_db: float) -> Clip:
    """The clip under noise; the ratio is taken over the loud half of the clip."""
    frames = np.lib.stride_tricks.sliding_window_view(clip.sound, 800)[::800]
    level = np.sqrt(np.sort((frames**2).mean(1))[len(frames) // 2 :].mean())
    start = sum(map(ord, clip.name + clip.text)) * 997 % (len(noise) - len(clip.sound) - 32_000)
    added = noise[start : start + len(clip.sound)]
    mixed = clip.sound + added * level / np.sqrt((added**2).mean()) * 10 ** (-snr_db / 20)
    return Clip(clip.kind, clip.name, (mixed / max(1.0, np.abs(mixed).max())).astype(np.float32), clip.text)


class Listener:
    """A model opened for the phrases."""

    def __init__(self, base: Path, settings: WordSettings, costs: Costs, catch: Sequence[str]) -> None:
        vosk.SetLogLevel(-1)
        self._folder = tempfile.TemporaryDirectory()
        known = set(words_of(PHRASES))
        others = [word for word in catch if word not in known]
        self._model = vosk.Model(str(compile_model(base, PHRASES, Path(self._folder.name), also=others, costs=costs)))
        self._others, self._settings = others, settings
        self.spent_s = self.heard_s = 0.0

    def hear(self, sound: NDArray[np.float32]) -> list[Heard]:
        """Hear a clip, with half a second of hush before and one and a half after it."""
        hush = np.random.default_rng(3).normal(0, 1e-4, RATE_HZ * 3 // 2).astype(np.float32)
        whole = np.concatenate([hush[: RATE_HZ // 2], sound, hush])
        ears = Recognizer(self._model, PHRASES, self._others, 0, self._settings)
        step = self._settings.step_frames
        started = time.process_time()
        heard = [one for at in range(0, len(whole), step) for one in ears.accept(whole[at : at + step])]
        heard += ears.flush()
        self.spent_s += time.process_time() - started
        self.heard_s += len(whole) / RATE_HZ
        return heard


def _speech_end_s(sound: NDArray[np.float32]) -> float:
    loud = np.flatnonzero(np.abs(sound) > 0.05 * np.abs(sound).max())
    return 0.5 + float(loud[-1]) / RATE_HZ


@dataclass
class Result:
    """What came of it; counts by kind of sound."""

    hits: Counter[str] = field(default_factory=Counter)
    of: Counter[str] = field(default_factory=Counter)
    alarms: Counter[str] = field(default_factory=Counter)
    seconds: Counter[str] = field(default_factory=Counter)
    others: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    delays: list[float] = field(default_factory=list)
    sure_of: list[tuple[bool, float]] = field(default_factory=list)

    def _at(self, least: float, hours: float) -> str:
        found = [right for right, confidence in self.sure_of if confidence >= least]
        return f"{sum(found)} hits, {(len(found) - sum(found)) / hours:.1f} false alarms an hour"

    def shown(self, listener: Listener) -> dict[str, Any]:
        """Figures to print."""
        hours = self.seconds.total() / 3600
        return {
            "hits": {key: f"{self.hits[key]}/{self.of[key]}" for key in sorted(self.of)},
            "alarms": dict(self.alarms),
            "minutes": {kind: round(seconds / 60, 1) for kind, seconds in self.seconds.items()},
            "false_alarms_per_hour": round(self.alarms.total() / hours, 1),
            "at_confidence": {str(least): self._at(least, hours) for least in CONFIDENCES},
            "other_words_per_hour": round(self.others.total() / hours, 1),
            "others": dict(self.others.most_common(12)),
            "delay_s": [round(float(np.quantile(self.delays, q)), 3) for q in (0.5, 0.95)] if self.delays else [],
            "rtf": round(listener.spent_s / listener.heard_s, 4),
            "wrong": self.wrong,
        }


def _said(listener: Listener, clip: Clip, noise: NDArray[np.float32], result: Result) -> None:
    """A clip with the word or a command in it: clean and under noise."""
    wanted = TARGET if clip.target else clip.text.lower()
    for condition, version in (("clean", clip), ("10 dB", noisy(clip, noise, 10.0))):
        found = listener.hear(version.sound)
        heard = [one.word for one in found]
        key = f"{TARGET if clip.target else 'commands'}, {clip.kind}, {condition}"
        result.of[key] += 1
        result.hits[key] += wanted in heard
        if clip.target and wanted in heard:
            result.sure_of.append((True, max(one.confidence for one in found if one.word == wanted)))
        if wanted not in heard or (not clip.target and set(heard) != {wanted}):
            result.wrong.append(f"{condition} {clip.name}: “{clip.text}” → {heard}")
        if clip.text.lower().rstrip("!") == wanted and wanted in heard and condition == "clean":
            result.delays.append(found[heard.index(wanted)].heard_s - _speech_end_s(clip.sound))


def measure(listener: Listener, everything: Sequence[Clip], noise: NDArray[np.float32]) -> Result:
    """Hear it all."""
    result = Result()
    commands = {command.lower() for command in COMMANDS}
    for clip in everything:
        if clip.target or (clip.kind == "voices" and clip.text.lower() in commands):
            _said(listener, clip, noise, result)
            continue
        found = listener.hear(clip.sound)
        heard = [one.word for one in found]
        result.sure_of += [(False, one.confidence) for one in found if one.word == TARGET]
        result.seconds[clip.kind] += len(clip.sound) / RATE_HZ  # type: ignore[assignment]
        result.alarms[clip.kind] += heard.count(TARGET)
        result.others.update(word for word in heard if word != TARGET)
        if TARGET in heard:
            result.wrong.append(f"alarm {clip.kind} {clip.name}: “{clip.text}” → {heard}")
    return result


def main() -> None:
    """Measure one setting."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True, help="has heldout/")
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--share", type=int, default=1, help="take every n-th clip of the talk")
    parser.add_argument("--garbage", type=float, help="cost of each frame of garbage; else the model's")
    parser.add_argument("--target", type=float, help="cost of the word; else the model's")
    parser.add_argument("--decoy", type=float, help="cost of a decoy; else the model's")
    parser.add_argument("--confidence", type=float, default=WordSettings().confidence)
    parser.add_argument("--stable", type=int, default=WordSettings().stable)
    parser.add_argument("--decoys", default=None, help="words, or - for none; else the package's")
    options = parser.parse_args()
    catch = decoys() if options.decoys is None else options.decoys.replace("-", "").split()
    costs = Costs.of_model(options.model)
    given = {"garbage_frame": options.garbage, "decoy": options.decoy}
    costs = replace(costs, **{name: value for name, value in given.items() if value is not None})
    if options.target is not None:
        costs = replace(costs, words={**costs.words, TARGET: options.target})
    settings = WordSettings(confidence=options.confidence, stable=options.stable)
    noise = _read(next((options.corpus / "noise").glob("*pub*")))
    listener = Listener(options.model, settings, costs, catch)
    result = measure(listener, list(clips(options.corpus, options.work, options.share)), noise)
    shown = {**asdict(costs), "confidence": options.confidence, "decoys": len(catch), **result.shown(listener)}
    print(json.dumps(shown, indent=1, ensure_ascii=False))


if __name__ == "__main__":
    main()
