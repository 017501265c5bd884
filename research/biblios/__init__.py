"""Experiments for Biblios: tuning, calibration, and checks of the analysis."""
