"""When two worlds, or two models, are the same: `kripke.bisimulation` is the way in."""
