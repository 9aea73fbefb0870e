"""Code that runs inside Blender: standard library, numpy and bpy only. Never imported outside; used through JSON."""
