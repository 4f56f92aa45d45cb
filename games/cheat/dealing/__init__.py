"""The cards that a player does not see: counted, and dealt again in any way that the rules allow."""
