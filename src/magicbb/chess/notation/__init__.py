"""FEN and EPD: what they say, and what is wrong with them."""
