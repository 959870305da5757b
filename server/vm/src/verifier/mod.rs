//! The verifier: refuses what `java` refuses with a `VerifyError`, before a class of the user's is initialised.
//!
//! Class files since Java 6 carry the types at each jump target: they are checked (JVMS §4.10.1, `stack_maps`). Older ones are
//! inferred (JVMS §4.10.2, `inference`), and so are those of Java 6 whose stack maps do not fit, as HotSpot does. Both share what an
//! instruction demands (`instructions`) and who may stand for whom (`hierarchy`).
//!
//! Classes of the JDK are not verified. It says nothing of what is resolved when an instruction runs: whether a field or a
//! method exists and may be used.

pub(crate) mod answer;
mod hierarchy;
mod inference;
mod instructions;
mod stack_maps;
mod tables;
mod types;

use cafebabe::attributes::CodeData;
use dropwire_classes::cafebabe;

use crate::class_names::Named;
use crate::error::VmError;
use crate::heap::Ref;
use crate::image::class::{Class, Method, Origin};
use crate::types::ClassId;
use crate::verifier::answer::{Refusal, Verdict, Verified};
use crate::vm::Vm;
use hierarchy::Hierarchy;
pub(crate) use hierarchy::{Finder, Found};
use instructions::Machine;

/// What a check says.
type Checked<T> = Result<T, Refusal>;

fn refuse<T>(message: &str) -> Checked<T> {
    Err(Refusal::Verify(message.to_owned()))
}

/// The answer would take too much memory or time. The real machine's limits are others: no error of the program's.
fn too_large<T>() -> Checked<T> {
    let why = "a method has too many local variables and branches to be verified";
    Err(Refusal::Machine(VmError::Class(why.into())))
}

/// The first class file version that must carry stack maps, and the one that may.
const STRICT: u16 = 51;

const WITH_STACK_MAPS: u16 = 50;

/// Verifies each method of a class. The result depends on class files alone.
///
/// # Errors
/// Why the first method that is not sound is refused.
pub(crate) fn verify(class: &'static Class, find: Finder<'_>) -> Result<(), Refusal> {
    let Some(file) = class.file() else { return Ok(()) };
    let version = file.major_version;
    let methods = || class.methods.iter().filter_map(|method| Some((method, method.data()?)));
    if version >= STRICT {
        for (method, code) in methods() {
            tables::check(code).map_err(|refusal| refusal.in_method(method))?;
        }
    }
    if let Some(why) = class.broken_code() {
        return refuse(why);
    }
    let mut hierarchy = Hierarchy::new(class, &file.this_class, find);
    for (method, code) in methods() {
        verify_method(&mut hierarchy, method, code, version).map_err(|refusal| refusal.in_method(method))?;
    }
    Ok(())
}

fn verify_method(
    hierarchy: &mut Hierarchy<'_>,
    method: &'static Method,
    code: &CodeData<'_>,
    version: u16,
) -> Checked<()> {
    let Some(bytecode) = &code.bytecode else {
        return refuse("Code was not parsed");
    };
    let ops = bytecode.opcodes.as_slice();
    if version >= WITH_STACK_MAPS {
        let mut machine = Machine::new(hierarchy, method, code, ops)?;
        match stack_maps::check(&mut machine, code, ops) {
            Err(Refusal::Verify(_) | Refusal::Format(_)) if version < STRICT => {}
            answer => return answer,
        }
    }
    inference::infer(&mut Machine::new(hierarchy, method, code, ops)?, code, ops)
}

impl Vm {
    /// Whether a class may be initialised. Superclasses and superinterfaces are verified first. JVMS §5.4.1.
    ///
    /// # Errors
    /// A class on which the answer depends is broken.
    pub fn verify(&mut self, class: &'static Class) -> Result<Verdict, VmError> {
        if class.origin != Origin::User || class.is_array() || is_trusted(class) {
            return Ok(Verdict::Sound);
        }
        for needed in class.superclass.iter().chain(&class.interfaces) {
            match self.verify(needed)? {
                Verdict::Sound => {}
                other => return Ok(other),
            }
        }
        if let Some(question) = self.ask_again(class)? {
            return Ok(Verdict::Ask(question));
        }
        if !self.image.verified.contains_key(&class.id) {
            let mut needed = Vec::new();
            let answer = verify(class, &mut |name| self.class_for_verifier(class, name, &mut needed));
            if let Err(Refusal::Ask(question)) = answer {
                return Ok(Verdict::Ask(question));
            }
            self.image.verified.insert(class.id, Verified { answer, needed });
        }
        Ok(match &self.image.verified[&class.id].answer {
            Ok(()) => Verdict::Sound,
            Err(Refusal::Verify(why)) => Verdict::Refused("java/lang/VerifyError", why.clone()),
            Err(Refusal::Format(why)) => Verdict::Refused("java/lang/ClassFormatError", why.clone()),
            Err(Refusal::Missing(name)) => Verdict::Refused("java/lang/NoClassDefFoundError", name.clone()),
            Err(Refusal::Ask(question)) => Verdict::Ask(*question),
            Err(Refusal::Machine(error)) => return Err(error.clone()),
        })
    }

    /// What this path has not asked yet, of that on which a kept answer depends. If a name means another class by now, the answer is
    /// dropped.
    fn ask_again(&mut self, class: &'static Class) -> Result<Option<u32>, VmError> {
        let kept = self.image.verified.get(&class.id);
        let needed = kept.map(|verified| verified.needed.clone()).unwrap_or_default();
        for (name, known) in needed {
            match self.named_by(class, &name)? {
                Named::Found(found) if found.id == known => {}
                Named::Ask(question) => return Ok(Some(question)),
                Named::Found(_) | Named::Shared => {
                    self.image.verified.remove(&class.id);
                    break;
                }
            }
        }
        Ok(None)
    }

    fn class_for_verifier(
        &mut self,
        class: &'static Class,
        name: &str,
        needed: &mut Vec<(String, ClassId)>,
    ) -> Result<Found, VmError> {
        match self.named_by(class, name)? {
            Named::Found(found) => {
                if !needed.iter().any(|(known, _)| known == name) {
                    needed.push((name.to_owned(), found.id));
                }
                return Ok(Found::Class(found));
            }
            Named::Ask(question) => return Ok(Found::Ask(question)),
            Named::Shared => {}
        }
        match self.image.try_load(&mut self.heap, name) {
            Ok(Some(class)) => Ok(Found::Class(class)),
            Ok(None) | Err(VmError::MissingClass(_)) if self.has_loader_of_its_own(class) => Ok(Found::Unknown),
            Ok(None) | Err(VmError::MissingClass(_)) => Ok(Found::Missing),
            Err(error) => Err(error),
        }
    }

    /// Whether the class was defined by a loader of the program's.
    fn has_loader_of_its_own(&self, class: &'static Class) -> bool {
        let loader = self.field(class.mirror.get(), "classLoader") as Ref;
        loader != 0 && !self.heap.is_fixed(loader)
    }
}

/// Whether the JDK has written the class for reflection or serialisation: HotSpot does not verify it either.
fn is_trusted(class: &Class) -> bool {
    let mut ancestors = std::iter::successors(class.superclass, |class| class.superclass);
    ancestors.any(|class| class.name.ends_with("/reflect/MagicAccessorImpl"))
}
