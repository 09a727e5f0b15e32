"""A scripted table: clips played on cue over room tone, for whole evenings that come out the same every time.

A cue waits until the table announces its label ("window Anna"), then its clip starts exactly `wait_s` later on the audio
clock. Every wait is at least as long as the largest block, so the sound does not depend on the block size.
"""

from __future__ import annotations

import tomllib
from collections import deque
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from huhn_voice.errors import HuhnVoiceError
from huhn_voice.hearing.recording import BLOCKS, check_block, read_mono
from huhn_voice.hearing.sound import RATE_HZ, Block

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

SHORTEST_WAIT_S = BLOCKS[-1] / RATE_HZ
MOST_CHANNELS = range(1, 9)
STUCK_S = 60.0
"""The scene gives up when nothing was announced or played for so long while cues are left."""
LAST_S = 20.0
"""How long it goes on after its last clip."""


@dataclass(frozen=True, slots=True)
class Clip:
    """One sound on cue: `wait_s` seconds after the label, `gain_db` louder, on one channel."""

    path: Path
    wait_s: float
    gain_db: float
    channel: int


@dataclass(frozen=True, slots=True)
class Cue:
    """What to play when a label is announced."""

    when: str
    clips: tuple[Clip, ...]


@dataclass(frozen=True, slots=True)
class Script:
    """A scene file: header, room and cues."""

    path: Path
    header: dict[str, Any]
    room: dict[str, Any]
    cues: tuple[Cue, ...] = field(default=())


def read_scene(path: Path) -> Script:
    """Read and check a scene file.

    Raises:
        HuhnVoiceError: it is missing, no TOML, or one of its cues is wrong; names the cue.
    """
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise HuhnVoiceError(f"The scene {path} cannot be read ({error.strerror}): check the path.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise HuhnVoiceError(f"The scene {path} is no TOML file ({error}).") from error
    header, room, rows = data.get("scene", {}), data.get("room", {}), data.get("cue", [])
    if not isinstance(header, dict) or not isinstance(header.get("players"), list):
        raise HuhnVoiceError(f"The scene {path} names no players: it needs a table [scene] with players = [...].")
    if not isinstance(room, dict) or not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise HuhnVoiceError(
            f"The scene {path} is mixed up: it needs one table [room] and a table [[cue]] for each cue."
        )
    channels = _number(f"The scene {path}", header, "channels", 1)
    if channels not in MOST_CHANNELS:
        raise HuhnVoiceError(
            f"The scene {path} has {channels:g} channels: use {MOST_CHANNELS[0]} to {MOST_CHANNELS[-1]}."
        )
    for key in ("level_dbfs", "leak_db", "seed"):
        _number(f"The room of the scene {path}", room, key, 0)
    cues = [_cue(path, number, row, int(channels)) for number, row in enumerate(rows, start=1)]
    return Script(path, header, room, tuple(cues))


def _cue(path: Path, number: int, row: dict[str, Any], channels: int) -> Cue:
    where = f"Cue {number} of the scene {path}"
    if not isinstance(row.get("when"), str):
        raise HuhnVoiceError(f'{where} does not say when: it needs when = "window Anna" or the like.')
    also = row.get("also", [])
    if not isinstance(also, list) or not all(isinstance(one, dict) for one in also):
        raise HuhnVoiceError(f"{where} has a wrong also: it must be a list of {{ play = FILE }}.")
    return Cue(row["when"], tuple(_read_clip(where, path, one, channels) for one in (row, *also)))


def _read_clip(where: str, path: Path, one: dict[str, Any], channels: int) -> Clip:
    wait_s = _number(where, one, "wait_s", 0.6)
    if wait_s < SHORTEST_WAIT_S:
        raise HuhnVoiceError(f"{where} waits {wait_s} s: waits must be at least {SHORTEST_WAIT_S} s.")
    if not isinstance(one.get("play"), str):
        raise HuhnVoiceError(f'{where} plays nothing: it needs play = "FILE".')
    channel = _number(where, one, "channel", 0)
    if channel not in range(channels):
        raise HuhnVoiceError(f"{where} plays on channel {channel:g}, but there are {channels}, counted from 0.")
    file = (path.parent / one["play"]).resolve()
    if not file.is_file():
        raise HuhnVoiceError(f"{where} plays {one['play']}, and there is no such file.")
    return Clip(file, wait_s, _number(where, one, "gain_db", 0.0), int(channel))


def _number(where: str, row: dict[str, Any], key: str, default: float) -> float:
    value = row.get(key, default)
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise HuhnVoiceError(f"{where} has {key} = “{value}”: it must be a number.")
    return float(value)


class Scene:
    """A scene as a source.

    Args:
        path: the scene file.
        block: frames in a block, 160 to 8000.

    Attributes:
        script: what the file says.
        played: how many cues have been played.
    """

    def __init__(self, path: Path, block: int = 800) -> None:
        self.script = read_scene(path)
        self.channels = int(self.script.header.get("channels", 1))
        self.played = 0
        self._block = check_block(block)
        self._cues = deque(self.script.cues)
        self._room = _room(self.script)
        self._mixing: list[tuple[int, int | None, NDArray[np.float32]]] = []  # start sample, channel, samples
        self._leak_db: float | None = self.script.room.get("leak_db")
        self._at = 0
        self._quiet_since = 0
        self._finished = False

    @property
    def unplayed(self) -> list[str]:
        """Labels of the cues that were not played."""
        return [cue.when for cue in self._cues]

    def announce(self, label: str, at_s: float) -> None:
        """Something happened that a person would react to; plays the next cue if it waits for this."""
        if self._cues and self._cues[0].when == label:
            self.played += 1
            for clip in self._cues.popleft().clips:
                samples = _clip(clip.path) * np.float32(10 ** (clip.gain_db / 20))
                self._mix(samples, at_s + clip.wait_s, clip.channel)
                self._quiet_since = max(self._quiet_since, round((at_s + clip.wait_s) * RATE_HZ) + len(samples))

    def leak(self, path: Path, at_s: float) -> None:
        """The narrator's sound reaches every microphone, as loud as the room's `leak_db` says (nothing without it)."""
        if self._leak_db is not None:
            self._mix(_clip(path) * np.float32(10 ** (self._leak_db / 20)), at_s, None)

    def finish(self) -> None:
        """End the stream with the next block."""
        self._finished = True

    def blocks(self) -> Iterator[Block]:
        """Yield room tone with clips mixed in until the scene is over."""
        while not self._finished:
            limit_s = STUCK_S if self._cues else LAST_S
            if self._at - self._quiet_since > limit_s * RATE_HZ:
                return
            yield Block(self._at, self._next())
            self._at += self._block

    def close(self) -> None:
        """Nothing to free."""
        self._finished = True

    def _mix(self, samples: NDArray[np.float32], at_s: float, channel: int | None) -> None:
        start = round(at_s * RATE_HZ)
        self._mixing.append((start, channel, samples))

    def _next(self) -> NDArray[np.float32]:
        places = (self._at + np.arange(self._block)) % len(self._room)
        block = np.repeat(self._room[places, None], self.channels, axis=1)
        end = self._at + self._block
        for start, channel, samples in self._mixing:
            low, high = max(start, self._at), min(start + len(samples), end)
            if low < high:
                into = slice(None) if channel is None else slice(channel, channel + 1)
                block[low - self._at : high - self._at, into] += samples[low - start : high - start, None]
        self._mixing = [one for one in self._mixing if one[0] + len(one[2]) > end]
        return np.clip(block, -1, 1)


@cache
def _clip(path: Path) -> NDArray[np.float32]:
    return read_mono(path)


def _room(script: Script) -> NDArray[np.float32]:
    """Twenty seconds of room tone that repeats: a sound file, or seeded pink noise, at `level_dbfs` (RMS)."""
    room = script.room
    noise = room.get("noise", "pink")
    if noise == "pink":
        spectrum = np.fft.rfft(np.random.default_rng(room.get("seed", 0)).normal(size=20 * RATE_HZ))
        samples = np.fft.irfft(spectrum / np.sqrt(np.maximum(8, np.arange(len(spectrum))))).astype(np.float32)
    else:
        samples = read_mono((script.path.parent / noise).resolve())
    level = 10 ** (room.get("level_dbfs", -60.0) / 20)
    scaled: NDArray[np.float32] = (samples / np.sqrt(np.mean(samples**2)) * level).astype(np.float32)
    return scaled
