"""Batches on a GPU: the slots and their two kernels, and how they are compared with a CPU and measured."""
