"""Predicts whether a claim is a lie, from what the other player sees."""
