"""Is an analysis right? Measured on games of the house: luck of equal players, levels by accuracy, planted blunders."""
