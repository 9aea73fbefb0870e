"""The web pages: the viewer of a run and its report. Reads the run's rows, changes nothing."""
