"""Monte Carlo tree search in games of hidden information, shared by games.

`settings` has the parameters and the formulas, `plain_search` the search in plain Python, `compiled_search` the same as
compiled loops: with the same random numbers both build the same tree. `kernels` declares what a game brings.
"""
