"""The one error that reaches a player as a sentence."""


class HuhnVoiceError(Exception):
    """Something outside is not as it should be (a file, a device, a name, a model).

    The message is one clear sentence for the player: what was wrong, where, and what to do. Commands print it and end
    with exit code 2.
    """
