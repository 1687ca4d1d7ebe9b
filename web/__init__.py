"""Screens of the table: what a browser shows, and what a touch tells. Knows no rule and no card's meaning."""
