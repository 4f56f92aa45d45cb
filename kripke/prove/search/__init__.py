"""The search: worlds and their claims, lemmas from failures, and counterexamples to common knowledge."""
