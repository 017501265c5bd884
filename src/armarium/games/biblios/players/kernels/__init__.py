"""The compiled code of the players of Biblios."""
