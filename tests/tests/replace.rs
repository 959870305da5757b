//! `[[replace]]`: methods of the user's in the place of others, and what a verdict says of that.

use std::fs;
use std::path::{Path, PathBuf};

use dropwire_tests::dropwire::{self, Check};
use dropwire_tests::java::Tool;
use dropwire_tests::report::Target;

const CACHE: &str = env!("CARGO_TARGET_TMPDIR");

/// A client whose server is a stub; the stub's own counter is where the threads meet.
const CLIENT: &str = r#"
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;

public class Client {
    static int asked;

    static class Names {
        static int started = start();

        static int start() {
            return 1;
        }

        static synchronized InetAddress byName(String host) throws UnknownHostException {
            asked += started;
            return null;
        }

        static InetAddress careless(String host) {
            asked++;
            return null;
        }

        static long nanos() {
            return System.nanoTime() > 0 ? 42 : 0;
        }

        static void nothing(Thread thread) {
            Counting.last = (Counting) thread;
        }

        static int doubled(Rate rate, int cents) {
            return 2 * rate.of(cents);
        }
    }

    static class Rate {
        int of(int cents) {
            return cents / 10;
        }
    }

    static class Counting extends Thread {
        static Counting last;

        @Override
        public void run() {
            throw new IllegalStateException("the original runs");
        }
    }

    static void ask() {
        try {
            InetAddress.getByName("stock.example");
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(Client::ask);
        Thread other = new Thread(Client::ask);
        one.start();
        other.start();
        one.join();
        other.join();
        assert asked == 2;
    }
}

class Runs {
    public static void main(String[] args) throws InterruptedException {
        Thread counting = new Client.Counting();
        counting.start();
        counting.join();
        assert Client.Counting.last == counting;
    }
}

class Clock {
    public static void main(String[] args) {
        assert System.nanoTime() == 42;
        assert new Client.Rate().of(100) == 20;
    }
}
"#;

/// The client below a configuration; `None` without a `javac`.
fn client(name: &str, configuration: &str) -> Option<PathBuf> {
    let folder = Path::new(CACHE).join("replace").join(name);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("Client.java"), CLIENT).unwrap();
    fs::write(folder.join("dropwire.toml"), configuration).unwrap();
    let javac = Tool::find("javac")?;
    Some(
        javac
            .compile_fixtures(Path::new(CACHE), &[folder.join("Client.java")])
            .unwrap(),
    )
}

fn check(name: &str, class: &str, configuration: &str) -> Option<Target> {
    let classes = client(name, configuration)?;
    let file = Path::new(CACHE).join("replace").join(name).join("dropwire.toml");
    let check = Check::new(&classes, [class]).with(["--config", file.to_str().unwrap()]);
    Some(check.run().unwrap())
}

fn row(method: &str, by: &str) -> String {
    format!("[[replace]]\nmethod = \"{method}\"\nby = \"{by}\"\n")
}

#[test]
fn what_is_not_modelled_runs_by_a_stub_and_the_verdict_lists_it() {
    let Some(plain) = check("plain", "Client", "") else {
        return;
    };
    assert_eq!(plain.verdict, "incomplete", "{:?}", plain.reasons);
    let rows = row("java.net.InetAddress.getByName", "Client$Names.byName");
    let Some(target) = check("stub", "Client", &rows) else {
        return;
    };
    assert_eq!(target.verdict, "verified", "{:?}", target.reasons);
    assert!(target.assumptions.iter().any(|name| name == "replaced-methods"));
    assert_eq!(
        target.notes,
        ["Client$Names.byName ran in place of java.net.InetAddress.getByName ([[replace]])"]
    );
}

#[test]
fn a_stub_is_explored_like_any_other_method_and_its_trail_replays() {
    let rows = row("java.net.InetAddress.getByName", "Client$Names.careless");
    let Some(target) = check("careless", "Client", &rows) else {
        return;
    };
    assert_eq!(target.verdict, "violated");
    let kinds: Vec<&str> = target.findings.iter().map(|finding| &*finding.kind).collect();
    assert!(
        kinds.contains(&"data-race") && kinds.contains(&"assertion-failure"),
        "{kinds:?}"
    );
    assert!(target.findings.iter().all(|finding| finding.confidence == "confirmed"));
}

#[test]
fn a_stub_may_call_what_it_replaces_and_takes_the_object_first() {
    let rows = row("java.lang.System.nanoTime", "Client$Names.nanos") + &row("Client$Rate.of", "Client$Names.doubled");
    let Some(target) = check("original", "Clock", &rows) else {
        return;
    };
    assert_eq!(target.verdict, "verified", "{:?}", target.findings);
    let unused = check("unused", "Clock", &row("java.lang.System.gc", "Client$Names.nanos")).unwrap();
    assert_eq!(unused.verdict, "violated");
    assert!(!unused.assumptions.iter().any(|name| name == "replaced-methods"));
}

/// The machine calls `run` itself; a pattern that the stubs fit too does not reach them.
#[test]
fn what_a_thread_runs_is_replaced_too() {
    let rows = row("Client*.run", "Client$Names.nothing") + &row("Client*.nothing", "Client$Names.nothing");
    let Some(target) = check("runs", "Runs", &rows) else {
        return;
    };
    assert_eq!(target.verdict, "verified", "{:?}", target.findings);
    assert_eq!(target.notes.len(), 1);
}

#[test]
fn what_does_not_fit_is_named() {
    for (name, by, says) in [
        (
            "no-class",
            "shop.Stubs.byName",
            "class shop.Stubs is not on the class path",
        ),
        ("no-method", "Client$Names.nothing", "it has no static method nothing"),
        (
            "no-fit",
            "Client$Names.nanos",
            "it has no static method nanos that takes what",
        ),
    ] {
        let Some(target) = check(name, "Client", &row("java.net.InetAddress.getByName", by)) else {
            return;
        };
        assert_ne!(target.verdict, "verified");
        assert!(
            target.reasons.iter().any(|reason| reason.contains(says)),
            "{:?}",
            target.reasons
        );
    }
    let Some(classes) = client("refused", &row("java.net.Socket.<init>", "Client$Names.nanos")) else {
        return;
    };
    let file = Path::new(CACHE).join("replace/refused/dropwire.toml");
    let options = [
        "check",
        "--config",
        file.to_str().unwrap(),
        "--classpath",
        classes.to_str().unwrap(),
        "Client",
    ];
    let ended = dropwire::call(options).unwrap();
    assert_eq!(ended.status, Some(2));
    assert!(
        ended
            .stderr
            .contains("dropwire.toml:1: `java.net.Socket.<init>`: constructors"),
        "{}",
        ended.stderr
    );
}
