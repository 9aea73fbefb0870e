"""The sandbox for scripts written by models: vetted against an allowlist, then run in a confined process.

The process has no network, no file access beyond reading libraries, and limits on time and memory. Only numbers come
back.
"""
