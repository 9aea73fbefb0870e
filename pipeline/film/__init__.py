"""Films of verified scenes: specifications, profiles, room plates, encoding, and the checks on the result."""
