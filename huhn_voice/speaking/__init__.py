"""Events in, sentences and sound out. Knows no game: sentences are data, events are read by name and fields."""
