"""The engine: from a corpus to verified samples. Scenes, films, stages, the store, and the run that connects them."""
