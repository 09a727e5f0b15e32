"""`huhn-voice record LABEL`: a labelled sound file from the microphone, for measuring the hearing on your own voice."""

from __future__ import annotations

import csv
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import soundfile

from huhn_voice.errors import HuhnVoiceError
from huhn_voice.hearing.microphone import Microphone
from huhn_voice.hearing.sound import RATE_HZ

if TYPE_CHECKING:
    import argparse

    from numpy.typing import NDArray


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("label", help='what you are going to say, e.g. "chicken"; "" for talk with nothing to hear')
    parser.add_argument(
        "--into", type=Path, default=Path("recordings"), metavar="DIR", help="folder (default recordings)"
    )
    parser.add_argument("--seconds", type=float, default=3.0, help="how long (default 3)")
    parser.add_argument("--device", metavar="NAME", help="microphone, by (part of) its name")


def run(options: argparse.Namespace) -> int:
    """Record one file and add it to the folder's manifest.csv."""
    if not 0.5 <= options.seconds <= 3600:
        raise HuhnVoiceError(f"--seconds {options.seconds:g} is not possible: record 0.5 to 3600 seconds.")
    source = Microphone(options.device)
    print(f"Recording {options.seconds:g} seconds: {options.label or '(nothing to hear)'} …", flush=True)
    pieces, have = [], 0
    try:
        for block in source.blocks():
            pieces.append(block.samples)
            have += len(block.samples)
            if have >= options.seconds * RATE_HZ:
                break
    finally:
        source.close()
    sound = np.concatenate(pieces)[: int(options.seconds * RATE_HZ)]
    _keep(options.into, options.label, sound)
    peak = 20 * np.log10(np.abs(sound).max() + 1e-6)
    print(
        f"Loudest sample {peak:.0f} dBFS."
        + (" Too loud: move away." if peak > -0.5 else " Very quiet." if peak < -40 else "")
    )
    return 0


def _keep(folder: Path, label: str, sound: NDArray[np.float32]) -> None:
    name = f"{'-'.join(label.split()) or 'nothing'}-{time.strftime('%Y%m%d-%H%M%S')}.flac"
    manifest = folder / "manifest.csv"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        soundfile.write(folder / name, sound, RATE_HZ)
        new = not manifest.exists()
        with manifest.open("a", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([["file", "label"]] * new + [[name, label]])
    except OSError as error:
        raise HuhnVoiceError(f"The recording cannot be kept in {folder} ({error.strerror}).") from error
    print(f"Kept as {folder / name}; measure with: huhn-voice evaluate {manifest}")
