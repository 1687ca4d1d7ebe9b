"""How the network that reads corner indices was made. Needs the extra `train`; nothing at run time imports it."""
