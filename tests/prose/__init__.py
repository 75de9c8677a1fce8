"""Every figure in the documents' prose is computed, or has its source."""
