//! The ways to explore a program that are compared with each other. A new store, strategy or reduction is one more row.

use dropwire_check::{Attributes, HeuristicKind, Options, ReducedSearches, SearchMode, StoreKind, Symmetry};

use super::subject::Nature;

/// How a mode's answer must stand to others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// The model says the same, with or without spurious wakeups.
    Model {
        /// With them.
        spurious: bool,
    },
    /// The same findings, verdict and ends as the first mode.
    Equal,
    /// It explores less on purpose: it has no finding and no end that the first mode has not.
    Within,
}

/// A mode.
pub struct Mode {
    /// Its name, as on the command line.
    pub name: &'static str,
    /// Its relation to the first mode.
    pub relation: Relation,
    /// What it sets.
    pub set: fn(&mut Options),
    /// For which programs it makes a difference.
    pub applies: fn(&Nature) -> bool,
}

impl Mode {
    /// Whether the ends of such a program are compared. Persistent sets and sleep sets leave steps out that only change how far
    /// daemons, and threads that an exit stops, have come.
    pub fn compares_ends(&self, nature: &Nature) -> bool {
        let mut options = Options::default();
        (self.set)(&mut options);
        let leaves_out_steps = [options.persistent_sets, options.sleep_sets].contains(&ReducedSearches::Always);
        !(leaves_out_steps && nature.ends_early())
    }
}

fn boundaries(patterns: &str) -> Attributes {
    Attributes::parse(patterns).unwrap_or_else(|wrong| panic!("{wrong}"))
}

fn always(_: &Nature) -> bool {
    true
}

/// All modes; the first is what users get, and is held against the model.
pub const MODES: &[Mode] = &[
    Mode {
        name: "normal",
        relation: Relation::Model { spurious: true },
        set: |_| {},
        applies: always,
    },
    Mode {
        name: "search.spurious-wakeups=0",
        relation: Relation::Model { spurious: false },
        set: |options| options.spurious_wakeups = false,
        applies: |nature| nature.waits,
    },
    Mode {
        name: "vm.por=false",
        relation: Relation::Equal,
        set: |options| options.reduction = false,
        applies: always,
    },
    Mode {
        name: "vm.por.sync-detection=false",
        relation: Relation::Equal,
        set: |options| options.sync_detection.on = false,
        applies: |nature| !nature.is_about_the_library || one_in(4, nature),
    },
    Mode {
        name: "vm.por.attributes=*=always",
        relation: Relation::Equal,
        set: |options| options.attributes = boundaries("*=always"),
        applies: |nature| !nature.is_about_the_library && one_in(4, nature),
    },
    Mode {
        // With boundaries in all of the JDK most of these programs are too large.
        name: "vm.por.attributes=L*=always,M*=always,java.lang.Thread.*=always",
        relation: Relation::Equal,
        set: |options| options.attributes = boundaries("L*=always,M*=always,java.lang.Thread.*=always"),
        applies: |nature| nature.is_about_the_library && one_in(4, nature),
    },
    Mode {
        name: "debug.verify-hashes=true",
        relation: Relation::Equal,
        set: |options| options.full_keys = true,
        applies: |nature| !nature.is_about_the_library || one_in(4, nature),
    },
    Mode {
        name: "jdk.atomic=false",
        relation: Relation::Equal,
        set: |options| options.jdk_atomic = false,
        applies: |nature| nature.calls_the_library,
    },
    Mode {
        name: "jdk.atomic=false vm.por=false",
        relation: Relation::Equal,
        set: |options| {
            options.jdk_atomic = false;
            options.reduction = false;
        },
        applies: |nature| nature.is_about_the_library && one_in(4, nature),
    },
    Mode {
        name: "search.store=collapse",
        relation: Relation::Equal,
        set: |options| options.store = StoreKind::Collapse,
        applies: |nature| !nature.is_about_the_library || one_in(2, nature),
    },
    Mode {
        name: "search.store=bitstate",
        relation: Relation::Within,
        set: |options| {
            options.store = StoreKind::Bitstate;
            // A quarter of it for the bits: the programs are small.
            options.memory_limit = 512 << 20;
        },
        applies: |nature| one_in(8, nature),
    },
    Mode {
        name: "search.symmetry=site",
        relation: Relation::Equal,
        set: |options| options.symmetry = Symmetry::Site,
        applies: |nature| one_in(4, nature),
    },
    Mode {
        name: "search.symmetry=site-thread",
        relation: Relation::Equal,
        set: |options| {
            options.symmetry = Symmetry::SiteAndThread;
            options.full_keys = true;
        },
        applies: |nature| one_in(4, nature),
    },
    Mode {
        name: "search.strategy=bfs",
        relation: Relation::Equal,
        set: |options| options.strategy = SearchMode::BreadthFirst,
        applies: |nature| one_in(4, nature),
    },
    Mode {
        name: "search.strategy=best-first",
        relation: Relation::Equal,
        set: |options| options.strategy = SearchMode::BestFirst,
        applies: |nature| one_in(4, nature),
    },
    Mode {
        name: "search.strategy=a-star search.heuristic=interleaving",
        relation: Relation::Equal,
        set: |options| {
            options.strategy = SearchMode::AStar;
            options.heuristic = HeuristicKind::Interleaving;
        },
        applies: |nature| one_in(4, nature),
    },
    Mode {
        name: "search.strategy=preemption-bound",
        relation: Relation::Within,
        set: |options| options.strategy = SearchMode::PreemptionBound,
        applies: |nature| one_in(4, nature),
    },
    Mode {
        name: "search.strategy=window",
        relation: Relation::Within,
        set: |options| options.strategy = SearchMode::Window,
        applies: |nature| one_in(8, nature),
    },
    Mode {
        name: "search.strategy=dfs",
        relation: Relation::Equal,
        set: |options| options.strategy = SearchMode::DepthFirst,
        applies: |nature| one_in(4, nature),
    },
    Mode {
        // Most of these programs are small, and have no persistent sets in what users get.
        name: "search.strategy=dfs vm.por.persistent=always",
        relation: Relation::Equal,
        set: |options| {
            options.strategy = SearchMode::DepthFirst;
            options.persistent_sets = ReducedSearches::Always;
        },
        applies: |nature| !nature.is_about_the_library || one_in(2, nature),
    },
    Mode {
        name: "search.strategy=dfs vm.por.sleep=always",
        relation: Relation::Equal,
        set: |options| {
            options.strategy = SearchMode::DepthFirst;
            options.sleep_sets = ReducedSearches::Always;
        },
        applies: |nature| one_in(2, nature),
    },
    Mode {
        name: "search.strategy=dfs vm.por.persistent=always vm.por.sleep=always",
        relation: Relation::Equal,
        set: |options| {
            options.strategy = SearchMode::DepthFirst;
            options.persistent_sets = ReducedSearches::Always;
            options.sleep_sets = ReducedSearches::Always;
        },
        applies: |nature| !nature.is_about_the_library || one_in(2, nature),
    },
    Mode {
        name: "search.strategy=simulate",
        relation: Relation::Within,
        set: |options| options.strategy = SearchMode::Simulate,
        applies: |nature| one_in(4, nature),
    },
    Mode {
        name: "search.strategy=random",
        relation: Relation::Within,
        set: |options| {
            options.strategy = SearchMode::Random;
            options.runs = 50;
        },
        applies: |nature| one_in(4, nature),
    },
    Mode {
        name: "search.strategy=pct",
        relation: Relation::Within,
        set: |options| {
            options.strategy = SearchMode::Pct;
            options.runs = 50;
        },
        applies: |nature| one_in(4, nature),
    },
    Mode {
        name: "search.strategy=pos",
        relation: Relation::Within,
        set: |options| {
            options.strategy = SearchMode::Pos;
            options.runs = 50;
        },
        applies: |nature| one_in(4, nature),
    },
    Mode {
        name: "search.strategy=surw",
        relation: Relation::Within,
        set: |options| {
            options.strategy = SearchMode::Surw;
            options.runs = 50;
        },
        applies: |nature| one_in(4, nature),
    },
    Mode {
        name: "search.strategy=coverage",
        relation: Relation::Within,
        set: |options| {
            options.strategy = SearchMode::Coverage;
            options.runs = 50;
        },
        applies: |nature| one_in(4, nature),
    },
];

/// For modes that cost much or show little: the same programs every time.
fn one_in(share: u64, nature: &Nature) -> bool {
    nature.draw >> 8 & 0xffff < 0x1_0000 / share
}
