"""Is the GPU right? `python -m tests.gpu.check` says so where there is one; elsewhere Numba's simulator plays."""
