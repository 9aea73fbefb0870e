"""A statement's words and a figure's lines, compared passage by passage in both directions. No model and no solver."""
