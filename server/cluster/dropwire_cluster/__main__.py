"""The command line."""

import argparse
import json
import shutil
import sys
from pathlib import Path

from . import check, cluster, swarm


def arguments(given):
    """Splits the command line at `--`: ours, and what is passed to `dropwire check`."""
    at = given.index("--") if "--" in given else len(given)
    parser = argparse.ArgumentParser(
        prog="dropwire-cluster",
        description="Runs dropwire on the workers of a Dask cluster.",
        epilog="What follows `--` is passed to `dropwire check`. Exit status: as that of `dropwire check`.",
    )
    commands = parser.add_subparsers(dest="command", required=True)
    of_check = commands.add_parser("check", help="verify the targets of a project in shards, and merge the results")
    of_check.add_argument("--shards", type=_count, help="number of shards (default: 4 for each thread of the cluster)")
    of_swarm = commands.add_parser("swarm", help="search one target in many ways at the same time; its name follows `--`")
    of_swarm.add_argument("--searches", type=_count, help="number of searches (default: one for each thread of the cluster)")
    of_swarm.add_argument("--seconds", type=_count, default=60, help="time limit of each search (default: 60)")
    of_swarm.add_argument("--seed", type=int, default=0, help="seed of the first search (default: 0)")
    of_swarm.add_argument("--first", action="store_true", help="stop at the first finding")
    for one in (of_check, of_swarm):
        where = one.add_mutually_exclusive_group()
        where.add_argument("--scheduler", help="address of a Dask scheduler, such as tcp://host:8786")
        where.add_argument("--workers", type=_count, help="number of local workers (default: one for each core)")
        one.add_argument("--dropwire", default="dropwire", help="the binary, as the workers find it (default: dropwire)")
        one.add_argument("--folder", type=Path, help="project folder, the same on each worker (default: this one)")
        one.add_argument("--output", type=Path, help="write the JSON document there, not to standard output")
    return parser.parse_args(given[:at]), given[at + 1 :]


def _count(text):
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


def main(given=None):
    """Runs the command, and ends with its exit status."""
    asked, passed = arguments(sys.argv[1:] if given is None else given)
    for option in passed:
        if option.split("=")[0] in ("--format", "--shard"):
            sys.exit(f"dropwire-cluster: {option} is not passed on: the driver sets it")
    if asked.command == "swarm" and not passed:
        sys.exit("dropwire-cluster: name the target after `--`")
    # Local workers, and `merge`, need it here.
    dropwire = shutil.which(asked.dropwire) or asked.dropwire
    folder = (asked.folder or Path.cwd()).resolve()
    try:
        with cluster.connected(asked.scheduler, asked.workers) as client:
            if asked.command == "check":
                document, status = check.check(client, dropwire, folder, passed, asked.shards)
            else:
                count = asked.searches or cluster.threads(client)
                found, status = swarm.swarm(
                    client, dropwire, folder, passed, count, asked.seconds, asked.seed, asked.first
                )
                document = json.dumps(found, indent=2, ensure_ascii=False) + "\n"
    except cluster.Refused as refused:
        cluster.tell(str(refused))
        return 2
    except cluster.NoResult as lost:
        cluster.tell(str(lost))
        return 3
    except KeyboardInterrupt:
        return 130
    if asked.output:
        asked.output.write_text(document, encoding="utf-8")
    else:
        sys.stdout.write(document)
    return status


if __name__ == "__main__":
    sys.exit(main())
