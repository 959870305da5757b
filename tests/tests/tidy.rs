//! Keeps the house: who may import whom, what `vm` and `check` may not touch, and how long a file may grow.

use std::fs;
use std::path::{Path, PathBuf};

use dropwire_tests::{module_graph, tree};

/// Files longer than this need a reason below.
const LONGEST: usize = 800;

/// Longer files, each with the reason why it is not two.
const LONG_ON_PURPOSE: &[(&str, &str)] = &[(
    "tests/src/random/library/kinds.rs",
    "one table of what programs may call",
)];

/// What a folder may not mention, and why.
struct Ban {
    folder: &'static str,
    what: &'static [&'static str],
    why: &'static str,
    /// Paths that are free of it.
    except: &'static [&'static str],
}

const PRINTING: &[&str] = &["println!", "eprintln!", "print!", "eprint!", "dbg!"];

const BANS: &[Ban] = &[
    Ban {
        folder: "server/vm",
        what: &["std::time", "SystemTime", "Instant::now"],
        why: "the machine is deterministic: no clock",
        except: &[],
    },
    Ban {
        folder: "server/vm",
        what: &["std::fs", "std::net", "std::process", "std::env"],
        why: "the machine is pure",
        except: &[],
    },
    Ban {
        folder: "server/vm",
        what: &["std::thread", "thread::spawn"],
        why: "the machine is one thread",
        except: &[],
    },
    Ban {
        folder: "server/vm",
        what: &["RandomState", "std::collections::HashMap", "std::collections::HashSet"],
        why: "iteration order is random",
        except: &[],
    },
    Ban {
        folder: "server/vm",
        what: PRINTING,
        why: "what a program prints is part of its state",
        except: &[],
    },
    Ban {
        folder: "server/vm",
        what: &["dropwire_check", "tower_lsp", "tokio", "serde_json"],
        why: "vm knows no search, property or protocol",
        except: &[],
    },
    Ban {
        folder: "server/check",
        what: &["std::time", "SystemTime", "Instant::now"],
        why: "time comes in as a budget",
        except: &[],
    },
    Ban {
        folder: "server/check",
        what: &["std::fs", "std::net", "std::process", "std::env"],
        why: "check knows no disk",
        except: &[],
    },
    Ban {
        folder: "server/check",
        what: &["std::thread", "thread::spawn"],
        why: "check is one thread",
        except: &[],
    },
    Ban {
        folder: "server/check",
        what: &["RandomState", "std::collections::HashMap", "std::collections::HashSet"],
        why: "iteration order is random",
        except: &[],
    },
    Ban {
        folder: "server/check",
        what: PRINTING,
        why: "reports are data; the binary shows them",
        except: &[],
    },
    Ban {
        folder: "server/check",
        what: &["tower_lsp", "tokio", "serde_json"],
        why: "only the binary speaks protocols",
        except: &[],
    },
    Ban {
        folder: "server/classes",
        what: &["dropwire_vm", "dropwire_check", "tower_lsp", "tokio"],
        why: "nothing is imported backwards",
        except: &[],
    },
    Ban {
        folder: "server/classes",
        what: PRINTING,
        why: "only the binary prints",
        except: &[],
    },
];

/// Words of our own, each with the term that a reader knows or can look up.
const WORDS: &[(&str, &str)] = &[
    ("told of", "reported, or sent"),
    ("nobody looks", "unobserved"),
    ("the leave", "the permission to execute a visible operation"),
    ("for no reason", "spurious wakeup"),
    ("could have gone on", "preemption, or enabled"),
    ("begun again", "restarted"),
    ("told", "reported, recorded, or known"),
    ("stands in", "is in, or replaces"),
    ("stands at", "is at"),
    ("stands before", "is parked before, or is before"),
    ("stands behind", "is behind"),
    ("stands on", "is on"),
    ("stands where", "is where"),
    ("where it stands", "where it is"),
    ("how it stands", "its state"),
    ("stands still", "does not move"),
    ("for ever", "forever"),
    ("runs by chance", "random schedules"),
    ("begins again", "restarts"),
    ("begin again", "restart"),
    ("began again", "restarted"),
    ("where nothing is said", "by default, or if unset"),
    ("unless said otherwise", "by default"),
    ("let it stay", "suppress"),
    ("may stay", "is suppressed, or acceptable"),
    ("the wish to stop", "a request to stop"),
    ("no equal here", "no equivalent here"),
    ("way out", "fix"),
    ("is no plain file", "is not a regular file"),
    ("thread switch", "context switch"),
    ("foreverybody", "for everybody"),
];

/// Where they are looked for.
const WRITTEN: &[&str] = &["server", "tests/src", "vscode-extension/src"];

struct Line {
    number: usize,
    text: String,
}

/// The lines of a Rust file that the product consists of: no comments, and nothing that is compiled for tests alone.
fn product_lines(text: &str) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut numbered = text.lines().enumerate();
    while let Some((index, line)) = numbered.next() {
        if line.trim() != "#[cfg(test)]" {
            lines.push(Line {
                number: index + 1,
                text: line.split("//").next().unwrap_or_default().to_owned(),
            });
            continue;
        }
        let indent = line.len() - line.trim_start().len();
        let ends = |line: &str| {
            let own = line.len() - line.trim_start().len();
            own == indent && (line.trim_end().ends_with(';') || line.trim_start().starts_with('}'))
        };
        // An item of one line, or one whose last line stands as far to the left as its first.
        let _ = numbered.find(|(_, line)| ends(line));
    }
    lines
}

/// Path from the root, with forward slashes.
fn shown(path: &Path) -> String {
    path.strip_prefix(tree::root())
        .unwrap_or(path)
        .to_string_lossy()
        .replace('\\', "/")
}

/// Whether a file only exists for tests: `tests.rs`, `testing.rs`, or anything below a folder of these names.
fn is_test(path: &str) -> bool {
    path.split('/')
        .any(|part| ["tests", "testing", "tests.rs", "testing.rs", "benches", "examples"].contains(&part))
}

fn sources(folder: &str) -> Vec<PathBuf> {
    tree::files(&tree::root().join(folder), "rs")
}

/// Whether the text names it, and not something that merely ends or goes on like it: `print!` is not in `eprint!`.
fn names(text: &str, what: &str) -> bool {
    let part_of_a_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    text.match_indices(what).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + what.len()..].chars().next();
        !before.is_some_and(part_of_a_name) && (what.ends_with('!') || !after.is_some_and(part_of_a_name))
    })
}

/// `use std::{fs, thread}` as well as `use std::fs`.
fn mentions(text: &str, what: &str) -> bool {
    if names(text, what) {
        return true;
    }
    let Some((parent, last)) = what.rsplit_once("::") else {
        return false;
    };
    let grouped = text
        .find(&format!("{parent}::{{"))
        .map(|at| &text[at + parent.len() + 3..]);
    grouped.is_some_and(|group| {
        group
            .trim_end_matches(['}', ';'])
            .split(',')
            .any(|part| names(part.trim(), last))
    })
}

#[test]
fn nobody_imports_what_is_banned() {
    let mut offences = Vec::new();
    for ban in BANS {
        for path in sources(ban.folder) {
            let file = shown(&path);
            if is_test(&file) || ban.except.iter().any(|except| file.starts_with(except)) {
                continue;
            }
            for line in product_lines(&fs::read_to_string(&path).unwrap()) {
                for what in ban.what.iter().filter(|what| mentions(&line.text, what)) {
                    offences.push(format!("{file}:{}: {what}: {}", line.number, ban.why));
                }
            }
        }
    }
    assert!(offences.is_empty(), "{}", offences.join("\n"));
}

#[test]
fn manifests_point_one_way() {
    for (package, banned) in [
        (
            "classes",
            &["dropwire-vm", "dropwire-check", "serde_json", "tokio", "tower-lsp"][..],
        ),
        ("vm", &["dropwire-check", "serde_json", "tokio", "tower-lsp"][..]),
        (
            "ltl",
            &["dropwire-classes", "dropwire-vm", "dropwire-check", "serde"][..],
        ),
        (
            "symbolic",
            &["dropwire-classes", "dropwire-vm", "dropwire-check", "serde"][..],
        ),
        ("check", &["serde_json", "tokio", "tower-lsp"][..]),
    ] {
        let manifest = tree::root().join("server").join(package).join("Cargo.toml");
        let text = fs::read_to_string(manifest).unwrap();
        let dependencies = text.split("[dev-dependencies]").next().unwrap_or_default();
        for line in dependencies.lines() {
            let name = line.split(['.', ' ', '=']).next().unwrap_or_default();
            assert!(!banned.contains(&name), "server/{package} must not depend on {name}");
        }
    }
}

#[test]
fn long_files_have_a_reason() {
    let mut offences = Vec::new();
    for path in sources("server").into_iter().chain(sources("tests")) {
        let file = shown(&path);
        let lines = fs::read_to_string(&path).unwrap().lines().count();
        let excused = LONG_ON_PURPOSE.iter().any(|(long, _)| *long == file);
        if lines > LONGEST && !excused {
            offences.push(format!("{file}: {lines} lines"));
        }
        if lines <= LONGEST && excused {
            offences.push(format!("{file}: {lines} lines need no excuse any more"));
        }
    }
    assert!(offences.is_empty(), "{}", offences.join("\n"));
}

#[test]
fn the_words_are_those_of_the_field() {
    let pages = WRITTEN.iter().flat_map(|folder| {
        let folder = tree::root().join(folder);
        ["rs", "md", "ts"]
            .into_iter()
            .flat_map(move |ending| tree::files(&folder, ending))
    });
    let mut faults = Vec::new();
    for path in pages {
        let text = fs::read_to_string(&path).unwrap();
        for (index, line) in text.lines().enumerate() {
            let of_ours = WORDS.iter().filter(|(word, _)| names(line, word));
            faults.extend(
                of_ours.map(|(word, better)| format!("{}:{}: `{word}`; better: {better}", shown(&path), index + 1)),
            );
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_table_of_assumptions_has_every_observation() {
    let page = fs::read_to_string(tree::root().join("server/ARCHITECTURE.md")).unwrap();
    let source = fs::read_to_string(tree::root().join("server/vm/src/observation.rs")).unwrap();
    let (_, list) = source.split_once("ALL: [Observation;").unwrap();
    let (list, _) = list.split_once("];").unwrap();
    let all: Vec<&str> = list
        .split("Observation::")
        .skip(1)
        .map(|one| one.trim().trim_end_matches(','))
        .collect();
    assert!(all.len() > 20, "{all:?}");
    let missing: Vec<&&str> = all.iter().filter(|one| !page.contains(&format!("`{one}`"))).collect();
    assert!(missing.is_empty(), "not in ARCHITECTURE.md: {missing:?}");
}

/// As GitHub makes them: lower case, hyphens for spaces, no punctuation.
fn anchor(heading: &str) -> String {
    let kept = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = kept
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[test]
fn links_of_pages_lead_somewhere() {
    let root = tree::root();
    let mut pages: Vec<PathBuf> = [
        "README.md",
        "CONTRIBUTING.md",
        "SECURITY.md",
        "tests/README.md",
        "samples/README.md",
    ]
    .iter()
    .map(|page| root.join(page))
    .collect();
    pages.extend(tree::files(&root.join("server"), "md"));
    let (mut links, mut broken) = (0, Vec::new());
    for page in pages {
        let text = fs::read_to_string(&page).unwrap();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.contains("://") || link.contains(' ') {
                continue;
            }
            links += 1;
            let (file, section) = link.split_once('#').unwrap_or((link, ""));
            let target = match file {
                "" => page.clone(),
                file => page.parent().unwrap().join(file),
            };
            let has_section = || {
                let text = fs::read_to_string(&target).unwrap_or_default();
                text.lines()
                    .any(|line| line.starts_with('#') && anchor(line) == section)
            };
            if !target.exists() || !section.is_empty() && !has_section() {
                broken.push(format!("{}: {link}", shown(&page)));
            }
        }
    }
    assert!(links > 40, "{links} links");
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn files_say_what_they_are() {
    let silent: Vec<String> = sources("server")
        .into_iter()
        .filter(|path| !fs::read_to_string(path).unwrap().trim_start().starts_with("//!"))
        .map(|path| shown(&path))
        .filter(|file| !is_test(file))
        .collect();
    assert!(silent.is_empty(), "these do not open with what they are: {silent:?}");
}

#[test]
fn audits_name_programs_that_exist() {
    let text = fs::read_to_string(tree::root().join("server/vm/src/rules/atomic.md")).unwrap();
    let folders: Vec<PathBuf> = fs::read_dir(tree::root().join("tests/programs"))
        .unwrap()
        .map(|folder| folder.unwrap().path())
        .collect();
    for line in text.lines().filter(|line| line.contains("| `")) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        assert!(cells.len() == 6 && cells.iter().all(|cell| !cell.is_empty()), "{line}");
        let file = format!("{}.java", cells[5]);
        assert!(
            folders.iter().any(|folder| folder.join(&file).exists()),
            "no program {file}: {line}"
        );
    }
}

#[test]
fn the_audit_of_natives_names_programs_that_exist() {
    let audit = fs::read_to_string(tree::root().join("server/vm/src/natives/audit.txt")).unwrap();
    let programs = tree::files(&tree::root().join("tests/programs"), "java");
    let known: Vec<String> = programs.iter().map(|file| tree::stem(file)).collect();
    let named = audit
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.splitn(3, "; ").nth(2));
    let missing: Vec<&str> = named
        .flat_map(|list| list.split(", "))
        .filter(|name| !known.iter().any(|known| known == name))
        .collect();
    assert_eq!(missing, Vec::<&str>::new());
}

/// The largest circle of modules that each crate may have, in files.
const CIRCLES: &[(&str, usize)] = &[
    ("server/classes/src", 1),
    // Classes have methods, methods have code, and code names methods.
    ("server/vm/src", 3),
    ("server/ltl/src", 1),
    ("server/symbolic/src", 1),
    ("server/check/src", 1),
    ("server/dropwire/src", 1),
];

#[test]
fn modules_name_each_other_in_one_direction() {
    for (folder, most) in CIRCLES {
        let graph = module_graph::of_crate(&tree::root().join(folder));
        assert!(graph.len() > 5, "{folder} has files");
        let circles = module_graph::circles(&graph);
        let largest = circles.first().map_or(1, Vec::len);
        assert!(
            largest <= *most,
            "{folder}: a circle of {largest} files, {most} allowed: {:?}",
            circles[0]
        );
        assert!(
            largest == *most,
            "{folder}: no circle has more than {largest} files: allow no more"
        );
    }
}

#[test]
fn no_preludes() {
    let mut offences = Vec::new();
    for path in sources("server") {
        for line in product_lines(&fs::read_to_string(&path).unwrap()) {
            if line.text.contains("use crate::*") {
                offences.push(format!("{}:{}", shown(&path), line.number));
            }
        }
    }
    assert!(offences.is_empty(), "`use crate::*` in {offences:?}");
}

#[test]
fn the_eye_of_this_test_is_sharp() {
    assert!(mentions("use std::fs;", "std::fs"));
    assert!(mentions("use std::{collections::BTreeMap, fs};", "std::fs"));
    assert!(mentions(
        "use std::collections::{BTreeMap, HashMap};",
        "std::collections::HashMap"
    ));
    assert!(!mentions("use rustc_hash::FxHashMap;", "std::collections::HashMap"));
    assert!(!mentions("eprintln!(\"x\")", "println!"));
    assert!(mentions("println!(\"x\")", "println!"));
    assert!(!mentions("std::fsync()", "std::fs"));
    let lines = product_lines("a // std::fs\n#[cfg(test)]\nuse std::fs;\nb\n#[cfg(test)]\nmod tests {\n    c\n}\nd\n");
    assert_eq!(
        lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>(),
        ["a ", "b", "d"]
    );
    assert!(is_test("server/vm/src/link/tests.rs") && !is_test("server/vm/src/link.rs"));
}
