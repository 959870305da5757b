//! What boots have left, on disk: every machine of a JDK but the first begins where that one's boot ended.
//!
//! A file is of one JDK and of one build of this binary; one that is damaged or does not fit is no reason to say anything:
//! the JDK is booted, and the file written anew.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use dropwire_classes::{ClassError, Jdk, Library, Universe, content_hash};
use dropwire_vm::{Base, Vm, VmOptions};

use crate::system;

/// Files that are kept: some JDKs, and builds of this binary.
const KEPT: usize = 12;

/// A machine that has booted this JDK, or is where another one has.
///
/// # Errors
/// A sentence: a class path entry that cannot be read, a native method that this JDK needs and we lack.
pub fn boot(jdk: &Jdk, class_path: &[PathBuf]) -> Result<Vm, String> {
    let folder = system::cache_folder().join("bases");
    let file = folder.join(format!("{:016x}.base", number(jdk)));
    let options = VmOptions::default();
    let open = || Universe::open(jdk, class_path).map_err(|error: ClassError| error.to_string());
    if let Some(base) = read(&file)
        && let Ok(vm) = Vm::from_base(open()?, &base, &options)
    {
        return Ok(vm);
    }
    let booted = Vm::boot(open()?, &options).map_err(|error| error.to_string())?;
    let Some(base) = booted.base() else {
        return Ok(booted);
    };
    if let Some(encoded) = encode(&base) {
        // Whoever has no room for it boots again.
        let _ = write(&folder, &file, &encoded);
    }
    // Begin there as all others will: the one that booted has resolved more, and counts fewer bytecodes.
    Ok(Vm::from_base(open()?, &base, &options).unwrap_or(booted))
}

/// A number for all that a boot depends on. Files count by size and time of change.
fn number(jdk: &Jdk) -> u64 {
    let binary = system::own_binary().map_or(0, |binary| system::stamp(&binary));
    let mut text = format!("{} {binary:x} {jdk:?}", env!("CARGO_PKG_VERSION"));
    for file in Library::files(jdk) {
        text.push_str(&format!(" {} {:x}", file.display(), system::stamp(&file)));
    }
    content_hash(text.as_bytes())
}

/// Followed by its hash.
fn encode(base: &Base<'_>) -> Option<Vec<u8>> {
    let mut bytes = postcard::to_stdvec(base).ok()?;
    let hash = content_hash(&bytes);
    bytes.extend_from_slice(&hash.to_le_bytes());
    Some(bytes)
}

/// The bytes live as long as the machine: forever.
fn decode(bytes: Vec<u8>) -> Option<Base<'static>> {
    let (payload, hash) = bytes.split_last_chunk::<8>()?;
    if content_hash(payload) != u64::from_le_bytes(*hash) {
        return None;
    }
    postcard::from_bytes(bytes.leak()).ok()
}

fn read(file: &Path) -> Option<Base<'static>> {
    decode(fs::read(file).ok()?)
}

/// Writes it whole or not at all, and removes the oldest.
fn write(folder: &Path, file: &Path, bytes: &[u8]) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    let mut fresh = tempfile::NamedTempFile::new_in(folder)?;
    fresh.write_all(bytes)?;
    fresh.persist(file)?;
    let mut files: Vec<(SystemTime, PathBuf)> = fs::read_dir(folder)?
        .filter_map(|entry| {
            let entry = entry.ok()?;
            Some((entry.metadata().ok()?.modified().ok()?, entry.path()))
        })
        .collect();
    files.sort_unstable();
    let surplus = files.len().saturating_sub(KEPT);
    for (_, file) in files.drain(..surplus) {
        fs::remove_file(file)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn any_jdk() -> Option<Jdk> {
        Jdk::locate(None).ok()
    }

    #[test]
    fn what_is_written_is_read_and_what_is_damaged_is_not() {
        let Some(jdk) = any_jdk() else { return };
        let universe = Universe::open(&jdk, &[]).unwrap();
        let base = Vm::boot(universe, &VmOptions::default()).unwrap().base().unwrap();
        let bytes = encode(&base).unwrap();
        assert_eq!(decode(bytes.clone()).as_ref(), Some(&base));
        for at in [0, bytes.len() / 2, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert_eq!(decode(damaged), None);
            assert_eq!(decode(bytes[..at].to_vec()), None);
        }
        assert_eq!(decode(Vec::new()), None);
    }

    #[test]
    fn old_files_go() {
        let folder = tempfile::tempdir().unwrap();
        for number in 0..KEPT + 5 {
            write(folder.path(), &folder.path().join(format!("{number}.base")), b"x").unwrap();
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), KEPT);
        assert!(folder.path().join(format!("{}.base", KEPT + 4)).is_file());
    }
}
