"""The players of Bibliogamo: `careful`, `planner`, and the `search` that grows a tree of the planner's plans."""
