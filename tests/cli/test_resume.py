"""A game that is killed goes on where it was."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

from huhn_voice.table.ledger import restore
from huhn_voice.table.record import load


def start(*words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "huhn_voice", "play", "--text", *words]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)


def type_in(game: subprocess.Popen[str], *lines: str) -> None:
    assert game.stdin is not None
    for line in lines:
        game.stdin.write(line + "\n")
        game.stdin.flush()


def wait_for(record: Path, lines: int) -> None:
    for _ in range(300):
        if record.exists() and record.read_bytes().count(b"\n") >= lines:
            return
        time.sleep(0.05)
    raise AssertionError(record.read_text() if record.exists() else "no record")


def test_after_kill_9_in_mid_game_the_same_state_is_resumed(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    with start("--players", "Anna,Ben,Cleo", "--seed", "7", "--record", str(record)) as game:
        type_in(game, "flip", "take", "flip", "flip")
        wait_for(record, 5)
        game.send_signal(signal.SIGKILL)
    killed = restore(load(record), record)

    with start("--resume", str(record)) as resumed:
        out, _ = resumed.communicate("score\nstop\nyes\n", timeout=60)
    assert resumed.returncode == 0
    assert "Welcome back" in out
    assert restore(load(record), record).digest() == killed.digest()

    with start("--resume", str(record)) as going_on:
        going_on.communicate("flip\ntuck\nstop\nyes\n", timeout=60)
    assert len(restore(load(record), record).history) > len(killed.history)


def test_ctrl_c_ends_within_two_seconds_and_leaves_no_child(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    with start("--players", "Anna,Ben", "--seed", "7", "--record", str(record)) as game:
        type_in(game, "flip")
        wait_for(record, 2)
        children = Path(f"/proc/{game.pid}/task/{game.pid}/children").read_text().split()
        began = time.monotonic()
        game.send_signal(signal.SIGINT)
        game.wait(10)
        assert time.monotonic() - began < 2.0
    time.sleep(0.3)
    assert not [child for child in children if Path(f"/proc/{child}").exists()]
