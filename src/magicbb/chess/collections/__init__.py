"""Many positions: files of them as arrays, and what their sliders attack."""
