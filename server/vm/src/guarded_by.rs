//! Checks what annotations promise about locks (`lock_annotations.rs`): `@GuardedBy` on fields and methods, `@Immutable` and `@ThreadSafe` on classes.
//!
//! They count by simple name (JCIP's, Error Prone's, Jakarta's, anybody's own), also where they are kept in the class file
//! only (JVMS §4.7.16, §4.7.17). A promise is checked where it matters: while another thread lives, at an object that others can
//! reach. What breaks it is recorded on the path, and never decides how the program goes on. What an expression means
//! is evaluated without running code; one that cannot be is named in [`Vm::unclear`].

use crate::assumptions::FieldKey;
use crate::heap::{ESCAPED, HEADER, Ref};
use crate::image::class::{Class, Field, Method, Slot, access, field_flag};
use crate::image::{Image, InitState};
use crate::lock_annotations::{ITSELF, LockAnnotations, MemberUse, Unclear, Violation};
use crate::rules;
use crate::thread::{Location, ThreadId};
use crate::types::{ClassId, Ty};
use crate::vm::Vm;

impl Image {
    /// Takes note of what a class of the user promises.
    pub(crate) fn take_promises(&mut self, class: &'static Class) {
        let Some(promises) = LockAnnotations::of(class) else {
            return;
        };
        for (method, _) in &promises.methods {
            self.method(method.0).guarded.set(true);
            self.method(method.0).note_special();
        }
        self.guards_itself |= promises.fields.iter().any(|(_, _, locks)| locks.contains(&ITSELF));
        self.promises.insert(class.id, Box::leak(Box::new(promises)));
    }

    /// Type and flags of a field as its instructions carry them. A final field that asks for a lock is looked at like one
    /// that is not final.
    pub(crate) fn access_byte(&self, owner: &Class, field: &Field, slot: Slot) -> u8 {
        let guarded = self.promises.get(&owner.id).is_some_and(|p| p.guards(field));
        let flags = slot.flags & field_flag::FLAG_MASK & !if guarded { field_flag::FINAL } else { 0 };
        slot.ty as u8 | flags
    }
}

impl Vm {
    /// Whether the class says `@ThreadSafe`.
    pub fn is_said_thread_safe(&self, class: ClassId) -> bool {
        self.image.promises.get(&class).is_some_and(|p| p.thread_safe)
    }

    /// An access goes ahead.
    #[cold]
    pub(crate) fn check_access(&mut self, thread: ThreadId, object: Ref, location: Location, write: bool) {
        if !self.watching() || !self.others_reach(object) {
            return;
        }
        if let Some(key) = self.field_key(object, location)
            && let Some(promises) = self.image.promises.get(&key.class).copied()
        {
            let class = self.image.class(key.class.0);
            let this = if key.is_static { 0 } else { object };
            let act = if write { MemberUse::Write } else { MemberUse::Read };
            for lock in promises.locks_of(key).iter().filter(|lock| **lock != ITSELF) {
                let member = self.field_of(key).map_or("", |field| field.name);
                self.demand(thread, (class, this), (act, member, lock), write);
            }
        }
        if self.image.guards_itself {
            self.check_itself(thread, object);
        }
    }

    /// What a field of an immutable object that others can reach changes to. A first value is none: it may be worked out
    /// when it is asked for, as in `String.hash`.
    #[cold]
    pub(crate) fn check_change(&mut self, thread: ThreadId, object: Ref, word: u32, value: u64) {
        let before = self.heap.get(word);
        if before == 0 || before == value || !self.watching() || !self.others_reach(object) {
            return;
        }
        if let Some(key) = self.field_key(object, u64::from(word) * 8)
            && self.image.promises.get(&key.class).is_some_and(|p| p.immutable)
        {
            let member = self.field_of(key).map_or("", |field| field.name);
            self.violate(thread, MemberUse::Change, key.class, member, "");
        }
    }

    /// A call of a method that asks for a lock goes ahead; its receiver is 0 if it is static.
    #[cold]
    pub(crate) fn check_call(&mut self, thread: ThreadId, method: &'static Method, receiver: Ref) {
        let class = method.class();
        if !self.watching() || receiver != 0 && !self.others_reach(receiver) {
            return;
        }
        let Some(promises) = self.image.promises.get(&class.id).copied() else {
            return;
        };
        for (_, locks) in promises.methods.iter().filter(|(id, _)| *id == method.id) {
            for lock in locks {
                self.demand(thread, (class, receiver), (MemberUse::Call, method.name, lock), true);
            }
        }
    }

    fn others_reach(&self, object: Ref) -> bool {
        self.heap.is_fixed(object) || self.heap.flag(object, ESCAPED)
    }

    /// Records a violation unless the thread holds the lock. An initialiser has its class for itself.
    fn demand(
        &mut self,
        thread: ThreadId,
        (class, this): (&'static Class, Ref),
        (act, member, lock): (MemberUse, &'static str, &'static str),
        write: bool,
    ) {
        let (state, by) = self.image.init_state(&self.heap, class);
        if this == 0 && state == InitState::Running && by == Some(thread.0 as usize) {
            return;
        }
        let named = self.lock_named(class, this, lock);
        match named.and_then(|lock| self.holds_as_promised(thread, lock, write)) {
            Some(true) => {}
            Some(false) => self.violate(thread, act, class.id, member, lock),
            None => self.note_unclear(class, member, lock),
        }
    }

    /// Objects that are their own lock, as fields of the classes whose code is running refer to them.
    fn check_itself(&mut self, thread: ThreadId, object: Ref) {
        let mut found = None;
        for (fp, method, _) in self.thread(thread).frames() {
            let method = self.image.method(method);
            let class = method.class();
            let Some(promises) = self.image.promises.get(&class.id) else {
                continue;
            };
            for (slot, is_static, _) in promises.fields.iter().filter(|(_, _, locks)| locks.contains(&ITSELF)) {
                let holder = match (is_static, method.is_static()) {
                    (true, _) => self.image.statics_start(class),
                    (false, true) => continue,
                    (false, false) => match self.this_of(thread, fp, method) {
                        Some(this) => this + HEADER,
                        None => continue,
                    },
                };
                if self.heap.get(holder + slot) as Ref == object {
                    found = Some((class.id, *slot, *is_static));
                }
            }
        }
        let Some((class, slot, is_static)) = found else { return };
        if self.holds_as_promised(thread, object, true) == Some(false) {
            let key = FieldKey { class, slot, is_static };
            let member = self.field_of(key).map_or("", |field| field.name);
            self.violate(thread, MemberUse::Use, class, member, ITSELF);
        }
    }

    /// The receiver of a frame; none where its slot holds something else by now.
    pub fn this_of(&self, thread: ThreadId, fp: u32, method: &'static Method) -> Option<Ref> {
        let code = method.code.get()?;
        let this = self.thread(thread).stack[(fp - code.max_locals) as usize] as Ref;
        let plausible = this != 0
            && this < self.heap.top()
            && (self.heap.class(this) as usize) < self.image.classes.len()
            && self.class_of(this).is_subclass_of(method.class());
        plausible.then_some(this)
    }

    fn violate(&mut self, thread: ThreadId, act: MemberUse, class: ClassId, member: &'static str, lock: &'static str) {
        let user = |method: u32| {
            let class = self.image.method(method).class();
            class.is_user() && !class.is_made()
        };
        let mut frames = self.thread(thread).frames();
        let Some((_, method, pc)) = frames.find(|(_, method, _)| user(*method)) else {
            return;
        };
        let violation = Violation {
            thread,
            act,
            place: (method, pc),
            class,
            member,
            lock,
        };
        if !self.path.violations.contains(&violation) {
            self.path.violations.push(violation);
            self.path.facts.violations = self.path.violations.len();
        }
    }

    fn note_unclear(&mut self, class: &'static Class, member: &str, lock: &str) {
        self.knowledge.unclear.insert(Unclear {
            class: class.binary_name(),
            member: member.to_owned(),
            lock: lock.to_owned(),
        });
    }

    /// Whether the thread holds a lock well enough; `None` where nobody can tell. Readers of a lock have no names: where
    /// there is one, it may be this thread.
    fn holds_as_promised(&self, thread: ThreadId, lock: Ref, write: bool) -> Option<bool> {
        const LOCKS: &str = "java/util/concurrent/locks/";
        if lock == 0 {
            // There is no such lock yet.
            return None;
        }
        let class = self.class_of(lock);
        let of_library = std::iter::successors(Some(class), |c| c.superclass).find_map(|c| c.name.strip_prefix(LOCKS));
        let sync = || self.field(lock, "sync") as Ref;
        let owned = |sync: Ref| self.field(sync, "exclusiveOwnerThread") as Ref == self.thread(thread).object;
        let read = |sync: Ref| match rules::counts_in_a_long(self.class_of(sync)) {
            true => self.field(sync, "state") >> 32 != 0,
            false => self.field(sync, "state") as u32 >> 16 != 0,
        };
        match of_library {
            Some("ReentrantLock" | "ReentrantReadWriteLock$WriteLock") => Some(owned(sync())),
            Some("ReentrantReadWriteLock") => Some(owned(sync()) || !write && read(sync())),
            Some("ReentrantReadWriteLock$ReadLock") => Some(read(sync())),
            Some("StampedLock") => Some(self.field(lock, "state") & 0xff != 0),
            Some(_) => None,
            None => {
                let named = |id: &ClassId| self.image.class(id.0).name.starts_with(LOCKS);
                let other = class.all_interfaces.iter().any(named);
                let owner = self.heap.monitor(lock).map(|(owner, _)| owner);
                (!other).then_some(owner == Some(thread.0 as usize) || self.holds_within(thread, lock, write))
            }
        }
    }

    /// Whether it holds a lock of java.util.concurrent that is a field of this object, which then locks by it, as Guava's `Monitor`.
    fn holds_within(&self, thread: ThreadId, object: Ref, write: bool) -> bool {
        let class = self.class_of(object);
        !class.is_array()
            && class.layout.iter().enumerate().any(|(slot, field)| {
                let lock = self.heap.get(object + HEADER + slot as u32) as Ref;
                field.ty == Ty::Reference
                    && lock != 0
                    && self.class_of(lock).name.starts_with("java/util/concurrent/locks/")
                    && self.holds_as_promised(thread, lock, write) == Some(true)
            })
    }

    /// What an expression means at a member of `class`, of the object `this` if that is not 0; `None` if it is not known.
    fn lock_named(&self, class: &'static Class, this: Ref, text: &str) -> Option<Ref> {
        let parts: Vec<&str> = text.split('.').map(str::trim).collect();
        let word = |part: &&str| !part.is_empty() && part.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$');
        if !parts.iter().all(word) {
            return None;
        }
        if let [names @ .., "class"] = &parts[..] {
            return self.class_named(class, &names.join(".")).map(|c| c.mirror.get());
        }
        let (mut at, rest) = if let Some(word) = parts.iter().position(|part| *part == "this") {
            (self.enclosing(class, this, &parts[..word])?, &parts[word + 1..])
        } else {
            self.first_named(class, this, &parts)?
        };
        for name in rest {
            if at == 0 {
                return None;
            }
            at = self.value_of(self.class_of(at), at, name)?;
        }
        Some(at)
    }

    /// `lock` of `lock.inner`, `Till.LOCK` of `Till.LOCK.inner`, and what is left.
    fn first_named<'a>(&self, class: &'static Class, this: Ref, parts: &'a [&'a str]) -> Option<(Ref, &'a [&'a str])> {
        let (first, rest) = parts.split_first()?;
        let (mut from, mut object) = (class, this);
        loop {
            if let Some(value) = self.value_of(from, object, first) {
                return Some((value, rest));
            }
            // A name of an enclosing object or class.
            let Some((outer, of)) = self.outer(from, object) else {
                break;
            };
            (from, object) = (outer, of);
        }
        (1..parts.len()).find_map(|at| {
            let owner = self.class_named(class, &parts[..at].join("."))?;
            Some((self.value_of(owner, 0, parts[at])?, &parts[at + 1..]))
        })
    }

    /// What a reference field holds; an instance's only where there is an object.
    fn value_of(&self, class: &'static Class, object: Ref, name: &str) -> Option<Ref> {
        let supers = std::iter::successors(Some(class), |c| c.superclass);
        let interfaces = class.all_interfaces.iter().map(|id| self.image.class(id.0));
        let (owner, field) = supers.chain(interfaces).find_map(|c| Some((c, c.field(name)?)))?;
        if !field.descriptor.starts_with(['L', '[']) {
            return None;
        }
        if field.access & access::STATIC != 0 {
            let ready = owner.mirror.get() != 0;
            return ready.then(|| self.heap.get(self.image.statics_start(owner) + field.slot) as Ref);
        }
        (object != 0).then(|| self.heap.get(object + HEADER + field.slot) as Ref)
    }

    /// The enclosing class, and the enclosing object where there is one.
    fn outer(&self, class: &'static Class, object: Ref) -> Option<(&'static Class, Ref)> {
        let name = class.own_name();
        let (name, _) = name.rsplit_once('$')?;
        let outer = self.already_named_by(class, name)?;
        let link = class.fields.iter().find(|f| f.name.starts_with("this$"));
        let of = link.map_or(0, |link| match object {
            0 => 0,
            object => self.heap.get(object + HEADER + link.slot) as Ref,
        });
        Some((outer, of))
    }

    /// `this` and `Outer.this`.
    fn enclosing(&self, class: &'static Class, this: Ref, name: &[&str]) -> Option<Ref> {
        let (mut from, mut object) = (class, this);
        loop {
            let named = name
                .last()
                .is_none_or(|name| from.own_name().rsplit(['/', '$']).next() == Some(name));
            if object == 0 || named {
                return (object != 0).then_some(object);
            }
            (from, object) = self.outer(from, object)?;
        }
    }

    /// A class that is loaded, by a name as code in `from` may use it.
    fn class_named(&self, from: &'static Class, name: &str) -> Option<&'static Class> {
        let nested = name.replace('.', "$");
        let known = |name: &str| self.already_named_by(from, name);
        let own = from.own_name();
        let mut around = &*own;
        loop {
            if around.rsplit(['/', '$']).next() == Some(name) {
                return known(around);
            }
            if let Some(class) = known(&format!("{around}${nested}")) {
                return Some(class);
            }
            match around.rsplit_once('$') {
                Some((outer, _)) => around = outer,
                None => break,
            }
        }
        let package = from.package();
        let beside = if package.is_empty() {
            nested.clone()
        } else {
            format!("{package}/{nested}")
        };
        let full = name.replace('.', "/");
        let inner = full.rsplit_once('/').map(|(outer, inner)| format!("{outer}${inner}"));
        let names = [
            Some(beside),
            Some(full.clone()),
            inner,
            Some(format!("java/lang/{nested}")),
        ];
        names.into_iter().flatten().find_map(|name| known(&name))
    }
}
