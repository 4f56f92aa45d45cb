"""Pictures of models, event models, explanations and games."""
