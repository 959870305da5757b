//! What the options of a JVM do to the machine.

use crate::error::VmError;
use crate::heap::{HEADER, Ref};
use crate::jvm_args::{JvmArg, Scope};
use crate::natives::call::{NativeCall, NativeResult, reference};
use crate::thread::ThreadId;
use crate::types::Ty;
use crate::vm::Vm;

pub(crate) const MAIN: ThreadId = ThreadId(0);

/// `ClassLoader.retrieveDirectives`: what a loader begins with that the program configures about assertions.
pub(crate) fn directives(c: &mut NativeCall<'_>) -> NativeResult {
    let class = c.vm.image.load(&mut c.vm.heap, "java/lang/AssertionStatusDirectives")?;
    let object = c.vm.new_object(class)?;
    let (mut classes, mut packages, mut all) = (Vec::new(), Vec::new(), true);
    for arg in c.vm.mode.jvm_args.meant.clone() {
        match arg {
            JvmArg::Assertions { on, scope } => match scope {
                Scope::All => all = on,
                Scope::Class(name) => classes.push((name, on)),
                Scope::Package(name) => packages.push((name, on)),
            },
            JvmArg::Property { .. }
            | JvmArg::Opens { .. }
            | JvmArg::Exports { .. }
            | JvmArg::Reads { .. }
            | JvmArg::NoEffect => {}
        }
    }
    for (said, names, enabled) in [
        (classes, "classes", "classEnabled"),
        (packages, "packages", "packageEnabled"),
    ] {
        let texts = said.iter().map(|(name, _)| c.vm.new_text(name));
        let texts = texts.collect::<Result<Vec<_>, _>>()?;
        let texts = c.vm.new_reference_array("java/lang/String", &texts)?;
        c.vm.set_field(object, names, u64::from(texts));
        let flags = c.vm.new_primitive_array(Ty::Boolean, said.len() as u32)?;
        for (at, (_, on)) in said.iter().enumerate() {
            let place = u64::from(flags + HEADER) * 8 + at as u64;
            c.vm.heap.write(place, 0, u64::from(*on));
        }
        c.vm.set_field(object, enabled, u64::from(flags));
    }
    c.vm.set_field(object, "deflt", u64::from(all));
    reference(object)
}

impl Vm {
    /// Does what the options say, before the program's first step.
    pub(crate) fn apply_jvm_args(&mut self) -> Result<(), VmError> {
        for arg in self.mode.jvm_args.meant.clone() {
            match arg {
                JvmArg::Property { name, value } => self.set_property(&name, &value)?,
                JvmArg::Opens { module, package } => {
                    self.call_module(&module, Some(&package), "implAddOpensToAllUnnamed")?;
                }
                JvmArg::Exports { module, package } => {
                    self.call_module(&module, Some(&package), "implAddExportsToAllUnnamed")?;
                }
                JvmArg::Reads { module } => self.call_module(&module, None, "implAddReadsAllUnnamed")?,
                JvmArg::Assertions { .. } | JvmArg::NoEffect => {}
            }
        }
        Ok(())
    }

    pub(crate) fn set_property(&mut self, name: &str, value: &str) -> Result<(), VmError> {
        let system = self.image.load(&mut self.heap, "java/lang/System")?;
        let descriptor = "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;";
        let method = self.image.named_method(system, "setProperty", descriptor)?;
        let (name, value) = (self.new_text(name)?, self.new_text(value)?);
        self.call(MAIN, method, &[u64::from(name), u64::from(value)])?;
        Ok(())
    }

    /// As `java` has it: nothing happens where there is no such module or package, and none has modules before 9.
    pub(crate) fn call_module(&mut self, name: &str, package: Option<&str>, method: &str) -> Result<(), VmError> {
        let Some(module) = self.module_named(name) else {
            return Ok(());
        };
        let class = self.image.load(&mut self.heap, "java/lang/Module")?;
        let mut arguments = vec![u64::from(module)];
        let mut descriptor = "()V";
        if let Some(package) = package {
            let known = self.image.module_of_package.get(&package.replace('.', "/"));
            if known != Some(&module) {
                return Ok(());
            }
            descriptor = "(Ljava/lang/String;)V";
            arguments.push(u64::from(self.new_text(package)?));
        }
        let method = self.image.named_method(class, method, descriptor)?;
        self.call(MAIN, method, &arguments)?;
        Ok(())
    }

    pub(crate) fn module_named(&self, name: &str) -> Option<Ref> {
        let modules = self.image.modules_by_package();
        let named = |module: &Ref| match self.field(*module, "name") as Ref {
            0 => false,
            text => self.text(text) == name,
        };
        modules.into_iter().map(|(_, module)| module).find(named)
    }
}
