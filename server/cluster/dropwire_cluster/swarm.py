"""One target that is too large for one search: many searches that differ in strategy and seed (swarm verification, Holzmann, Joshi and Groce,
2011), whose findings are put together by fingerprint."""

import itertools

from . import cluster

# In turn. Random ones differ by their seed each time; the others explore in an order of their own and are worth one search each.
RANDOM = ("random", "pct", "pos", "surw", "coverage")
EXHAUSTIVE = (
    ("--search", "guided"),
    ("--search", "dfs", "--set", "search.store=bitstate"),
    ("--search", "preemption-bound", "--set", "search.preemptions=1"),
    ("--search", "best-first"),
    ("--search", "bfs"),
    ("--search", "window"),
)
# More runs than any time limit allows.
RUNS = "1000000000"


def searches(count, seed):
    """The options of so many searches."""
    random = (("--search", RANDOM[i % len(RANDOM)], "--seed", str(seed + i), "--runs", RUNS) for i in itertools.count())
    # One exhaustive search among three, as long as there are any.
    mixed = itertools.chain.from_iterable((next(random), next(random), one) for one in EXHAUSTIVE)
    return list(itertools.islice(itertools.chain(mixed, random), count))


def swarm(client, dropwire, folder, target, count, seconds, seed, first):
    """Searches for findings of one target. Returns a JSON document in the schema of `check`, and the exit status."""
    different = searches(count, seed)
    command = [dropwire, "check", "--format", "json", "--time-limit", f"{seconds}s"]
    commands = [[*command, *options, *(["--first"] if first else []), *target] for options in different]
    documents = [None] * count
    known = set()
    ended = 0

    def finished(index, result):
        nonlocal ended
        ended += 1
        name = " ".join(option for option in different[index] if option not in ("--search", "--set"))
        name = name.replace(f" --runs {RUNS}", "").replace("--seed ", "seed ")
        if isinstance(result, cluster.Lost):
            cluster.tell(f"{ended}/{count}: {name}: no result: {result.why}")
            return False
        documents[index] = result.document
        found = documents[index]["targets"][0]
        new = {finding["fingerprint"]: finding["message"] for finding in found["findings"]}
        new = {print_: message for print_, message in new.items() if print_ not in known}
        known.update(new)
        cluster.tell(f"{ended}/{count}: {name}: {found['verdict']}, {found['statistics']['states']} states")
        for message in new.values():
            cluster.tell(f"  {message}")
        # A complete search leaves nothing to be found; else the others go on, as each may find something else.
        return found["coverage"] == "complete" and found["verdict"] != "incomplete" or first and bool(known)

    cluster.run(client, commands, folder, finished)
    return together([document for document in documents if document is not None])


def together(documents):
    """One document: that of the most conclusive search, with the findings of all. What no complete search says is not verified."""
    if not documents:
        raise cluster.NoResult("no search has a result")
    complete = [document for document in documents if document["targets"][0]["coverage"] == "complete"]
    violated = [document for document in documents if document["targets"][0]["verdict"] == "violated"]
    most_states = max(documents, key=lambda document: document["targets"][0]["statistics"]["states"])
    chosen = next(iter(complete or violated), most_states)
    findings = {}
    for document in [chosen, *documents]:
        for finding in document["targets"][0]["findings"]:
            before = findings.get(finding["fingerprint"])
            # One that a run confirms counts more than one that an analysis predicts.
            if before is None or before["confidence"] != "confirmed" and finding["confidence"] == "confirmed":
                findings[finding["fingerprint"]] = finding
    target = {**chosen["targets"][0], "findings": list(findings.values())}
    if violated:
        target["verdict"] = "violated"
    status = max((document["exitStatus"] for document in documents), key=lambda status: (status == 1, status))
    if complete and not violated:
        status = complete[0]["exitStatus"]
    return {**chosen, "exitStatus": status, "targets": [target]}, status
