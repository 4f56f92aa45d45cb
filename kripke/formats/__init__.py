"""Reading and writing of models and event models in files and graphs."""
