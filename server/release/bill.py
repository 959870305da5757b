"""What the binary contains that others wrote: a bill of materials in the form of CycloneDX 1.5, and the texts of their licences.

Both come from `cargo metadata` and from the packages as Cargo has unpacked them.
"""

import json
import re
import subprocess
import uuid
from pathlib import Path

# Files of a package that hold terms of use.
TERMS = re.compile(r"(licen[cs]e|copying|copyright|notice|unlicense)", re.IGNORECASE)

# The texts of licences that a package names and does not carry; what stands for the holder is its authors.
MIT = """Copyright (c) {holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the
"Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish,
distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the
following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY
CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE
SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
"""
ZERO_BSD = """Copyright (c) {holder}

Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF
MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY
DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION,
ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.
"""
KNOWN = {"MIT": MIT, "0BSD": ZERO_BSD}


def packages(root, triple):
    """The packages that are linked into the program on a platform, the project's own first: `cargo metadata` rows, in order of name."""
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--filter-platform", triple]
    found = json.loads(subprocess.run(command, cwd=root, check=True, stdout=subprocess.PIPE).stdout)
    rows = {row["id"]: row for row in found["packages"]}
    nodes = {node["id"]: node for node in found["resolve"]["nodes"]}
    program = next(key for key, row in rows.items() if row["name"] == "dropwire")
    reached, left = set(), [program]
    while left:
        key = left.pop()
        if key in reached:
            continue
        reached.add(key)
        # What only builds or tests is not linked. Procedural macros are: they write code.
        normal = (edge["pkg"] for edge in nodes[key]["deps"] if any(kind["kind"] is None for kind in edge["dep_kinds"]))
        left.extend(normal)
    return sorted((rows[key] for key in reached), key=lambda row: (row["source"] is not None, row["name"], row["version"]))


def checksums(root):
    """SHA-256 of each package of a registry, by name and version, as `Cargo.lock` has them."""
    lock = (root / "Cargo.lock").read_text()
    rows = re.findall(r'name = "([^"]+)"\nversion = "([^"]+)"\nsource = "[^"]+"\nchecksum = "([0-9a-f]{64})"', lock)
    return {(name, version): checksum for name, version, checksum in rows}


def expression(row):
    """The licence as an SPDX expression; packages of old write `/` for a choice."""
    return row["license"].replace("/", " OR ") if row["license"] else None


def bill(root, triple, version, epoch):
    """The bill of materials; the same for the same sources."""
    known = checksums(root)
    components = []
    for row in packages(root, triple):
        if row["name"] == "dropwire":
            continue
        reference = f"pkg:cargo/{row['name']}@{row['version']}"
        component = {"type": "library", "bom-ref": reference, "name": row["name"], "version": row["version"], "purl": reference}
        if expression(row):
            component["licenses"] = [{"expression": expression(row)}]
        if (row["name"], row["version"]) in known:
            component["hashes"] = [{"alg": "SHA-256", "content": known[row["name"], row["version"]]}]
        components.append(component)
    rust = subprocess.run(["rustc", "--version"], check=True, stdout=subprocess.PIPE, text=True).stdout.split()[1]
    components.append(
        {
            "type": "library",
            "bom-ref": f"rust-std@{rust}",
            "name": "rust-std",
            "version": rust,
            "licenses": [{"expression": "MIT OR Apache-2.0"}],
        }
    )
    program = {
        "type": "application",
        "bom-ref": f"dropwire@{version}",
        "name": "dropwire",
        "version": version,
        "licenses": [{"expression": "Apache-2.0"}],
    }
    # The number of the document is that of its contents.
    number = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps([triple, program, components]))
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": f"urn:uuid:{number}",
        "version": 1,
        "metadata": {
            "timestamp": epoch.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": program,
            "properties": [{"name": "cargo:target", "value": triple}],
        },
        "components": components,
    }


def terms_of(row):
    """The texts that a package carries, else those of the licence that it names."""
    folder = Path(row["manifest_path"]).parent
    files = sorted(file for file in folder.iterdir() if file.is_file() and TERMS.match(file.name))
    if files:
        return [file.read_text(errors="replace") for file in files]
    choices = re.split(r" OR ", expression(row) or "")
    if "Apache-2.0" in choices:
        return ["The Apache License 2.0, as in the file LICENSE.\n"]
    for choice in choices:
        if choice in KNOWN:
            return [KNOWN[choice].format(holder=", ".join(row["authors"]) or f"the authors of {row['name']}")]
    raise SystemExit(f"{row['name']} {row['version']} carries no text of its licence ({expression(row)})")


def third_party_licences(root, triple):
    """The texts of all licences, each once, with the packages that come under it."""
    users = {}
    for row in packages(root, triple):
        if row["source"] is None:
            continue
        for text in terms_of(row):
            users.setdefault(text.strip(), []).append(f"{row['name']} {row['version']} ({expression(row)})")
    sysroot = subprocess.run(["rustc", "--print", "sysroot"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    of_rust = Path(sysroot, "share/doc/rust")
    for name in ("LICENSE-MIT", "LICENSE-APACHE"):
        file = of_rust / name
        for found in [file] if file.is_file() else sorted(of_rust.glob(f"**/{name}*"))[:1]:
            users.setdefault(found.read_text().strip(), []).append("the Rust standard library (MIT OR Apache-2.0)")
    parts = ["Dropwire contains the following packages, under these terms."]
    for text, of in sorted(users.items(), key=lambda item: item[1]):
        parts.append("\n".join(["=" * 80, *sorted(set(of)), "=" * 80, "", text]))
    return "\n\n".join(parts) + "\n"
