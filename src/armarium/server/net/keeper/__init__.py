"""The page of whoever keeps the house: tables, people and addresses, for those who have its token."""
