"""The sandboxed process that runs one scene script and sends back numbers."""
