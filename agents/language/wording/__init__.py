"""Figures described in English, letters replaced by colours, lengths by metres, and the variants of a question."""
