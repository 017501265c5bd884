"""Views as pictures: the page's own drawings on one leaf, as SVG, as an image, in a window."""
