"""The compiled chapters of Bibliogamo: the rules, forecasts, and the loops over many games."""
