"""Monte Carlo tree search in games of hidden information: parameters and formulas, and the search as compiled loops."""
