"""Plays WAV files through one output stream that stays open, and knows when each really began and ended."""

from __future__ import annotations

import contextlib
import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import soundfile
import soxr

from huhn_voice.errors import HuhnVoiceError

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

LATENCY_S = 0.08
"""Asked of the device: short, because an interrupted sentence plays on for so long."""
FADE_S = 0.005
"""An interrupted sentence is faded out over this time instead of clicking."""
STALL_S = 1.0
"""A device that calls back no more for so long counts as lost; no output latency is longer either."""


@dataclass(slots=True, eq=False)
class Playback:
    """One sound on its way out; times are on the clock of the output stream, see `Speaker.now_s`.

    Attributes:
        start_s: when its first sample left the device; None while it has not.
        end_s: when its last sample left or will leave the device; None while that is open.
        complete: whether it was played to its end.
        done: set when nothing of it is left to play.
    """

    start_s: float | None = None
    end_s: float | None = None
    complete: bool = False
    done: threading.Event = field(default_factory=threading.Event)


class Speaker(Protocol):
    """What the narrator needs of a loudspeaker."""

    def now_s(self) -> float:
        """The clock of the output stream, seconds."""

    def play(self, path: Path, gap_s: float = 0.0) -> Playback:
        """Begin to play a WAV file after a silence, cutting off what still plays; return at once."""

    def wait(self, playback: Playback) -> None:
        """Return when nothing of it is left to play."""

    def stop(self) -> None:
        """Cut off what plays, within 200 ms."""

    def close(self) -> None:
        """Free the device; may be called twice."""


class Player:
    """The loudspeaker of this machine.

    Args:
        device: name of an output device, or part of it; the default device if None.

    Raises:
        HuhnVoiceError: PortAudio is missing, or the device is missing or refuses.
    """

    def __init__(self, device: str | None = None) -> None:
        self._sd = import_sounddevice()
        self._device = device
        self._lock = threading.Lock()
        self._playback: Playback | None = None
        self._samples: NDArray[np.float32] = np.zeros(0, np.float32)
        self._position = 0
        self._gap = 0  # frames of silence still to come before the sound
        self._ticks = 0
        self._cut = False
        self._closed = False
        self._last_s = 0.0
        self._open()

    def _open(self) -> None:
        try:
            info = self._sd.query_devices(self._device, "output")
            self.rate_hz = round(info["default_samplerate"])
            self._stream = self._sd.OutputStream(
                samplerate=self.rate_hz,
                device=self._device,
                channels=1,
                dtype="float32",
                latency=LATENCY_S,
                callback=self._callback,
            )
            self._stream.start()
        except (self._sd.PortAudioError, ValueError, OSError) as error:
            name = self._device or "the default output"
            msg = f"The loudspeaker {name!r} cannot be opened ({error}); choose one of `huhn-voice devices`."
            raise HuhnVoiceError(msg) from error

    def now_s(self) -> float:
        """The clock of the output stream, seconds."""
        with contextlib.suppress(self._sd.PortAudioError):  # a lost device: its clock stands still
            self._last_s = float(self._stream.time)
        return self._last_s

    def play(self, path: Path, gap_s: float = 0.0) -> Playback:
        """Begin to play a WAV file, cutting off what still plays; return at once.

        Args:
            path: the sound file.
            gap_s: silence before it, seconds.

        Raises:
            HuhnVoiceError: the file cannot be read.
        """
        samples = load(path, self.rate_hz)
        playback = Playback()
        with self._lock:
            if self._playback is not None:
                self._finish(self._playback, self.now_s(), complete=False)
            self._samples, self._position, self._playback, self._cut = samples, 0, playback, False
            self._gap = round(gap_s * self.rate_hz)
        return playback

    def wait(self, playback: Playback) -> None:
        """Return when nothing of it is left to play.

        Raises:
            HuhnVoiceError: the device is lost; the next sound opens it again.
        """
        ticks = -1
        while not playback.done.wait(STALL_S):
            if ticks == self._ticks:
                self._recover(playback)
            ticks = self._ticks

    def _recover(self, playback: Playback) -> None:
        with self._lock:
            self._playback = None
        self._finish(playback, playback.start_s or 0.0, complete=False)
        self._shut()
        if not self._closed:
            self._open()

    def stop(self) -> None:
        """Cut off what plays, with a short fade; silent within the latency of the stream."""
        with self._lock:
            left = self._samples[self._position : self._position + round(FADE_S * self.rate_hz)]
            self._samples = left * np.linspace(1, 0, len(left), dtype=np.float32)
            self._position = self._gap = 0
            self._cut = True
            playback = self._playback
        if playback is not None:
            playback.done.wait(STALL_S / 2)

    def close(self) -> None:
        """Free the device; may be called twice."""
        self._closed = True
        self._shut()
        if self._playback is not None:
            self._finish(self._playback, self.now_s(), complete=False)

    def _shut(self) -> None:
        with contextlib.suppress(self._sd.PortAudioError):
            self._stream.abort()
            self._stream.close()

    def _callback(self, out: NDArray[np.float32], frames: int, time: Any, _status: object) -> None:  # noqa: ANN401
        """Copy the next samples; an exception here would end the stream silently, so it only copies and notes times."""
        self._ticks += 1
        out.fill(0.0)
        with self._lock:
            playback = self._playback
            if playback is None:
                return
            now_s = self._stream.time
            at_s = time.outputBufferDacTime
            if not 0 <= at_s - now_s <= STALL_S:  # some hosts leave it empty, or on another clock
                at_s = now_s + self._stream.latency
            begin = min(self._gap, frames)
            self._gap -= begin
            if playback.start_s is None and begin < frames:
                playback.start_s = at_s + begin / self.rate_hz
            chunk = self._samples[self._position : self._position + frames - begin]
            out[begin : begin + len(chunk), 0] = chunk
            self._position += len(chunk)
            if self._position >= len(self._samples) and not self._gap:
                self._finish(playback, at_s + (begin + len(chunk)) / self.rate_hz, complete=not self._cut)
                self._playback = None

    @staticmethod
    def _finish(playback: Playback, end_s: float, *, complete: bool) -> None:
        playback.end_s = end_s
        playback.complete = complete
        playback.done.set()


def import_sounddevice() -> Any:  # noqa: ANN401 - it ships no types
    """The module sounddevice, imported only where sound is played: without PortAudio it does not even import.

    Raises:
        HuhnVoiceError: PortAudio is missing.
    """
    try:
        import sounddevice  # noqa: PLC0415 - see above
    except (ImportError, OSError) as error:
        msg = (
            "No sound can be played: PortAudio is missing; install the package libportaudio2 (Debian, Ubuntu) or "
            "portaudio (Fedora, Homebrew), or play with --narration-out DIR."
        )
        raise HuhnVoiceError(msg) from error
    return sounddevice


def load(path: Path, rate_hz: int) -> NDArray[np.float32]:
    """A sound file as mono float32 in -1…1, shape (frames,), at a rate.

    Raises:
        HuhnVoiceError: it cannot be read.
    """
    try:
        samples, file_rate_hz = soundfile.read(path, dtype="float32", always_2d=True)
    except (soundfile.LibsndfileError, OSError) as error:
        msg = f"The sound file {path} cannot be played ({error}); delete it and try again."
        raise HuhnVoiceError(msg) from error
    mono = samples.mean(axis=1, dtype=np.float32)
    resampled: NDArray[np.float32] = soxr.resample(mono, file_rate_hz, rate_hz)
    return np.ascontiguousarray(resampled, dtype=np.float32)
