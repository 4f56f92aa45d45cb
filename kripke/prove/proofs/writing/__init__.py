"""A proof's script from the finished search."""
