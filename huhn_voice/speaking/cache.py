"""Rendered speech on disk: found again by what was said and how, checked before anyone plays it."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import platform
import tempfile
from itertools import count
from pathlib import Path

import numpy as np
import soundfile

from huhn_voice.speaking.sounds import before_speech, glides, length_s

LEAST_S = 0.05
"""Anything shorter is no speech."""
LEAST_PEAK = 0.01
"""Peak below which a file counts as silent, full scale = 1."""
EDGE = 0.005
"""Share of the peak below which the edges count as silence and are cut."""
BEFORE_S, AFTER_S = 0.02, 0.05
"""Silence kept before and after: engines append 0.3 s, which would keep the echo gate shut over a quick shout."""
FORMAT = 1
"""Raise it when what is done to a rendered file changes."""
NOISE_RATE_HZ = 22_050
"""Sample rate of a noise without speech."""

_serial = count()


class BadSound(Exception):
    """A rendered file holds no speech; the message says why."""


def default_dir() -> Path:
    """The user's cache folder for narration, by the custom of the system; it need not exist."""
    if platform.system() == "Darwin":
        base = Path.home() / "Library" / "Caches"
    elif platform.system() == "Windows":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "huhn-voice" / "narration"


class SpeechCache:
    """A folder of checked WAV files.

    Args:
        folder: where they lie; the user's cache folder if None. If it cannot be written, a temporary folder is used.
        limit_mb: when opened, the files used longest ago are deleted until the rest is smaller, in 10⁶ bytes.
    """

    def __init__(self, folder: Path | None = None, limit_mb: float = 200.0) -> None:
        self.folder = default_dir() if folder is None else folder
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            (probe := self.new_path()).touch()
            probe.unlink()
        except OSError:
            self.folder = Path(tempfile.mkdtemp(prefix="huhn-voice-"))
        self._prune(limit_mb * 1e6)

    def _prune(self, limit_bytes: float) -> None:
        files = []
        for path in self.folder.glob("*.wav"):
            with contextlib.suppress(OSError):  # another table may be pruning too
                status = path.stat()
                files.append((status.st_mtime, status.st_size, path))
        total = sum(size for _, size, _ in files)
        for _, size, path in sorted(files):
            if total <= limit_bytes:
                break
            path.unlink(missing_ok=True)
            total -= size

    def path(self, text: str, voice: str, rate_wpm: int, version: str) -> Path:
        """Where the speech of this text lies, whether it is there or not."""
        return self._path(FORMAT, text, voice, rate_wpm, version)

    def _path(self, *key: object) -> Path:
        return self.folder / f"{hashlib.sha256(json.dumps(key).encode()).hexdigest()[:32]}.wav"

    def with_noise(self, name: str, speech: Path | None) -> Path:
        """A file with a noise of sounds.py before the speech of another file, or alone.

        Raises:
            KeyError: there is no such noise.
            OSError: the folder cannot be written.
        """
        path = self._path(FORMAT, glides()[name], speech.name if speech else "")
        if self.find(path):
            return path
        samples, rate_hz = np.zeros(0, np.float32), NOISE_RATE_HZ
        try:
            if speech is not None:
                samples, rate_hz = soundfile.read(speech, dtype="float32")
            new = self.new_path()
            soundfile.write(new, before_speech(name, samples, rate_hz), rate_hz, subtype="PCM_16", format="WAV")
        except soundfile.LibsndfileError as error:
            raise OSError(str(error)) from error
        new.replace(path)
        return path

    def new_path(self) -> Path:
        """A fresh name in the folder for the engine to write to; left-overs are pruned with the rest."""
        return self.folder / f"new-{os.getpid()}-{next(_serial)}.wav"

    def find(self, path: Path) -> bool:
        """Whether a sound file lies there; a damaged one is deleted."""
        found = length_s(path) > 0
        with contextlib.suppress(OSError):
            if found:
                os.utime(path)  # used now: pruned last
            else:
                path.unlink(missing_ok=True)
        return found

    def take_in(self, rendered: Path, path: Path) -> None:
        """Check what the engine wrote, trim its silent edges and move it into place in one step.

        Whatever format the engine wrote (macOS writes AIFF under any name), the result is mono 16-bit WAV.

        Raises:
            BadSound: it is no sound file, too short or silent.
            OSError: the folder cannot be written.
        """
        trimmed = rendered.with_suffix(".checked")
        try:
            try:
                samples, rate_hz = soundfile.read(rendered, dtype="float32", always_2d=True)
            except soundfile.LibsndfileError as error:
                msg = f"the speech engine wrote no sound file ({error})"
                raise BadSound(msg) from error
            mono = samples.mean(axis=1)
            peak = float(np.abs(mono).max(initial=0.0))
            if len(mono) < LEAST_S * rate_hz or peak < LEAST_PEAK:
                msg = "the speech engine wrote silence"
                raise BadSound(msg)
            loud = np.flatnonzero(np.abs(mono) > EDGE * peak)
            first = max(0, int(loud[0]) - round(BEFORE_S * rate_hz))
            last = min(len(mono), int(loud[-1]) + 1 + round(AFTER_S * rate_hz))
            try:
                soundfile.write(trimmed, mono[first:last], rate_hz, subtype="PCM_16", format="WAV")
            except soundfile.LibsndfileError as error:
                raise OSError(str(error)) from error
            trimmed.replace(path)
        finally:
            for leftover in (rendered, trimmed):
                with contextlib.suppress(OSError):
                    leftover.unlink(missing_ok=True)
