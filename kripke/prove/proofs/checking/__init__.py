"""The independent checker of scripts, which uses no code of the search."""
