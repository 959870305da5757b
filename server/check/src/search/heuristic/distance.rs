//! `search.heuristic=distance`: the instructions that threads are from the places where a defect shows, along the control flow of the
//! program's own methods, calls and what is started included (Edelkamp, Leue, Lluch Lafuente, STTT 2004). What branches depend on is
//! not looked at.

use std::collections::VecDeque;

use cafebabe::bytecode::Opcode;
use cafebabe::constant_pool::NameAndType;
use dropwire_classes::cafebabe;
use dropwire_vm::image::class::Method;
use dropwire_vm::{Choice, ThreadId, Vm, control_flow};
use rustc_hash::FxHashMap;

use super::Heuristic;
use crate::site::{self, Site};

/// What is taken for the way from a place from where none was found.
const FAR: u64 = 10_000;
/// Frames of a thread that are looked at.
const FRAMES: usize = 64;
/// Methods that an object runs which was made for a thread or a pool.
const TASKS: [&str; 5] = ["run", "call", "get", "accept", "apply"];

/// Where several threads, each at a place of its own, make a defect.
#[derive(Clone, Debug)]
pub(crate) enum Goal {
    /// Instructions, for as many threads.
    Places(Vec<Site>),
    /// A line of a class by its binary name.
    Line(String, u32),
    /// Wherever the program throws.
    Throws,
}

/// The distance to the nearest of some goals.
pub(super) struct Distance {
    goals: Vec<Goal>,
    /// How many classes there were when the tables were made: code is loaded as it is needed.
    classes: usize,
    /// Of each goal and each of its places.
    tables: Vec<Vec<Table>>,
    /// To the end of the method.
    returns: Table,
}

/// The distance of each instruction of each method that leads somewhere, by the method's number.
#[derive(Default)]
struct Table(FxHashMap<u32, Box<[u32]>>);

impl Table {
    fn at(&self, site: Site) -> Option<u64> {
        let known = self.0.get(&site.method.id.0)?.get(site.pc as usize)?;
        (*known != u32::MAX).then_some(u64::from(*known))
    }
}

impl Distance {
    pub(super) fn to(goals: Vec<Goal>) -> Distance {
        Distance {
            goals,
            classes: 0,
            tables: Vec::new(),
            returns: Table::default(),
        }
    }

    fn refresh(&mut self, vm: &Vm) {
        if self.classes == vm.image.classes.len() {
            return;
        }
        self.classes = vm.image.classes.len();
        let flow = Flow::of(vm);
        self.returns = flow.returns();
        let goals = self.goals.iter();
        self.tables = goals
            .map(|goal| match goal {
                Goal::Places(places) => places.iter().map(|place| flow.to(&[*place])).collect(),
                Goal::Line(class, line) => vec![flow.to(&flow.on_line(class, *line))],
                Goal::Throws => vec![flow.to(&flow.throws())],
            })
            .collect();
    }

    /// How far a thread is from a place.
    fn of_thread(&self, vm: &Vm, thread: ThreadId, table: &Table) -> u64 {
        let mut left = 0;
        let mut best = FAR;
        for site in site::frames(vm, thread).take(FRAMES) {
            if let Some(further) = table.at(site) {
                best = best.min(left + further);
            }
            left += self.returns.at(site).unwrap_or(1) + 1;
        }
        best
    }
}

impl Heuristic for Distance {
    fn distance(&mut self, vm: &Vm, _: &[Choice]) -> u64 {
        self.refresh(vm);
        let threads: Vec<ThreadId> = vm.live().collect();
        let of_goal = |places: &Vec<Table>| {
            let mut free = threads.clone();
            let mut sum = 0;
            // To each place goes the thread that is nearest to it.
            for table in places {
                let distances = free.iter().map(|thread| self.of_thread(vm, *thread, table));
                let nearest = distances.enumerate().min_by_key(|(_, distance)| *distance);
                sum += match nearest {
                    Some((number, distance)) => {
                        free.swap_remove(number);
                        distance
                    }
                    None => FAR,
                };
            }
            sum
        };
        self.tables.iter().map(of_goal).min().unwrap_or(0)
    }
}

/// The control flow of the program's own methods, backwards.
struct Flow {
    methods: Vec<&'static Method>,
    /// The number of a method's first instruction among all of them.
    first: FxHashMap<u32, usize>,
    /// Which instructions lead to one.
    before: Vec<Vec<u32>>,
    /// Which calls lead into a method: edges that do not come back.
    calls: Vec<(usize, usize)>,
}

impl Flow {
    fn of(vm: &Vm) -> Flow {
        let own = vm.image.methods.iter().copied().filter(|method| {
            let class = method.class();
            class.is_user() && !class.is_made() && !site::opcodes(method).is_empty()
        });
        let mut flow = Flow {
            methods: own.collect(),
            first: FxHashMap::default(),
            before: Vec::new(),
            calls: Vec::new(),
        };
        let mut entries: FxHashMap<(&str, &str), Vec<usize>> = FxHashMap::default();
        let mut tasks: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
        let mut number = 0;
        for method in &flow.methods {
            flow.first.insert(method.id.0, number);
            entries
                .entry((method.name, method.descriptor))
                .or_default()
                .push(number);
            if TASKS.contains(&method.name) {
                tasks.entry(method.class().name).or_default().push(number);
            }
            number += site::opcodes(method).len();
        }
        flow.before = vec![Vec::new(); number];
        for method in &flow.methods {
            let first = flow.first[&method.id.0];
            let successors = method.data().and_then(control_flow).unwrap_or_default();
            for (pc, targets) in successors.iter().enumerate() {
                for target in targets {
                    flow.before[first + *target as usize].push((first + pc) as u32);
                }
            }
            for (pc, (_, opcode)) in site::opcodes(method).iter().enumerate() {
                let into = match opcode {
                    Opcode::Invokestatic(callee) | Opcode::Invokespecial(callee) | Opcode::Invokevirtual(callee) => {
                        entries.get(&of(&callee.name_and_type))
                    }
                    Opcode::Invokeinterface(callee, _) => entries.get(&of(&callee.name_and_type)),
                    Opcode::New(class) => tasks.get(class.as_ref()),
                    Opcode::Invokedynamic(made) => {
                        let bodies = site::lambda_bodies(method.class(), made.attr_index);
                        let entries = bodies.filter_map(|body| flow.first.get(&body.id.0));
                        flow.calls.extend(entries.map(|entry| (first + pc, *entry)));
                        None
                    }
                    _ => None,
                };
                flow.calls
                    .extend(into.into_iter().flatten().map(|entry| (first + pc, *entry)));
            }
        }
        flow
    }

    fn number(&self, site: Site) -> Option<usize> {
        Some(self.first.get(&site.method.id.0)? + site.pc as usize)
    }

    /// The distances to the nearest of some places.
    fn to(&self, places: &[Site]) -> Table {
        let goals = places.iter().filter_map(|place| self.number(*place)).collect();
        self.table(goals, &self.calls)
    }

    /// The distances to the end of each method.
    fn returns(&self) -> Table {
        let ends = self.each().filter(|(_, opcode)| {
            matches!(
                opcode,
                Opcode::Return
                    | Opcode::Areturn
                    | Opcode::Dreturn
                    | Opcode::Freturn
                    | Opcode::Ireturn
                    | Opcode::Lreturn
            )
        });
        self.table(ends.filter_map(|(site, _)| self.number(site)).collect(), &[])
    }

    fn each(&self) -> impl Iterator<Item = (Site, &'static Opcode<'static>)> + '_ {
        self.methods.iter().flat_map(|method| {
            let sites = site::opcodes(method).iter().enumerate();
            sites.map(|(pc, (_, opcode))| (Site { method, pc: pc as u32 }, opcode))
        })
    }

    fn on_line(&self, class: &str, line: u32) -> Vec<Site> {
        let sites = self.each().map(|(site, _)| site);
        let on_line = sites.filter(|site| {
            site.method.line(site.pc) == Some(line) && belongs_to(&site.method.class().binary_name(), class)
        });
        on_line.collect()
    }

    fn throws(&self) -> Vec<Site> {
        let throws = self.each().filter(|(_, opcode)| matches!(opcode, Opcode::Athrow));
        throws.map(|(site, _)| site).collect()
    }

    fn table(&self, goals: Vec<usize>, calls: &[(usize, usize)]) -> Table {
        let mut callers: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
        for (call, entry) in calls {
            callers.entry(*entry).or_default().push(*call);
        }
        let mut distances = vec![u32::MAX; self.before.len()];
        let mut open: VecDeque<usize> = VecDeque::new();
        for goal in goals {
            distances[goal] = 0;
            open.push_back(goal);
        }
        while let Some(at) = open.pop_front() {
            let further = distances[at] + 1;
            let within = self.before[at].iter().map(|before| *before as usize);
            let from = callers.get(&at).into_iter().flatten().copied();
            for before in within.chain(from) {
                if distances[before] == u32::MAX {
                    distances[before] = further;
                    open.push_back(before);
                }
            }
        }
        let of_method = |method: &&'static Method| {
            let first = self.first[&method.id.0];
            let own = &distances[first..first + site::opcodes(method).len()];
            let leads = own.iter().any(|distance| *distance != u32::MAX);
            leads.then(|| (method.id.0, own.into()))
        };
        Table(self.methods.iter().filter_map(of_method).collect())
    }
}

fn of<'a>(member: &'a NameAndType<'_>) -> (&'a str, &'a str) {
    (&member.name, &member.descriptor)
}

/// Whether a class is the one of this name or lies in it: a line belongs to a file.
fn belongs_to(class: &str, name: &str) -> bool {
    class
        .strip_prefix(name)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('$'))
}
