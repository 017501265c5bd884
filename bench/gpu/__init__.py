"""How fast the GPU is: figures, the vendor’s tools, plots."""
