"""Batches on a GPU: the slots, their two kernels, and the figures of `armarium bench rules --device cuda`."""
