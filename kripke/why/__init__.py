"""Why: the reasons for each clause, and the tree of them."""
