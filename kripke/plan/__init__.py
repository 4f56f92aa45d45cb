"""Plans and policies: which actions make a formula true."""
