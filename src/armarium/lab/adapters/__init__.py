"""The games under other people's APIs. Each file needs its own library; none is imported from here."""
