"""The audit: whether the mesh built by a script is the solid of its brief; findings are sentences. No repairs."""
