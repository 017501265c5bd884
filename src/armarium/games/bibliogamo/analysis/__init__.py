"""The analysis of finished games: expected scores, by playouts of the planner."""
