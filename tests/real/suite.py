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

import tables
from packages import Release
from tables import Row, Table

# Runs one test of JUnit 3, whose tests are no targets.
DRIVER = Path(__file__).resolve().parent / "Junit3.java"
# The same for all libraries, on each machine.
LIMITS = ("--jobs", "1", "--memory-limit", "2GiB")
SECONDS = 10
# Where other work keeps the machine busy, a target may have its seconds of processor time within this.
PATIENCE = 25
# The exit status of an interrupted call, whose document is not kept.
INTERRUPTED = 130
# A process that exceeds its limit by this much hangs.
GRACE = 60
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
        self.cache, self.versions = cache, [""]
        self.running: set[subprocess.Popen[str]] = set()
        self.folder = cache / "libraries" / table.name
        self.root = cache / "packages" / table.all("release")[0]
        self.source = cache / "sources" / f"{table.all('release')[0]}-{table.all('source')[0]}"

    def fetch(self) -> list[str]:
        """Fetches its packages, and gives the versions of the library and of its source."""
        release = Release(self.table.all("release")[0], self.cache)
        release.fetch(self.table.all("packages"), self.root)
        release.fetch_source(self.table.all("source")[0], self.source)
        package = self.table.all("packages")[0]
        self.versions = [package, release.version(package), "JDK", self.jdk.version.split(".")[0]]
        return self.versions

    def key(self) -> str:
        """Stands for all that the tests are made of."""
        return digest(*(self.table.all(key) for key in tables.OF_TESTS), self.versions, self.jdk.version)

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
        key = self.key()
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
        options += [*self.table.all("javac"), "-d", classes, "-cp", os.pathsep.join(map(str, (classes, *self.jars())))]
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
        return [line for line in ended.stdout.splitlines() + self.table.all("also") + self._junit3() if self.table.wants(line)]

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

    def _dropwire(self, *arguments: str, patience: int = 1) -> subprocess.CompletedProcess[str]:
        self.folder.mkdir(parents=True, exist_ok=True)
        environment = {**os.environ, "JAVA_HOME": str(self.jdk.home), "XDG_CACHE_HOME": str(self.cache / "dropwire")}
        command = [self.dropwire, *arguments]
        pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        with subprocess.Popen(command, cwd=self.folder, env=environment, **pipes) as process:
            self.running.add(process)
            try:
                output, errors = process.communicate(timeout=patience * (PATIENCE + GRACE))
            except subprocess.TimeoutExpired:
                process.kill()
                raise
            finally:
                self.running.discard(process)
        return subprocess.CompletedProcess(command, process.returncode, output, errors)

    def results_key(self) -> str:
        return digest(self.dropwire.read_bytes(), LIMITS, SECONDS, self.table.all("options"), self.key())

    def run(self, targets: list[str], jobs: int, again: str, kept_only: bool) -> Iterator[tuple[str, list[Result]]]:
        """Verifies targets, and gives each with its results: those of its cases. What is kept is not run again, unless `again`
        says all, or starved: those that were cut off while other work kept the machine busy."""
        kept = self.folder / "results" / self.results_key()
        if kept_only:
            targets = [target for target in targets if (kept / _file_name(target)).exists()]
        else:
            if again == "all":
                shutil.rmtree(kept, ignore_errors=True)
            kept.mkdir(parents=True, exist_ok=True)
            # Results of another dropwire, or of other tests.
            for old in kept.parent.iterdir():
                if old != kept:
                    shutil.rmtree(old)
        pool = ThreadPoolExecutor(jobs)
        try:
            patient = again == "starved"
            running = {pool.submit(self._check, target, kept, patient): target for target in targets}
            for future in as_completed(running):
                yield running[future], future.result()
        finally:
            # Nothing is left to run unless this was interrupted.
            pool.shutdown(wait=False, cancel_futures=True)
            for process in list(self.running):
                process.terminate()
            pool.shutdown()
        if not kept_only:
            shutil.rmtree(self.folder / "trails", ignore_errors=True)

    def _check(self, target: str, kept: Path, patient: bool) -> list[Result]:
        document = kept / _file_name(target)
        if document.exists():
            found = json.loads(document.read_text(encoding="utf-8"))
            if patient and _share(found) < 0.8:
                later = self._verify(target, PATIENCE)
                # A verdict that took more than its share of the processor is none.
                if isinstance(later, dict) and max(_cpu(later), default=0) < 1.2 * SECONDS:
                    found = later
                    _write(document, found)
        else:
            found = self._verify(target, SECONDS)
            if isinstance(found, str):
                return [Result(target, Row("failed", (_one_part(found),)), 0)]
            _write(document, found)
        # Which of these tests can start a thread is known only when they have run.
        unknown = _is_junit3(target) or target in self.table.all("also")
        return [_result(one) for one in found["targets"] if not (unknown and _is_sequential(one))]

    def _verify(self, target: str, seconds: int) -> dict | str:
        """The document of a target without trails, or why there is none."""
        # Whole classes have a limit for each test.
        cases = 50 if target in self.table.all("also") else 1
        words = target.split() if _is_junit3(target) else [target]
        options = ["--time-limit", f"{seconds}s", "--format", "json", "--trails", "trails", "--classpath", self.class_path()]
        try:
            ended = self._dropwire("check", *LIMITS, *options, *self.table.all("options"), *words, patience=cases)
        except subprocess.TimeoutExpired:
            return f"no end after {PATIENCE + GRACE} s"
        try:
            found = json.loads(ended.stdout)
        except json.JSONDecodeError:
            return (ended.stderr.strip().splitlines() or [f"status {ended.returncode}"])[-1]
        if found["exitStatus"] == INTERRUPTED:
            return "interrupted"
        for one in found["targets"]:
            for finding in one["findings"]:
                finding.pop("trail", None)
                finding.pop("passing", None)
        return found


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


def _file_name(target: str) -> str:
    name = re.sub(r"[^\w.#$-]", "_", target)[-150:]
    return f"{name}-{digest(target)[:8]}.json"


def _write(document: Path, found: dict) -> None:
    part = document.with_suffix(".part")
    part.write_text(json.dumps(found, indent=1), encoding="utf-8")
    part.rename(document)


def digest(*parts: object) -> str:
    sums = hashlib.sha256()
    for part in parts:
        sums.update(part if isinstance(part, bytes) else repr(part).encode())
    return sums.hexdigest()[:16]


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


def _cpu(found: dict) -> list[float]:
    return [one["statistics"]["cpuSeconds"] for one in found["targets"]]


def _share(found: dict) -> float:
    """Which share of a processor the targets had that were cut off by time."""
    return min(
        (
            one["statistics"]["cpuSeconds"] / one["statistics"]["seconds"]
            for one in found["targets"]
            if one["verdict"] == "incomplete" and any(fact["cause"] == "time" for fact in one["facts"]["reasons"])
        ),
        default=1,
    )


def _is_junit3(target: str) -> bool:
    return target.startswith(f"{DRIVER.stem} ")


def _is_sequential(one: dict) -> bool:
    return one["verdict"] == "verified" and one["statistics"]["maxThreads"] <= 1


def _message(finding: dict) -> str:
    needs = sorted({need["event"] for need in finding["facts"]["needs"]})
    return _one_part(finding["message"]) + (f" (needs {', '.join(needs)})" if needs else "")


def _reason(cause: str, sentence: str) -> str:
    """A reason as the table has it. Figures of limits, and what was found by then, differ from run to run."""
    first = re.split(r"; this path was not checked| \(\d+ paths\)$", sentence)[0]
    return cause if cause in BY_TIME else f"{cause}: {_one_part(first)}"


def _one_part(text: str) -> str:
    """Text that can be part of a row."""
    return " ".join(text.split()).replace(" | ", " / ").replace("; ", ", ")
