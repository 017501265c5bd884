"""The arena: duplicate deals, what they tell about players, and how surely."""
