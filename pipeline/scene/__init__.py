"""From a figure to a verified scene: briefs, palette, template scripts, the sandbox, the audit."""
