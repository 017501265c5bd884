"""Who sits where: links to seats, bots that stand in, and what the host may do."""
