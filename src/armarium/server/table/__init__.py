"""What a table is: the fold of its log, what a seat may do to it, and what each eye is told.

No sockets, no clocks, no threads and no files: whoever runs a table saves, sends and waits.
"""
