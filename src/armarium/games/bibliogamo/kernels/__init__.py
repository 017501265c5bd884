"""The compiled code of Bibliogamo: the rules, forecasts, and loops over many games."""
