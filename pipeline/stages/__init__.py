"""The stages of a problem and their catalogue. A stage imports neither the workflow nor the store."""
