//! How mutants are refused: by the verifier, and by that of the real `java`.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use dropwire_classes::cafebabe::attributes::{AttributeData, CodeData};
use dropwire_vm::VmError;
use dropwire_vm::image::class::Origin;

use super::{Corpus, Machine, structure};
use crate::java::Tool;
use crate::random::rng::Rng;
use crate::{process, tree};

/// For one batch of mutants on the real machine.
const PATIENCE: Duration = Duration::from_secs(300);

/// How a class is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// Not at all.
    Accepted,
    /// By `VerifyError`.
    Verify(String),
    /// By another error, or because a class that it needs is missing.
    Other(String),
}

impl Refusal {
    /// Whether both are of one sort.
    pub fn agrees(&self, java: &Refusal) -> bool {
        if let (Refusal::Verify(ours), Refusal::Other(java)) = (self, java) {
            // HotSpot has opcodes of its own, which it steps over when it looks for the ends of ranges.
            let own_opcode = ours.starts_with("Bad instruction") && java.starts_with("ClassFormatError Illegal");
            // A class that it looks for before it comes to the instruction that is wrong.
            let missing = java.starts_with("NoClassDefFoundError");
            // Of a class of Java 6: the type checker's message, and the kind of error of the inference after it.
            let both = java.starts_with("ClassFormatError Expecting a stackmap frame");
            if own_opcode || missing || both {
                return true;
            }
        }
        matches!(
            (self, java),
            (Refusal::Accepted, Refusal::Accepted)
                | (Refusal::Verify(_), Refusal::Verify(_))
                | (Refusal::Other(_), Refusal::Other(_))
        )
    }
}

impl Corpus {
    /// Without what the real `java` refuses as it is: of two reasons, it may see either first.
    ///
    /// # Errors
    /// As [`of_java`]; it accepts none.
    pub fn accepted(mut self, cache: &Path, class_path: Option<&Path>) -> Result<Corpus, String> {
        let mut answers = of_java(cache, class_path, self.0.iter().map(Vec::as_slice))?.into_iter();
        self.0.retain(|_| answers.next() == Some(Refusal::Accepted));
        match self.0.is_empty() {
            true => Err("java accepts none of these classes".into()),
            false => Ok(self),
        }
    }

    /// The mutant with a number whose bytecode alone is changed: it parses more often than not.
    pub fn code_mutant(&self, number: u64) -> CodeMutant<'_> {
        let mut rng = Rng::new(number);
        let original = &self.originals()[rng.below(self.originals().len() as u32) as usize];
        CodeMutant {
            original,
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
    original: &'a [u8],
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
        // Classes borrow from their bytes for ever.
        let [bytes, original] =
            [&mutant.bytes, mutant.original].map(|bytes| -> &'static [u8] { bytes.to_vec().leak() });
        let vm = &mut self.vm;
        let asked = catch_unwind(AssertUnwindSafe(|| {
            let class = vm.image.define(&mut vm.heap, bytes, Origin::User, "")?;
            let refused = vm.refused_by_verifier(class);
            // Mutants of other classes that need this one mean the real one: the last definition of a name counts.
            vm.image.define(&mut vm.heap, original, Origin::User, "")?;
            refused
        }));
        match asked {
            Ok(Ok(None)) => Ok(Refusal::Accepted),
            Ok(Ok(Some((error, message)))) if error.ends_with("VerifyError") => Ok(Refusal::Verify(message)),
            Ok(Ok(Some((error, message)))) => Ok(Refusal::Other(format!("{error} {message}"))),
            Ok(Err(error @ (VmError::Class(_) | VmError::MissingClass(_)))) => Ok(Refusal::Other(error.to_string())),
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
    class_path: Option<&Path>,
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
        .args(class_path);
    let ended = process::run(&mut command, PATIENCE)?;
    if ended.status != Some(0) {
        return Err(ended.stderr);
    }
    let answer = |line: &str| match line.split_once(' ') {
        Some(("VerifyError", why)) => Refusal::Verify(why.to_owned()),
        Some(_) => Refusal::Other(line.to_owned()),
        None => Refusal::Accepted,
    };
    Ok(ended.stdout.lines().map(answer).collect())
}
