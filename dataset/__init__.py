"""The published dataset: items with media and proof, dataset folders, writers; and disk helpers for every package.

Atomic writes, file names, paths and the program version are here because every package above needs them. Knows
nothing about how items are generated.
"""
