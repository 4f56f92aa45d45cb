"""When two worlds, or two models, are the same: `kripke.sameness.bisimulation` is the way in."""
