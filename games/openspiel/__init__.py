"""Knowledge in the games of OpenSpiel, and our games as Python games of theirs."""
