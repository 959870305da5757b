//! What is linked by the JDK's own code, by number.

use rustc_hash::FxHashMap;

use crate::types::{ClassId, MethodId};

/// Something to be linked. Equal questions within a class have one answer.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Question {
    /// A call of `MethodHandle.invoke` or `invokeExact`, or of a VarHandle.
    Call {
        caller: ClassId,
        owner: ClassId,
        name: String,
        descriptor: String,
    },
    /// An `invokedynamic` instruction.
    Site { method: MethodId, pc: usize },
    /// A CONSTANT_Dynamic: index of the bootstrap method, name, descriptor.
    Dynamic {
        host: ClassId,
        bootstrap: u16,
        name: String,
        descriptor: String,
    },
    /// A CONSTANT_MethodHandle: kind, class, name, descriptor.
    Handle {
        host: ClassId,
        kind: u8,
        class: String,
        name: String,
        descriptor: String,
    },
    /// A CONSTANT_MethodType.
    Type { host: ClassId, descriptor: String },
    /// The class that a loader of the program's own gives for a name. `plainly`: what it throws is not wrapped.
    Loaded { loader: u32, name: String, plainly: bool },
    /// A string constant that `Unsafe.defineAnonymousClass` replaced by an object.
    Patch { host: ClassId, text: Vec<u16> },
}

/// All questions so far, by number.
#[derive(Default)]
pub(crate) struct Questions {
    pub(crate) list: Vec<Question>,
    pub(crate) numbers: FxHashMap<Question, u32>,
}

impl Questions {
    pub(crate) fn number(&mut self, question: Question) -> u32 {
        if let Some(number) = self.numbers.get(&question) {
            return *number;
        }
        let number = self.list.len() as u32;
        self.list.push(question.clone());
        self.numbers.insert(question, number);
        number
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The number of a question that was asked before.
    pub(crate) fn find(&self, question: &Question) -> Option<u32> {
        self.numbers.get(question).copied()
    }
}
