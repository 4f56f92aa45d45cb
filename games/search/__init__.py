"""Monte Carlo tree search in games with hidden information: settings, formulas, and the search as compiled loops."""
