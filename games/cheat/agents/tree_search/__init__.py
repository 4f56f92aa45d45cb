"""Agents that search with simulations: SDMCTS of Bitan and Kraus (2018), and plainer searches beside it."""
