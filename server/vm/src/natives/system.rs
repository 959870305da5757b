//! System properties. A program sees the same machine everywhere: no host, no user, no clock of this one.

use super::{NativeCall, NativeResult, Row, reference};
use crate::heap::Ref;

pub(super) const PEERS: &[(&str, &[Row])] = &[(
    "jdk/internal/util/SystemProps$Raw",
    &[
        ("vmProperties", "", vm_properties),
        ("platformProperties", "", platform_properties),
    ],
)];

fn vm_properties(c: &mut NativeCall<'_>) -> NativeResult {
    let jdk = c.vm.image.universe.jdk.clone();
    let home = jdk.home.display().to_string();
    let feature = jdk.feature.to_string();
    let pairs: [(&str, &str); 20] = [
        ("java.home", &home),
        ("java.vm.specification.name", "Java Virtual Machine Specification"),
        ("java.vm.specification.vendor", "Oracle Corporation"),
        ("java.vm.specification.version", &feature),
        ("java.vm.name", "Dropwire"),
        ("java.vm.vendor", "Dropwire"),
        ("java.vm.version", env!("CARGO_PKG_VERSION")),
        ("java.vm.info", "interpreted mode"),
        ("java.class.path", ""),
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
    let mut flat: Vec<Ref> = Vec::new();
    for (key, value) in pairs {
        flat.push(c.vm.literal(key)?);
        flat.push(c.vm.literal(value)?);
    }
    // A null key ends the list.
    flat.push(0);
    flat.push(0);
    reference(c.vm.new_reference_array("java/lang/String", &flat)?)
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
        ("_user_dir_NDX", "/"),
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
