//! Every fuzzed function, on its corpus and on a thousand small changes of it.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use dropwire_classes::RuntimeImage;
use dropwire_tests::fuzz::{TARGETS, Target, change};
use dropwire_tests::java::Tool;
use dropwire_tests::mutants::Corpus;
use dropwire_tests::random::rng::Rng;
use dropwire_tests::tree;

const CHANGES: u64 = 1_000;

fn corpus(target: &str) -> Vec<Vec<u8>> {
    let folder = match target {
        "class_file" | "linked_class" => Corpus::folder(),
        other => tree::root().join("tests/fuzz/corpus").join(other),
    };
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_none_or(|extension| extension != "java"))
        .collect();
    files.sort();
    files.into_iter().map(|file| fs::read(file).unwrap()).collect()
}

fn survives(name: &str, target: Target, bytes: &[u8], what: &str) {
    assert!(
        catch_unwind(AssertUnwindSafe(|| target(bytes))).is_ok(),
        "{name}, {what}: {bytes:?}"
    );
}

#[test]
fn fuzzed_functions_survive_their_corpus_and_changes_of_it() {
    if Tool::find("java").is_none() {
        return;
    }
    for (name, target) in TARGETS {
        let corpus = corpus(name);
        for bytes in &corpus {
            survives(name, *target, bytes, "of the corpus");
        }
        for seed in 0..CHANGES {
            let mut rng = Rng::new(seed);
            let mut bytes = corpus[rng.below(corpus.len() as u32) as usize].clone();
            for _ in 0..=rng.below(3) {
                change(&mut bytes, &mut rng);
            }
            survives(name, *target, &bytes, &format!("change {seed}"));
        }
    }
}

#[test]
fn the_corpus_is_read_to_its_end() {
    let modules = corpus("runtime_image").remove(0).leak();
    let image = RuntimeImage::of(PathBuf::from("modules"), modules).unwrap();
    assert_eq!(image.modules(), ["java.base"]);
    assert_eq!(image.classes_of("java.base"), ["p/Plain", "p/Shared", "p/Zipped"]);
    for path in ["p/Plain.class", "p/Shared.class", "p/Zipped.class"] {
        assert!(image.resource("java.base", path).unwrap().is_some(), "{path}");
    }
    for text in corpus("configuration") {
        assert!(product::is_readable_configuration(std::str::from_utf8(&text).unwrap()));
    }
    let messages = corpus("protocol")
        .iter()
        .flat_map(|input| product::protocol_messages(input))
        .count();
    assert_eq!(messages, 9);
}

#[test]
fn every_target_is_a_program_of_cargo_fuzz() {
    for (name, _) in TARGETS {
        let program = tree::root().join(format!("tests/fuzz/fuzz_targets/{name}.rs"));
        let text = fs::read_to_string(program).unwrap();
        assert!(text.contains(&format!("dropwire_tests::fuzz::{name}(")), "{name}");
    }
}
