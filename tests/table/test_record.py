"""The record survives what evenings do to it."""

from __future__ import annotations

import errno
import os
from typing import TYPE_CHECKING

import pytest

from huhn_voice.errors import HuhnVoiceError
from huhn_voice.table.record import Record, load

if TYPE_CHECKING:
    from pathlib import Path

HEADER = {"game": "feiges-huhn", "players": ["Anna", "Ben"], "seed": 1, "rules": {}}


def test_every_operation_is_on_disk_when_append_returns(tmp_path: Path) -> None:
    record = Record(tmp_path / "game.jsonl", HEADER)
    record.append({"action": "flip", "player": 0})
    assert load(tmp_path / "game.jsonl").operations == [{"action": "flip", "player": 0}]
    record.close()


def test_a_cut_off_last_line_is_dropped_and_the_game_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    record = Record(path, HEADER)
    record.append({"action": "flip", "player": 0})
    record.close()
    path.write_bytes(path.read_bytes() + b'{"action": "ta')
    resumed, saved = Record.resume(path)
    assert saved.torn
    resumed.append({"action": "take", "player": 1})
    resumed.close()
    assert [line["action"] for line in load(path).operations] == ["flip", "take"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "no huhn-voice record"),
        (b'{"some": "json"}\n', "no huhn-voice record"),
        (b'{"huhn_voice": 99}\n', "another version"),
        (b'{"huhn_voice": 1}\nrubbish\n{"action": "flip", "player": 0}\n', "Line 2"),
        (b'{"huhn_voice": 1}\n[1]\n', "Line 2"),
        (b"\xff\xfe\x00binary\n", "Line 1"),
    ],
)
def test_a_damaged_record_is_refused_in_one_sentence(tmp_path: Path, content: bytes, said: str) -> None:
    (tmp_path / "bad.jsonl").write_bytes(content)
    with pytest.raises(HuhnVoiceError, match=said):
        load(tmp_path / "bad.jsonl")


def test_a_missing_record_is_refused(tmp_path: Path) -> None:
    with pytest.raises(HuhnVoiceError, match="cannot be read"):
        load(tmp_path / "none.jsonl")


def test_an_existing_record_is_never_overwritten(tmp_path: Path) -> None:
    (tmp_path / "game.jsonl").write_text("precious")
    with pytest.raises(HuhnVoiceError, match="exists already"):
        Record(tmp_path / "game.jsonl", HEADER)
    assert (tmp_path / "game.jsonl").read_text() == "precious"


def test_a_full_disk_loses_nothing_that_was_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.jsonl"
    record = Record(path, HEADER)
    record.append({"action": "flip", "player": 0})

    def no_space(_file: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    # A stand-in: a disk cannot be filled here without harm to others.
    monkeypatch.setattr(os, "fsync", no_space)
    with pytest.raises(HuhnVoiceError, match="No space left"):
        record.append({"action": "take", "player": 1})
    monkeypatch.undo()
    record.close()
    assert load(path).operations == [{"action": "flip", "player": 0}]
