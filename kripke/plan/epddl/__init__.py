"""EPDDL, the planning domain definition language of epistemic planning: reading, grounding, and ground JSON."""
