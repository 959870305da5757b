//! Class loaders and modules.

use std::collections::BTreeSet;

use super::{NativeCall, NativeResult, Outcome, Row, nothing, reference};
use crate::error::VmError;
use crate::heap::Ref;
use crate::image::class::{Class, Origin};

pub(super) const PEERS: &[(&str, &[Row])] = &[
    (
        "java/lang/ClassLoader",
        &[
            ("findBootstrapClass", "", |c| {
                // An instance method up to Java 11.
                let name = u32::from(!c.method.is_static());
                find_class(c, name, 0)
            }),
            ("findLoadedClass0", "", |c| find_class(c, 1, c.reference(0))),
            ("findInitiatedClass0", "", |c| find_class(c, 1, c.reference(0))),
            ("retrieveDirectives", "", crate::launch::directives),
        ],
    ),
    (
        "java/lang/Module",
        &[
            ("defineModule0", "", define_module),
            ("addReads0", "", nothing),
            ("addExports0", "", nothing),
            ("addExportsToAll0", "", nothing),
            ("addExportsToAllUnnamed0", "", nothing),
        ],
    ),
    (
        "jdk/internal/loader/BootLoader",
        &[
            ("setBootLoaderUnnamedModule0", "", |c| {
                let module = c.reference(0);
                c.vm.image.boot_unnamed_module = module;
                Ok(Outcome::Void)
            }),
            ("getSystemPackageLocation", "", package_location),
            ("getSystemPackageNames", "", package_names),
        ],
    ),
    (
        "jdk/internal/jimage/NativeImageBuffer",
        &[("getNativeMap", "", native_map)],
    ),
];

fn package_names(c: &mut NativeCall<'_>) -> NativeResult {
    system_packages(c, "")
}

/// The packages of the classes that the machine loads at its start, as the JVM names them, with `end` appended. A path loads more, and
/// so may paths before it: those are not listed. Nor is what this virtual machine adds.
pub(super) fn system_packages(c: &mut NativeCall<'_>, end: &str) -> NativeResult {
    let vm = &c.vm;
    let at_start = |class: &&&'static Class| class.origin == Origin::Jdk && vm.heap.is_base(class.mirror.get());
    let names = vm.image.classes.iter().filter(at_start).map(|class| class.name);
    let packages = names.filter_map(|name| name.rsplit_once('/').map(|(package, _)| package));
    let packages: BTreeSet<&str> = packages
        .filter(|name| !name.starts_with('[') && !name.starts_with("dropwire"))
        .collect();
    let mut texts = Vec::new();
    for package in packages {
        texts.push(c.vm.new_text(&format!("{package}{end}"))?);
    }
    reference(c.vm.new_reference_array("java/lang/String", &texts)?)
}

/// The built-in loaders share one name space, which this machine searches itself: no Java code of a loader runs in
/// the middle of a search.
fn find_class(c: &mut NativeCall<'_>, arg: u32, loader: Ref) -> NativeResult {
    if c.reference(arg) == 0 {
        return reference(0);
    }
    let name = c.text(arg).replace('.', "/");
    if c.vm.is_own_loader(loader) {
        let definitions = c.vm.definitions(loader);
        if let Some(park) = c.reach(definitions, false) {
            return Ok(park);
        }
        // What its parents define it has not loaded.
        let class = c.vm.defined_by(loader, &name);
        return reference(class.map_or(0, |class| class.mirror.get()));
    }
    let class = match c.vm.image.try_load(&mut c.vm.heap, &name) {
        Err(VmError::MissingClass(missing)) => {
            return Ok(Outcome::Throw("java/lang/NoClassDefFoundError", Some(missing)));
        }
        found => found?,
    };
    let seen = class.filter(|class| c.vm.is_seen_by(loader, class));
    reference(seen.map_or(0, |class| class.mirror.get()))
}

/// Where a package of the JDK comes from, once a class of it is loaded.
fn package_location(c: &mut NativeCall<'_>) -> NativeResult {
    let name = c.text(0);
    let mut classes = c.vm.image.classes.iter();
    match classes.find(|class| !class.is_user() && !class.module.is_empty() && class.package() == name) {
        Some(class) => {
            let location = format!("jrt:/{}", class.module);
            c.return_text(&location)
        }
        None => reference(0),
    }
}

fn define_module(c: &mut NativeCall<'_>) -> NativeResult {
    let module = c.reference(0);
    let packages = c.reference(4);
    if c.vm.mode.exploring && c.vm.heap.is_frozen() {
        // The image would keep a reference to an object that undo takes back: so the path keeps it. Its packages are new.
        let count = if packages == 0 { 0 } else { c.vm.heap.length(packages) };
        for i in 0..count {
            let package = c.vm.text(c.vm.element(packages, i)).replace('.', "/");
            c.vm.path.modules.push((package, module));
        }
        c.vm.path.facts.modules = c.vm.path.modules.len();
        return Ok(Outcome::Void);
    }
    if packages != 0 {
        for i in 0..c.vm.heap.length(packages) {
            let package = c.vm.text(c.vm.element(packages, i)).replace('.', "/");
            c.vm.image.module_of_package.insert(package, module);
        }
    }
    // Classes that were loaded before their module was defined learn of it now.
    for i in 0..c.vm.image.classes.len() {
        let class = c.vm.image.classes[i];
        if class.mirror.get() != 0 && !class.element().apart {
            c.vm.image.set_module_of(&mut c.vm.heap, class);
        }
    }
    Ok(Outcome::Void)
}

/// A direct buffer over the runtime image, so that the JDK reads its own resources without a file channel.
fn native_map(c: &mut NativeCall<'_>) -> NativeResult {
    let length = c.vm.image.universe.library.mapping().len() as u64;
    let class = c.vm.image.load(&mut c.vm.heap, "java/nio/DirectByteBuffer")?;
    if let Some(outcome) = c.vm.initialise_for_native(c.thread, class, c.may_execute)? {
        return Ok(outcome);
    }
    // The constructor that JNI's NewDirectByteBuffer uses; its capacity is a long since 21.
    let found = class.declared("<init>", "(JI)V").map(|m| (m, vec![length]));
    let found = found.or_else(|| class.declared("<init>", "(JJ)V").map(|m| (m, vec![length, 0])));
    let Some((constructor, capacity)) = found else {
        return reference(0);
    };
    let made = c.vm.new_object(class)?;
    let mut slots = vec![
        u64::from(made),
        u64::from(made),
        super::unsafe_memory::IMAGE_BASE as u64,
        0,
    ];
    slots.extend(capacity);
    let driver = c.vm.construction_driver(constructor)?;
    Ok(Outcome::Tail(driver, slots, 0))
}
