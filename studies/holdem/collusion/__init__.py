"""Two players of hold'em who collude: how they play, what they signal, and how they are detected."""
