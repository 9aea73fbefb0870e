"""Extraction from statements, without interpretation: language, labels, numbers, relations, lengths written out."""
