"""Client for OpenAI-compatible servers: retry and backoff, rate limits, budget, structured output, cassettes, prompts.

The roles judge what a reply means.
"""
