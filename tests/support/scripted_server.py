"""A server on loopback that speaks the chat-completions protocol by a script and remembers what it was asked.

Steps are taken in order, one per request; when they run out, `otherwise` answers. Everything a network can do to a
client is a step: errors with headers, slow replies, broken JSON, bodies that end early, connections that drop.
"""

import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Step:
    """What the server does with one request."""

    body: str = ""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    delay_s: float = 0.0
    """Silence before the reply."""
    cut_at: int = -1
    """Bytes of the body after which the connection ends, though the length announced more; -1 for none."""
    drops: bool = False
    """Whether the connection ends without a reply."""


def says(text: str, finish: str = "stop", tokens: tuple[int, int] = (10, 5), **more: Any) -> Step:
    """A completion with this text; `tokens` are those of prompt and completion."""
    choice = {"index": 0, "message": {"role": "assistant", "content": text, **more}, "finish_reason": finish}
    usage = {"prompt_tokens": tokens[0], "completion_tokens": tokens[1], "total_tokens": sum(tokens)}
    reply = {"id": "c", "object": "chat.completion", "created": 0, "model": "m", "choices": [choice], "usage": usage}
    return Step(body=json.dumps(reply))


def fails(status: int, message: str = "no", **headers: str) -> Step:
    """An error in the protocol's form; header names are given with underscores."""
    body = json.dumps({"error": {"message": message, "type": "invalid_request_error", "param": None, "code": None}})
    return Step(body=body, status=status, headers={name.replace("_", "-"): value for name, value in headers.items()})


@dataclass(frozen=True)
class Asked:
    """One request as it arrived."""

    path: str
    headers: dict[str, str]
    """Names in lower case."""
    body: dict[str, Any]


class ScriptedServer:
    """The script, the requests so far, and how many were under way at once."""

    def __init__(self, steps: Sequence[Step] = (), otherwise: Callable[[dict[str, Any]], Step] | None = None) -> None:
        self._steps = list(steps)
        self._otherwise = otherwise or (lambda _body: fails(500, "the script is at its end"))
        self._lock = threading.Lock()
        self._under_way = 0
        self.most_under_way = 0
        self.asked: list[Asked] = []
        self.base_url = ""

    @property
    def bodies(self) -> list[dict[str, Any]]:
        """The request bodies so far."""
        with self._lock:
            return [asked.body for asked in self.asked]

    def begin(self, asked: Asked) -> Step:
        """Take a request in and say what to do with it."""
        with self._lock:
            self.asked.append(asked)
            self._under_way += 1
            self.most_under_way = max(self.most_under_way, self._under_way)
            step = self._steps.pop(0) if self._steps else None
        return step or self._otherwise(asked.body)

    def end(self) -> None:
        """A request is done with. Called before the reply's last byte, so that the client cannot be faster."""
        with self._lock:
            self._under_way -= 1


@contextmanager
def scripted_server(
    *steps: Step, otherwise: Callable[[dict[str, Any]], Step] | None = None
) -> Iterator[ScriptedServer]:
    """The server while the block runs."""
    script = ScriptedServer(steps, otherwise)
    server = _Server(("127.0.0.1", 0), _handler(script))
    script.base_url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield script
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    # A client that gave up leaves its thread asleep in a step's delay; the test need not wait for it.
    block_on_close = False
    request_queue_size = 64

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up is part of the script."""


def _handler(script: ScriptedServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        # Headers and body in one packet: two would cost a delayed acknowledgement of 40 ms each time.
        wbufsize = -1

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            step = script.begin(Asked(self.path, {name.lower(): value for name, value in self.headers.items()}, body))
            time.sleep(step.delay_s)
            script.end()
            if not step.drops:
                self._reply(step)
            if step.drops or step.cut_at >= 0:
                self.close_connection = True

        def _reply(self, step: Step) -> None:
            body = step.body.encode()
            self.send_response_only(step.status)
            for name, value in {"content-type": "application/json", **step.headers}.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body if step.cut_at < 0 else body[: step.cut_at])

        def log_message(self, format: str, *args: Any) -> None:
            """Tests are quiet."""

    return Handler
