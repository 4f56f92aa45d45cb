"""The agents of Cheat: habits and tree searches."""
