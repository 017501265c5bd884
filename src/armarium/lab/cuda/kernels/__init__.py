"""What a GPU runs: the functions from which a game's CUDA kernels are built."""
