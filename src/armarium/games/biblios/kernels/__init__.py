"""The compiled chapters of Biblios: the rules, what every eye knows, and the loops over many games."""
