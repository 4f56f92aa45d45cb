"""The learner: the habits of others as weights on worlds, and the best answer to them."""
