"""Players that have learnt by playing against themselves: the network alone, and the network that thinks ahead."""
