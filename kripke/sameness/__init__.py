"""Sameness of worlds and models; `kripke.sameness.bisimulation` collects the public functions."""
