"""Conditions as residuals and margins, and the verifier that re-measures each of them. Does not import the solver."""
