"""Plans and policies: sequences and trees of actions that make a formula true."""
