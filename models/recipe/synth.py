"""Synthesised speech to train on: espeak-ng in many voices and accents, flite's voices that no test voice resembles.

Voices of festival are kept for measuring; flite's kal and slt are recordings of the same speakers, so they are left out
too.
"""

from __future__ import annotations

import argparse
import csv
import random
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from models.recipe import words
from models.recipe.data import Writer
from models.recipe.voices import Order, phones_of, render

ACCENTS = ("en-us", "en", "en-gb-scotland", "en-gb-x-gbclan", "en-gb-x-rp", "en-gb-x-gbcwmd", "en-029", "en-us-nyc")
VARIANTS = (
    "", "m1", "m2", "m3", "m4", "m5", "m6", "m7", "m8", "f1", "f2", "f3", "f4", "f5", "Alex", "Alicia", "Andrea", "Andy",
    "Annie", "Denis", "Diogo", "Gene", "Henrique", "Hugo", "Jacky", "Lee", "Marco", "Mario", "Michael", "Mike", "Nguyen",
    "adam", "anika", "antonio", "aunty", "belinda", "benjamin", "boris", "caleb", "david", "ed", "edward", "grandma",
    "grandpa", "gustave", "iven", "john", "kaukovalta", "klatt", "klatt2", "klatt3", "klatt4", "linda", "marcelo", "max",
    "michel", "miguel", "norbert", "pablo", "paul", "pedro", "quincy", "rob", "robert", "sandro", "shelby", "steph",
    "travis", "victor", "zac",
)  # fmt: skip
FLITE = ("awb", "rms")
FLITE_SHARE = 0.2
PACKAGED = ("rhvoice:bdl", "rhvoice:clb", "rhvoice:alan", "pico:en-US", "pico:en-GB")
"""Voices made from recordings that are free for us; RHVoice's slt is festival's, its evgeniy and lyubov are not free."""


TIMES = {"commands": 60, "shouts": 90, "sentences": 22, "decoys": 9, "game": 30, "talk": 8, "names": 10, "read": 1200}
"""How often each text is said by the many voices; and how many sentences of the corpus."""
FEW_TIMES = {
    "commands": 40,
    "shouts": 100,
    "sentences": 20,
    "decoys": 5,
    "game": 10,
    "talk": 10,
    "names": 5,
    "read": 900,
}
"""The same for the packaged voices together."""


def orders(seed: int, corpus_texts: list[str], times: dict[str, int]) -> list[Order]:
    """Everything that is said, in seeded random order."""
    rng = random.Random(seed)
    given = {**words.said(), "names": " ".join(words.names())}
    texts: list[str] = []
    for kind, often in times.items():
        some = given.get(kind, [])
        texts += [text for text in (some.split() if isinstance(some, str) else some) for _ in range(often)]
    texts += rng.sample(corpus_texts, min(times["read"], len(corpus_texts)))
    rng.shuffle(texts)
    make = _order if times is TIMES else _packaged_order
    return [make(rng, text.replace("NAME", rng.choice(words.names()))) for text in texts]


def _packaged_order(rng: random.Random, text: str) -> Order:
    phones = phones_of(text)
    return Order(
        text + rng.choice(("", "!", "?", ".")),
        rng.choice(PACKAGED),
        rng.randint(70, 140),
        rng.randint(70, 150),
        0,
        phones,
    )


def _order(rng: random.Random, text: str) -> Order:
    phones = phones_of(text)
    text += rng.choice(("", "", "!", "?", "."))
    if rng.random() < FLITE_SHARE:
        return Order(text, f"flite:{rng.choice(FLITE)}", rng.randint(70, 130), 0, 0, phones)
    variant = rng.choice(VARIANTS)
    voice = f"espeak:{rng.choice(ACCENTS)}{'+' + variant if variant else ''}"
    return Order(text, voice, rng.randint(105, 250), rng.randint(15, 95), rng.randint(20, 100), phones)


def main() -> None:
    """Synthesise everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, required=True, help="folder with manifest.csv")
    parser.add_argument("--work", type=Path, required=True, help="work folder")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--list", action="store_true", help="only say what would be said")
    options = parser.parse_args()
    with (options.corpus / "manifest.csv").open() as file:
        texts = sorted({r["text"] for r in csv.DictReader(file) if r["source"] == "speechocean762"})
    sets = {"synth": orders(options.seed, texts, TIMES), "packaged": orders(options.seed + 1, texts, FEW_TIMES)}
    for name, todo in sets.items():
        if options.list:
            _show(todo)
        elif not (options.work / f"{name}.ali").exists():
            _say(todo, options.work, name)


def _show(todo: list[Order]) -> None:
    for order in todo[:20]:
        print(f"{order.voice:30} {order.rate:4} {order.pitch:3}  {order.text}")
    print(f"{len(todo)} utterances, {len({o.voice for o in todo})} voices, {len({o.text for o in todo})} texts")


def _say(todo: list[Order], work: Path, name: str) -> None:
    work.mkdir(parents=True, exist_ok=True)
    with Writer(work, name) as said_set, ProcessPoolExecutor(2) as pool:
        for number, (order, said) in enumerate(zip(todo, pool.map(render, todo, chunksize=32), strict=True), start=1):
            if said is not None:
                said_set.add(said[0], *said[1], order.voice)
            if number % 1000 == 0 or number == len(todo):
                print(f"{name}: {number}/{len(todo)}, kept {said_set.kept}, {said_set.hours:.2f} h", flush=True)


if __name__ == "__main__":
    main()
