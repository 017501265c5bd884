"""The extension of Biblios for the lab."""
