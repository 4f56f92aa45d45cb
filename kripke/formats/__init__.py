"""Files and graphs: reading and writing models and event models."""
