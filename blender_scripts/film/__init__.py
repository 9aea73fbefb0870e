"""Film jobs: the room, the object in it, plates, crops, path tracing, the occlusion check, visibility of markers."""
