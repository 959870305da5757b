//! The JDK's runtime image `lib/modules` (the "jimage" format), read in place.
//!
//! Follows OpenJDK's `src/java.base/share/native/libjimage/imageFile.hpp`: a header, a perfect hash (redirect
//! table), offsets of locations, locations as small attribute streams, strings, then the resources.
//! Images of the machine's own byte order only, as jlink makes them (little-endian on all that matter).

mod decompress;
pub use decompress::inflate_resource;
mod layout;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::error::ClassError;
use layout::{Layout, Location};

/// A JDK's runtime image. Opening one maps the file and reads its header only.
///
/// The mapping lives as long as the process, so that uncompressed resources need no copy.
#[derive(Debug)]
pub struct RuntimeImage {
    path: PathBuf,
    mapping: &'static [u8],
    layout: Layout,
    packages: OnceLock<BTreeMap<&'static str, BTreeSet<&'static str>>>,
}

/// A class of the runtime image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImageClass {
    /// The class file; borrowed from the image unless that is compressed.
    pub bytes: Cow<'static, [u8]>,
    /// The module that it belongs to.
    pub module: &'static str,
}

impl RuntimeImage {
    /// Opens `lib/modules` of the JDK at `home`.
    ///
    /// The file must not be changed in place while this process lives; package managers replace it instead.
    ///
    /// # Errors
    /// [`ClassError::Image`] if there is no such file, or it is not an image.
    pub fn open(home: &Path) -> Result<Self, ClassError> {
        let path = home.join("lib").join("modules");
        match map(&path) {
            Ok(mapping) => Self::of(path, mapping),
            Err(error) => Err(ClassError::Image {
                path,
                problem: error.to_string(),
            }),
        }
    }

    /// An image that is in memory, as if it had been read from a file.
    ///
    /// # Errors
    /// [`ClassError::Image`] if it is none.
    pub fn of(path: PathBuf, mapping: &'static [u8]) -> Result<Self, ClassError> {
        let layout = match Layout::read(mapping) {
            Ok(layout) => layout,
            Err(problem) => return Err(ClassError::Image { path, problem }),
        };
        Ok(Self {
            path,
            mapping,
            layout,
            packages: OnceLock::new(),
        })
    }

    /// The image file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The whole image file, as it is mapped into memory.
    pub fn mapping(&self) -> &'static [u8] {
        self.mapping
    }

    /// Finds a class by its internal name, `java/lang/Object`. Two probes of the image's hash table.
    ///
    /// # Errors
    /// [`ClassError::Image`] if the image is damaged, or compressed in an unknown way.
    pub fn find_class(&self, name: &str) -> Result<Option<ImageClass>, ClassError> {
        let Some((package, _)) = name.rsplit_once('/') else {
            return Ok(None);
        };
        let Some(module) = self.module_of_package(package) else {
            return Ok(None);
        };
        let bytes = self.find(&["/", module, "/", name, ".class"])?;
        Ok(bytes.map(|bytes| ImageClass { bytes, module }))
    }

    /// The module that contains a package with classes, `java/util`.
    pub fn module_of_package(&self, package: &str) -> Option<&'static str> {
        let location = self.layout.find_package(package)?;
        self.layout.module_with_content(&location)
    }

    /// A resource of a module: `("java.base", "java/lang/Object.class")`.
    ///
    /// # Errors
    /// [`ClassError::Image`] if the image is damaged, or compressed in an unknown way.
    pub fn resource(&self, module: &str, path: &str) -> Result<Option<Cow<'static, [u8]>>, ClassError> {
        self.find(&["/", module, "/", path])
    }

    /// The names of all modules, sorted.
    pub fn modules(&self) -> Vec<&'static str> {
        self.packages().keys().copied().collect()
    }

    /// The packages of a module that contain classes (`java/util`), sorted; none for an unknown module.
    pub fn packages_of(&self, module: &str) -> Vec<&'static str> {
        self.packages()
            .get(module)
            .map(|packages| packages.iter().copied().collect())
            .unwrap_or_default()
    }

    /// The internal names of all classes of a module, sorted, without `module-info`.
    pub fn classes_of(&self, module: &str) -> Vec<String> {
        let classes = self
            .layout
            .locations()
            .filter(|location| location.module == module && location.is_class());
        let mut names: Vec<String> = classes
            .map(|class| format!("{}/{}", class.parent, class.base))
            .collect();
        names.sort();
        names
    }

    /// All modules with their packages: one walk over the image, at the first use.
    fn packages(&self) -> &BTreeMap<&'static str, BTreeSet<&'static str>> {
        self.packages.get_or_init(|| {
            let mut modules: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
            for location in self.layout.locations() {
                if location.is_class() {
                    modules.entry(location.module).or_default().insert(location.parent);
                } else if location.base == "module-info" && location.extension == "class" {
                    modules.entry(location.module).or_default(); // a module may have no classes
                }
            }
            modules
        })
    }

    fn find(&self, path: &[&str]) -> Result<Option<Cow<'static, [u8]>>, ClassError> {
        let Some(location) = self.layout.find(path) else {
            return Ok(None);
        };
        match self.content(&location) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(problem) => {
                let problem = format!("{}: {problem}", path.concat());
                Err(ClassError::Image {
                    path: self.path.clone(),
                    problem,
                })
            }
        }
    }

    fn content(&self, location: &Location) -> Result<Cow<'static, [u8]>, String> {
        let stored = self
            .layout
            .stored(location)
            .ok_or("the resource lies outside the file")?;
        if location.compressed == 0 {
            return Ok(Cow::Borrowed(stored));
        }
        decompress::resource(stored, location.uncompressed, |offset| self.layout.string(offset)).map(Cow::Owned)
    }
}

/// Maps the file for the rest of the process's life.
#[allow(unsafe_code)] // the one place: reading 130 MB at each start would cost more than all else
fn map(path: &Path) -> std::io::Result<&'static [u8]> {
    let file = File::open(path)?;
    // SAFETY: the mapping is read-only, private to this process and never unmapped. Nobody may truncate or
    // write to an installed JDK's image in place while it runs: the JDK itself maps the file on the same terms.
    let mapping = unsafe { memmap2::Mmap::map(&file)? };
    Ok(Box::leak(Box::new(mapping)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{TempDir, installed_image};
    use std::fs;

    #[test]
    fn finds_classes_packages_and_resources() {
        let Some(image) = installed_image("image") else {
            return;
        };
        let object = image.find_class("java/lang/Object").unwrap().unwrap();
        assert_eq!(object.module, "java.base");
        assert_eq!(crate::class_name(&object.bytes).as_deref(), Some("java/lang/Object"));
        assert_eq!(image.module_of_package("java/util/concurrent/locks"), Some("java.base"));
        assert_eq!(image.module_of_package("java"), None, "a package without classes");
        assert_eq!(image.module_of_package("com/example"), None);
        for absent in [
            "java/lang/Absent",
            "com/example/Main",
            "Main",
            "",
            "/",
            "java/lang/",
            "module-info",
        ] {
            assert_eq!(image.find_class(absent).unwrap(), None, "{absent}");
        }
        assert!(image.resource("java.base", "module-info.class").unwrap().is_some());
        assert!(image.resource("java.base", "absent.properties").unwrap().is_none());
        assert!(image.modules().contains(&"java.base"));
        assert!(image.packages_of("java.base").contains(&"java/util"));
        assert!(image.packages_of("absent").is_empty());
    }

    #[test]
    fn every_class_of_java_base_is_found_by_its_name_and_parses() {
        let Some(image) = installed_image("java.base") else {
            return;
        };
        let names = image.classes_of("java.base");
        assert!(names.len() > 4000);
        for name in names {
            let class = image.find_class(&name).unwrap().unwrap();
            let parsed = crate::parse(&class.bytes).unwrap();
            assert_eq!(*parsed.file.this_class, *name);
        }
    }

    #[test]
    fn what_is_no_image_is_refused() {
        let dir = TempDir::new("image");
        let open = |bytes: &[u8]| {
            fs::create_dir_all(dir.path().join("lib")).unwrap();
            fs::write(dir.path().join("lib/modules"), bytes).unwrap();
            RuntimeImage::open(dir.path()).unwrap_err().to_string()
        };
        assert!(open(b"").contains("too short"));
        assert!(open(&[0; 64]).contains("no runtime image"));
        let mut swapped = [0; 64];
        swapped[..4].copy_from_slice(&0xcafe_dada_u32.swap_bytes().to_ne_bytes());
        assert!(open(&swapped).contains("byte order"));
        let mut huge = [0xff; 64];
        huge[..4].copy_from_slice(&0xcafe_dada_u32.to_ne_bytes());
        huge[4..8].copy_from_slice(&0x0001_0000_u32.to_ne_bytes());
        assert!(open(&huge).contains("longer than the file"));
        assert!(RuntimeImage::open(&dir.path().join("absent")).is_err());
    }
}
