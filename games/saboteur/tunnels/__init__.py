"""The mine: cards, what can be laid where, how far it is to the goals, and a drawing in text."""
