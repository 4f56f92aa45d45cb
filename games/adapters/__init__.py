"""Games in the shape that other libraries ask for; each module needs its library."""
