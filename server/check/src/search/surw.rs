//! Random runs that are uniform over the orders of selected operations (SURW: Zhao, Wolff, Mathur, Roychoudhury, ASPLOS 2025). For each run one
//! subject is selected: a field, the elements of a class of arrays, a monitor. Who may touch it next is drawn by how often each
//! thread is still going to; everything else moves at random.

use std::rc::Rc;

use dropwire_vm::{Alternative, Choice, ThreadId, Vm};
use rustc_hash::FxHashMap;

use super::operation::{Operation, Subject};
use super::random::{Random, Sampler};

/// Operations of one thread on one subject, by the thread's creation path: numbers differ from run to run.
type Counts = FxHashMap<(Rc<[u16]>, Subject), u64>;

/// `search.strategy=surw`.
pub(crate) struct Surw {
    random: Random,
    /// Most of any run so far: what a thread does while it is alone is no operation of a search, so that single runs show fewer.
    counts: Counts,
    /// Of the present run.
    done: Counts,
    selected: Option<Subject>,
    /// Operations on the selected subject that are to come, by thread.
    left: FxHashMap<Rc<[u16]>, u64>,
    /// Who touches it next.
    intended: Option<Rc<[u16]>>,
    woken: bool,
}

impl Surw {
    /// Before the first run.
    pub fn new() -> Surw {
        Surw {
            random: Random(0),
            counts: Counts::default(),
            done: Counts::default(),
            selected: None,
            left: FxHashMap::default(),
            intended: None,
            woken: false,
        }
    }

    /// Selects one of the subjects that several threads touch.
    fn select(&mut self) {
        let mut subjects: Vec<Subject> = self.counts.keys().map(|(_, subject)| *subject).collect();
        subjects.sort_unstable();
        let shared: Vec<Subject> = subjects
            .chunk_by(|one, other| one == other)
            .filter(|same| same.len() > 1)
            .map(|same| same[0])
            .collect();
        self.selected = match shared.len() {
            0 => None,
            many => Some(shared[self.random.below(many)]),
        };
        let of_selected = |((path, subject), count): (&(Rc<[u16]>, Subject), &u64)| {
            (Some(*subject) == self.selected).then(|| (path.clone(), *count))
        };
        self.left = self.counts.iter().filter_map(of_selected).collect();
        self.intended = None;
    }

    /// One of some threads, each as likely as it has operations to come.
    fn draw(&mut self, mut threads: Vec<(Rc<[u16]>, u64)>) -> Option<Rc<[u16]>> {
        threads.sort_unstable();
        let all: u64 = threads.iter().map(|(_, left)| left).sum();
        let mut at = self.random.way(all);
        threads.into_iter().find_map(|(path, left)| {
            let here = at < left;
            at = at.wrapping_sub(left);
            here.then_some(path)
        })
    }

    /// Of these threads, which are all at an operation on the selected subject.
    fn draw_of(&mut self, vm: &Vm, choices: &[Choice]) -> Choice {
        let path = |choice: &Choice| vm.thread(choice.thread).path.clone();
        // A thread that does more than on earlier runs has at least this one to come.
        let weighed = choices
            .iter()
            .map(path)
            .map(|path| (path.clone(), self.left.get(&path).copied().unwrap_or(0).max(1)));
        let drawn = self.draw(weighed.collect());
        let of_drawn = choices.iter().copied().find(|choice| drawn == Some(path(choice)));
        of_drawn.unwrap_or(choices[0])
    }

    fn at_selected(&self, vm: &Vm, thread: ThreadId) -> bool {
        self.selected.is_some() && Operation::of(vm, thread).map(|operation| operation.subject(vm)) == self.selected
    }

    fn note(&mut self, vm: &Vm, choice: Choice) {
        self.woken |= choice.alternative == Alternative::SpuriousWakeup;
        let Some(operation) = Operation::of(vm, choice.thread) else {
            return;
        };
        let (path, subject) = (vm.thread(choice.thread).path.clone(), operation.subject(vm));
        if Some(subject) == self.selected {
            if let Some(left) = self.left.get_mut(&path) {
                *left = left.saturating_sub(1);
            }
            self.intended = None;
        }
        *self.done.entry((path, subject)).or_default() += 1;
    }
}

impl Sampler for Surw {
    fn begin(&mut self, seed: u64, run: u64) {
        for (operation, done) in self.done.drain() {
            let most = self.counts.entry(operation).or_default();
            *most = done.max(*most);
        }
        self.random = Random::of_run(seed, run);
        self.woken = false;
        self.select();
    }

    fn pick(&mut self, vm: &Vm, choices: &[Choice]) -> Choice {
        let likely = match choices {
            [_] => choices.to_vec(),
            _ => self.random.likely(choices, self.woken),
        };
        if self.intended.is_none() {
            let left = self.left.iter().filter(|(_, left)| **left > 0);
            let left = left.map(|(path, left)| (path.clone(), *left)).collect();
            self.intended = self.draw(left);
        }
        let (selected, mut free): (Vec<Choice>, Vec<Choice>) = likely
            .into_iter()
            .partition(|choice| self.at_selected(vm, choice.thread));
        let intended = selected
            .iter()
            .find(|choice| Some(&vm.thread(choice.thread).path) == self.intended.as_ref());
        free.extend(intended);
        let choice = match free.len() {
            // Whoever was to go cannot: it waits, or has no such operation left.
            0 => self.draw_of(vm, &selected),
            many => free[self.random.below(many)],
        };
        self.note(vm, choice);
        choice
    }

    fn way(&mut self, ways: u64) -> u64 {
        self.random.way(ways)
    }
}
