"""Writers for Hugging Face, Parquet, VLMEvalKit, lmms-eval and JSON Lines. They read items, never a run."""
