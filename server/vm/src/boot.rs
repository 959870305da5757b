//! Boot: runs the JDK's own initialisation, single-threaded, then freezes the heap as the base of every state.

use dropwire_classes::Universe;

use crate::error::VmError;
use crate::heap::{ESCAPED, HEADER, Ref};
use crate::image::Image;
use crate::image::class::{Class, Method, Origin};
use crate::image::code::{Instr, Op};
use crate::natives::replaced::FIRST_ID;
use crate::thread::{Thread, ThreadId};
use crate::threads::STATUS_RUNNABLE;
use crate::types::Ty;
use crate::verifier::answer::Verdict;
use crate::vm::{Known, Vm, VmOptions};

/// Words set aside for what is linked after boot: mirrors, literals, call sites. Untouched pages cost nothing.
const ETERNAL_WORDS: u32 = 8 << 20;
const MAIN: ThreadId = ThreadId(0);
/// What a thread keeps of itself since Java 19.
const HOLDER: &str = "java/lang/Thread$FieldHolder";

/// Classes that programs under test use and that are cheaper initialised once in the base. Never a user's class:
/// races of initialisation are findings.
const WARM: &[&str] = &[
    "java/lang/Byte",
    "java/lang/Short",
    "java/lang/Integer",
    "java/lang/Integer$IntegerCache",
    "java/lang/Long$LongCache",
    "java/lang/Character$CharacterCache",
    "java/lang/Byte$ByteCache",
    "java/lang/Short$ShortCache",
    "java/lang/Float",
    "java/lang/Double",
    "java/lang/Math",
    "java/lang/StringBuilder",
    "java/lang/AssertionError",
    "java/lang/InterruptedException",
    "java/lang/IllegalMonitorStateException",
    "java/lang/ExceptionInInitializerError",
    "java/lang/ThreadLocal",
    "java/util/ArrayList",
    "java/util/Arrays",
    "java/util/Collections",
    "java/util/HashMap",
    "java/util/Objects",
    "java/util/concurrent/TimeUnit",
    "java/util/concurrent/ConcurrentHashMap",
    "java/util/concurrent/CountDownLatch",
    "java/util/concurrent/locks/LockSupport",
    "java/util/concurrent/locks/ReentrantLock",
    "java/util/concurrent/locks/AbstractQueuedSynchronizer",
    "java/util/concurrent/locks/AbstractQueuedSynchronizer$ConditionObject",
    "java/util/concurrent/atomic/AtomicBoolean",
    "java/util/concurrent/atomic/AtomicInteger",
    "java/util/concurrent/atomic/AtomicLong",
    "java/util/concurrent/atomic/AtomicReference",
    // Tables that are made by initialisers and read by whoever uses the class.
    "java/io/ObjectInputStream",
    "java/io/ObjectOutputStream",
    "java/io/ObjectStreamClass",
    "java/lang/reflect/ProxyGenerator",
    "java/lang/reflect/ProxyGenerator$PrimitiveTypeInfo",
    "java/math/BigDecimal",
    "java/math/BigInteger",
    "java/time/LocalDate$1",
    "java/time/LocalDateTime$1",
    "java/time/LocalTime$1",
    "java/time/ZonedDateTime$1",
    "java/time/format/DateTimeFormatter",
    "java/time/format/DateTimeFormatterBuilder",
    "java/time/format/DateTimeFormatterBuilder$NumberPrinterParser",
    "java/util/Base64",
    "java/util/Currency",
    "java/util/Scanner",
    "java/util/UUID",
    "java/util/regex/ASCII",
    "java/util/regex/CharPredicates",
    "sun/security/provider/ByteArrayAccess",
    "sun/security/provider/ByteArrayAccess$BE",
    "sun/security/provider/ByteArrayAccess$LE",
    "sun/security/provider/MD5",
    "sun/security/provider/SHA",
    "sun/security/provider/SHA2",
    "sun/security/provider/SHA5",
];

/// Static methods without arguments that fill caches of the JDK's own: providers of locales, the time zone. Their first use takes one to
/// twelve million bytecodes, which every path of a program would run again.
const ASKED_FOR: &[(&str, &str, &str)] = &[
    ("java/text/NumberFormat", "getInstance", "()Ljava/text/NumberFormat;"),
    ("java/text/DateFormat", "getInstance", "()Ljava/text/DateFormat;"),
    ("java/time/LocalDateTime", "now", "()Ljava/time/LocalDateTime;"),
];

/// The class file of what generated code calls.
pub(crate) fn native_class_file() -> &'static [u8] {
    Box::leak(crate::indy_intrinsics::native_class().into_boxed_slice())
}

impl Vm {
    /// Boots the JDK of `universe`.
    pub fn boot(universe: Universe, options: &VmOptions) -> Result<Vm, VmError> {
        let image = Image::new(universe, Box::new(crate::natives::Table::new()));
        let mut vm = Vm::empty(image, options.clone());
        vm.load_core()?;
        vm.make_main_thread()?;
        for class in [
            "java/lang/String",
            "java/lang/System",
            "java/lang/Class",
            "java/lang/ThreadGroup",
            "java/lang/Thread",
        ] {
            vm.initialise_now(MAIN, class)?;
        }
        let has_modules = vm.image.universe.jdk.has_modules();
        if has_modules {
            vm.set_unsafe_constants()?;
        }
        vm.make_groups()?;
        if has_modules {
            vm.start_system()?;
        } else {
            vm.start_system_of_8()?;
        }
        for class in WARM {
            if vm.image.try_load(&mut vm.heap, class)?.is_some() {
                vm.initialise_now(MAIN, class)?;
            }
        }
        if vm.image.universe.jdk.feature > 17 {
            vm.warm_formatter()?;
        }
        for (class, method, descriptor) in ASKED_FOR {
            vm.ask_for(class, method, descriptor)?;
        }
        vm.make_domains()?;
        // They were read and closed: a program that opens them reads them itself.
        vm.image.jdk_files.clear();
        vm.freeze();
        Ok(vm)
    }

    /// Calls a static method without arguments for what it leaves behind. A library without its class has no use for it.
    fn ask_for(&mut self, class: &str, method: &str, descriptor: &str) -> Result<(), VmError> {
        if let Some(class) = self.image.try_load(&mut self.heap, class)? {
            let method = self.image.named_method(class, method, descriptor)?;
            self.call(MAIN, method, &[])?;
        }
        Ok(())
    }

    /// Formats something, which fills caches of the JDK's own: the first number that is formatted takes 32,000 bytecodes on 17, but
    /// two millions on 21 and 25, on every path.
    fn warm_formatter(&mut self) -> Result<(), VmError> {
        let string = self.image.string_class();
        let descriptor = "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;";
        let format = self.image.named_method(string, "format", descriptor)?;
        let pattern = self.literal("%d %s %.1f%n")?;
        let integer = self.image.load(&mut self.heap, "java/lang/Integer")?;
        let value_of = self.image.named_method(integer, "valueOf", "(I)Ljava/lang/Integer;")?;
        let number = self.call(MAIN, value_of, &[1])? as Ref;
        let double = self.image.load(&mut self.heap, "java/lang/Double")?;
        let value_of = self.image.named_method(double, "valueOf", "(D)Ljava/lang/Double;")?;
        let fraction = self.call(MAIN, value_of, &[1.0f64.to_bits(), 0])? as Ref;
        let arguments = self.new_reference_array("java/lang/Object", &[number, pattern, fraction])?;
        self.call(MAIN, format, &[u64::from(pattern), u64::from(arguments)])?;
        Ok(())
    }

    /// The three phases of Java 9 and later.
    fn start_system(&mut self) -> Result<(), VmError> {
        for class in [
            "java/lang/Module",
            "java/lang/reflect/Method",
            "java/lang/ref/Finalizer",
        ] {
            self.initialise_now(MAIN, class)?;
        }
        self.call_system("initPhase1", "()V", &[])?;
        if self.call_system("initPhase2", "(ZZ)I", &[1, 1])? as u32 != 0 {
            return Err(VmError::Jdk(
                "the JDK's module system did not start (System.initPhase2)".into(),
            ));
        }
        self.call_system("initPhase3", "()V", &[])?;
        Ok(())
    }

    /// Java 8 has one phase and no modules; the loader of the class path is made on demand there, and we want it now.
    fn start_system_of_8(&mut self) -> Result<(), VmError> {
        for class in ["java/lang/reflect/Method", "java/lang/ref/Finalizer"] {
            self.initialise_now(MAIN, class)?;
        }
        self.call_system("initializeSystemClass", "()V", &[])?;
        let loader = self.image.load(&mut self.heap, "java/lang/ClassLoader")?;
        self.initialise_now(MAIN, "java/lang/ClassLoader")?;
        let method = self
            .image
            .named_method(loader, "getSystemClassLoader", "()Ljava/lang/ClassLoader;")?;
        self.call(MAIN, method, &[])?;
        Ok(())
    }

    fn load_core(&mut self) -> Result<(), VmError> {
        let object = self.image.load(&mut self.heap, "java/lang/Object")?;
        for class in ["java/lang/Class", "java/lang/String"] {
            self.image.load(&mut self.heap, class)?;
        }
        self.image.set_core()?;
        for i in 0..self.image.classes.len() {
            let class = self.image.classes[i];
            self.image.make_mirror(&mut self.heap, class)?;
        }
        for class in ["java/lang/Throwable", "java/lang/Thread"] {
            self.image.load(&mut self.heap, class)?;
        }
        // Since Java 19.
        self.image.try_load(&mut self.heap, HOLDER)?;
        self.make_drivers(object);
        self.note_core()?;
        // What generated code calls.
        self.image
            .define(&mut self.heap, native_class_file(), Origin::Jdk, "java.base")?;
        Ok(())
    }

    /// Notes what the machine refers to, once it is loaded.
    pub(crate) fn note_core(&mut self) -> Result<(), VmError> {
        let loaded = |name: &str| {
            let class = self.image.loaded(name);
            class.ok_or_else(|| VmError::Jdk(format!("no class {name}")))
        };
        let thread = loaded("java/lang/Thread")?;
        let holder = self.image.loaded(HOLDER);
        let word = |class: &'static Class, name: &str| self.image.slot(class, name).map_or(0, |slot| HEADER + slot);
        let known = Known {
            throwable: Some(loaded("java/lang/Throwable")?),
            thread: Some(thread),
            own_fields: ["threadLocals", "inheritableThreadLocals"]
                .into_iter()
                .filter_map(|name| self.image.slot(thread, name))
                .map(|slot| HEADER + slot)
                .collect(),
            interrupted: word(thread, "interrupted"),
            eetop: word(thread, "eetop"),
            holder: word(thread, "holder"),
            status: word(holder.unwrap_or(thread), "threadStatus"),
            thread_exit: Some(self.image.named_method(thread, "exit", "()V")?),
            ..std::mem::take(&mut self.known)
        };
        self.known = known;
        Ok(())
    }

    /// Makes the machine's own methods.
    pub(crate) fn make_drivers(&mut self, object: &'static Class) {
        let driver = [Op::InitSupers, Op::InitRun, Op::InitFinish];
        self.known.init_driver = Some(self.internal_method(object, "class initialisation", &driver, 1));
        // The last operation is there twice: shutdown hooks return to the second one.
        let driver = [Op::ThreadRun, Op::ThreadEnd, Op::ThreadGone, Op::ThreadGone];
        self.known.thread_driver = Some(self.internal_method(object, "thread", &driver, 1));
        self.known.leave_driver = Some(self.internal_method(object, "call", &[Op::Nop, Op::Leave], 0));
        let driver = [Op::LinkCall, Op::LinkFinish];
        self.known.link_driver = Some(self.internal_method(object, "linkage", &driver, 2));
        let driver = [Op::EnsureInit, Op::Load, Op::Return1];
        self.known.ensure_driver = Some(self.internal_method(object, "ensured initialisation", &driver, 1));
    }

    fn make_main_thread(&mut self) -> Result<(), VmError> {
        let object = self.new_thread_object()?;
        self.threads.push(Thread::new(object, std::rc::Rc::from([])));
        self.sort_threads();
        Ok(())
    }

    /// An object for a thread that the machine itself starts, before its constructor.
    pub(crate) fn new_thread_object(&mut self) -> Result<Ref, VmError> {
        let class = self
            .known
            .thread
            .ok_or_else(|| VmError::Jdk("no java.lang.Thread".into()))?;
        let object = self.new_object(class)?;
        self.set_eetop(object, 1);
        self.set_field(object, "priority", 5);
        self.set_field(object, "threadStatus", 5);
        // On 19 and later the priority and status live in a holder.
        if let Some(holder) = self.image.loaded(HOLDER) {
            let holder_object = self.new_object(holder)?;
            self.set_field(holder_object, "priority", 5);
            self.set_field(holder_object, "threadStatus", 5);
            self.set_field(object, "holder", u64::from(holder_object));
        }
        Ok(object)
    }

    /// What a JVM injects into `UnsafeConstants`, whose own initialiser leaves zeros.
    fn set_unsafe_constants(&mut self) -> Result<(), VmError> {
        const NAME: &str = "jdk/internal/misc/UnsafeConstants";
        let Some(class) = self.image.try_load(&mut self.heap, NAME)? else {
            return Ok(());
        };
        self.initialise_now(MAIN, NAME)?;
        for (field, value) in [
            ("ADDRESS_SIZE0", 8),
            ("PAGE_SIZE", 4096),
            ("BIG_ENDIAN", 0),
            ("UNALIGNED_ACCESS", 1),
        ] {
            self.set_static_field(class, field, value);
        }
        Ok(())
    }

    fn make_groups(&mut self) -> Result<(), VmError> {
        let group = self.image.load(&mut self.heap, "java/lang/ThreadGroup")?;
        let system = self.new_object(group)?;
        let constructor = self.image.named_method(group, "<init>", "()V")?;
        self.call(MAIN, constructor, &[u64::from(system)])?;
        let main = self.new_object(group)?;
        let constructor = self
            .image
            .named_method(group, "<init>", "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V")?;
        let name = self.literal("main")?;
        // The main thread needs a group while the groups themselves check access.
        let thread = self.thread(MAIN).object;
        self.set_thread_group(thread, system);
        self.call(
            MAIN,
            constructor,
            &[u64::from(main), u64::from(system), u64::from(name)],
        )?;
        self.set_thread_group(thread, main);
        let class = self
            .known
            .thread
            .ok_or_else(|| VmError::Jdk("no java.lang.Thread".into()))?;
        let constructor = self
            .image
            .named_method(class, "<init>", "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V")?;
        self.call(
            MAIN,
            constructor,
            &[u64::from(thread), u64::from(main), u64::from(name)],
        )?;
        self.set_thread_status(thread, STATUS_RUNNABLE);
        Ok(())
    }

    pub(crate) fn set_thread_group(&mut self, thread: Ref, group: Ref) {
        self.set_field(thread, "group", u64::from(group));
        let holder = self.field(thread, "holder") as Ref;
        if holder != 0 {
            self.set_field(holder, "group", u64::from(group));
        }
    }

    fn call_system(&mut self, name: &str, descriptor: &str, args: &[u64]) -> Result<u64, VmError> {
        let system = self.image.load(&mut self.heap, "java/lang/System")?;
        let method = self.image.named_method(system, name, descriptor)?;
        self.call(MAIN, method, args)
    }

    /// From here on the heap so far is the same in every state.
    fn freeze(&mut self) {
        // The base is static: all of it has escaped.
        let mut word = 16;
        while word < self.heap.top() {
            self.heap.set_flag(word, ESCAPED, true);
            word += self.image.size_of(&self.heap, word);
        }
        self.freeze_strings();
        self.close_groups();
        let main = self.threads[0].object;
        if self.field(main, "tid") >= FIRST_ID {
            // The one that every JVM gives it where its constructor asks for the next.
            self.set_field(main, "tid", 1);
        }
        self.end_boot();
    }

    /// What is on the heap now is the base.
    pub(crate) fn end_boot(&mut self) {
        let mut word = 16;
        while word < self.heap.top() {
            self.image.fixed_starts.push(word);
            word += self.image.size_of(&self.heap, word);
        }
        self.heap.freeze(ETERNAL_WORDS);
        self.known.main_group = self.thread_field(self.threads[0].object, "group") as Ref;
        let main = &mut self.threads[0];
        main.fp = 0;
        main.sp = 0;
        main.depth = 0;
        main.hashes = 0;
        // Not the ids: threads that boot has made keep theirs.
        self.path.facts.numbers = 0;
        self.path.facts.hashes = self.path.hashes.len();
        self.path.facts.hidden = self.path.hidden.len();
        self.path.facts.output = 0;
        self.path.facts.native_top = self.path.native_memory.len();
        self.path.facts.native_changed = false;
        self.path.output.clear();
        self.used = crate::features_used::FeaturesUsed::default();
        self.mode.in_boot = false;
        self.instructions = 0;
    }

    /// The threads of a group can be reached through it by nobody, until the program looks at them.
    fn close_groups(&mut self) {
        let mut word = 16;
        while word < self.heap.top() {
            if self.class_of(word).name == "java/lang/ThreadGroup" {
                let threads = self.field(word, "threads") as Ref;
                if threads != 0 {
                    self.heap.set_flag(threads, ESCAPED, false);
                }
            }
            word += self.image.size_of(&self.heap, word);
        }
    }

    /// Bytes of strings never change.
    fn freeze_strings(&mut self) {
        let string = self.image.string_class();
        let Some(slot) = self.image.slot(string, "value") else {
            return;
        };
        let mut word = 16;
        while word < self.heap.top() {
            if self.heap.class(word) == string.id.0 {
                let array = self.heap.get(word + HEADER + slot) as Ref;
                if array != 0 {
                    self.heap.set_flag(array, crate::heap::IMMUTABLE, true);
                }
            }
            word += self.image.size_of(&self.heap, word);
        }
    }

    /// Prepares `main` of a class: loads it, makes its arguments, and stops before its first instruction.
    pub fn start_main(&mut self, class: &str, args: &[String]) -> Result<(), VmError> {
        let internal = class.replace('.', "/");
        let loaded = self.image.load(&mut self.heap, &internal)?;
        self.mode.tested = None;
        self.mode.object = None;
        self.start_in(loaded, args)
    }

    /// The same in a class that is loaded.
    pub(crate) fn start_in(&mut self, loaded: &'static Class, args: &[String]) -> Result<(), VmError> {
        let main = self.main_of(loaded)?;
        // What a property sees of its call and its end, the instruction that calls it sees.
        let observed = main.method.observed.get().is_something() || self.image.stated.speaks(loaded);
        let needs_caller = main.constructor.is_some() || main.method.is_synchronized() || observed;
        let called = match needs_caller {
            true => self.caller_of_main(loaded, main),
            false => main.method,
        };
        self.begin_main_thread(loaded)?;
        let mut given = Vec::new();
        if main.constructor.is_some() {
            given.push(u64::from(self.new_object(loaded)?));
        }
        if main.takes_arguments() {
            let strings = args
                .iter()
                .map(|arg| self.new_text(arg))
                .collect::<Result<Vec<_>, _>>()?;
            given.push(u64::from(self.new_reference_array("java/lang/String", &strings)?));
        }
        self.push_args(MAIN, &given);
        self.push_frame(MAIN, called, 0)?;
        // The main class is initialised before its main method runs; nobody else exists yet.
        let mut may_execute = true;
        self.check_initialised(MAIN, loaded, &mut may_execute)?;
        Ok(())
    }

    /// Prepares a static method of any name, with nulls and zeros for arguments; it stops before what calls it.
    ///
    /// # Errors
    /// The verifier refuses its class.
    pub fn start_static(&mut self, method: &'static Method) -> Result<(), VmError> {
        let caller = self.caller_of(method);
        self.begin_main_thread(method.class())?;
        self.push_args(MAIN, &vec![0; usize::from(method.arg_slots)]);
        self.push_frame(MAIN, caller, 0)
    }

    /// The first thread is in the body that every thread begins with, if the verifier accepts the class.
    fn begin_main_thread(&mut self, class: &'static Class) -> Result<(), VmError> {
        // Loaders of the program's own have defined nothing yet.
        if let Verdict::Refused(error, message) = self.verify(class)? {
            return Err(VmError::Class(format!("{}: {message}", error.replace('/', "."))));
        }
        self.touch(MAIN);
        self.apply_jvm_args()?;
        let thread_driver = self
            .known
            .thread_driver
            .ok_or_else(|| VmError::Jdk("main before boot".into()))?;
        let object = self.threads[0].object;
        self.push_bottom(MAIN, thread_driver);
        let t = &mut self.threads[0];
        let local0 = (t.fp - thread_driver.code.get().map_or(1, |c| c.max_locals)) as usize;
        t.stack[local0] = u64::from(object);
        Ok(())
    }

    /// A body that calls a method once its class is initialised: a synchronized one takes the monitor of that class.
    fn caller_of(&mut self, method: &'static Method) -> &'static Method {
        let slots = method.arg_slots;
        let call = Instr {
            op: Op::InvokestaticInit,
            x: 0,
            a: slots,
            b: method.id.0,
        };
        let loads = (0..slots).map(|slot| Instr {
            a: slot,
            ..Instr::plain(Op::Load)
        });
        let body: Vec<Instr> = loads.chain([call, Instr::plain(Op::Return)]).collect();
        let deepest = u32::from(slots).max(2);
        self.internal_body(method.class(), "call of main", &body, slots, deepest, Ty::Void)
    }
}
