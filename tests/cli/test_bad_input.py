"""Whatever is wrong with the input: one clear sentence, exit code 2, no traceback, nothing lost."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import soundfile

from huhn_voice.cli import main

SCENE = Path(__file__).parents[2] / "fixtures" / "scenes" / "decoys.toml"


def refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    said = capsys.readouterr().err.strip()
    assert "Traceback" not in said
    return said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["hear", "none.wav"], "no sound file none.wav"),
        (["hear", "pyproject.toml"], "no sound file that can be read"),
        (["evaluate", "none.csv"], "cannot be read"),
        (["models", "check", "/nowhere"], "no Vosk model"),
        (["replay", "none.jsonl"], "cannot be read"),
        (["play", "--scene", "none.toml"], "cannot be read"),
        (["play", "--scene", str(SCENE), "--model", "/nowhere"], "no Vosk model"),
        (["play", "--recording", "none.wav", "--players", "Anna,Ben"], "no sound file"),
        (["play", "--text"], "name the players"),
        (["play", "--text", "--players", "Anna"], "2 to 5 players"),
        (["play", "--text", "--players", "A,B,C,D,E,F"], "2 to 5 players"),
        (["play", "--text", "--players", "Anna,,Ben"], "empty name"),
        (["play", "--text", "--players", "Anna,anna"], "Two players"),
        (["play", "--text", "--players", "Anna,4711"], "cannot be spoken"),
        (["play", "--text", "--players", f"Anna,{'x' * 200}"], "200 characters"),
        (["play", "--text", "--players", "Anna,Ben", "--bots", "clever"], "no computer player"),
        (["play", "--text", "--players", "Anna,Ben", "--verbosity", "loud"], "invalid choice"),
        (["play", "--text", "--resume", "none.jsonl"], "cannot be read"),
        (["play", "--resume", "a", "--record", "b"], "leave --record out"),
        (["simulate", "--players", "1"], "2 to 5"),
        (["simulate", "--games", "0"], "at least 1"),
        (["record", "chicken", "--seconds", "0"], "0.5 to 3600"),
        (["nonsense"], "invalid choice"),
    ],
)
def test_bad_input_is_refused_in_one_sentence(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert said in refused(words, capsys)


def test_an_unknown_microphone_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert "microphone" in refused(["play", "--players", "Anna,Ben", "--device", "no such thing"], capsys).lower()


def test_a_recording_of_silence_is_said_to_be_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    soundfile.write(tmp_path / "silence.wav", np.zeros(40 * 16_000), 16_000)
    words = ["play", "--recording", str(tmp_path / "silence.wav"), "--players", "Anna,Ben", "--seed", "1"]
    assert "Nothing was heard" in refused([*words, "--record", str(tmp_path / "game.jsonl")], capsys)
    assert json.loads((tmp_path / "game.jsonl").read_text().splitlines()[0])["players"] == ["Anna", "Ben"]


def test_clipped_sound_and_dc_are_survived(tmp_path: Path) -> None:
    noise = np.random.default_rng(1).normal(0, 2, 16_000 * 5) + 0.5
    soundfile.write(tmp_path / "clipped.wav", np.clip(noise, -1, 1), 16_000)
    with pytest.raises(SystemExit) as ended:
        main(["hear", str(tmp_path / "clipped.wav")])
    assert ended.value.code == 0


def test_a_wav_that_breaks_off_is_heard_as_far_as_it_goes(tmp_path: Path) -> None:
    soundfile.write(tmp_path / "whole.wav", np.zeros(32_000), 16_000)
    (tmp_path / "half.wav").write_bytes((tmp_path / "whole.wav").read_bytes()[:20_000])
    with pytest.raises(SystemExit) as ended:
        main(["hear", str(tmp_path / "half.wav")])
    assert ended.value.code == 0


@pytest.mark.parametrize(
    "command", ["", "play", "hear", "evaluate", "simulate", "replay", "record", "models", "devices", "doctor"]
)
def test_every_help_reads_well(command: str) -> None:
    words = [sys.executable, "-m", "huhn_voice", *filter(None, [command]), "--help"]
    shown = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    assert shown.startswith("usage: huhn-voice")


def test_a_typed_evening_is_played_saved_resumed_and_told_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "game.jsonl"

    def evening(lines: str, *words: str) -> str:
        monkeypatch.setattr("sys.stdin", _Lines(lines))
        with pytest.raises(SystemExit) as ended:
            main(["play", "--text", *words])
        assert ended.value.code == 0
        return capsys.readouterr().out

    evening("flip\nstop\nyes\n", "--players", "Anna,Ben", "--seed", "3", "--record", str(record))
    said = evening("score\nf\ns\nq\ny\n", "--resume", str(record))
    assert "Welcome back" in said
    assert len(record.read_text().splitlines()) == 3
    with pytest.raises(SystemExit):
        main(["replay", str(record)])
    assert "Round one" in capsys.readouterr().out


class _Lines:
    """A keyboard: lines, one after the other."""

    def __init__(self, text: str) -> None:
        self._lines = iter(text.splitlines(keepends=True))

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        return next(self._lines)

    def isatty(self) -> bool:
        return False
