"""Tune the planner's weights with CMA-ES."""
