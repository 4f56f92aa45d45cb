"""The independent checker of scripts: it shares no code with the search."""
