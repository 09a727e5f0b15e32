"""The command `huhn-voice`. Each subcommand is a few lines in a module of its name."""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from typing import TYPE_CHECKING, NoReturn

from huhn_voice import __version__
from huhn_voice.errors import HuhnVoiceError

if TYPE_CHECKING:
    from collections.abc import Sequence

COMMANDS = {
    "play": "play a game by voice",
    "hear": "print the words and clucks heard in sound files",
    "evaluate": "measure the hearing on labelled sound files",
    "simulate": "let computer players play many games",
    "replay": "tell a recorded game again",
    "record": "record a labelled sound file from the microphone",
    "models": "list or check speech models",
    "devices": "list microphones and loudspeakers",
    "doctor": "say what works here, what is missing and how to get it",
}


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command and end the process: 0 done, 2 bad input, 130 interrupted."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    parser = argparse.ArgumentParser(
        prog="huhn-voice",
        description="A card table played by voice: talk, shout and cluck. Nothing leaves the room.",
        epilog="Start with: huhn-voice play",
    )
    parser.add_argument("--version", action="version", version=f"huhn-voice {__version__}")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, summary in COMMANDS.items():
        sub = subparsers.add_parser(name, help=summary, description=summary.capitalize() + ".")
        if words[:1] == [name]:  # only the chosen command is imported: --help stays quick
            import_module(f"huhn_voice.cli.{name}").configure(sub)
    options = parser.parse_args(words)
    try:
        code = import_module(f"huhn_voice.cli.{options.command}").run(options)
    except HuhnVoiceError as error:
        print(f"huhn-voice: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:  # the reader of our output went away
        sys.stderr.close()
        sys.exit(0)
    sys.exit(code)
