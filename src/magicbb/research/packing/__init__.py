"""Making tables smaller than first fit does: ruin and rebuild, and guided separation."""
