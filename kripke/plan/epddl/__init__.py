"""EPDDL, the planning domain definition language of epistemic planning: reading, grounding, and ground JSON.

The guideline (arXiv:2601.20969) defines the language; plank (github.com/a-burigana/plank) is its reference planner.
"""
