"""Players trained by self-play: the network alone (`prior`), and the network with search (`abbot`)."""
