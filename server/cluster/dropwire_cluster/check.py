"""Many targets: the shards of one call of `dropwire check`, merged."""

import json
import subprocess
import tempfile
from collections import Counter
from pathlib import Path

from . import cluster

# Shards for each job that can run at the same time: the shorter they are, the less is lost with a worker.
SHARDS_PER_THREAD = 4


def check(client, dropwire, folder, options, shards):
    """Runs `dropwire check` with these options in shards. Returns the merged JSON document as text, and the exit status."""
    shards = shards or SHARDS_PER_THREAD * cluster.threads(client)
    command = [dropwire, "check", "--format", "json", "--jobs", "1", *options]
    commands = [[*command, "--shard", f"{index + 1}/{shards}"] for index in range(shards)]
    documents = {}
    ended = 0

    def finished(index, result):
        nonlocal ended
        ended += 1
        progress = f"{ended}/{shards}: shard {index + 1}"
        if isinstance(result, cluster.Lost):
            cluster.tell(f"{progress}: no result: {result.why}")
            return False
        documents[index] = result.document
        cluster.tell(f"{progress}: {_verdicts(result.document)}, {result.seconds:.1f} s on {result.host}")
        return False

    cluster.run(client, commands, folder, finished)
    if not documents:
        raise cluster.NoResult("no shard has a result")
    with tempfile.TemporaryDirectory() as results:
        files = []
        for index, document in sorted(documents.items()):
            files.append(Path(results, f"{index + 1}.json"))
            files[-1].write_text(json.dumps(document), encoding="utf-8")
        merged = subprocess.run(
            [dropwire, "merge", *map(str, files)], capture_output=True, text=True, encoding="utf-8", cwd=folder
        )
    if merged.stderr:
        cluster.tell(merged.stderr.strip())
    return merged.stdout, merged.returncode


def _verdicts(document):
    counts = Counter(target["verdict"] for target in document["targets"])
    return ", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items())) or "no targets"
