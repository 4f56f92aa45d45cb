"""What `make docs` makes while it builds the site: pictures of models, and lists from the code."""
