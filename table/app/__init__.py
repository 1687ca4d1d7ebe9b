"""Real or simulated parts put together: the only place with threads, signals and sockets."""
