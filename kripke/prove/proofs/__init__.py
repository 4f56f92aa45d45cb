"""Proofs to read and to check: closed tableaux with lemmas."""
