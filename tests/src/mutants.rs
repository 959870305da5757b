//! Class files changed at random: whatever they say, parsing and linking them neither panics nor hangs nor eats memory.
//!
//! A mutant is a function of its number and of the class files in `tests/mutants`.

pub mod refusals;

use std::any::Any;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use dropwire_classes::{Jdk, Universe};
use dropwire_vm::image::class::Origin;
use dropwire_vm::image::code;
use dropwire_vm::{Vm, VmOptions};

use crate::random::rng::Rng;
use crate::tree;

/// Values that counts, lengths and indices are replaced by.
const ODD: [u8; 8] = [0, 1, 2, 0x7f, 0x80, 0xfe, 0xff, 0x10];
/// How much of a machine's room for classes is used up before a new one is booted.
const WORN: f64 = 0.5;

/// The class files that mutants are made of.
#[derive(Debug)]
pub struct Corpus(Vec<Vec<u8>>);

impl Corpus {
    /// Reads the committed ones.
    ///
    /// # Errors
    /// A file that cannot be read, or none at all.
    pub fn read() -> Result<Corpus, String> {
        Corpus::of(&tree::root().join("tests/mutants"))
    }

    /// Reads those of a folder.
    ///
    /// # Errors
    /// A file that cannot be read, or none at all.
    pub fn of(folder: &Path) -> Result<Corpus, String> {
        let files = tree::files(folder, "class");
        let read = |file| fs::read(file).map_err(|error| format!("{error}"));
        let all: Vec<Vec<u8>> = files.iter().map(read).collect::<Result<_, String>>()?;
        if all.is_empty() {
            return Err(format!("no class files in {}", folder.display()));
        }
        Ok(Corpus(all))
    }

    /// The unchanged class files.
    pub fn originals(&self) -> &[Vec<u8>] {
        &self.0
    }

    /// The mutant with a number.
    pub fn mutant(&self, number: u64) -> Vec<u8> {
        let mut rng = Rng::new(number);
        let mut bytes = self.0[rng.below(self.0.len() as u32) as usize].clone();
        for _ in 0..1 + rng.below(4) {
            self.change(&mut bytes, &mut rng);
        }
        bytes
    }

    fn change(&self, bytes: &mut Vec<u8>, rng: &mut Rng) {
        let length = bytes.len() as u32;
        if length < 16 {
            return;
        }
        // The head and the constant pool decide about everything else: look there as often as anywhere.
        let at = if rng.percent(30) {
            rng.below(length.min(400))
        } else {
            rng.below(length - 4)
        } as usize;
        let at = at.min(bytes.len() - 4);
        match rng.below(9) {
            0 => bytes[at] ^= 1 << rng.below(8),
            1 => bytes[at] = rng.pick(&ODD),
            2 => bytes[at] = bytes[at].wrapping_add(1),
            3 => {
                let index = rng.below(200) as u16;
                bytes[at..at + 2].copy_from_slice(&index.to_be_bytes());
            }
            4 => {
                for byte in &mut bytes[at..at + 4] {
                    *byte = rng.pick(&ODD);
                }
            }
            5 => {
                let end = (at + 1 + rng.below(12) as usize).min(bytes.len());
                bytes.drain(at..end);
            }
            6 => {
                let end = (at + 1 + rng.below(40) as usize).min(bytes.len());
                let again = bytes[at..end].to_vec();
                bytes.splice(at..at, again);
            }
            7 => {
                let other = &self.0[rng.below(self.0.len() as u32) as usize];
                let from = rng.below(other.len() as u32) as usize;
                let end = (from + 1 + rng.below(60) as usize).min(other.len());
                let to = (at + (end - from)).min(bytes.len());
                bytes.splice(at..to, other[from..end].iter().copied());
            }
            _ if rng.percent(20) => bytes.truncate(at),
            _ => bytes.swap(at, at + 1 + rng.below(3) as usize),
        }
    }
}

/// What became of a mutant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// Refused with an error.
    Refused,
    /// Linked, and each method's code decoded or refused.
    Linked,
}

/// A booted machine, into which mutants are linked until it is worn.
pub struct Machine {
    vm: Vm,
    class_path: Vec<PathBuf>,
}

impl Machine {
    /// Boots one without a class path.
    ///
    /// # Errors
    /// No JDK, or one that does not boot.
    pub fn boot() -> Result<Machine, String> {
        Machine::boot_with(&[])
    }

    /// Boots one with a class path.
    ///
    /// # Errors
    /// No JDK, or one that does not boot.
    pub fn boot_with(class_path: &[PathBuf]) -> Result<Machine, String> {
        let jdk = Jdk::locate(None).map_err(|error| error.to_string())?;
        let universe = Universe::open(&jdk, class_path).map_err(|error| error.to_string())?;
        let vm = Vm::boot(universe, &VmOptions::default()).map_err(|error| error.to_string())?;
        Ok(Machine {
            vm,
            class_path: class_path.to_vec(),
        })
    }

    fn anew(&mut self) -> Result<(), String> {
        *self = Machine::boot_with(&self.class_path)?;
        Ok(())
    }

    /// Parses a class file, links it and decodes its methods' code.
    ///
    /// # Errors
    /// A panic, and what it said. The machine is a new one afterwards.
    pub fn link(&mut self, bytes: &[u8]) -> Result<Fate, String> {
        if dropwire_classes::parse(bytes).is_err() {
            return Ok(Fate::Refused);
        }
        if self.worn() {
            self.anew()?;
        }
        // Classes borrow from their bytes for ever.
        let bytes: &'static [u8] = bytes.to_vec().leak();
        let vm = &mut self.vm;
        let linked = catch_unwind(AssertUnwindSafe(|| {
            let class = vm.image.define(&mut vm.heap, bytes, Origin::User, "").ok()?;
            for method in &class.methods {
                let _ = code::decode(method);
            }
            Some(())
        }));
        match linked {
            Ok(Some(())) => Ok(Fate::Linked),
            Ok(None) => Ok(Fate::Refused),
            Err(panic) => Err(self.after(&*panic)),
        }
    }

    fn worn(&self) -> bool {
        self.vm.wear() > WORN
    }

    /// Begins anew after a panic, and tells what it said.
    fn after(&mut self, panic: &(dyn Any + Send)) -> String {
        if let Err(error) = self.anew() {
            return error;
        }
        let text = panic.downcast_ref::<String>().map(String::as_str);
        text.or(panic.downcast_ref::<&str>().copied())
            .unwrap_or("a panic")
            .to_owned()
    }
}
