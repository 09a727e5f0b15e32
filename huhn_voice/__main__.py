"""`python -m huhn_voice` is the command `huhn-voice`."""

from huhn_voice.cli import main

main()
