"""Knowledge in the games of OpenSpiel, and this package's games as Python games of OpenSpiel."""
