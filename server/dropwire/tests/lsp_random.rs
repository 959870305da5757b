//! Edits, builds, cleans, kills workers and restarts the server in an order drawn from a seed; in the end the client must
//! see exactly what a fresh server publishes. Where the build at the end is not finished, old findings stay: then exactly
//! what a server shows that is started now and shares the cache, and nothing that was seen may have been lost on the way.
//!
//! Half a minute by default. For longer: `DROPWIRE_RANDOM_SECONDS=600 cargo test --release -p dropwire --test lsp_random`;
//! `DROPWIRE_RANDOM_SEED` repeats one.

#![cfg(target_os = "linux")]

#[allow(dead_code, reason = "each test program uses its part")]
mod lsp_client;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use lsp_client::{Editor, file_uri};
use serde_json::json;

const MAIN: &str = "public class NAME { static int left = 3;
    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> Helper.take()); other.start(); Helper.take(); other.join(); } }";

/// Variants of `Helper`, which both mains use: each finds something else, [`SAFE`] nothing, and with [`UNFINISHED`] the
/// mains call a method that is not there.
const HELPERS: [&str; 5] = [
    "class Helper { static int n; static void take() { n--; } }",
    "class Helper { static int n; static synchronized void take() { n--; } }",
    "class Helper {\n\n\n static int m; static void take() { m++; } }",
    "class Helper { static int n; static synchronized void take() { assert n++ < 1; } }",
    "class Helper { static synchronized void other() { } }",
];

const SAFE: usize = 1;
const UNFINISHED: usize = 4;

struct World {
    folder: tempfile::TempDir,
    /// Class files of each variant, by file name.
    variants: Vec<BTreeMap<String, Vec<u8>>>,
    mains: BTreeMap<String, Vec<u8>>,
    current: usize,
}

impl World {
    fn new() -> Option<World> {
        let folder = tempfile::tempdir().unwrap();
        let source = folder.path().join("src/main/java");
        std::fs::create_dir_all(&source).unwrap();
        let compile = |texts: &[(&str, String)], out: &Path| {
            std::fs::create_dir_all(out).unwrap();
            for (name, text) in texts {
                std::fs::write(source.join(format!("{name}.java")), text).unwrap();
            }
            let files = texts.iter().map(|(name, _)| source.join(format!("{name}.java")));
            let mut javac = Command::new("javac");
            javac.args(["-g", "-d"]).arg(out).arg("-cp").arg(out).args(files);
            javac
                .status()
                .is_ok_and(|status| status.success())
                .then(|| classes_in(out))
        };
        let mains = [
            ("Stock", MAIN.replace("NAME", "Stock")),
            ("Shop", MAIN.replace("NAME", "Shop")),
        ];
        let mut with_helper = mains.to_vec();
        with_helper.push(("Helper", HELPERS[0].to_owned()));
        let Some(all) = compile(&with_helper, &folder.path().join("made/all")) else {
            assert!(std::env::var_os("DROPWIRE_REQUIRE_TOOLS").is_none(), "javac is missing");
            eprintln!("skipped: no javac on the path");
            return None;
        };
        let variants = HELPERS.iter().enumerate().map(|(index, text)| {
            let out = folder.path().join(format!("made/{index}"));
            compile(&[("Helper", (*text).to_owned())], &out).unwrap()
        });
        let variants = variants.collect();
        std::fs::write(folder.path().join("dropwire.toml"), "").unwrap();
        Some(World {
            mains: all
                .into_iter()
                .filter(|(name, _)| !name.starts_with("Helper"))
                .collect(),
            variants,
            current: 0,
            folder,
        })
    }

    fn classes(&self) -> PathBuf {
        self.folder.path().join("project/target/classes")
    }

    fn write(&self, files: &BTreeMap<String, Vec<u8>>) {
        std::fs::create_dir_all(self.classes()).unwrap();
        for (name, bytes) in files {
            let file = self.classes().join(name);
            if file.is_dir() {
                std::fs::remove_dir_all(&file).unwrap();
            }
            std::fs::write(file, bytes).unwrap();
        }
    }

    /// Writes the source too: findings stand on its lines.
    fn helper(&mut self, variant: usize) {
        self.current = variant;
        let source = self.folder.path().join("project/src/main/java");
        std::fs::create_dir_all(&source).unwrap();
        std::fs::write(source.join("Helper.java"), HELPERS[variant]).unwrap();
        for name in ["Stock", "Shop"] {
            std::fs::write(source.join(format!("{name}.java")), MAIN.replace("NAME", name)).unwrap();
        }
        self.write(&self.variants[variant]);
    }

    fn editor(&self, cache: &str) -> Editor {
        let mut editor = Editor::start_with_cache(&self.folder.path().join(cache));
        let capabilities = json!({ "experimental": { "serverStatusNotification": true } });
        editor.initialize(&self.folder.path().join("project"), capabilities);
        editor
    }
}

fn classes_in(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = std::fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path());
    let read = files.map(|path| {
        (
            path.file_name().unwrap().to_string_lossy().into_owned(),
            std::fs::read(path).unwrap(),
        )
    });
    read.collect()
}

/// xorshift64* (Vigna 2016).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % bound
    }
}

#[test]
fn whatever_happens_the_end_is_that_of_a_fresh_server() {
    let Some(mut world) = World::new() else { return };
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let seconds = number("DROPWIRE_RANDOM_SECONDS").unwrap_or(25);
    let seed = number("DROPWIRE_RANDOM_SEED").unwrap_or(1);
    println!("DROPWIRE_RANDOM_SEED={seed}");
    let mut random = Random(seed.max(1));
    let until = Instant::now() + Duration::from_secs(seconds);
    world.helper(0);
    world.write(&world.mains);
    let mut editor = world.editor("cache");
    // What any of the finished builds has to show.
    let mut findings = BTreeSet::new();
    for variant in (0..HELPERS.len()).filter(|variant| ![SAFE, UNFINISHED].contains(variant)) {
        world.helper(variant);
        editor.settle(Duration::from_millis(700));
        findings.extend(without_lines(&editor.published()));
    }
    let mut rounds = 0;
    let mut shown_before = true;
    while rounds < 2 || Instant::now() < until {
        let steps = 3 + random.below(8);
        let mut safe_at_times = false;
        let mut one_step = |_| {
            let what = step(&mut world, &mut random, &mut editor);
            safe_at_times |= world.current == SAFE;
            what
        };
        let story: Vec<String> = (0..steps).map(&mut one_step).collect();
        // A whole build at the end of each round.
        let last = random.below(HELPERS.len());
        world.helper(last);
        world.write(&world.mains);
        editor.settle(Duration::from_millis(1_500));
        let seen = editor.published();
        let unfinished = last == UNFINISHED;
        let cache = if unfinished {
            "cache".into()
        } else {
            format!("fresh-{rounds}")
        };
        let mut fresh = world.editor(&cache);
        fresh.settle(Duration::from_millis(700));
        assert_eq!(
            seen,
            fresh.published(),
            "round {rounds} of seed {seed}: {story:#?}, at last variant {last}"
        );
        if unfinished {
            let ghosts: Vec<String> = without_lines(&seen).difference(&findings).cloned().collect();
            assert!(ghosts.is_empty(), "round {rounds} of seed {seed}: {ghosts:#?}");
            let lost = shown_before && !safe_at_times && seen.is_empty();
            assert!(!lost, "round {rounds} of seed {seed} lost all findings: {story:#?}");
        } else {
            assert_eq!(seen.len(), usize::from(last != SAFE), "variant {last}: {seen:#?}");
        }
        shown_before = !seen.is_empty();
        rounds += 1;
    }
    println!("{rounds} rounds");
}

/// Of a build that is no more, only what was found can be reported, not where it is now.
fn without_lines(published: &BTreeMap<String, Vec<String>>) -> BTreeSet<String> {
    let texts = published.values().flatten();
    texts
        .map(|text| text.split_once(' ').map_or(text.as_str(), |(_, rest)| rest).to_owned())
        .collect()
}

fn step(world: &mut World, random: &mut Random, editor: &mut Editor) -> String {
    let pause = Duration::from_millis([0, 5, 50, 300, 800][random.below(5)]);
    let kind = random.below(9);
    let what = match kind {
        0..=2 => {
            let variant = random.below(HELPERS.len());
            world.helper(variant);
            format!("variant {variant}")
        }
        3 => {
            let bytes = &world.variants[world.current]["Helper.class"];
            std::fs::create_dir_all(world.classes()).unwrap();
            let file = world.classes().join("Helper.class");
            if !file.is_dir() {
                std::fs::write(file, &bytes[..random.below(bytes.len())]).unwrap();
            }
            "half a class".into()
        }
        4 => {
            let _ = std::fs::remove_dir_all(world.folder.path().join("project/target"));
            "clean".into()
        }
        5 => {
            world.write(&world.mains);
            "mains".into()
        }
        6 => {
            for worker in editor.workers() {
                let mut kill = Command::new("kill");
                let _ = kill.args(["-9", &worker.to_string()]).stderr(Stdio::null()).status();
            }
            "workers killed".into()
        }
        7 => {
            editor.kill();
            *editor = world.editor("cache");
            "server killed".into()
        }
        _ => {
            let file = world.classes().join("Helper.class");
            let _ = std::fs::remove_file(&file);
            let _ = std::fs::create_dir_all(&file);
            editor.notify(
                "textDocument/didSave",
                json!({ "textDocument": { "uri": file_uri(&file) } }),
            );
            "a folder for a class".into()
        }
    };
    std::thread::sleep(pause);
    format!("{what}, {pause:?}")
}
