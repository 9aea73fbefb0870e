"""The script that builds a brief without a model."""
