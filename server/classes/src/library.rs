//! The JDK's own class library: the runtime image of 9 and later, `rt.jar` and its companions of 8.

use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};

use crate::class_path::ClassPath;
use crate::error::ClassError;
use crate::image::{ImageClass, RuntimeImage};
use crate::jdk::Jdk;

/// The boot class path of Java 8 below `lib`, in its order (`sun.boot.class.path`), as far as it is there.
const BOOT_JARS: [&str; 6] = [
    "resources.jar",
    "rt.jar",
    "jsse.jar",
    "jce.jar",
    "charsets.jar",
    "jfr.jar",
];

/// What stands for the module where there are none.
const NO_MODULE: &str = "rt.jar";

/// A JDK's own classes.
#[derive(Debug)]
pub enum Library {
    /// `lib/modules` of Java 9 and later.
    Image(Box<RuntimeImage>),
    /// The jars of Java 8: the boot class path, then the extensions.
    Jars(ClassPath),
}

impl Library {
    /// Opens the library of a JDK.
    ///
    /// # Errors
    /// An image or a jar that cannot be read.
    pub fn open(jdk: &Jdk) -> Result<Self, ClassError> {
        if jdk.has_modules() {
            return RuntimeImage::open(&jdk.home).map(|image| Self::Image(Box::new(image)));
        }
        ClassPath::open(&jars(&jdk.home.join("lib")), jdk.feature).map(Self::Jars)
    }

    /// The files that the library of a JDK consists of.
    pub fn files(jdk: &Jdk) -> Vec<PathBuf> {
        if jdk.has_modules() {
            return vec![jdk.home.join("lib/modules")];
        }
        jars(&jdk.home.join("lib"))
    }

    /// Finds a class by its internal name, `java/lang/Object`.
    ///
    /// # Errors
    /// An image or a jar that is damaged.
    pub fn find_class(&self, name: &str) -> Result<Option<ImageClass>, ClassError> {
        match self {
            Self::Image(image) => image.find_class(name),
            Self::Jars(jars) => Ok(jars.find_class(name)?.map(|class| ImageClass {
                bytes: Cow::Owned(class.bytes),
                module: NO_MODULE,
            })),
        }
    }

    /// Whether classes of a package are looked up here only: a package of a module, or on 8 of `java`, which no
    /// loader defines into.
    pub fn owns_package(&self, package: &str) -> bool {
        match self {
            Self::Image(image) => image.module_of_package(package).is_some(),
            Self::Jars(_) => package.starts_with("java/"),
        }
    }

    /// A resource of the jars of 8. Those of modules are read by the JDK itself, from its image.
    ///
    /// # Errors
    /// A jar that is damaged.
    pub fn resource(&self, path: &str) -> Result<Option<Vec<u8>>, ClassError> {
        match self {
            Self::Image(_) => Ok(None),
            Self::Jars(jars) => Ok(jars.locate_resource(path)?.map(|(_, bytes)| bytes)),
        }
    }

    /// The whole image, as it is mapped into memory; empty on 8.
    pub fn mapping(&self) -> &'static [u8] {
        match self {
            Self::Image(image) => image.mapping(),
            Self::Jars(_) => &[],
        }
    }
}

/// The jars of the boot class path and of `lib/ext` that are there.
fn jars(lib: &Path) -> Vec<PathBuf> {
    let boot = BOOT_JARS.iter().map(|jar| lib.join(jar));
    let mut extensions: Vec<PathBuf> = fs::read_dir(lib.join("ext"))
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "jar"))
        .collect();
    extensions.sort();
    boot.chain(extensions).filter(|jar| jar.is_file()).collect()
}
