"""Tests of the GPU: `python -m tests.gpu.check` needs one; the other tests use Numba's simulator."""
