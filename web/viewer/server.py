"""The viewer as a local server: uvicorn on a loopback socket.

Listens on 127.0.0.1 only, and this is not configurable: a run contains prompts, replies and paths of its owner.
"""

import errno
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Final

import uvicorn

from web.viewer.app import site_app

HOST: Final = "127.0.0.1"


class PortTaken(OSError):  # noqa: N818
    """The port cannot be used; the message names a remedy."""


def listening(port: int) -> socket.socket:
    """A listening socket on loopback; port 0 takes any free one."""
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((HOST, port))
    except OSError as error:
        found.close()
        what = "is in use" if error.errno == errno.EADDRINUSE else f"cannot be used ({error.strerror})"
        raise PortTaken(
            f"port {port} {what}. Remedy: choose another with --port, or --port 0 for any free one"
        ) from error
    # Listening before the server has started lets an early browser wait instead of fail.
    found.listen(64)
    return found


def address(opened: socket.socket) -> str:
    """URL of the viewer."""
    return f"http://{HOST}:{opened.getsockname()[1]}/"


def viewer_server(run: Path) -> uvicorn.Server:
    """A server of the run's pages; raises StoreError if the folder is not a run."""
    # Proxy headers are not trusted, and the Server header is not sent.
    return uvicorn.Server(
        uvicorn.Config(
            site_app(run),
            log_level="warning",
            access_log=False,
            proxy_headers=False,
            server_header=False,
            ws="none",
            timeout_graceful_shutdown=1,
        )
    )


def serve(run: Path, port: int, ready: Callable[[str], None]) -> None:
    """Serve a run until interrupted; `ready` is called with the URL once requests are accepted."""
    server = viewer_server(run)
    opened = listening(port)
    try:
        ready(address(opened))
        server.run(sockets=[opened])
    finally:
        opened.close()
