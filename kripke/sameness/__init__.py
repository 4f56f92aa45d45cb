"""Sameness of models: bisimulation, contraction, canonical forms, and formulas that distinguish two models."""
