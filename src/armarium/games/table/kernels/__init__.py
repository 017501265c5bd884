"""Compiled code that every game may call: sets of bits, chance, the key of a deal, random play."""
