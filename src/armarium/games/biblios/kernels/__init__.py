"""The compiled code of Biblios: the rules, the knowledge of every viewer, and loops over many games."""
