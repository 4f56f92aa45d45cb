"""The search: worlds, what they claim, lemmas from what fails, and counterexamples to common knowledge."""
