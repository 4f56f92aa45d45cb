"""ISPL, the language of MCMAS: systems with time and questions about them, in files."""
