"""How the bundled model is made: words → synth → align → train → export → measure."""
