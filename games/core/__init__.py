"""What all games share: rules and states, agents, cards, errors."""
