//! How mutants are refused: by the verifier, and by that of the real `java`.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use dropwire_classes::cafebabe::attributes::{AttributeData, CodeData};
use dropwire_vm::Verdict;
use dropwire_vm::VmError;
use dropwire_vm::image::class::Origin;

use super::{Corpus, Machine, structure};
use crate::java::Tool;
use crate::random::rng::Rng;
use crate::{process, tree};

/// For one batch of mutants on the real machine.
const PATIENCE: Duration = Duration::from_secs(300);

/// What the real `java` says of a class file that is none.
const FORMAT: &str = "ClassFormatError";

/// How a class is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// Not at all.
    Accepted,
    /// By an error of the program's (its simple name), with this message.
    Error(String, String),
    /// It is no class file, and why.
    Malformed(String),
}

impl Refusal {
    /// The error's name, or a word in brackets that is none.
    pub fn kind(&self) -> &str {
        match self {
            Refusal::Accepted => "(accepted)",
            Refusal::Error(kind, _) => kind,
            Refusal::Malformed(_) => "(malformed)",
        }
    }

    /// Whether the verifier has refused it.
    pub fn is_by_verifier(&self) -> bool {
        self.kind() == "VerifyError"
    }

    /// Whether both are of one sort. What the parser refuses is refused by name: a verdict says which class file is malformed.
    pub fn agrees(&self, java: &Refusal) -> bool {
        match (self, java) {
            (Refusal::Error(_, ours), Refusal::Error(kind, java)) if self.is_by_verifier() && kind == FORMAT => {
                // HotSpot has opcodes of its own: it steps over them when it looks for the ends of ranges, before it refuses them.
                let ends = ["Illegal exception table", "Illegal local variable table"];
                let own_opcode = ours.starts_with("Bad instruction") && ends.iter().any(|text| java.starts_with(text));
                // Of a class of Java 6: the type checker's message, and the kind of error of the inference after it.
                own_opcode || java.starts_with("Expecting a stackmap frame")
            }
            (Refusal::Malformed(_), _) => java.kind() == FORMAT,
            (Refusal::Accepted | Refusal::Error(..), _) => self.kind() == java.kind(),
        }
    }
}

impl Corpus {
    /// Without what the real `java` refuses as it is: of two reasons, it may see either first.
    ///
    /// # Errors
    /// As [`of_java`]; it accepts none.
    pub fn accepted(mut self, cache: &Path, class_path: &Path) -> Result<Corpus, String> {
        let mut answers = of_java(cache, class_path, self.0.iter().map(Vec::as_slice))?.into_iter();
        self.0.retain(|_| answers.next() == Some(Refusal::Accepted));
        match self.0.is_empty() {
            true => Err("java accepts none of these classes".into()),
            false => Ok(self),
        }
    }

    /// A class, and those that are meant to extend it and not a mutant.
    fn meant_by_others<'a>(&'a self, original: &'a [u8]) -> Vec<&'a [u8]> {
        let names = |bytes: &[u8]| {
            let file = dropwire_classes::parse(bytes).ok()?.file;
            Some((file.this_class.to_string(), file.super_class?.to_string()))
        };
        let own = names(original).map(|(name, _)| name);
        let extends = |bytes: &&Vec<u8>| own.is_some() && names(bytes).map(|(_, superclass)| superclass) == own;
        let subclasses = self.originals().iter().filter(extends).map(Vec::as_slice);
        std::iter::once(original).chain(subclasses).collect()
    }

    /// The mutant with a number whose bytecode alone is changed: it parses more often than not.
    pub fn code_mutant(&self, number: u64) -> CodeMutant<'_> {
        let mut rng = Rng::new(number);
        let original = &self.originals()[rng.below(self.originals().len() as u32) as usize];
        CodeMutant {
            meant: self.meant_by_others(original),
            bytes: match rng.percent(50) {
                true => change_code(original.clone(), &mut rng),
                false => change_structure(original.clone(), &mut rng),
            },
        }
    }
}

/// A class file with changed bytecode.
#[derive(Debug)]
pub struct CodeMutant<'a> {
    /// What others that name the class, or its subclasses, mean.
    meant: Vec<&'a [u8]>,
    /// What became of it.
    pub bytes: Vec<u8>,
}

fn change_structure(mut bytes: Vec<u8>, rng: &mut Rng) -> Vec<u8> {
    // The type checker's failure is not the end of a class of Java 6, and older ones have no stack maps.
    if rng.percent(30) {
        structure::make_older(&mut bytes, rng);
    }
    structure::change_code(&mut bytes, rng);
    bytes
}

fn change_code(mut bytes: Vec<u8>, rng: &mut Rng) -> Vec<u8> {
    let ranges = code_ranges(&bytes);
    if ranges.is_empty() {
        return bytes;
    }
    let (start, length) = rng.pick(&ranges);
    for _ in 0..1 + rng.below(3) {
        let at = start + rng.below(length as u32) as usize;
        match rng.below(4) {
            0 => bytes[at] = rng.below(202) as u8,
            1 => bytes[at] = bytes[at].wrapping_add(1),
            2 => bytes[at] = bytes[start + rng.below(length as u32) as usize],
            _ => bytes.swap(at, start + rng.below(length as u32) as usize),
        }
    }
    bytes
}

/// Where the code of each method lies in a class file, and how long it is.
fn code_ranges(bytes: &[u8]) -> Vec<(usize, usize)> {
    let Ok(parsed) = dropwire_classes::parse(bytes) else {
        return Vec::new();
    };
    let code = |attribute: &AttributeData<'_>| match attribute {
        // What is parsed may lie in a copy, which is as long.
        AttributeData::Code(CodeData { code, .. }) if !code.is_empty() => {
            let start = (code.as_ptr() as usize).checked_sub(bytes.as_ptr() as usize);
            let here = start.filter(|start| bytes.get(*start..*start + code.len()) == Some(code));
            let start = here.or_else(|| bytes.windows(code.len()).position(|bytes| bytes == &code[..]))?;
            Some((start, code.len()))
        }
        _ => None,
    };
    let methods = parsed.file.methods.iter().flat_map(|method| &method.attributes);
    methods.filter_map(|attribute| code(&attribute.data)).collect()
}

impl Machine {
    /// Links a class and asks the verifier.
    ///
    /// # Errors
    /// A panic, and what it said. The machine is a new one afterwards.
    pub fn refusal(&mut self, mutant: &CodeMutant<'_>) -> Result<Refusal, String> {
        if self.worn() {
            self.anew()?;
        }
        // Classes borrow from their bytes forever.
        let leaked = |bytes: &[u8]| -> &'static [u8] { bytes.to_vec().leak() };
        let vm = &mut self.vm;
        let asked = catch_unwind(AssertUnwindSafe(|| {
            let class = vm.image.define(&mut vm.heap, leaked(&mutant.bytes), Origin::User, "")?;
            // The last definition of a name counts: its subclasses extend it, and later the real one.
            for subclass in mutant.meant.iter().skip(1) {
                let _ = vm.image.define(&mut vm.heap, leaked(subclass), Origin::User, "");
            }
            let refused = vm.verify(class);
            for original in &mutant.meant {
                vm.image.define(&mut vm.heap, leaked(original), Origin::User, "")?;
            }
            refused
        }));
        match asked {
            Ok(Ok(Verdict::Sound)) => Ok(Refusal::Accepted),
            Ok(Ok(Verdict::Refused(error, message))) => {
                let kind = error.rsplit('/').next().unwrap_or(error);
                Ok(Refusal::Error(kind.to_owned(), message))
            }
            Ok(Ok(Verdict::Ask(_))) => Err("a loader is asked where there is none".into()),
            Ok(Err(VmError::MissingClass(name))) => Ok(Refusal::Error("NoClassDefFoundError".into(), name)),
            Ok(Err(VmError::Class(why))) if why.contains(" is malformed") => Ok(Refusal::Malformed(why)),
            Ok(Err(error)) => Err(error.to_string()),
            Err(panic) => Err(self.after(&*panic)),
        }
    }
}

/// How the real `java` refuses each of many class files, which may need others of a class path.
///
/// # Errors
/// There is none, it does not compile the harness, or it does not answer.
pub fn of_java<'a>(
    cache: &Path,
    class_path: &Path,
    mutants: impl IntoIterator<Item = &'a [u8]>,
) -> Result<Vec<Refusal>, String> {
    let (Some(java), Some(javac)) = (Tool::find("java"), Tool::find("javac")) else {
        return Err("no java and javac on the path".into());
    };
    let harness = javac.compile_fixtures(cache, &[tree::root().join("tests/stress/Refusals.java")])?;
    let file = tempfile::NamedTempFile::new().map_err(|error| error.to_string())?;
    let mut all = Vec::new();
    for mutant in mutants {
        all.extend((mutant.len() as u32).to_be_bytes());
        all.extend(mutant);
    }
    fs::write(file.path(), all).map_err(|error| error.to_string())?;
    let mut command = Command::new(java.path());
    command
        .args(["-Xverify:all", "-Xshare:auto", "-cp"])
        .arg(harness)
        .arg("Refusals")
        .arg(file.path())
        .arg(class_path);
    let ended = process::run(&mut command, PATIENCE)?;
    if ended.status != Some(0) {
        return Err(ended.stderr);
    }
    let answer = |line: &str| match line.split_once(' ') {
        Some((kind, why)) => Refusal::Error(kind.to_owned(), why.to_owned()),
        None => Refusal::Accepted,
    };
    Ok(ended.stdout.lines().map(answer).collect())
}
