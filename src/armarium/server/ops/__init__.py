"""Operations: the backup, restore, doctor and prune commands, metrics and logging."""
