"""The game in the terminal: words, screens, answers, replays and proofs."""
