//! Class files that are broken, or lie: an answer, never a panic.

use std::path::Path;
use std::time::{Duration, Instant};

use dropwire_tests::dropwire;
use dropwire_tests::java::Tool;
use dropwire_tests::mutants::refusals::{CodeMutant, of_java};
use dropwire_tests::mutants::{Corpus, Fate, Machine};

const CACHE: &str = env!("CARGO_TARGET_TMPDIR");

/// No class file takes so long.
const PATIENCE: Duration = Duration::from_secs(10);

#[test]
fn ten_thousand_mutants_are_refused_or_run() {
    if Tool::find("java").is_none() {
        return;
    }
    let corpus = Corpus::read().unwrap();
    let mut machine = Machine::boot_with(&[Corpus::folder()]).unwrap();
    for original in corpus.originals() {
        // What the path lacks is a superclass at most.
        machine.invoke(original).unwrap();
    }
    let (mut linked, mut run) = (0, 0);
    for number in 0..10_000 {
        let start = Instant::now();
        match machine.invoke(&corpus.mutant(number)) {
            Ok(Fate::Linked(methods)) => {
                linked += 1;
                run += methods;
            }
            Ok(Fate::Refused) => {}
            Err(panic) => panic!("mutant {number}: {panic}"),
        }
        assert!(
            start.elapsed() < PATIENCE,
            "mutant {number} takes {:?}",
            start.elapsed()
        );
    }
    // Mutants that are all refused at once would show nothing about the machine.
    assert!((2_000..9_500).contains(&linked), "{linked} of 10,000 were linked");
    assert!(run > 2_000, "{run} methods were run");
}

#[test]
fn ten_thousand_mutants_are_refused_as_the_real_java_refuses_them() {
    if Tool::find("java").is_none() || Tool::find("javac").is_none() {
        return;
    }
    let cache = Path::new(CACHE);
    let folder = Corpus::folder();
    let corpus = Corpus::read().unwrap().accepted(cache, &folder).unwrap();
    let mut machine = Machine::boot_with(std::slice::from_ref(&folder)).unwrap();
    // The last ones have local variables that do not exist, in code that nothing leads to.
    let numbers = || (0..10_000).chain([81_260, 81_790]);
    let mutants: Vec<CodeMutant<'_>> = numbers().map(|number| corpus.code_mutant(number)).collect();
    let real = of_java(cache, &folder, mutants.iter().map(|mutant| &*mutant.bytes)).unwrap();
    let (mut refused, mut wrong) = (0, Vec::new());
    for (number, (mutant, real)) in numbers().zip(mutants.iter().zip(real)) {
        let ours = machine.refusal(mutant).unwrap();
        refused += u32::from(ours.is_by_verifier());
        if !ours.agrees(&real) {
            wrong.push(format!("mutant {number}: {ours:?}, java: {real:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!((500..9_500).contains(&refused), "{refused} of 10,000 were refused");
}

/// A class file with a constant pool of six entries: it, its superclass, and nothing else.
fn class_file(name: &str, superclass: &str) -> Vec<u8> {
    let mut bytes = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 52, 0, 5];
    for text in [name, superclass] {
        bytes.extend([1, 0, text.len() as u8]);
        bytes.extend(text.as_bytes());
    }
    bytes.extend([7, 0, 1, 7, 0, 2]);
    bytes.extend([0, 0x21, 0, 3, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0]);
    bytes
}

#[test]
fn classes_that_lie_about_themselves_are_named() {
    if Tool::find("java").is_none() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for (file, name, superclass) in [
        ("Own", "Own", "Own"),
        ("Here", "Here", "There"),
        ("There", "There", "Here"),
        ("Liar", "Honest", "java/lang/Object"),
        ("Usurper", "java/lang/String", "java/lang/Object"),
    ] {
        std::fs::write(
            folder.path().join(file).with_extension("class"),
            class_file(name, superclass),
        )
        .unwrap();
    }
    for (target, message) in [
        ("Own", "is its own superclass"),
        ("Here", "is its own superclass"),
        ("Liar", "contains class Honest"),
        ("Usurper", "contains class java.lang.String"),
    ] {
        let classes = folder.path().to_string_lossy().into_owned();
        let ended = dropwire::call(["run", "--classpath", &classes, target]).unwrap();
        assert_ne!(ended.status, Some(0), "{target}");
        assert!(
            ended.stderr.contains(message),
            "{target}: {:?} {}",
            ended.status,
            ended.stderr
        );
    }
}
