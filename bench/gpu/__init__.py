"""Speed of the GPU: figures, the vendor's tools and plots."""
