"""The parts that all games share: rules and states, agents, cards, errors."""
