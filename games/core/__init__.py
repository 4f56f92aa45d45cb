"""The ground that all games share: rules and states, agents, cards, errors."""
