"""Contacts and lamps. Knows not what a press means. See README.md here."""
