"""The players of Bibliogamo: `careful`, `planner`, and the `search` that plays the planner on into imagined futures."""
