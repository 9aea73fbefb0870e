"""Rendering with Cycles: camera orbit, crops, pixel filter, colour, devices, disk space."""
