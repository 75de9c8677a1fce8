"""One look-up, step by step: what is computed, what comes out, and why."""
