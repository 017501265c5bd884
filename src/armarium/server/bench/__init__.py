"""How much one server carries: `armarium bench server`."""
