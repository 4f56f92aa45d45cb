"""Files and graphs: models and event models in and out."""
