"""Games of hidden information whose agents ask the engine what is known."""
