"""The web page: a server on this machine that evaluates requests about models, and the code in the browser."""
