"""The tests of a library: fetched, compiled, and run by `dropwire check`, each target by itself."""

import hashlib
import json
import os
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Iterator

from packages import Release
from tables import Row, Table

# Runs one test of JUnit 3, whose tests are no targets.
DRIVER = Path(__file__).resolve().parent / "Junit3.java"
# The same for all libraries, on each machine.
LIMITS = ("--jobs", "1", "--time-limit", "10s", "--memory-limit", "2GiB")
# A process that exceeds its limit by this much hangs.
SECONDS = 120
# Whether these are the reason depends on how fast the machine is.
BY_TIME = {"time", "memory", "not-followed", "potential-findings", "not-reproduced", "first-finding"}


class Broken(Exception):
    """Something that keeps a whole library from being run; the text says what."""


@dataclass(frozen=True)
class Result:
    """What came of a target."""

    target: str
    row: Row
    seconds: float
    # Confirmed findings: key of the table, message.
    findings: tuple[tuple[str, str], ...] = ()
    # Causes of an incomplete verdict, with the sentence of each.
    causes: tuple[tuple[str, str], ...] = ()

    @property
    def by_time(self) -> bool:
        return self.row.verdict == "incomplete" and {cause for cause, _ in self.causes} <= BY_TIME


class Library:
    """A library on this machine."""

    def __init__(self, table: Table, cache: Path, dropwire: Path, jdk: "Jdk"):
        self.table, self.dropwire, self.jdk = table, dropwire, jdk
        self.cache = cache
        self.folder = cache / "libraries" / table.name
        self.root = cache / "packages" / table.all("release")[0]
        self.source = cache / "sources" / f"{table.all('release')[0]}-{table.all('source')[0]}"

    def fetch(self) -> list[str]:
        """Fetches its packages, and gives the versions of the library and of its source."""
        release = Release(self.table.all("release")[0], self.cache)
        release.fetch(self.table.all("packages"), self.root)
        release.fetch_source(self.table.all("source")[0], self.source)
        package = self.table.all("packages")[0]
        return [package, release.version(package), "JDK", self.jdk.version.split(".")[0]]

    def jars(self) -> list[Path]:
        folder = self.root / "usr/share/java"
        jars = [folder / f"{jar}.jar" for jar in self.table.all("jars")]
        missing = [jar.name for jar in jars if not jar.exists()]
        if missing:
            raise Broken(f"no package has {', '.join(missing)}")
        return jars

    def sources(self) -> list[Path]:
        """The test sources that are to be compiled, with those that do not compile."""
        patterns = self.table.all("include") or ["*"]
        found = []
        for folder in self.table.all("tests"):
            below = self.source / folder
            if not below.is_dir():
                raise Broken(f"the source package has no folder {folder}")
            for path in sorted(below.rglob("*.java")):
                if any(fnmatchcase(path.relative_to(below).as_posix(), pattern) for pattern in patterns):
                    found.append(path)
        if not found:
            raise Broken("no test source matches the patterns of the table")
        return found

    def compile(self) -> set[str]:
        """Compiles the tests, and gives the sources (from the package's folder) that do not compile."""
        classes, made = self.folder / "target/test-classes", self.folder / "compiled"
        key = digest(self.table.head.items(), self.jdk.version)
        if made.exists() and (said := made.read_text(encoding="utf-8").splitlines())[:1] == [key]:
            return set(said[1:])
        self.jars()
        sources, left_out = self.sources(), set()
        while True:
            shutil.rmtree(self.folder / "target", ignore_errors=True)
            classes.mkdir(parents=True)
            faulty = self._javac(classes, [path for path in sources if path not in left_out])
            if not faulty:
                break
            left_out |= faulty
        if self.table.all("junit3"):
            self._javac(classes, [DRIVER])
        for folder in self.table.all("resources"):
            shutil.copytree(self.source / folder, classes, dirs_exist_ok=True)
        names = {path.relative_to(self.source).as_posix() for path in left_out}
        made.write_text("\n".join([key, *sorted(names)]), encoding="utf-8")
        return names

    def _javac(self, classes: Path, sources: list[Path]) -> set[Path]:
        """Compiles sources. The result is those with errors."""
        arguments = self.folder / "javac.arguments"
        arguments.write_text("".join(f'"{path}"\n' for path in sources), encoding="utf-8")
        options = ["-nowarn", "-proc:none", "-g", "-encoding", "UTF-8", "-Xmaxerrs", "100000", "-implicit:class"]
        options += ["-d", classes, "-cp", os.pathsep.join(map(str, (classes, *self.jars())))]
        # Nothing but these is compiled: not what was left out, because something refers to it.
        options += ["-sourcepath", os.pathsep.join(str(self.source / folder) for folder in self.table.all("sourcepath"))]
        command = [self.jdk.javac, *options, f"@{arguments}"]
        ended = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"})
        if ended.returncode == 0:
            return set()
        named = {Path(name) for name in re.findall(r"^(/.+?\.java):\d+: error:", ended.stderr, re.MULTILINE)}
        faulty = named & set(sources)
        if not faulty:
            raise Broken(f"javac: {ended.stderr.strip()[:2000]}")
        return faulty

    def class_path(self) -> str:
        # Relative: results are the same on each machine.
        jars = [os.path.relpath(jar, self.folder) for jar in self.jars()]
        return os.pathsep.join(["target/test-classes", *jars])

    def targets(self) -> list[str]:
        ended = self._dropwire("plan", "--classpath", self.class_path())
        if ended.returncode != 0:
            raise Broken(f"dropwire plan: {ended.stderr.strip()}")
        return [line for line in ended.stdout.splitlines() + self._junit3() if self.table.wants(line)]

    def _junit3(self) -> list[str]:
        """The tests of classes of JUnit 3, each as a call of the driver."""
        root = self.folder / "target/test-classes"
        paths = (path.relative_to(root).with_suffix("") for path in root.rglob("*.class") if "$" not in path.name)
        names = sorted(".".join(path.parts) for path in paths)
        wanted = [name for name in names if any(fnmatchcase(name, one) for one in self.table.all("junit3"))]
        if not wanted:
            return []
        command = [self.jdk.home / "bin/java", "-cp", self.class_path(), DRIVER.stem, "--list", *wanted]
        ended = subprocess.run(command, cwd=self.folder, capture_output=True, text=True)
        if ended.returncode != 0:
            raise Broken(f"{DRIVER.stem}: {ended.stderr.strip()}")
        return [f"{DRIVER.stem} {line}" for line in ended.stdout.splitlines()]

    def _dropwire(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        self.folder.mkdir(parents=True, exist_ok=True)
        environment = {**os.environ, "JAVA_HOME": str(self.jdk.home), "XDG_CACHE_HOME": str(self.cache / "dropwire")}
        return subprocess.run(
            [self.dropwire, *arguments],
            cwd=self.folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=SECONDS,
        )

    def run(self, targets: list[str], jobs: int, again: str, kept_only: bool) -> Iterator[tuple[str, list[Result]]]:
        """Verifies targets, and gives each with its results: those of its cases. What is kept is not run again, unless `again`
        says all, or starved: those that were cut off while other work kept the machine busy."""
        key = digest(self.dropwire.read_bytes(), LIMITS, self.table.all("options"), self.class_path(), self.jdk.version)
        kept = self.folder / "results" / key
        if kept_only:
            targets = [target for target in targets if _document(kept, target).exists()]
        else:
            if again == "all":
                shutil.rmtree(kept, ignore_errors=True)
            kept.mkdir(parents=True, exist_ok=True)
            # Results of another dropwire, or of other tests.
            for old in kept.parent.iterdir():
                if old != kept:
                    shutil.rmtree(old)
            if again == "starved":
                for target in targets:
                    if _starved(_document(kept, target)):
                        _document(kept, target).unlink()
        pool = ThreadPoolExecutor(jobs)
        try:
            running = {pool.submit(self._check, target, kept): target for target in targets}
            for future in as_completed(running):
                yield running[future], future.result()
        finally:
            pool.shutdown(cancel_futures=True)
        if not kept_only:
            shutil.rmtree(self.folder / "trails", ignore_errors=True)

    def _check(self, target: str, kept: Path) -> list[Result]:
        document = _document(kept, target)
        if not document.exists():
            words = target.split() if target.startswith(f"{DRIVER.stem} ") else [target]
            options = ["--format", "json", "--trails", "trails", "--classpath", self.class_path()]
            try:
                ended = self._dropwire("check", *LIMITS, *options, *self.table.all("options"), *words)
            except subprocess.TimeoutExpired:
                return [_failed(target, f"no end after {SECONDS} s")]
            try:
                found = json.loads(ended.stdout)
            except json.JSONDecodeError:
                return [_failed(target, ended.stderr.strip().splitlines()[-1:] or f"status {ended.returncode}")]
            for one in found["targets"]:
                for finding in one["findings"]:
                    finding.pop("trail", None)
                    finding.pop("passing", None)
            part = document.with_suffix(".part")
            part.write_text(json.dumps(found, indent=1), encoding="utf-8")
            part.rename(document)
        found = json.loads(document.read_text(encoding="utf-8"))["targets"]
        # Of JUnit 3, which tests can start a thread is known only when they have run.
        return [_result(one) for one in found if not (target.startswith(f"{DRIVER.stem} ") and _is_sequential(one))]


@dataclass(frozen=True)
class Jdk:
    """The JDK that compiles the tests, and whose class library is used."""

    home: Path
    version: str

    @property
    def javac(self) -> str:
        return str(self.home / "bin/javac")


def jdk(wanted: str) -> Jdk:
    """The JDK of JAVA_HOME, else that of the javac on the path."""
    home = os.environ.get("JAVA_HOME")
    javac = Path(home, "bin/javac") if home else Path(shutil.which("javac") or "javac")
    if not javac.exists():
        raise Broken(f"no JDK: set JAVA_HOME to one of version {wanted}")
    javac = javac.resolve()
    version = subprocess.run([javac, "-version"], capture_output=True, text=True).stdout.split()[-1]
    if version.split(".")[0] != wanted:
        raise Broken(f"the tables are those of JDK {wanted}, and {javac.parent.parent} is {version}: set JAVA_HOME")
    return Jdk(javac.parent.parent, version)


def _document(kept: Path, target: str) -> Path:
    name = re.sub(r"[^\w.#$-]", "_", target)[-150:]
    return kept / f"{name}-{digest(target)[:8]}.json"


def digest(*parts: object) -> str:
    sums = hashlib.sha256()
    for part in parts:
        sums.update(part if isinstance(part, bytes) else repr(part).encode())
    return sums.hexdigest()[:16]


def _failed(target: str, why: object) -> Result:
    text = why[0] if isinstance(why, list) and why else str(why)
    return Result(target, Row("failed", (_one_part(text),)), 0)


def _result(one: dict) -> Result:
    name = " ".join([one["target"], *one["args"]])
    verdict, seconds = one["verdict"], one["statistics"]["seconds"]
    confirmed = [finding for finding in one["findings"] if finding["confidence"] == "confirmed"]
    findings = tuple(sorted({(_key(finding), _message(finding)) for finding in confirmed}))
    sentences = zip(one["facts"]["reasons"], one["reasons"])
    causes = tuple(sorted({(fact["cause"], sentence) for fact, sentence in sentences}))
    if verdict == "verified":
        why: list[str] = []
    elif verdict == "violated":
        why = sorted({key for key, _ in findings})
    else:
        why = sorted({_reason(cause, sentence) for cause, sentence in causes})
    return Result(name, Row(verdict, tuple(why)), seconds, findings, causes)


def _key(finding: dict) -> str:
    place = finding["location"] or {}
    where = place.get("file") or place.get("class") or "-"
    return f"{finding['kind']} {where}:{place['line']}" if place.get("line") else f"{finding['kind']} {where}"


def _starved(document: Path) -> bool:
    if not document.exists():
        return False
    return any(
        one["verdict"] == "incomplete"
        and any(fact["cause"] == "time" for fact in one["facts"]["reasons"])
        and one["statistics"]["cpuSeconds"] < 0.8 * one["statistics"]["seconds"]
        for one in json.loads(document.read_text(encoding="utf-8"))["targets"]
    )


def _is_sequential(one: dict) -> bool:
    return one["verdict"] == "verified" and one["statistics"]["maxThreads"] <= 1


def _message(finding: dict) -> str:
    needs = sorted({need["event"] for need in finding["facts"]["needs"]})
    return _one_part(finding["message"]) + (f" (needs {', '.join(needs)})" if needs else "")


def _reason(cause: str, sentence: str) -> str:
    """A reason as the table has it. Figures of limits, and what was found by then, differ from run to run."""
    return cause if cause in BY_TIME else f"{cause}: {_one_part(sentence)}"


def _one_part(text: str) -> str:
    """Text that can be part of a row."""
    return " ".join(text.split()).replace(" | ", " / ").replace("; ", ", ")
