"""Film files: decoding, checks, metadata, evenly spaced frames. Encoding is in `pipeline.film`."""
