"""Two colluding players of hold'em: how they play, what they signal, and how they are detected."""
