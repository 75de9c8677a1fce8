"""Many positions: reading them from files into arrays, and the attacks of their sliders."""
