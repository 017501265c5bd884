"""Positions from analysed games, with a question: how they are made, kept and asked."""
