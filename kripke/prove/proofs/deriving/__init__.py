"""Conversion of a proof to a derivation in the style of Hilbert: refuted worlds become theorems, lifted by boxes."""
