"""Measurements behind `solidscene bench`: geometry over the truth table, rendering, and conversion of problems.

Each `*_speed` module runs one benchmark and formats its result; the terminal is left to `solidscene.cli`.
"""
