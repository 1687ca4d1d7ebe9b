"""What lies on the mat, and since when. Knows no games. See README.md here."""
