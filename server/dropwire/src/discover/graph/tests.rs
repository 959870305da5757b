//! Call graphs of hand-made classes, and of what javac writes.

use super::*;
use crate::discover::class_summary::MethodFacts;

fn member(class: &str, name: &str, descriptor: &str) -> Member {
    Member {
        class: class.into(),
        name: name.into(),
        descriptor: descriptor.into(),
    }
}

fn method(name: &str, calls: &[Member], touches: &[&str]) -> MethodFacts {
    let descriptor = if name == "main" {
        "([Ljava/lang/String;)V"
    } else {
        "()V"
    };
    MethodFacts {
        is_static: name == "main",
        calls: calls.to_vec(),
        touches: touches.iter().map(|&class| class.to_owned()).collect(),
        ..MethodFacts::made_up(name, descriptor)
    }
}

fn class(name: &str, parent: &str, methods: Vec<MethodFacts>) -> ClassFacts {
    ClassFacts {
        super_class: Some(parent.into()),
        ..ClassFacts::made_up(name, methods)
    }
}

fn found(classes: &[ClassFacts]) -> Vec<String> {
    let classes: Classes<'_> = classes.iter().map(|class| (class.name.as_str(), class)).collect();
    threaded_targets(&classes)
}

/// Java 25 launches what is compiled for it by other forms than `public static void main(String[])`.
#[test]
fn a_main_of_java_25_is_a_target() {
    let start = member("java/lang/Thread", "start", "()V");
    let main = MethodFacts {
        descriptor: "()V".into(),
        is_static: false,
        is_public: false,
        ..method("main", std::slice::from_ref(&start), &[])
    };
    let compiled_for = |release, methods| ClassFacts {
        release,
        ..class("Compact", "java/lang/Object", methods)
    };
    let both = || vec![method("<init>", &[], &[]), main.clone()];
    assert_eq!(found(&[compiled_for(25, both())]), ["Compact"]);
    assert!(found(&[compiled_for(21, both())]).is_empty());
    let private = MethodFacts {
        is_private: true,
        ..main.clone()
    };
    assert!(found(&[compiled_for(25, vec![method("<init>", &[], &[]), private])]).is_empty());
    // No launcher can make an object of it.
    assert!(found(&[compiled_for(25, vec![main])]).is_empty());
}

#[test]
fn a_start_through_a_subclass_counts() {
    let start = member("Worker", "start", "()V");
    let app = class("App", "java/lang/Object", vec![method("main", &[start], &["Worker"])]);
    let worker = class("Worker", "java/lang/Thread", vec![method("run", &[], &[])]);
    assert_eq!(found(&[app, worker]), ["App"]);
}

#[test]
fn objects_that_threads_may_share_are_targets() {
    let shared = |name: &str, methods: Vec<MethodFacts>| ClassFacts {
        is_shared: true,
        ..class(name, "java/lang/Object", methods)
    };
    let shelf = ClassFacts {
        is_abstract: true,
        ..shared("Shelf", Vec::new())
    };
    let test = ClassFacts {
        is_shared: true,
        ..test_class(&[])
    };
    let plain = class("Plain", "java/lang/Object", vec![method("sell", &[], &[])]);
    let classes = [shared("shop/Till", vec![method("sell", &[], &[])]), shelf, plain];
    assert_eq!(found(&classes), ["shop.Till#new"]);
    assert!(!found(&[test]).iter().any(|target| target.ends_with("#new")));
}

/// A test class: `busy` starts a thread through a helper, `plain` calls another, static one; both share what runs before.
fn test_class(before: &[Member]) -> ClassFacts {
    let marked = |name: &str, mark: &str, calls: &[Member]| MethodFacts {
        annotations: vec![mark.to_owned()],
        ..method(name, calls, &[])
    };
    let start = member("java/lang/Thread", "start", "()V");
    let helper = MethodFacts {
        is_static: true,
        ..method("twice", &[], &[])
    };
    let plain = MethodFacts {
        touches: vec!["TillTest".into()], // as a call of a static method does
        ..marked(
            "plain",
            "org/junit/jupiter/api/Test",
            &[member("TillTest", "twice", "()V")],
        )
    };
    let methods = vec![
        marked(
            "busy",
            "org/junit/jupiter/api/Test",
            &[member("TillTest", "both", "()V")],
        ),
        plain,
        marked("off", "org/junit/jupiter/api/Test", std::slice::from_ref(&start)),
        marked("open", "org/junit/jupiter/api/BeforeEach", before),
        method("both", &[start], &[]),
        helper,
    ];
    let mut class = class("TillTest", "java/lang/Object", methods);
    class.methods[2]
        .annotations
        .push("org/junit/jupiter/api/Disabled".into());
    class
}

#[test]
fn the_tests_of_a_class_are_distinguished() {
    assert_eq!(found(&[test_class(&[])]), ["TillTest#busy"]);
}

#[test]
fn what_runs_before_belongs_to_every_test() {
    let pool = member("java/util/concurrent/Executors", "newCachedThreadPool", "()V");
    assert_eq!(found(&[test_class(&[pool])]), ["TillTest#busy", "TillTest#plain"]);
}

#[test]
fn inherited_tests_run_in_classes_that_exist() {
    let base = ClassFacts {
        is_abstract: true,
        ..test_class(&[])
    };
    let own = class("OwnTest", "TillTest", Vec::new());
    assert_eq!(found(&[base, own]), ["OwnTest#busy"]);
}

#[test]
fn an_own_start_does_not() {
    let start = member("Engine", "start", "()V");
    let app = class("App", "java/lang/Object", vec![method("main", &[start], &["Engine"])]);
    let engine = class("Engine", "java/lang/Object", vec![method("start", &[], &[])]);
    assert_eq!(found(&[app, engine]), Vec::<String>::new());
}

#[test]
fn a_callback_of_a_created_object_counts() {
    let submit = member(
        "java/util/concurrent/ExecutorService",
        "submit",
        "(Ljava/lang/Runnable;)V",
    );
    let app = class("App", "java/lang/Object", vec![method("main", &[], &["Handler"])]);
    let handler = class("Handler", "java/lang/Object", vec![method("handle", &[submit], &[])]);
    assert_eq!(found(&[app, handler]), ["App"]);
}

#[test]
fn what_main_cannot_reach_does_not_count() {
    let start = member("java/lang/Thread", "start", "()V");
    let app = class("App", "java/lang/Object", vec![method("main", &[], &[])]);
    let other = class("Other", "java/lang/Object", vec![method("go", &[start], &[])]);
    assert_eq!(found(&[app, other]), Vec::<String>::new());
}

#[test]
fn the_ways_to_start_a_thread() {
    for (class, method) in [
        ("java/lang/Thread", "start"),
        ("java/util/concurrent/Executors", "newFixedThreadPool"),
        ("java/util/concurrent/CompletableFuture", "supplyAsync"),
        ("java/util/ArrayList", "parallelStream"),
        ("java/util/stream/IntStream", "parallel"),
        ("java/util/Timer", "<init>"),
        ("java/util/concurrent/ForkJoinPool", "invoke"),
    ] {
        assert!(starts_thread(class, method), "{class}.{method}");
    }
    for (class, method) in [
        ("java/lang/Thread", "sleep"),
        ("java/util/concurrent/ConcurrentHashMap", "put"),
        ("java/util/concurrent/CompletableFuture", "join"),
        ("java/lang/String", "start"),
    ] {
        assert!(!starts_thread(class, method), "{class}.{method}");
    }
}

/// Skipped, by name, where there is no javac.
#[test]
fn what_javac_writes() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("Mains.java");
    std::fs::write(
        &source,
        "class Lambda { static int n; public static void main(String[] a) { Runnable r = () -> n++; go(r); }
            static void go(Runnable r) { new Thread(r).start(); } }
         class Reference { public static void main(String[] a) {
            java.util.List.of(new Thread(), new Thread()).forEach(Thread::start); } }
         class Pool { public static void main(String[] a) { java.util.concurrent.Executors.newCachedThreadPool().submit(() -> 1); } }
         class Alone { public static void main(String[] a) { System.out.println(a.length); } }
         class Late { static final Thread T = new Thread(); static { T.start(); } }
         class Initialiser { public static void main(String[] a) { System.out.println(Late.T); } }
         class NoMain { static void main(String[] a) { new Thread().start(); } }",
    )
    .unwrap();
    let javac = std::process::Command::new("javac")
        .arg("-d")
        .arg(folder.path())
        .arg(&source)
        .status();
    if !javac.is_ok_and(|status| status.success()) {
        eprintln!("skipped: no javac on the path");
        return;
    }
    let files = crate::discover::tree::class_files(folder.path());
    let classes: Vec<ClassFacts> = files
        .iter()
        .map(|file| ClassFacts::read(&std::fs::read(file).unwrap()).unwrap())
        .collect();
    assert_eq!(found(&classes), ["Initialiser", "Lambda", "Pool", "Reference"]);
    assert!(ClassFacts::read(&std::fs::read(&files[0]).unwrap()[..40]).is_err());
    let by_name: Classes<'_> = classes.iter().map(|class| (class.name.as_str(), class)).collect();
    assert_eq!(
        Graph::of(&by_name, &|_| true)
            .reachable("Initialiser")
            .into_iter()
            .collect::<Vec<_>>(),
        ["Initialiser", "Late"]
    );
}
