//! Answers that hold, that do not hold any more, that were damaged, and too many of them.

use super::*;
use crate::pruning::{UNUSED, prune};
use crate::text::testing::verified_report;

fn loaded(path: &str, origin: Option<&Path>, hash: u64) -> Loaded {
    Loaded {
        path: path.into(),
        origin: origin.map(Path::to_path_buf),
        hash,
    }
}

fn stored(question: u64, hash: u64) -> Stored {
    Stored {
        question,
        loaded: vec![loaded("A.class", Some(Path::new("/classes")), hash)],
        budget_ms: 2_000,
        timed_out: false,
        report: verified_report(),
    }
}

#[test]
fn an_answer_outlives_its_server() {
    let folder = tempfile::tempdir().unwrap();
    let first = Results::in_folder(folder.path().to_path_buf());
    first.keep(stored(1, 5)).1.unwrap();
    let second = Results::in_folder(folder.path().to_path_buf());
    let found = second.find(1, &mut |loaded| loaded[0].hash == 5).unwrap();
    assert_eq!(*found, stored(1, 5));
    assert_eq!(second.find(1, &mut |loaded| loaded[0].hash == 6), None);
    assert_eq!(second.find(2, &mut |_| true), None, "another question");
    second.forget(1);
    assert_eq!(
        Results::in_folder(folder.path().to_path_buf()).find(1, &mut |_| true),
        None
    );
}

#[test]
fn the_last_answer_is_known_when_it_holds_no_more() {
    let folder = tempfile::tempdir().unwrap();
    let open = || Results::in_folder(folder.path().to_path_buf());
    let pause = || std::thread::sleep(std::time::Duration::from_millis(20));
    let first = open();
    assert_eq!(first.last(1), None);
    for hash in [5, 6] {
        first.keep(stored(1, hash)).1.unwrap();
        pause();
        assert_eq!(*first.last(1).unwrap(), stored(1, hash));
        assert_eq!(*open().last(1).unwrap(), stored(1, hash), "after a restart");
    }
    // The user goes back to what was there before: from memory, and yet others hear of it.
    assert!(first.find(1, &mut |loaded| loaded[0].hash == 5).is_some());
    assert_eq!(*first.last(1).unwrap(), stored(1, 5));
    assert_eq!(*open().last(1).unwrap(), stored(1, 5));
    first.forget(1);
    assert_eq!((first.last(1), open().last(1)), (None, None));
}

#[test]
fn the_longer_pass_wins() {
    let folder = tempfile::tempdir().unwrap();
    let results = Results::in_folder(folder.path().to_path_buf());
    results.keep(stored(1, 5)).1.unwrap();
    let longer = Stored {
        budget_ms: 60_000,
        ..stored(1, 5)
    };
    results.keep(longer).1.unwrap();
    assert_eq!(results.find(1, &mut |_| true).unwrap().budget_ms, 60_000);
    let again = Results::in_folder(folder.path().to_path_buf());
    assert_eq!(again.find(1, &mut |_| true).unwrap().budget_ms, 60_000);
}

#[test]
fn a_damaged_answer_is_none() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_path_buf();
    Results::in_folder(path.clone()).keep(stored(1, 5)).1.unwrap();
    let file = disk_files(&path).remove(0);
    let text = std::fs::read_to_string(&file).unwrap();
    for damaged in [
        text.replace("verified", "violated"),
        text[..text.len() / 2].to_owned(),
        String::new(),
    ] {
        std::fs::write(&file, damaged).unwrap();
        assert_eq!(Results::in_folder(path.clone()).find(1, &mut |_| true), None);
        assert!(!file.exists(), "it is removed");
    }
}

#[test]
fn an_unwritable_folder_keeps_answers_in_memory() {
    let folder = tempfile::tempdir().unwrap();
    let in_the_way = folder.path().join("results");
    std::fs::write(&in_the_way, "a file, not a folder").unwrap();
    let results = Results::in_folder(in_the_way);
    assert!(results.keep(stored(1, 5)).1.is_err());
    assert!(results.find(1, &mut |_| true).is_some());
}

#[test]
fn what_was_not_used_for_longest_goes_first() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_path_buf();
    let results = Results::in_folder(path.clone());
    let long_ago = std::time::SystemTime::now() - std::time::Duration::from_secs(1_000);
    for question in 0..10 {
        results.keep(stored(question, 5)).1.unwrap();
        for file in disk_files(&path.join(format!("{question:016x}"))) {
            let age = std::time::Duration::from_secs(question);
            std::fs::File::options()
                .append(true)
                .open(file)
                .unwrap()
                .set_modified(long_ago + age)
                .unwrap();
        }
    }
    let another = Results::in_folder(path.clone());
    assert!(another.find(0, &mut |_| true).is_some(), "used now");
    let size = std::fs::metadata(&disk_files(&path)[0]).unwrap().len();
    prune(&path, 4 * size, UNUSED);
    assert_eq!(disk_files(&path).len(), 4);
    let another = Results::in_folder(path);
    assert!(another.find(0, &mut |_| true).is_some(), "the used one has stayed");
    assert!(another.find(1, &mut |_| true).is_none());
    assert!(another.find(9, &mut |_| true).is_some());
}

#[test]
fn what_was_not_used_for_long_goes_whatever_room_there_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_path_buf();
    let results = Results::in_folder(path.clone());
    for question in 0..3 {
        results.keep(stored(question, 5)).1.unwrap();
    }
    let age = |question: u64, age: std::time::Duration| {
        for file in disk_files(&path.join(format!("{question:016x}"))) {
            let file = std::fs::File::options().append(true).open(file).unwrap();
            file.set_modified(std::time::SystemTime::now() - age).unwrap();
        }
    };
    let minute = std::time::Duration::from_secs(60);
    age(0, UNUSED + minute);
    age(1, UNUSED - minute);
    prune(&path, u64::MAX, UNUSED);
    let another = Results::in_folder(path);
    let left = [0, 1, 2].map(|question| another.find(question, &mut |_| true).is_some());
    assert_eq!(left, [false, true, true]);
}

#[test]
fn two_servers_at_once_leave_whole_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_path_buf();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            let path = path.clone();
            scope.spawn(move || {
                let results = Results::in_folder(path);
                for round in 0..100 {
                    results.keep(stored(round % 3, 5)).1.unwrap();
                    if round % 10 == 0 {
                        results.forget(7);
                    }
                    let fresh = Results::in_folder(results.folder.clone());
                    assert!(fresh.find(round % 3, &mut |_| true).is_some());
                }
            });
        }
    });
    assert_eq!(disk_files(&path).len(), 3, "and no temporary ones");
}

fn disk_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        if entry.path().is_dir() {
            found.extend(disk_files(&entry.path()));
        } else {
            found.push(entry.path());
        }
    }
    found
}

#[test]
fn what_counts_as_changed() {
    let folder = tempfile::tempdir().unwrap();
    let (first, second) = (folder.path().join("first"), folder.path().join("second"));
    std::fs::create_dir_all(first.join("META-INF/services")).unwrap();
    std::fs::create_dir_all(&second).unwrap();
    std::fs::write(folder.path().join("lib.jar"), "jar").unwrap();
    std::fs::write(second.join("B.class"), "b").unwrap();
    let class_path = [first.clone(), folder.path().join("lib.jar"), second.clone()];
    let now = |loaded: &Loaded| changed(std::slice::from_ref(loaded), &class_path, &mut content_of).is_none();
    let b = loaded("B.class", Some(&second), content_hash(b"b"));
    assert!(now(&b));
    assert!(!now(&loaded("B.class", Some(&second), 1)), "other content");
    assert!(!now(&loaded("B.class", None, 0)), "it was not there");
    let absent = loaded("C.class", None, 0);
    assert!(now(&absent));
    std::fs::create_dir(first.join("C.class")).unwrap();
    assert!(!now(&absent), "a folder appeared where nothing was");
    let folder_there = loaded("C.class", None, DIRECTORY);
    assert!(now(&folder_there));
    std::fs::remove_dir(first.join("C.class")).unwrap();
    assert!(now(&absent) && !now(&folder_there));
    let of_jar = loaded("D.class", Some(&class_path[1]), 7);
    assert!(now(&of_jar));
    std::fs::write(first.join("D.class"), "d").unwrap();
    assert!(!now(&of_jar), "hidden by a folder before the jar");
    std::fs::write(first.join("B.class"), "b").unwrap();
    assert!(!now(&b), "hidden by an earlier folder, even with the same content");
    let services = loaded("META-INF/services/S", None, content_hash(b""));
    assert!(now(&services));
    std::fs::write(first.join("META-INF/services/S"), "x").unwrap();
    assert!(!now(&services));
    let mut named = vec![loaded("E.class", Some(&folder.path().join("lib.jar")), 1)];
    complete(&mut named, &class_path[..1]);
    assert_eq!(named.len(), 2, "a jar that a manifest names");
    assert!(changed(&named, &class_path[..1], &mut content_of).is_none());
    std::fs::write(folder.path().join("lib.jar"), "another jar").unwrap();
    assert!(changed(&named, &class_path[..1], &mut content_of).is_some());
}
