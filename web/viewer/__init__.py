"""The local web site of a run: list, search, one problem stage by stage, the solid in 3D."""
