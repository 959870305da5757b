//! System properties. A program sees the same machine everywhere: no host, no user, no clock of this one.

use super::{NativeCall, NativeResult, Outcome, Row, reference};
use crate::heap::Ref;
use crate::image::code::{Instr, Op};
use crate::types::Ty;
use crate::vm::Vm;

pub(super) const PEERS: &[(&str, &[Row])] = &[(
    "jdk/internal/util/SystemProps$Raw",
    &[
        ("vmProperties", "", vm_properties),
        ("platformProperties", "", platform_properties),
    ],
)];

fn vm_properties(c: &mut NativeCall<'_>) -> NativeResult {
    let mut flat: Vec<Ref> = Vec::new();
    for (key, value) in machine(c.vm) {
        flat.push(c.vm.literal(key)?);
        flat.push(c.vm.literal(&value)?);
    }
    // A null key ends the list.
    flat.push(0);
    flat.push(0);
    reference(c.vm.new_reference_array("java/lang/String", &flat)?)
}

/// `System.initProperties` of Java 8 to 11: all properties go into the given table at once.
pub(super) fn init_properties(c: &mut NativeCall<'_>) -> NativeResult {
    let properties = c.reference(0);
    let mut pairs = machine(c.vm);
    let version = c.vm.image.universe.jdk.version.clone();
    pairs.extend(platform_pairs(&version));
    pairs.push(("sun.boot.class.path", boot_class_path(c.vm)));
    let class = c.vm.class_of(properties);
    let put = c.vm.image.named_method(
        class,
        "setProperty",
        "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/Object;",
    )?;
    let push = |value| Instr {
        op: Op::PushRef,
        x: 0,
        a: 0,
        b: value,
    };
    let mut body = Vec::new();
    for (key, value) in pairs {
        let (key, value) = (c.vm.literal(key)?, c.vm.literal(&value)?);
        body.extend([Instr::plain(Op::Load), push(key), push(value)]);
        body.push(Instr {
            op: Op::InvokespecialQ,
            x: 0,
            a: 3,
            b: put.id.0,
        });
        body.push(Instr::plain(Op::Pop));
    }
    body.extend([Instr::plain(Op::Load), Instr::plain(Op::Return1)]);
    let object = c.vm.image.load(&mut c.vm.heap, "java/lang/Object")?;
    let driver =
        c.vm.internal_body(object, "system properties", &body, 1, 4, Ty::Reference);
    Ok(Outcome::Tail(driver, vec![u64::from(properties)], 0))
}

/// An empty path would mean the current directory to Java 8. Classes are found without it, so it names what its real one ends
/// with, a folder that hardly any JDK has.
fn boot_class_path(vm: &Vm) -> String {
    let jdk = &vm.image.universe.jdk;
    match jdk.has_modules() {
        true => String::new(),
        false => super::files::boot_class_path(vm).display().to_string(),
    }
}

/// What `SystemProps` computes from the platform on newer JDKs.
fn platform_pairs(version: &str) -> Vec<(&'static str, String)> {
    let feature = version.split('.').next().unwrap_or("8");
    let old = version.starts_with("1.8");
    let specification = if old { "1.8" } else { feature };
    let class_version = if old { "52.0" } else { "55.0" };
    [
        ("java.version", version),
        ("java.runtime.version", version),
        ("java.specification.version", specification),
        ("java.specification.name", "Java Platform API Specification"),
        ("java.specification.vendor", "Oracle Corporation"),
        ("java.class.version", class_version),
        ("java.vendor", "Dropwire"),
        ("java.vendor.url", "https://java.oracle.com/"),
        ("java.vendor.url.bug", "https://bugreport.java.com/bugreport/"),
        ("file.separator", "/"),
        ("path.separator", ":"),
        ("line.separator", "\n"),
        ("file.encoding", "UTF-8"),
        ("file.encoding.pkg", "sun.io"),
        ("sun.jnu.encoding", "UTF-8"),
        ("sun.stdout.encoding", "UTF-8"),
        ("sun.stderr.encoding", "UTF-8"),
        ("java.io.tmpdir", "/tmp"),
        ("os.name", "Linux"),
        ("os.arch", "amd64"),
        ("os.version", "6.0"),
        ("sun.arch.data.model", "64"),
        ("sun.cpu.endian", "little"),
        ("sun.cpu.isalist", ""),
        ("sun.io.unicode.encoding", "UnicodeLittle"),
        ("user.dir", dropwire_classes::WORKING_FOLDER),
        ("user.home", "/"),
        ("user.name", "user"),
        ("user.timezone", ""),
        ("java.ext.dirs", ""),
        ("java.endorsed.dirs", ""),
    ]
    .into_iter()
    .map(|(key, value)| (key, value.to_owned()))
    .collect()
}

/// Properties of the machine itself.
fn machine(vm: &Vm) -> Vec<(&'static str, String)> {
    let jdk = &vm.image.universe.jdk;
    let home = jdk.home.display().to_string();
    let feature = jdk.feature.to_string();
    let pairs: [(&str, &str); 21] = [
        // What is called often is not made again in a faster way: it would only be more states.
        ("java.lang.invoke.MethodHandle.CUSTOMIZE_THRESHOLD", "-1"),
        ("java.home", &home),
        ("java.vm.specification.name", "Java Virtual Machine Specification"),
        ("java.vm.specification.vendor", "Oracle Corporation"),
        ("java.vm.specification.version", &feature),
        ("java.vm.name", "Dropwire"),
        ("java.vm.vendor", "Dropwire"),
        ("java.vm.version", env!("CARGO_PKG_VERSION")),
        ("java.vm.info", "interpreted mode"),
        ("java.class.path", super::files::CLASS_PATH),
        ("java.library.path", ""),
        ("java.vm.compressedOopsMode", "32-bit"),
        ("jdk.debug", "release"),
        ("sun.boot.library.path", "/"),
        ("sun.nio.MaxDirectMemorySize", "67108864"),
        ("sun.nio.PageAlignDirectMemory", "false"),
        ("user.language", "en"),
        ("user.country", "US"),
        ("java.locale.useOldISOCodes", ""),
        ("sun.reflect.inflationThreshold", "2147483647"),
        ("jdk.reflect.useNativeAccessorOnly", "true"),
    ];
    pairs.into_iter().map(|(key, value)| (key, value.to_owned())).collect()
}

/// Values by the index constants of `SystemProps.Raw`, read from the class itself: they move between releases.
fn platform_properties(c: &mut NativeCall<'_>) -> NativeResult {
    let class = c.method.class();
    let count = c.vm.static_field(class, "FIXED_LENGTH") as usize;
    let mut values: Vec<Ref> = vec![0; count];
    let pairs = [
        ("_display_language_NDX", "en"),
        ("_display_country_NDX", "US"),
        ("_file_separator_NDX", "/"),
        ("_line_separator_NDX", "\n"),
        ("_path_separator_NDX", ":"),
        ("_file_encoding_NDX", "UTF-8"),
        ("_native_encoding_NDX", "UTF-8"),
        ("_sun_jnu_encoding_NDX", "UTF-8"),
        ("_stdout_encoding_NDX", "UTF-8"),
        ("_stderr_encoding_NDX", "UTF-8"),
        ("_sun_stdout_encoding_NDX", "UTF-8"),
        ("_sun_stderr_encoding_NDX", "UTF-8"),
        ("_java_io_tmpdir_NDX", "/tmp"),
        ("_os_name_NDX", "Linux"),
        ("_os_arch_NDX", "amd64"),
        ("_os_version_NDX", "6.0"),
        ("_sun_arch_data_model_NDX", "64"),
        ("_sun_cpu_endian_NDX", "little"),
        ("_sun_io_unicode_encoding_NDX", "UnicodeLittle"),
        ("_user_dir_NDX", dropwire_classes::WORKING_FOLDER),
        ("_user_home_NDX", "/"),
        ("_user_name_NDX", "user"),
    ];
    for (field, value) in pairs {
        if class.field(field).is_none() {
            continue;
        }
        let index = c.vm.static_field(class, field) as usize;
        if let Some(slot) = values.get_mut(index) {
            *slot = c.vm.literal(value)?;
        }
    }
    reference(c.vm.new_reference_array("java/lang/String", &values)?)
}
