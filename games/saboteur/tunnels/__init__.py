"""The mine: path cards, where they can be laid, distances to the goals, and a drawing as text."""
