"""How well the hearing hears: labelled sound in, figures out."""
