"""Rules of the games: state and action in, events out. No sound, clock, file or text for people."""
