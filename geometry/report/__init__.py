"""The full report on a figure: solved, verified, its target measured and checked to have a single value."""
