"""What runs on a worker: one process of dropwire. The module is sent to the workers, and imports nothing of this package."""

import ctypes
import signal
import socket
import subprocess
import sys
import time

from distributed import Event

# Seconds between two looks at whether the driver wants the jobs to stop.
INTERVAL = 0.5
# Exit status of a command that is not found, as in a shell.
NOT_STARTED = 127


def run(command, folder, stop):
    """Runs a command in a folder to its end, or until the event of this name is set.

    Returns its exit status (negative: the signal that killed it; `NOT_STARTED`: there is no such program, or it cannot be started), what
    it printed to standard output and to standard error, the name of the worker's machine, and the seconds it took.
    """
    stopped = Event(stop)
    began = time.monotonic()
    host = socket.gethostname()
    try:
        process = subprocess.Popen(
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            preexec_fn=_die_with_the_worker if sys.platform == "linux" else None,
        )
    except OSError as error:
        return NOT_STARTED, "", str(error), host, time.monotonic() - began
    while True:
        try:
            output, errors = process.communicate(timeout=INTERVAL)
            break
        except subprocess.TimeoutExpired:
            if stopped.is_set():
                process.terminate()
    return process.returncode, output, errors, host, time.monotonic() - began


def _die_with_the_worker():
    """Linux: the process is killed when the worker is (prctl(2), PR_SET_PDEATHSIG)."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)
