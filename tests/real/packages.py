"""Debian's packages of one release: binary ones unpacked and not installed, and the upstream archives of source packages."""

import os
import shutil
import subprocess
from pathlib import Path

KEYS = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
PARTS = ("deb", "deb-src")


class Unavailable(Exception):
    """A package cannot be fetched; the text says which and why."""


class Release:
    """A release of Debian, from the mirror that this machine uses, with apt's lists in a folder of our own."""

    def __init__(self, name: str, cache: Path):
        self.name = name
        self.apt = cache / "apt" / name
        if shutil.which("apt-get") is None or shutil.which("dpkg") is None:
            raise Unavailable("apt-get and dpkg are needed")
        if not (self.apt / "complete").exists():
            self._set_up()

    def _set_up(self) -> None:
        shutil.rmtree(self.apt, ignore_errors=True)
        for folder in ("lists/partial", "cache/archives/partial"):
            (self.apt / folder).mkdir(parents=True)
        (self.apt / "status").touch()
        signed = f"[signed-by={KEYS}] " if KEYS.exists() else ""
        lines = [f"{part} {signed}{_mirror()} {self.name} main\n" for part in PARTS]
        (self.apt / "sources.list").write_text("".join(lines), encoding="utf-8")
        settings = {
            "Dir::State": self.apt,
            "Dir::State::status": self.apt / "status",
            "Dir::State::lists": self.apt / "lists",
            "Dir::Cache": self.apt / "cache",
            "Dir::Etc::sourcelist": self.apt / "sources.list",
            "Dir::Etc::sourceparts": "-",
            # The folders belong to the user alone.
            "APT::Sandbox::User": "root",
        }
        text = "".join(f'{key} "{value}";\n' for key, value in settings.items())
        (self.apt / "conf").write_text(text, encoding="utf-8")
        self._run("apt-get", "-qq", "update")
        (self.apt / "complete").touch()

    def _run(self, *command: str, folder: Path | None = None) -> str:
        environment = {**os.environ, "APT_CONFIG": str(self.apt / "conf"), "LC_ALL": "C"}
        ended = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
        if ended.returncode != 0:
            raise Unavailable(f"{' '.join(command)}: {ended.stderr.strip() or ended.stdout.strip()}")
        return ended.stdout

    def fetch(self, packages: list[str], root: Path) -> None:
        """Unpacks binary packages below the folder `root`, where those are left out that were unpacked there before."""
        debs, had = root / "debs", root / "complete"
        unpacked = set(had.read_text(encoding="utf-8").split()) if had.exists() else set()
        missing = [package for package in packages if package not in unpacked]
        if not missing:
            return
        debs.mkdir(parents=True, exist_ok=True)
        self._run("apt-get", "-qq", "download", *missing, folder=debs)
        for deb in sorted(debs.glob("*.deb")):
            subprocess.run(["dpkg", "-x", deb, root], check=True)
        shutil.rmtree(debs)
        had.write_text("\n".join(sorted(unpacked | set(missing))), encoding="utf-8")

    def fetch_source(self, package: str, folder: Path) -> None:
        """Unpacks the upstream archive of a source package to a folder, without Debian's patches of its build."""
        if (folder / ".complete").exists():
            return
        shutil.rmtree(folder, ignore_errors=True)
        archives = folder / ".archives"
        archives.mkdir(parents=True)
        self._run("apt-get", "-qq", "source", "--tar-only", "--only-source", package, folder=archives)
        for archive in archives.glob("*.orig.tar.*"):
            if archive.suffix != ".asc":
                subprocess.run(["tar", "-xf", archive, "-C", folder, "--strip-components=1"], check=True)
        shutil.rmtree(archives)
        (folder / ".complete").touch()

    def version(self, package: str) -> str:
        """The upstream version of a binary package with Debian's revision."""
        shown = self._run("apt-cache", "show", "--no-all-versions", package)
        return next(line.split(": ", 1)[1] for line in shown.splitlines() if line.startswith("Version: "))


def _mirror() -> str:
    """The mirror that this machine uses."""
    command = ["apt-get", "indextargets", "--format", "$(REPO_URI) $(RELEASE) $(COMPONENT)", "Created-By: Packages"]
    listed = subprocess.run(command, capture_output=True, text=True).stdout
    for line in listed.splitlines():
        uri, release, component = line.split()
        if component == "main" and "security" not in uri + release:
            return uri
    raise Unavailable("no mirror of Debian is set up: run `apt-get update` once")
