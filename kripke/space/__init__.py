"""The space of pointed models that actions lead to, up to bisimulation."""
