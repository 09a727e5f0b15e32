"""The microphone as a source: opened at the device's own rate, streamed to 16 kHz, watched for loss.

The callback of PortAudio only copies and enqueues; everything else happens in the thread that asks for blocks.
"""

from __future__ import annotations

import queue
import time
from typing import TYPE_CHECKING, Any

import numpy as np
import soxr

from huhn_voice.errors import HuhnVoiceError
from huhn_voice.hearing.sound import RATE_HZ, Block

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

LOST_S = 1.0
"""A device that delivers nothing for so long is lost."""
OPENING_S = 5.0
"""A device may take so long from opening to its first sound (PulseAudio: 1.6 s seen)."""
SILENT_S = 2.0
"""Exact zeros for so long mean that the system does not let us hear."""
QUEUED = 400
"""Blocks that may wait; more are dropped and counted."""


def portaudio() -> Any:  # noqa: ANN401 - sounddevice ships no types
    """The module sounddevice.

    Raises:
        HuhnVoiceError: PortAudio is missing.
    """
    try:
        import sounddevice  # noqa: PLC0415 - fails at import where PortAudio is missing
    except OSError as error:
        raise HuhnVoiceError(
            "There is no PortAudio here, so no microphone can be used: install the package libportaudio2."
        ) from error
    return sounddevice


def find_microphone(name: str | None) -> tuple[int, dict[str, Any]]:
    """Index and description of an input device.

    Args:
        name: (part of) its name; None for the system's default.

    Raises:
        HuhnVoiceError: there is none of this name, or none at all.
    """
    sounddevice = portaudio()
    inputs = [(i, dict(d)) for i, d in enumerate(sounddevice.query_devices()) if d["max_input_channels"] > 0]
    if not inputs:
        raise HuhnVoiceError("No microphone was found on this machine: plug one in, or play by typing with --text.")
    if name is None:
        default = sounddevice.default.device[0]
        return next((one for one in inputs if one[0] == default), inputs[0])
    for index, device in inputs:
        if name.lower() in str(device["name"]).lower():
            return index, device
    known = ", ".join(str(device["name"]) for _, device in inputs)
    raise HuhnVoiceError(f"There is no microphone called “{name}”: choose one of {known}.")


def check_microphone(name: str | None) -> str:
    """Name of the microphone that would be used; raises like `find_microphone`."""
    return str(find_microphone(name)[1]["name"])


class Microphone:
    """A microphone.

    Args:
        name: (part of) the device's name; None for the default.
        channels: input channels.
        told: called with "mic_lost", "mic_back" or "mic_silent" when that happens.
        renew: called with a function that starts PortAudio anew, when a lost device cannot be opened again: only so does
            PortAudio see a new list of devices. It must close every other stream, call the function, and may then open
            them again. Without it only the device as it was is tried.

    Attributes:
        dropped: blocks lost because nobody fetched them in time.

    Raises:
        HuhnVoiceError: there is no such device, or it cannot be opened.
    """

    def __init__(
        self,
        name: str | None = None,
        channels: int = 1,
        told: Callable[[str], None] = lambda _what: None,
        renew: Callable[[Callable[[], None]], None] | None = None,
    ) -> None:
        self.channels = channels
        self.told = told
        self._renew = renew
        self.dropped = 0
        self._name = name
        self._queue: queue.Queue[NDArray[np.float32]] = queue.Queue(QUEUED)
        self._stream: Any = None
        self._resampler: Any = None
        self._start = 0
        self._closed = False
        self._open()

    def now_s(self) -> float:
        """Audio time of the newest sound that was fetched."""
        return self._start / RATE_HZ

    def blocks(self) -> Iterator[Block]:
        """Yield sound as it comes; while the device is lost, silence at the pace of the clock."""
        zeros_s, patience_s = 0.0, OPENING_S
        while not self._closed:
            try:
                piece = self._next(patience_s)
            except queue.Empty:
                if not self._closed:
                    yield from self._while_lost()
                continue
            patience_s = LOST_S
            silent = not piece.any()
            zeros_s = zeros_s + len(piece) / self._rate if silent else 0.0
            if silent and zeros_s >= SILENT_S:
                self.told("mic_silent")
                zeros_s = -1e9  # once
            samples = self._resampler.resample_chunk(piece).reshape(-1, self.channels).astype(np.float32)
            if len(samples):
                yield self._block(samples)

    def close(self) -> None:
        """Stop and free the device; may be called twice."""
        self._closed = True
        if self._stream is not None:
            self._stream.close(ignore_errors=True)
            self._stream = None

    def _next(self, patience_s: float) -> NDArray[np.float32]:
        """The next piece; looks up now and then, so that closing does not take long."""
        until_s = time.monotonic() + patience_s
        while True:
            try:
                return self._queue.get(timeout=min(0.5, patience_s))
            except queue.Empty:
                if self._closed or time.monotonic() >= until_s:
                    raise

    def _block(self, samples: NDArray[np.float32]) -> Block:
        block = Block(self._start, samples)
        self._start += len(samples)
        return block

    def _open(self) -> None:
        sounddevice = portaudio()
        index, device = find_microphone(self._name)
        self._name = str(device["name"])  # indices are re-used for other devices, names are not
        self._rate = int(device["default_samplerate"])
        if device["max_input_channels"] < self.channels:
            raise HuhnVoiceError(
                f"The microphone {self._name} has {device['max_input_channels']} channel(s), not {self.channels}: "
                "set --channels, or use another device."
            )
        self._resampler = soxr.ResampleStream(self._rate, RATE_HZ, self.channels, dtype="float32")
        try:
            self._stream = sounddevice.InputStream(
                device=index, channels=self.channels, samplerate=self._rate, dtype="float32", latency=0.05,
                callback=self._callback,
            )  # fmt: skip
            self._stream.start()
        except (sounddevice.PortAudioError, ValueError, OSError) as error:
            raise HuhnVoiceError(
                f"The microphone {self._name} cannot be opened ({error}): is it in use or forbidden?"
            ) from error

    def _callback(self, samples: NDArray[np.float32], _frames: int, _time: Any, _status: Any) -> None:  # noqa: ANN401
        try:
            self._queue.put_nowait(samples.copy())
        except queue.Full:
            self.dropped += 1

    def _while_lost(self) -> Iterator[Block]:
        """Say so, keep the clock going with silence, and try to open the device again."""
        self.told("mic_lost")
        again_s, tries = time.monotonic() + LOST_S, 0
        while not self._closed and self._queue.empty():
            began_s = time.monotonic()
            yield self._block(np.zeros((RATE_HZ // 10, self.channels), np.float32))
            if time.monotonic() > again_s:
                tries += 1
                again_s = time.monotonic() + (OPENING_S if self._reopened(new_list=tries > 1) else LOST_S)
            time.sleep(max(0.0, 0.1 - (time.monotonic() - began_s)))
        if not self._closed:
            self.told("mic_back")

    def _reopened(self, *, new_list: bool) -> bool:
        if self._stream is not None:
            self._stream.close(ignore_errors=True)
            self._stream = None
        try:
            if new_list and self._renew is not None:
                self._renew(_restart_portaudio)
            self._open()
        except HuhnVoiceError:
            return False
        return True


def _restart_portaudio() -> None:
    sounddevice = portaudio()
    sounddevice._terminate()  # noqa: SLF001 - the only way to see a new list of devices
    sounddevice._initialize()  # noqa: SLF001
