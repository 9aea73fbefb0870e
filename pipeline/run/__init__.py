"""A run of convert: corpus, options, settings, workflow, checkpoints, resume, replay, merge, export."""
