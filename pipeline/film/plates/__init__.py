"""Plates, the pictures of an empty room that films share: keys, cache, and plates shipped with the program."""
