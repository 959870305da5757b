"""A library's table: a head that says what is checked, the judgements of findings, and the accepted verdicts."""

import re
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path

VERDICTS = ("verified", "violated", "incomplete", "failed")
# What a finding may be. A false alarm is a defect of Dropwire; the others are right.
FALSE_ALARM = "false-alarm"
JUDGEMENTS = ("library", "test", "benign", "intended", FALSE_ALARM)
UNJUDGED = "?"
HEAD = {
    "release": "the release of Debian",
    "source": "the source package",
    "packages": "binary packages, the library's own one first",
    "jars": "jars of their folder /usr/share/java, without the ending",
    "tests": "folders of the source package with tests",
    "sourcepath": "folders with sources that tests use",
    "resources": "folders of the source package with resources",
    "include": "patterns of test sources; default: all",
    "javac": "further options of javac",
    "junit3": "patterns of test classes of JUnit 3, of which each test with several threads is a target",
    "also": "test classes whose tests `plan` does not list, though they start threads",
    "not": "patterns of what is no target",
    "only": "patterns of targets; default: all",
    "options": "further options of dropwire check",
    "versions": "what the table was made with",
}
# What the tests are made of.
OF_TESTS = ("release", "source", "packages", "jars", "tests", "sourcepath", "resources", "include", "javac", "junit3")
NEEDED = ("release", "source", "packages", "jars", "tests")


class Unreadable(Exception):
    """A table is not as it should be; the text says where."""


@dataclass(frozen=True)
class Row:
    """What is accepted of a target. `why` is the causes of an incomplete one, the findings of a violated one."""

    verdict: str
    why: tuple[str, ...] = ()


@dataclass
class Table:
    """A library, as its file has it."""

    path: Path
    comments: list[str] = field(default_factory=list)
    head: dict[str, list[str]] = field(default_factory=dict)
    # Sources that do not compile, each with its reason.
    left_out: dict[str, str] = field(default_factory=dict)
    # Findings, as `kind File.java:12`, each with a judgement and its reason.
    judged: dict[str, tuple[str, str]] = field(default_factory=dict)
    rows: dict[str, Row] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return self.path.stem

    def all(self, key: str) -> list[str]:
        return self.head.get(key, [])

    def wants(self, target: str) -> bool:
        matches = lambda key: any(fnmatchcase(target, pattern) for pattern in self.all(key))  # noqa: E731
        return (not self.all("only") or matches("only")) and not matches("not")


def read(path: Path) -> Table:
    """Reads a table."""
    table = Table(path)
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            _read_line(table, line)
        except (ValueError, IndexError) as error:
            raise Unreadable(f"{path.name}:{number}: {error}: {line}") from error
    missing = [key for key in NEEDED if not table.all(key)]
    if missing:
        raise Unreadable(f"{path.name}: no line says {', '.join(missing)}")
    return table


def _read_line(table: Table, line: str) -> None:
    if not line.strip():
        return
    if line.startswith("#"):
        table.comments.append(line)
    elif key := re.match(r"([a-z][a-z0-9]*): ", line):
        if key[1] not in HEAD:
            raise ValueError(f"unknown key {key[1]}")
        table.head.setdefault(key[1], []).extend(line[key.end() :].split())
    elif line.startswith("leave-out "):
        source, reason = _parts(line[len("leave-out ") :], 2)
        table.left_out[source] = reason
    elif line.startswith("judged "):
        finding, judgement, reason = _parts(line[len("judged ") :], 3)
        if judgement not in (*JUDGEMENTS, UNJUDGED):
            raise ValueError(f"a judgement is one of {', '.join(JUDGEMENTS)}")
        table.judged[finding] = (judgement, reason)
    else:
        verdict, rest = line.split(None, 1)
        if verdict not in VERDICTS:
            raise ValueError(f"a verdict is one of {', '.join(VERDICTS)}")
        target, _, why = rest.partition(" | ")
        table.rows[target.strip()] = Row(verdict, tuple(one.strip() for one in why.split("; ") if one.strip()))


def _parts(text: str, count: int) -> list[str]:
    parts = [part.strip() for part in text.split("|", count - 1)]
    if len(parts) != count:
        raise ValueError(f"{count} parts between bars are needed")
    return parts


def write(table: Table) -> None:
    """Writes a table: the head as it was, all else sorted."""
    lines = list(table.comments)
    for key in HEAD:
        for row in _wrapped(table.all(key)):
            lines.append(f"{key}: {row}")
    groups = (
        [f"leave-out {source} | {reason}" for source, reason in sorted(table.left_out.items())],
        [f"judged {finding} | {judgement} | {reason}" for finding, (judgement, reason) in sorted(table.judged.items())],
        [_row(target, row) for target, row in sorted(table.rows.items())],
    )
    for group in groups:
        if group:
            lines += ["", *group]
    table.path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _wrapped(words: list[str], width: int = 110) -> list[str]:
    rows: list[str] = []
    for word in words:
        if rows and len(rows[-1]) + 1 + len(word) <= width:
            rows[-1] += " " + word
        else:
            rows.append(word)
    return rows


def _row(target: str, row: Row) -> str:
    return f"{row.verdict} {target}" + (f" | {'; '.join(row.why)}" if row.why else "")
