"""Samples in, heard words and clucks out. Knows no game: it is told which phrases to expect."""
