"""What a finished game can teach: luck and play apart, what each decision cost, and what every lot was worth.

Everything here is the same for all games; what a position is worth is asked of the book (`Book.analyst`).
"""
