"""What a host does beside serving: copies of all tables, a look at everything, and deleting what is old."""
