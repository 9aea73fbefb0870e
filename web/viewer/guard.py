"""Middleware for every response of the viewer: allowed hosts, allowed methods, and security headers.

Only GET and HEAD, and only with a Host header that names this machine: DNS rebinding by a foreign page is rejected.
Pages may load nothing from other hosts, run no inline script and not be framed.
"""

from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from web.plotly_script import EMPTY_SHEET

NAMES: Final = ("127.0.0.1", "localhost")
"""Host names that the viewer accepts."""

POLICY: Final = (
    f"default-src 'none'; script-src 'self'; style-src 'self' {EMPTY_SHEET}; img-src 'self' data: blob:; "
    "media-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


class Guard:
    """Rejects foreign hosts and writing methods, and sets the headers of every response."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            raise RuntimeError("the viewer supports plain HTTP only")

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await (_refusal(scope) or self._app)(scope, receive, sending)


def _refusal(scope: Scope) -> PlainTextResponse | None:
    if not is_our_name(Headers(scope=scope).get("host", ""), scope.get("server")):
        return PlainTextResponse("This viewer only accepts requests to localhost.\n", status_code=421)
    if scope["method"] not in ("GET", "HEAD"):
        return PlainTextResponse("The viewer is read-only.\n", status_code=405, headers={"Allow": "GET, HEAD"})
    return None


def is_our_name(host: str, server: tuple[str, int | None] | None) -> bool:
    """Whether a Host header names this machine and the port of the connection."""
    name, colon, port = host.rpartition(":") if ":" in host else (host, "", "")
    served = str(server[1]) if server and server[1] else ""
    return name.lower() in NAMES and (port == served if colon else served == "80")
