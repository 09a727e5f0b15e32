"""A card table played by voice."""

__version__ = "0.1.0"
