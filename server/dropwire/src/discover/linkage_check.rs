//! Whether classes that were compiled apart fit together: a build that is not finished leaves an old B beside a new A.
//!
//! Looks at the user's classes only, and only says what is certain: a member that a library class might have is taken to
//! be there.

use std::collections::BTreeSet;

use super::class_summary::{ClassFacts, Classes, Member};

/// Why the classes that a target reaches are no finished build, as a sentence without a full stop.
///
/// `unreadable`: internal names of classes whose files are there and are no class files.
pub fn unfinished(classes: &Classes<'_>, reaches: &BTreeSet<String>, unreadable: &BTreeSet<String>) -> Option<String> {
    reaches
        .iter()
        .filter_map(|name| classes.get(name.as_str()).copied())
        .find_map(|class| needs_unreadable(class, unreadable).or_else(|| unfinished_class(class, classes)))
}

fn needs_unreadable(class: &ClassFacts, unreadable: &BTreeSet<String>) -> Option<String> {
    let named = class.methods.iter().flat_map(|method| {
        let called = method.calls.iter().map(|call| &call.class);
        method.touches.iter().chain(called)
    });
    let mut named = named.chain(class.super_class.iter()).chain(&class.interfaces);
    let half = named.find(|name| unreadable.contains(*name))?;
    Some(format!("the class file of {} is truncated", half.replace('/', ".")))
}

fn unfinished_class(class: &ClassFacts, classes: &Classes<'_>) -> Option<String> {
    let name = class.binary_name();
    if class.did_not_compile {
        return Some(format!("{name} did not compile"));
    }
    for method in &class.methods {
        let calls = method.calls.iter().filter(|call| !has_method(call, classes));
        let fields = method.fields.iter().filter(|field| !has_field(field, classes));
        if let Some(missing) = calls.chain(fields).next() {
            let other = missing.class.replace('/', ".");
            return Some(format!(
                "{name} refers to {other}.{}, which does not exist",
                missing.name
            ));
        }
    }
    None
}

fn has_method(wanted: &Member, classes: &Classes<'_>) -> bool {
    let own = |class: &ClassFacts| {
        let fits = |method: &super::class_summary::MethodFacts| {
            method.name == wanted.name && method.descriptor == wanted.descriptor
        };
        class.methods.iter().any(fits)
    };
    // What every object has.
    let of_object = || {
        matches!(
            wanted.name.as_str(),
            "getClass" | "hashCode" | "equals" | "clone" | "toString" | "notify" | "notifyAll" | "wait" | "finalize"
        )
    };
    may_have(&wanted.class, classes, &own) || of_object()
}

fn has_field(wanted: &Member, classes: &Classes<'_>) -> bool {
    let own = |class: &ClassFacts| {
        let mut fields = class.fields.iter();
        fields.any(|(name, descriptor)| *name == wanted.name && *descriptor == wanted.descriptor)
    };
    may_have(&wanted.class, classes, &own)
}

/// Whether a class or something that it inherits from has a member, or might have it.
fn may_have(class: &str, classes: &Classes<'_>, own: &dyn Fn(&ClassFacts) -> bool) -> bool {
    if !classes.contains_key(class) {
        return true;
    }
    let mut open = vec![class];
    let mut seen = BTreeSet::new();
    while let Some(name) = open.pop() {
        if !seen.insert(name) {
            continue;
        }
        match classes.get(name) {
            Some(class) if own(class) => return true,
            Some(class) => open.extend(class.super_class.iter().chain(&class.interfaces).map(String::as_str)),
            // Its members are asked for by the caller, where they matter.
            None if name == "java/lang/Object" => {}
            None => return true,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discover::tree;

    /// Compiles each source apart, against those before it, into one folder.
    fn compiled(sources: &[(&str, &str)]) -> Option<(tempfile::TempDir, Vec<ClassFacts>)> {
        let folder = tempfile::tempdir().unwrap();
        for (name, source) in sources {
            let file = folder.path().join(name);
            std::fs::write(&file, source).unwrap();
            let mut javac = std::process::Command::new("javac");
            javac
                .arg("-d")
                .arg(folder.path())
                .arg("-cp")
                .arg(folder.path())
                .arg(&file);
            if !javac.status().is_ok_and(|status| status.success()) {
                eprintln!("skipped: no javac on the path");
                return None;
            }
        }
        let files = tree::class_files(folder.path());
        let facts = files
            .iter()
            .map(|file| ClassFacts::read(&std::fs::read(file).unwrap()).unwrap());
        let facts = facts.collect();
        Some((folder, facts))
    }

    fn verdict(facts: &[ClassFacts]) -> Option<String> {
        let classes: Classes<'_> = facts.iter().map(|class| (class.name.as_str(), class)).collect();
        let all = classes.keys().map(|&name| name.to_owned()).collect();
        unfinished(&classes, &all, &BTreeSet::new())
    }

    #[test]
    fn a_new_class_beside_an_old_one() {
        let a = "class A extends java.util.ArrayList<String> implements C { int n; void m(B b) { b.go(); n++; add(\"\"); hello(); b.hashCode(); } }";
        let c = "interface C { default void hello() {} record Point(int x, String y) {} }";
        let Some((_folder, facts)) = compiled(&[("C.java", c), ("B.java", "class B { void go() {} }"), ("A.java", a)])
        else {
            return;
        };
        assert_eq!(verdict(&facts), None);
        let newer = ("B2.java", "class B { void gone() {} }");
        let Some((_folder, facts)) = compiled(&[
            ("C.java", c),
            ("B.java", "class B { void go() {} }"),
            ("A.java", a),
            newer,
        ]) else {
            return;
        };
        assert_eq!(verdict(&facts).unwrap(), "A refers to B.go, which does not exist");
        let first = "class D { static int n; }";
        let user = "class E { int m() { return D.n; } }";
        let second = "class D { static long n; }";
        let Some((_folder, facts)) = compiled(&[("D.java", first), ("E.java", user), ("D2.java", second)]) else {
            return;
        };
        assert_eq!(verdict(&facts).unwrap(), "E refers to D.n, which does not exist");
    }

    #[test]
    fn the_eclipse_compilers_marker() {
        let broken = "class A { void m() { throw new Error(\"Unresolved compilation problem: \\n\\tx cannot be resolved\\n\"); } }";
        let Some((_folder, facts)) = compiled(&[("A.java", broken)]) else {
            return;
        };
        assert_eq!(verdict(&facts).unwrap(), "A did not compile");
        let harmless = "class A { String m() { return \"Unresolved compilation problem\"; } }";
        let Some((_folder, facts)) = compiled(&[("A.java", harmless)]) else {
            return;
        };
        assert_eq!(verdict(&facts), None);
    }
}
