"""The sandboxed process that runs one untrusted scene script and returns what it built as numbers."""
