"""The only room that knows both sound and rules: turns, the window for shouts, who shouted, saving and resuming."""
