"""The value of an expression on given coordinates: lengths, angles, areas, volumes, constructed points."""
