"""Batches: many games side by side, on the cores of a CPU; `lab/cuda` has those on a GPU."""
