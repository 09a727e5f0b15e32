"""`huhn-voice devices`: microphones and loudspeakers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from huhn_voice.hearing.microphone import portaudio

if TYPE_CHECKING:
    import argparse


def configure(parser: argparse.ArgumentParser) -> None:
    """No options."""
    del parser


def run(_options: argparse.Namespace) -> int:
    """List them."""
    devices = list(portaudio().query_devices())
    for heading, channels in (("Microphones", "max_input_channels"), ("Loudspeakers", "max_output_channels")):
        print(f"{heading}:")
        for device in (one for one in devices if one[channels] > 0):
            print(f"  {device['name']}  ({device[channels]} channels, {device['default_samplerate']:.0f} Hz)")
        if not any(device[channels] > 0 for device in devices):
            print("  none")
    return 0
