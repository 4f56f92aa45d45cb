"""Kripke models: building, checking, explaining and changing them."""
