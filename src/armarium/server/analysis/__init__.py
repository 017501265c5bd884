"""Games explained for people at the tables: in processes of their own, one after the other, kept when done."""
