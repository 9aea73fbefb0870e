"""All code that calls language models or checks text: the gateway, the roles, and the rule-based language code."""
