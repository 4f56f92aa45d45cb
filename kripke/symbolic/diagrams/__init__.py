"""Decision diagrams, and sets of states as functions of their variables."""
