"""The load generator of `armarium bench server`: clients, the server under test, and the measured runs."""
