"""Knowledge structures: how they are built, counted, listed, changed by events and moved between managers."""
