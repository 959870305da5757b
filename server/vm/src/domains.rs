//! Protection domains: where a class comes from, as `Class.getProtectionDomain` says.
//!
//! The loaders' own Java code makes the domains. What the built-in loaders find this machine searches itself, so boot has them make
//! one for the class path and one for each module; classes that they find later belong to these. A class that is defined from
//! bytes has the domain that its definer gives, or none, which Java answers with one that allows all.

use std::collections::BTreeSet;

use crate::error::VmError;
use crate::generate::NATIVE;
use crate::heap::{HEADER, Heap, Ref};
use crate::hidden_fields::DOMAIN;
use crate::image::Image;
use crate::image::class::{Class, Shape};
use crate::natives::files::CLASS_PATH;
use crate::thread::ThreadId;
use crate::vm::Vm;

/// The static of `dropwire.Native` that holds modules and their domains, in turn; the class path counts as the null module.
pub(crate) const DOMAINS: &str = "domains";

/// Name of Java's field since 25.
const OWN_FIELD: &str = "protectionDomain";

const MAIN: ThreadId = ThreadId(0);

impl Vm {
    /// Has the built-in loaders make their domains.
    pub(crate) fn make_domains(&mut self) -> Result<(), VmError> {
        let modules: BTreeSet<Ref> = self.image.module_of_package.values().copied().collect();
        let mut table = Vec::new();
        let app = self.image.loader(&self.heap, "APP_LOADER");
        if app != 0 {
            table.extend([0, self.make_domain(app, &format!("file:{CLASS_PATH}/"))?]);
        }
        for module in modules {
            let loader = self.field(module, "loader") as Ref;
            let name = self.field(module, "name") as Ref;
            if loader != 0 && name != 0 {
                let location = format!("jrt:/{}", self.text(name));
                table.extend([module, self.make_domain(loader, &location)?]);
            }
        }
        let table = self.new_reference_array("java/lang/Object", &table)?;
        let native = self.image.load(&mut self.heap, NATIVE)?;
        self.set_static_field(native, DOMAINS, u64::from(table));
        for index in 0..self.image.classes.len() {
            self.image.set_domain_of(&mut self.heap, self.image.classes[index]);
        }
        Ok(())
    }

    /// `loader.getProtectionDomain(new CodeSource(new URL(location), (CodeSigner[]) null))`.
    fn make_domain(&mut self, loader: Ref, location: &str) -> Result<Ref, VmError> {
        let location = u64::from(self.literal(location)?);
        let url = self.make("java/net/URL", "(Ljava/lang/String;)V", &[location])?;
        let descriptor = "(Ljava/net/URL;[Ljava/security/CodeSigner;)V";
        let source = self.make("java/security/CodeSource", descriptor, &[u64::from(url), 0])?;
        let class = self.image.load(&mut self.heap, "java/security/SecureClassLoader")?;
        let descriptor = "(Ljava/security/CodeSource;)Ljava/security/ProtectionDomain;";
        let method = self.image.named_method(class, "getProtectionDomain", descriptor)?;
        Ok(self.call(MAIN, method, &[u64::from(loader), u64::from(source)])? as Ref)
    }

    /// Makes an object by one of its constructors.
    fn make(&mut self, class: &str, descriptor: &str, arguments: &[u64]) -> Result<Ref, VmError> {
        self.initialise_now(MAIN, class)?;
        let class = self.image.load(&mut self.heap, class)?;
        let constructor = self.image.named_method(class, "<init>", descriptor)?;
        let made = self.new_object(class)?;
        let slots: Vec<u64> = [u64::from(made)].iter().chain(arguments).copied().collect();
        self.call(MAIN, constructor, &slots)?;
        Ok(made)
    }

    /// The domain of a class, on this path; null if it has none of its own.
    pub(crate) fn domain(&self, class: &'static Class) -> Ref {
        // What stands for a call site belongs to the class that it is in.
        let class = self.image.made_for.get(&class.id).copied().unwrap_or(class);
        self.field(class.mirror.get(), self.image.domain_field()) as Ref
    }
}

impl Image {
    /// Which field of `Class` holds the domain.
    pub(crate) fn domain_field(&self) -> &'static str {
        match self.class_class().field(OWN_FIELD) {
            Some(_) => OWN_FIELD,
            None => DOMAIN,
        }
    }

    /// Sets the domain of a class that a built-in loader found.
    pub(crate) fn set_domain_of(&self, heap: &mut Heap, class: &Class) {
        if let Some(domain) = self.domain_by_module(heap, class) {
            self.set_domain(heap, class, domain);
        }
    }

    /// Sets the domain of a class that was defined from bytes.
    pub(crate) fn set_domain(&self, heap: &mut Heap, class: &Class, domain: Ref) {
        self.set_class_field(heap, class.mirror.get(), self.domain_field(), u64::from(domain));
    }

    fn domain_by_module(&self, heap: &Heap, class: &Class) -> Option<Ref> {
        let native = self.loaded(NATIVE)?;
        let field = native.field(DOMAINS)?;
        let table = heap.get(self.statics_start(native) + field.slot) as Ref;
        let known = matches!(class.shape, Shape::Instance) && table != 0;
        let module = match class.is_user() {
            true => 0,
            false => *self.module_of_package.get(class.package())?,
        };
        let element = |index: u32| heap.read(u64::from(table + HEADER) * 8 + 4 * u64::from(index), 2) as Ref;
        let pairs = if known { heap.length(table) / 2 } else { 0 };
        let at = (0..pairs).find(|pair| element(2 * pair) == module)?;
        Some(element(2 * at + 1))
    }
}
