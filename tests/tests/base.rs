//! A machine that begins where another one's boot ended is that machine: the same heap, the same linked classes.

use std::collections::BTreeMap;
use std::env;
use std::path::PathBuf;

use dropwire_classes::{Jdk, Universe};
use dropwire_tests::java::homes;
use dropwire_vm::{Vm, VmOptions};

/// The JDK that `dropwire` takes by itself, and one of each other release.
fn jdks() -> Vec<Jdk> {
    let mut jdks: BTreeMap<u32, Jdk> = BTreeMap::new();
    let others = homes().into_iter().filter_map(|home: PathBuf| Jdk::at(&home).ok());
    for jdk in Jdk::locate(None).into_iter().chain(others) {
        jdks.entry(jdk.feature).or_insert(jdk);
    }
    assert!(
        !jdks.is_empty() || env::var_os("DROPWIRE_REQUIRE_TOOLS").is_none(),
        "no JDK"
    );
    jdks.into_values().collect()
}

/// All that linking has made of classes and their methods.
fn linked(vm: &Vm) -> Vec<String> {
    let mut lines = Vec::new();
    for class in &vm.image.classes {
        lines.push(format!(
            "{:?} {} {:x} {:x} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {} {:?} {} {} {} {} {}",
            class.id,
            class.name,
            class.hash,
            class.access,
            class.shape,
            class.origin,
            class.superclass,
            class.supers,
            class.interfaces,
            class.all_interfaces,
            class.fields,
            class.layout,
            class.statics,
            class.vtable.iter().map(|method| method.id).collect::<Vec<_>>(),
            class.module,
            class.source_file,
            class.leaves_atomic,
            class.confines,
            class.of_java_lang,
            class.mirror.get(),
            class.initialised_in_base.get(),
        ));
        for method in &class.methods {
            lines.push(format!(
                "{:?} {method:?} {} {:x} {} {:?} {:?} {} {:?} {} {:x} {:?} {:?} {:?} {} {}",
                method.id,
                method.class().name,
                method.access,
                method.arg_slots,
                method.result,
                method.params,
                method.has_code(),
                method
                    .native
                    .get()
                    .and_then(dropwire_vm::natives::run_of)
                    .map(|run| run as *const ()),
                method.vtable_index.get(),
                method.hash.get(),
                method.atomic.get(),
                method.looks.get(),
                method.attribute.get(),
                method.guarded.get(),
                method.special.get(),
            ));
        }
    }
    lines
}

#[test]
fn a_machine_that_begins_where_a_boot_ended_is_the_one_that_booted() {
    for jdk in jdks() {
        let universe = || Universe::open(&jdk, &[]).unwrap();
        let booted = Vm::boot(universe(), &VmOptions::default()).unwrap();
        let base = booted.base().expect("a boot leaves nothing else");
        let begun = Vm::from_base(universe(), &base, &VmOptions::default()).unwrap();
        // Not `assert_eq`, which would print them.
        assert!(begun.base().as_ref() == Some(&base), "on {}", jdk.version);
        let of_both = linked(&booted).into_iter().zip(linked(&begun));
        for (one, other) in of_both {
            assert_eq!(one, other, "on {}", jdk.version);
        }
        assert_eq!(begun.image.classes.len(), booted.image.classes.len());
        assert_eq!(begun.image.methods.len(), booted.image.methods.len());
    }
}

#[test]
fn a_base_of_another_library_is_refused() {
    let jdks = jdks();
    let [one, other, ..] = &jdks[..] else { return };
    let booted = Vm::boot(Universe::open(one, &[]).unwrap(), &VmOptions::default()).unwrap();
    let base = booted.base().expect("a boot leaves nothing else");
    let universe = Universe::open(other, &[]).unwrap();
    assert!(Vm::from_base(universe, &base, &VmOptions::default()).is_err());
}
