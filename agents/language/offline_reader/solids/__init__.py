"""Rules for what a statement says of solids: kinds, bases, sizes, labelled points and places on them."""
