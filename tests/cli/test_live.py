"""The real thing, live: a virtual sound card, the real sounddevice, people from a sound file, the narrator recorded."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

from huhn_voice.hearing.ears import Ears
from huhn_voice.hearing.sound import RATE_HZ, Block
from huhn_voice.places import bundled_model

FLIP = Path(__file__).parents[2] / "fixtures" / "clips" / "slt" / "turn-it-over.ogg"
TALK_S = 10.0
"""The narrator has surely finished everything up to its prompt by then."""


def read_until(game: subprocess.Popen[str], pattern: str, limit_s: float = 40.0) -> str:
    assert game.stdout is not None
    end = time.monotonic() + limit_s
    while time.monotonic() < end:
        line = game.stdout.readline()
        if re.search(pattern, line):
            return line
    raise AssertionError(f"the table never said {pattern}")


def test_a_turn_is_played_over_a_sound_card_and_the_narration_can_be_understood(
    sound_card: dict[str, str], tmp_path: Path
) -> None:
    record = tmp_path / "game.jsonl"
    play = [
        sys.executable,
        "-u",
        "-m",
        "huhn_voice",
        "play",
        "--players",
        "Anna,Ben",
        "--seed",
        "5",
        "--record",
        str(record),
    ]
    listen = ["parec", "-d", "speaker.monitor", "--rate=16000", "--channels=1", "--format=s16le"]
    narration = tmp_path / "narration.raw"
    with (
        narration.open("wb") as file,
        subprocess.Popen(listen, env=sound_card, stdout=file) as recorder,
        subprocess.Popen(play, env=sound_card, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True) as game,
    ):
        try:
            read_until(game, r"(Anna|Ben)\. Nothing there")
            time.sleep(TALK_S)
            subprocess.run(["paplay", "--device=room", str(FLIP)], env=sound_card, check=True)  # noqa: S607
            card = read_until(game, r"(Pink|Blue|Yellow) (one|two|three|four|five|six|seven|eight)\.")
            time.sleep(TALK_S)
            game.send_signal(signal.SIGINT)
            began = time.monotonic()
            game.wait(10)
            stopped_s = time.monotonic() - began
        finally:
            game.kill()
            recorder.kill()
    assert stopped_s < 2.5
    assert '"action": "flip"' in record.read_text().splitlines()[-1]
    words = card.lower().replace(".", " ").split()[-2:]
    said = heard_in(np.fromfile(narration, np.int16).astype(np.float32) / 32_768)
    assert set(words) <= set(said), (words, said)


def heard_in(samples: np.ndarray) -> list[str]:
    """What our own ears hear of the narrator."""
    numbers = ["one", "two", "three", "four", "five", "six", "seven", "eight"]
    ears = Ears(bundled_model(), ["pink", "blue", "yellow", "welcome", "round", "nothing", "flip", "cluck", *numbers])
    heard = ears.hear(Block(0, np.pad(samples, (0, 2 * RATE_HZ))[:, None]))
    ears.close()
    return [one.word for one in heard if one.kind == "word"]
