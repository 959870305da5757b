"""A cluster, and jobs on it: given out, retried if a worker is lost, and cancelled."""

import contextlib
import json
import sys
import uuid
from dataclasses import dataclass

import cloudpickle
from distributed import Client, Event, KilledWorker, LocalCluster, as_completed

from . import job

# How often a job is retried whose process died.
RETRIES = 3
# Exit statuses of dropwire that come with a result: verified, violated, not verified.
ANSWERS = (0, 1, 3)
USAGE = 2

# Workers and scheduler have Dask, and need not have this package: what they run is sent by value. Dask would send a function of a module by name,
# and a lambda it does not.
cloudpickle.register_pickle_by_value(job)
ON_WORKER = (lambda run: lambda *arguments: run(*arguments))(job.run)


class Refused(Exception):
    """Dropwire does not understand what it is asked: the same for every job."""


class NoResult(Exception):
    """Every job was lost."""


@dataclass
class Ended:
    """A job with a result."""

    # The JSON document that dropwire printed.
    document: dict
    # The name of the worker's machine.
    host: str
    seconds: float


@dataclass
class Lost:
    """A job without a result, and why."""

    why: str


@contextlib.contextmanager
def connected(scheduler, workers):
    """A client of the scheduler at this address, else of so many local workers with one thread each."""
    with contextlib.ExitStack() as stack:
        if scheduler is None:
            local = LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None, silence_logs="CRITICAL")
            scheduler = stack.enter_context(local)
        client = stack.enter_context(Client(scheduler))
        yield client


def threads(client):
    """How many jobs run at the same time."""
    return max(1, sum(client.nthreads().values()))


def run(client, commands, folder, finished):
    """Runs commands, each as a job, and calls `finished(index, Ended | Lost)` for each as it ends. True from it cancels the others."""
    stop = f"dropwire-stop-{uuid.uuid4()}"
    attempts = [0] * len(commands)

    def submit(index):
        attempts[index] += 1
        key = f"dropwire-{index}-{attempts[index]}-{stop}"
        # Each attempt is made: the same command may end otherwise on another worker.
        return client.submit(ON_WORKER, commands[index], str(folder), stop, key=key, pure=False)

    futures = {submit(index): index for index in range(len(commands))}
    running = as_completed(futures)
    try:
        for future in running:
            index = futures.pop(future)
            try:
                status, output, errors, host, seconds = future.result()
            except KilledWorker as lost:
                ended = Lost(f"its workers died: {lost}")
            else:
                if status == USAGE:
                    raise Refused(errors.strip())
                if status not in ANSWERS and attempts[index] <= RETRIES:
                    again = submit(index)
                    futures[again] = index
                    running.add(again)
                    continue
                how = f"exit status {status} on {host}: {_last_line(errors)}"
                document = _document(output)
                if status not in ANSWERS:
                    ended = Lost(how)
                elif document is None:
                    ended = Lost(f"no JSON document, {how}")
                else:
                    ended = Ended(document, host, seconds)
            if finished(index, ended):
                return
    finally:
        if futures:
            # Processes that run end by themselves within a second.
            Event(stop, client=client).set()
            client.cancel(list(futures), force=True)


def _document(output):
    """The JSON document that a job has printed, if it has."""
    try:
        document = json.loads(output)
    except ValueError:
        return None
    return document if isinstance(document, dict) else None


def _last_line(errors):
    lines = errors.strip().splitlines()
    return lines[-1] if lines else "no message"


def tell(text):
    """A line of progress."""
    print(text, file=sys.stderr, flush=True)
