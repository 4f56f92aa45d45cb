"""The agents of Cheat: players with fixed habits, and tree searches."""
