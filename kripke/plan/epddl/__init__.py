"""EPDDL, the planning domain definition language of epistemic planning: read, grounded, and as ground JSON."""
