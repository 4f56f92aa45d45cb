"""Exact solutions of small two-player zero-sum games.

`extensive_form` lists a game's tree and its information sets, `regret` finds an equilibrium by CFR+ and computes the
loss of a policy against a best response, and `form_search` lets the searches of `games.search` play on trees.
"""
