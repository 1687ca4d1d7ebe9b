"""The game, from what happened to what it means. See README.md here."""
