"""Rule-based text processing: extraction from statements, wording, leak detection, offline reader. No model calls."""
