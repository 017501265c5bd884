"""Games that are over, seen again: from any seat as it saw them then, or with open cards.

Everything here starts from a record, and a table gives its record only when nothing of it is secret any more.
"""
