"""The web page: a local server that evaluates requests about models, and the code in the browser."""
