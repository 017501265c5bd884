"""The rule-based players of Biblios: `oblate`, `novice`, `monk`, and the published `baseline`."""
