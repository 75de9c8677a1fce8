"""FEN and EPD: parsing, validation and writing."""
