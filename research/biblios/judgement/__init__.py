"""Checks of the analysis: luck of equal players, accuracy by level, planted blunders."""
