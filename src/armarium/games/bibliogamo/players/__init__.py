"""The players of Bibliogamo: `careful`, `planner`, and `search`, a tree search over the planner's plans."""
