"""The process behind `kernel_pool`: receives a function and its arguments, sends back what it returned or raised.

Run as `python -m workers.kernel_worker PIPE_FD PARENT_PID`. Ends with its parent.
"""

import contextlib
import gc
import os
import pickle
import signal
import sys
import threading
import time
from multiprocessing.connection import Connection
from typing import cast


def serve(pipe: "Connection", parent: int) -> None:
    """Answer calls until the pipe is closed."""
    # Ctrl-C reaches the whole process group; only the parent handles it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Figures are trees without reference cycles: collecting every 700 objects, the default, costs a tenth of the time.
    gc.set_threshold(50_000, 20, 20)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    with contextlib.suppress(EOFError, OSError):
        while True:
            function, arguments = pipe.recv()
            try:
                answer = (True, function(*arguments))
            except Exception as error:  # noqa: BLE001 - raised again in the caller's process
                answer = (False, _portable(error))
            pipe.send(answer)


def _portable(error: Exception) -> Exception:
    """The error itself if it can be pickled, else its message."""
    try:
        return cast(Exception, pickle.loads(pickle.dumps(error)))
    except Exception:  # noqa: BLE001 - whatever an exception's own code does
        return RuntimeError(f"{type(error).__name__}: {error}")


def _end_with(parent: int) -> None:
    """A killed parent cannot end its children; they notice that their parent process id changed."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)


if __name__ == "__main__":
    serve(Connection(int(sys.argv[1])), int(sys.argv[2]))
