"""Exact solutions of small two-player zero-sum games.

`extensive_form` lists a game's tree and its information sets, `regret` finds an equilibrium by CFR+ and says what a
policy loses against the best answer, and `form_search` lets the searches of `games.search` play on trees.
"""
