"""The web page: a local server that answers requests about models, and the code that runs in the browser."""
