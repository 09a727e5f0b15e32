"""`huhn-voice hear FILE…`: what the ears hear in sound files."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from huhn_voice.errors import HuhnVoiceError
from huhn_voice.hearing.ears import Ears
from huhn_voice.hearing.recording import Recording
from huhn_voice.places import bundled_model
from huhn_voice.table.phrases import Phrases

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence

    from huhn_voice.hearing.sound import Heard


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="sound files: WAV, FLAC or OGG")
    parser.add_argument("--phrases", metavar="A,B", help="what may be said (default: the phrases of Feiges Huhn!)")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.add_argument("--model", type=Path, metavar="DIR", help="another Vosk model instead of the bundled one")
    parser.add_argument(
        "--block", type=int, default=800, metavar="FRAMES", help="frames of sound read at once, 160 to 8000"
    )


def run(options: argparse.Namespace) -> int:
    """Hear and print."""
    phrases = phrases_of(options.phrases)
    for file in options.files:
        for heard in hear(file, options.model or bundled_model(), phrases, options.block):
            if options.json:
                print(json.dumps({"file": str(file)} | {k: _rounded(v) for k, v in asdict(heard).items()}), flush=True)
            else:
                print(
                    f"{file}  {heard.kind:5} {heard.word:16} onset {heard.onset_s:8.2f} s  end {heard.end_s:8.2f} s  "
                    f"heard {heard.heard_s:8.2f} s  confidence {heard.confidence:.2f}  channel {heard.channel}",
                    flush=True,
                )
    return 0


def phrases_of(given: str | None) -> list[str]:
    """Phrases of an option: comma-separated, or those of the game."""
    if given is None:
        return Phrases(()).spoken
    phrases = [" ".join(phrase.lower().split()) for phrase in given.split(",")]
    if not all(phrases):
        raise HuhnVoiceError(f"--phrases “{given}” has an empty phrase: separate phrases by single commas.")
    return phrases


def hear(file: Path, model: Path, phrases: Sequence[str], block: int = 800) -> Iterator[Heard]:
    """Everything heard in a file, with times from its beginning."""
    source = Recording(file, block)
    ears = Ears(model, phrases, source.channels)
    try:
        for piece in source.blocks():
            yield from ears.hear(piece)
        yield from ears.flush()
    finally:
        source.close()
        ears.close()


def _rounded(value: object) -> object:
    return round(value, 3) if isinstance(value, float) else value
