"""Synthesised speech to train on: espeak-ng in many voices and accents, flite's voices that no test voice resembles.

Writes `synth.i16` (all samples, 16 kHz, int16, one after the other) and `synth.tsv` (start, length,
voice, text). Voices of festival are kept for measuring; flite's kal and slt are recordings of the same speakers, so they
are left out too.
"""

from __future__ import annotations

import argparse
import csv
import io
import random
import subprocess
import tomllib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import soundfile
import soxr

if TYPE_CHECKING:
    from numpy.typing import NDArray

HERE = Path(__file__).parent
NAMES = HERE.parents[1] / "huhn_voice" / "table" / "phrases" / "names.en.txt"
ACCENTS = ("en-us", "en-gb", "en-gb-scotland", "en-gb-x-gbclan", "en-gb-x-rp", "en-gb-x-gbcwmd", "en-029", "en-us-nyc")
VARIANTS = (
    "", "m1", "m2", "m3", "m4", "m5", "m6", "m7", "m8", "f1", "f2", "f3", "f4", "f5", "Alex", "Alicia", "Andrea", "Andy",
    "Annie", "Denis", "Diogo", "Gene", "Henrique", "Hugo", "Jacky", "Lee", "Marco", "Mario", "Michael", "Mike", "Nguyen",
    "adam", "anika", "antonio", "aunty", "belinda", "benjamin", "boris", "caleb", "david", "ed", "edward", "grandma",
    "grandpa", "gustave", "iven", "john", "kaukovalta", "klatt", "klatt2", "klatt3", "klatt4", "linda", "marcelo", "max",
    "michel", "miguel", "norbert", "pablo", "paul", "pedro", "quincy", "rob", "robert", "sandro", "shelby", "steph",
    "travis", "victor", "zac",
)  # fmt: skip
FLITE = ("awb", "rms")


@dataclass(frozen=True)
class Order:
    """One utterance to synthesise."""

    text: str
    voice: str
    rate: int
    pitch: int


def orders(seed: int, corpus_texts: list[str]) -> list[Order]:
    """Everything that is said, in seeded random order."""
    rng = random.Random(seed)
    words = tomllib.loads((HERE / "words.toml").read_text())
    names = [n.lower() for n in NAMES.read_text().split() if not n.startswith("#")]
    texts: list[str] = []
    texts += [text for text in words["commands"] for _ in range(45)]
    texts += [text for text in words["shouts"] for _ in range(80)]
    texts += [text for text in words["sentences"] for _ in range(22)]
    texts += [text for text in words["decoys"].split() for _ in range(9)]
    texts += [text for text in words["game"].split() for _ in range(12)]
    texts += [text for text in words["talk"] for _ in range(8)]
    texts += [name for name in names for _ in range(6)]
    texts += rng.sample(corpus_texts, min(1200, len(corpus_texts)))
    rng.shuffle(texts)
    return [_order(rng, text.replace("NAME", rng.choice(names))) for text in texts]


def _order(rng: random.Random, text: str) -> Order:
    if rng.random() < 0.15:
        return Order(text, f"flite:{rng.choice(FLITE)}", rng.randint(80, 125), 0)
    variant = rng.choice(VARIANTS)
    voice = f"espeak:{rng.choice(ACCENTS)}{'+' + variant if variant else ''}"
    return Order(text, voice, rng.randint(105, 230), rng.randint(20, 90))


def render(order: Order) -> NDArray[np.int16]:
    """Synthesise one utterance; 16 kHz int16 without silent edges, empty if the synthesiser refused."""
    engine, voice = order.voice.split(":")
    if engine == "espeak":
        command = ["espeak-ng", "-v", voice, "-s", str(order.rate), "-p", str(order.pitch), "--stdout", order.text]
    else:
        stretch = f"duration_stretch={100 / order.rate:.2f}"
        command = ["flite", "-voice", voice, "--setf", stretch, "-t", order.text, "-o", "/dev/stdout"]
    done = subprocess.run(command, capture_output=True, check=False)
    try:
        sound, rate = soundfile.read(io.BytesIO(_sized(done.stdout)), dtype="float32")
    except soundfile.LibsndfileError:
        return np.zeros(0, np.int16)
    sound = soxr.resample(sound, rate, 16_000)
    loud = np.flatnonzero(np.abs(sound) > 0.004)
    if not loud.size:
        return np.zeros(0, np.int16)
    sound = sound[max(0, loud[0] - 800) : loud[-1] + 800]
    scaled: NDArray[np.int16] = (sound / max(0.02, np.abs(sound).max()) * 20_000).astype(np.int16)
    return scaled


def _sized(wav: bytes) -> bytes:
    """Mend the sizes in the header of a WAV that was written to a pipe."""
    if len(wav) < 44:
        return wav
    data = wav.find(b"data")
    head = bytearray(wav[: data + 8])
    head[4:8] = (len(wav) - 8).to_bytes(4, "little")
    head[data + 4 : data + 8] = (len(wav) - data - 8).to_bytes(4, "little")
    return bytes(head) + wav[data + 8 :]


def main() -> None:
    """Synthesise everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, required=True, help="folder with manifest.csv")
    parser.add_argument("--into", type=Path, required=True, help="work folder")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--list", action="store_true", help="only say what would be said")
    options = parser.parse_args()
    with (options.corpus / "manifest.csv").open() as file:
        texts = sorted({r["text"] for r in csv.DictReader(file) if r["source"] == "speechocean762"})
    todo = orders(options.seed, texts)
    if options.list:
        for order in todo[:20]:
            print(f"{order.voice:30} {order.rate:4} {order.pitch:3}  {order.text}")
        print(f"{len(todo)} utterances, {len({o.voice for o in todo})} voices, {len({o.text for o in todo})} texts")
        return
    options.into.mkdir(parents=True, exist_ok=True)
    at = 0
    with (
        (options.into / "synth.i16").open("wb") as sound,
        (options.into / "synth.tsv").open("w") as table,
        ThreadPoolExecutor(3) as pool,
    ):
        for number, (order, samples) in enumerate(zip(todo, pool.map(render, todo), strict=True), start=1):
            if len(samples):
                sound.write(samples.tobytes())
                table.write(f"{at}\t{len(samples)}\t{order.voice}\t{order.text}\n")
                at += len(samples)
            if number % 1000 == 0 or number == len(todo):
                print(f"synthesised {number}/{len(todo)}, {at / 16_000 / 3600:.2f} h", flush=True)


if __name__ == "__main__":
    main()
