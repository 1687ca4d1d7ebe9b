"""The digital twin: a simulated table with cards, hands, a camera and buttons."""
