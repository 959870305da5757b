//! Class files changed at random: whatever they say, parsing, linking and running them neither panics nor hangs nor eats memory.
//!
//! A mutant is a function of its number and of the class files in `tests/mutants`.

mod places;
pub mod refusals;
mod structure;

use std::any::Any;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use dropwire_check::{Budget, Statistics, Stop, run_started, with_rollback};
use dropwire_classes::{Jdk, Universe};
use dropwire_vm::image::class::{Class, Method, Origin};
use dropwire_vm::image::code;
use dropwire_vm::{Vm, VmOptions};

use crate::random::rng::Rng;
use crate::tree;

/// Values that counts, lengths and indices are replaced by.
const ODD: [u8; 8] = [0, 1, 2, 0x7f, 0x80, 0xfe, 0xff, 0x10];
/// How much of a machine's room for classes is used up before a new one is booted.
const WORN: f64 = 0.5;
/// Instructions of one method that is run; it is looked at every few hundred thousand.
const INSTRUCTIONS: u64 = 100_000;
/// A method that runs so long hangs: the instructions above take far less.
const PATIENCE: Duration = Duration::from_secs(5);
/// Words that a method may allocate.
const HEAP_WORDS: u32 = 16 << 20;
/// Its frames.
const STACK_DEPTH: u32 = 500;

/// The class files that mutants are made of.
#[derive(Debug)]
pub struct Corpus(Vec<Vec<u8>>);

impl Corpus {
    /// Where the committed ones lie.
    pub fn folder() -> PathBuf {
        tree::root().join("tests/mutants")
    }

    /// Reads the committed ones.
    ///
    /// # Errors
    /// A file that cannot be read, or none at all.
    pub fn read() -> Result<Corpus, String> {
        Corpus::of(&Corpus::folder())
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

    /// The mutant with a number: of those in which anything may have changed.
    pub fn blind_mutant(&self, number: u64) -> Vec<u8> {
        let mut rng = Rng::new(number);
        let mut bytes = self.0[rng.below(self.0.len() as u32) as usize].clone();
        for _ in 0..1 + rng.below(4) {
            self.change(&mut bytes, &mut rng);
        }
        bytes
    }

    /// The mutant with a number: three of four remain readable.
    pub fn mutant(&self, number: u64) -> Vec<u8> {
        let mut rng = Rng::new(number);
        if rng.percent(25) {
            return self.blind_mutant(number);
        }
        let mut bytes = self.0[rng.below(self.0.len() as u32) as usize].clone();
        if rng.percent(10) {
            structure::make_older(&mut bytes, &mut rng);
        }
        structure::change(&mut bytes, &mut rng);
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
    /// Linked, and each method's code decoded or refused; so many of its static methods were run.
    Linked(u32),
}

/// So many instructions.
struct Limited {
    began: Instant,
    instructions: u64,
    first: Option<u64>,
}

impl Budget for Limited {
    fn exhausted(&mut self) -> Option<Stop> {
        (self.instructions > INSTRUCTIONS).then_some(Stop::Time)
    }

    fn progress(&mut self, statistics: &Statistics) {
        let first = *self.first.get_or_insert(statistics.instructions);
        self.instructions = statistics.instructions - first;
    }
}

/// A booted machine, into which mutants are linked until it is worn.
pub struct Machine {
    vm: Vm,
    class_path: Vec<PathBuf>,
}

impl Machine {
    /// Boots one with a class path.
    ///
    /// # Errors
    /// No JDK, or one that does not boot.
    pub fn boot_with(class_path: &[PathBuf]) -> Result<Machine, String> {
        let jdk = Jdk::locate(None).map_err(|error| error.to_string())?;
        let universe = Universe::open(&jdk, class_path).map_err(|error| error.to_string())?;
        let options = VmOptions {
            heap_words: HEAP_WORDS,
            stack_depth: STACK_DEPTH,
            ..VmOptions::default()
        };
        let vm = Vm::boot(universe, &options).map_err(|error| error.to_string())?;
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
        self.try_out(bytes, |_, _| Ok(0))
    }

    /// The same, and calls each static method with nulls and zeros, on a machine that is where it was after boot.
    ///
    /// # Errors
    /// A panic, and what it said; a method that takes too long. The machine is a new one afterwards.
    pub fn invoke(&mut self, bytes: &[u8]) -> Result<Fate, String> {
        self.try_out(bytes, |vm, class| {
            let callable = |method: &&&'static Method| method.is_static() && !method.name.starts_with('<');
            let mut invoked = 0;
            for method in class.methods.iter().filter(callable) {
                invoked += u32::from(invoke(vm, method)?);
            }
            Ok(invoked)
        })
    }

    fn try_out(
        &mut self,
        bytes: &[u8],
        work: impl FnOnce(&mut Vm, &'static Class) -> Result<u32, String>,
    ) -> Result<Fate, String> {
        match dropwire_classes::parse(bytes) {
            // No loader of a program's may define what belongs to the JDK.
            Ok(parsed) if !is_jdk(&parsed.file.this_class) => {}
            Ok(_) | Err(_) => return Ok(Fate::Refused),
        }
        if self.worn() {
            self.anew()?;
        }
        // Classes borrow from their bytes forever.
        let bytes: &'static [u8] = bytes.to_vec().leak();
        let vm = &mut self.vm;
        let linked = catch_unwind(AssertUnwindSafe(|| {
            let Ok(class) = vm.image.define(&mut vm.heap, bytes, Origin::User, "") else {
                return Ok(Fate::Refused);
            };
            for method in &class.methods {
                let _ = code::decode(method);
            }
            work(vm, class).map(Fate::Linked)
        }));
        match linked {
            Ok(answer) => answer,
            Err(panic) => Err(self.after(&*panic)),
        }
    }

    fn worn(&self) -> bool {
        self.vm.wear() > WORN
    }

    /// Begins anew after a panic, and reports what it said.
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

fn is_jdk(name: &str) -> bool {
    ["java/", "javax/", "jdk/", "sun/"]
        .iter()
        .any(|package| name.starts_with(package))
}

/// Whether the method began to run.
fn invoke(vm: &mut Vm, method: &'static Method) -> Result<bool, String> {
    let mut budget = Limited {
        began: Instant::now(),
        instructions: 0,
        first: None,
    };
    let began = with_rollback(vm, |vm| {
        let started = vm.start_static(method).is_ok();
        if started {
            run_started(vm, &mut |_, _| {}, &mut budget);
        }
        started
    });
    match budget.began.elapsed() {
        long if long > PATIENCE => Err(format!("{} takes {long:?}", method.full_name())),
        _ => Ok(began),
    }
}
