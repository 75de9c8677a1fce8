"""One magic, what is wrong with it, and finding them."""
