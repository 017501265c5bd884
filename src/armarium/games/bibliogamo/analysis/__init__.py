"""What a game of Bibliogamo says about itself when it is over: expected scores, by the planner in imagined futures."""
