//! Random formulas and words: automata, monitors and fair cycles against their definitions.

use dropwire_ltl::{
    Buchi, Edge, Fairness, Formula, Graph, Letter, Monitor, Mover, Pattern, Scope, Truth, holds, parse, violation,
};

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    fn word(&mut self, most: u64) -> Vec<Letter> {
        (0..self.below(most + 1)).map(|_| self.below(8)).collect()
    }

    /// The constructors of the enumeration, not the methods that simplify.
    fn formula(&mut self, depth: u64) -> Formula {
        if depth == 0 || self.below(6) == 0 {
            return match self.below(8) {
                0 => Formula::True,
                1 => Formula::False,
                _ => Formula::Atom(self.below(3) as u32),
            };
        }
        let a = Box::new(self.formula(depth - 1));
        let b = Box::new(self.formula(depth - 1));
        match self.below(8) {
            0 => Formula::Not(a),
            1 => Formula::And(a, b),
            2 => Formula::Or(a, b),
            3 => Formula::Until(a, b),
            4 => Formula::Release(a, b),
            5 => Formula::Until(Box::new(Formula::True), a),
            6 => Formula::Release(Box::new(Formula::False), a),
            _ => a.weak_until(*b),
        }
    }
}

#[test]
fn two_thousand_formulas_on_random_words() {
    let mut random = Random(22);
    let mut done = 0;
    while done < 2_000 {
        let formula = random.formula(4);
        // A few have too large an automaton, and say so.
        let (Ok(buchi), Ok(opposite)) = (Buchi::of(&formula), Buchi::of(&formula.negated())) else {
            continue;
        };
        done += 1;
        for _ in 0..8 {
            let (stem, cycle) = (random.word(3), random.word(4));
            let expected = holds(&formula, &stem, &cycle);
            assert_eq!(
                buchi.accepts(&stem, &cycle),
                expected,
                "{formula:?} on {stem:?} {cycle:?}"
            );
            assert_eq!(
                opposite.accepts(&stem, &cycle),
                !expected,
                "not {formula:?} on {stem:?} {cycle:?}"
            );
        }
    }
}

#[test]
fn simplification_keeps_the_meaning() {
    let mut random = Random(5);
    for _ in 0..2_000 {
        let formula = random.formula(4);
        let simple = formula.normal_form();
        let (stem, cycle) = (random.word(3), random.word(3));
        assert_eq!(
            holds(&formula, &stem, &cycle),
            holds(&simple, &stem, &cycle),
            "{formula:?}"
        );
    }
}

#[test]
fn stutter_changes_nothing() {
    let mut random = Random(9);
    for _ in 0..2_000 {
        let formula = random.formula(4);
        let (stem, mut cycle) = (random.word(3), random.word(3));
        cycle.push(random.below(8));
        let mut repeat = |word: &[Letter]| -> Vec<Letter> {
            word.iter()
                .flat_map(|letter| vec![*letter; 1 + random.below(3) as usize])
                .collect()
        };
        let (long_stem, long_cycle) = (repeat(&stem), repeat(&cycle));
        assert_eq!(
            holds(&formula, &stem, &cycle),
            holds(&formula, &long_stem, &long_cycle),
            "{formula:?}"
        );
    }
}

#[test]
fn equal_formulas() {
    let table = [
        ("!<>a", "[]!a"),
        ("![]a", "<>!a"),
        ("a W b", "[]a || (a U b)"),
        ("a R b", "!(!a U !b)"),
        ("<><>a", "<>a"),
        ("[][]a", "[]a"),
        ("<>(a || b)", "<>a || <>b"),
        ("[](a && b)", "[]a && []b"),
        ("a U (b || c)", "(a U b) || (a U c)"),
        ("(a && b) U c", "(a U c) && (b U c)"),
        ("[]<>[]a", "<>[]a"),
        ("<>[]<>a", "[]<>a"),
        ("[]<>(a || b)", "[]<>a || []<>b"),
        ("a U (a U b)", "a U b"),
        ("<>(a U b)", "<>b"),
        ("[](a -> b)", "[](!b -> !a)"),
        ("a <-> b", "(a -> b) && (b -> a)"),
    ];
    let accepts_nothing = |formula: &Formula| Buchi::of(formula).unwrap().is_empty();
    for (left, right) in table {
        let both = parse(&format!("({left}) && !({right})")).unwrap();
        assert!(accepts_nothing(&both.formula), "{left} without {right}");
        let both = parse(&format!("!({left}) && ({right})")).unwrap();
        assert!(accepts_nothing(&both.formula), "{right} without {left}");
    }
    for (stronger, weaker) in [("[]a", "<>a"), ("a U b", "a W b"), ("[]<>a", "<>a"), ("<>[]a", "[]<>a")] {
        assert!(accepts_nothing(
            &parse(&format!("({stronger}) && !({weaker})")).unwrap().formula
        ));
        assert!(!accepts_nothing(
            &parse(&format!("!({stronger}) && ({weaker})")).unwrap().formula
        ));
    }
    // As small as people draw them.
    for (text, most) in [
        ("[] a", 1),
        ("<> a", 3),
        ("[] <> a", 3),
        ("<> [] a", 3),
        ("[] (a -> <> b)", 5),
        ("a U b", 3),
    ] {
        let states = Buchi::of(&parse(text).unwrap().formula).unwrap().states();
        assert!(states <= most, "{text}: {states}");
    }
}

#[test]
fn monitors_know_what_every_way_on_says() {
    let mut random = Random(13);
    for _ in 0..1_000 {
        let formula = random.formula(3);
        let Ok(mut monitor) = Monitor::new(&formula) else {
            continue;
        };
        let mut run = Vec::new();
        let mut before = monitor.truth();
        for _ in 0..5 {
            let letter = random.below(8);
            run.push(letter);
            let now = monitor.read(letter);
            if before != Truth::NotYet {
                assert_eq!(now, before, "{formula:?}: what is decided stays so");
            }
            before = now;
            for _ in 0..4 {
                let cycle: Vec<Letter> = (0..=random.below(3)).map(|_| random.below(8)).collect();
                match now {
                    Truth::True => assert!(holds(&formula, &run, &cycle), "{formula:?} {run:?} {cycle:?}"),
                    Truth::False => assert!(!holds(&formula, &run, &cycle), "{formula:?} {run:?} {cycle:?}"),
                    Truth::NotYet => {}
                }
            }
        }
    }
    let said = |text: &str, run: &[Letter]| {
        let mut monitor = Monitor::new(&parse(text).unwrap().formula).unwrap();
        run.iter().map(|letter| monitor.read(*letter)).collect::<Vec<Truth>>()
    };
    use Truth::{False, NotYet, True};
    assert_eq!(said("[] a", &[1, 1, 0, 1]), [NotYet, NotYet, False, False]);
    assert_eq!(said("<> a", &[0, 1, 0]), [NotYet, True, True]);
    assert_eq!(said("[] (a -> <> b)", &[1, 0, 2]), [NotYet, NotYet, NotYet]);
    assert_eq!(said("a U b", &[1, 2]), [NotYet, True]);
    assert_eq!(said("a U b", &[1, 0]), [NotYet, False]);
    assert_eq!(said("[] (once a || !b)", &[0, 1, 0, 2]), [NotYet; 4]);
    assert_eq!(said("[] (once a || !b)", &[0, 2]), [NotYet, False]);
    assert_eq!(
        said("[] ((a since b) || !c)", &[2, 5, 5, 4]),
        [NotYet, NotYet, NotYet, False]
    );
    assert_eq!(
        said("[] (historically a || !b)", &[1, 3, 0, 2]),
        [NotYet, NotYet, NotYet, False]
    );
    assert!(Monitor::new(&parse("once (<> a)").unwrap().formula).is_err());
}

/// Each pattern against what it says in words.
#[test]
fn patterns() {
    let [p, q, r] = [0, 1, 2].map(Formula::Atom);
    let (a, b, c) = (1, 2, 4);
    let says = |pattern: Pattern, scope: Scope, good: &[&[Letter]], bad: &[&[Letter]]| {
        let formula = pattern.within(&scope);
        for run in good {
            assert!(holds(&formula, run, &[]), "{pattern:?} {scope:?} {run:?}");
        }
        for run in bad {
            assert!(!holds(&formula, run, &[]), "{pattern:?} {scope:?} {run:?}");
        }
    };
    let (global, before) = (|| Scope::Globally, || Scope::Before(Formula::Atom(2)));
    let after = || Scope::After(Formula::Atom(1));
    let between = || Scope::Between(Formula::Atom(1), Formula::Atom(2));
    says(Pattern::Absence(p.clone()), global(), &[&[0, b, 0]], &[&[0, a, 0]]);
    says(
        Pattern::Absence(p.clone()),
        before(),
        &[&[0, c, a], &[0, a]],
        &[&[a, c]],
    );
    says(Pattern::Absence(p.clone()), after(), &[&[a, b, 0]], &[&[b, a, 0]]);
    says(
        Pattern::Absence(p.clone()),
        between(),
        &[&[a, b, 0, c, a], &[b, a, 0]],
        &[&[b, a, c]],
    );
    says(Pattern::Existence(p.clone()), global(), &[&[0, a, 0]], &[&[0, b]]);
    says(Pattern::Existence(p.clone()), before(), &[&[a, c], &[0]], &[&[0, c, a]]);
    says(
        Pattern::Existence(p.clone()),
        after(),
        &[&[b, 0, a, 0], &[0]],
        &[&[a, b, 0]],
    );
    says(
        Pattern::Existence(p.clone()),
        between(),
        &[&[b, a, c, 0], &[b, 0]],
        &[&[b, 0, c, a]],
    );
    says(Pattern::Universality(p.clone()), global(), &[&[a, a]], &[&[a, 0]]);
    says(
        Pattern::Universality(p.clone()),
        before(),
        &[&[a, a, c, 0], &[0]],
        &[&[a, 0, c]],
    );
    says(Pattern::Universality(p.clone()), after(), &[&[0, a | b, a]], &[&[b, a]]);
    says(
        Pattern::Universality(p.clone()),
        between(),
        &[&[0, a | b, a, c, 0]],
        &[&[a | b, 0, c]],
    );
    let precedence = || Pattern::Precedence(p.clone(), q.clone());
    says(precedence(), global(), &[&[a, b], &[0]], &[&[b, a]]);
    says(precedence(), before(), &[&[a, b, c], &[c, b]], &[&[b, c]]);
    let precedence_of_r = || Pattern::Precedence(p.clone(), r.clone());
    says(precedence_of_r(), after(), &[&[c, b, a, c], &[c]], &[&[b, c, a]]);
    says(
        Pattern::Precedence(p.clone(), Formula::Atom(3)),
        between(),
        &[&[b, a, 8, c], &[b, c, 8]],
        &[&[b, 8, a, c]],
    );
    let response = || Pattern::Response(p.clone(), q.clone());
    says(response(), global(), &[&[a, 0, b, 0], &[0]], &[&[b, a, 0]]);
    says(response(), before(), &[&[a, b, c, a], &[a]], &[&[a, c, b]]);
    let response_by_r = || Pattern::Response(p.clone(), r.clone());
    says(response_by_r(), after(), &[&[a, b, a, c], &[a]], &[&[b, a, 0]]);
    says(
        Pattern::Response(p, Formula::Atom(3)),
        between(),
        &[&[b, a, 8, c], &[b, a]],
        &[&[b, a, c, 8]],
    );
}

/// A small graph whose threads are 0 and 1; each step is (from, to, thread).
fn graph(letters: &[Letter], enabled: &[u64], steps: &[(usize, u32, u8)]) -> Graph {
    let mut graph = Graph::default();
    for (letter, enabled) in letters.iter().zip(enabled) {
        let state = graph.add(*letter);
        graph.enabled[state as usize] = *enabled;
    }
    for (from, to, thread) in steps {
        graph.edges[*from].push(Edge {
            to: *to,
            mover: Mover::Thread(*thread),
            label: 0,
        });
    }
    graph
}

#[test]
fn fairness_decides_which_cycles_count() {
    let served = parse("<> a").unwrap().formula;
    let fails = |graph: &Graph, fairness| violation(graph, &served, fairness).unwrap().is_some();
    // Thread 0 spins; thread 1 could always end that.
    let spin = graph(&[0, 1], &[3, 0], &[(0, 0, 0), (0, 1, 1), (1, 1, 0)]);
    assert!(fails(&spin, Fairness::None));
    assert!(!fails(&spin, Fairness::Weak) && !fails(&spin, Fairness::Strong));
    // Thread 0 takes a lock and lets it go forever; thread 1 can take it again and again.
    let lock = graph(&[0, 0, 1], &[3, 1, 0], &[(0, 1, 0), (1, 0, 0), (0, 2, 1), (2, 2, 0)]);
    assert!(fails(&lock, Fairness::Weak));
    assert!(!fails(&lock, Fairness::Strong));
    // Both move, and nothing comes of it.
    let both = graph(&[0, 0], &[3, 3], &[(0, 1, 0), (1, 0, 1)]);
    assert!(fails(&both, Fairness::Strong));
    let mut rare = graph(&[0], &[0], &[]);
    rare.edges[0].push(Edge {
        to: 0,
        mover: Mover::Rare,
        label: 0,
    });
    assert!(fails(&rare, Fairness::None) && !fails(&rare, Fairness::Weak));
}

/// Every lasso that is reported is one of the graph, fair, and violates the formula; and walks at random find none where none is reported.
#[test]
fn lassos_of_random_graphs() {
    let mut random = Random(31);
    let (mut found, mut none) = (0, 0);
    for round in 0..1_500 {
        let states = 1 + random.below(6);
        let mut graph = Graph::default();
        for _ in 0..states {
            graph.add(random.below(4));
        }
        for state in 0..states as usize {
            for _ in 0..=random.below(2) {
                let thread = random.below(2) as u8;
                graph.enabled[state] |= 1 << thread;
                graph.edges[state].push(Edge {
                    to: random.below(states) as u32,
                    mover: Mover::Thread(thread),
                    label: 0,
                });
            }
        }
        let formula = random.formula(3);
        let fairness = [Fairness::None, Fairness::Weak, Fairness::Strong][round % 3];
        match violation(&graph, &formula, fairness).unwrap() {
            Some(lasso) => {
                found += 1;
                let letters = |steps: &[(u32, u32)]| -> Vec<Letter> {
                    steps.iter().map(|(from, _)| graph.letters[*from as usize]).collect()
                };
                let mut at = 0;
                for (from, index) in lasso.stem.iter().chain(&lasso.cycle) {
                    assert_eq!(*from, at);
                    at = graph.edges[*from as usize][*index as usize].to;
                }
                assert_eq!(at, lasso.cycle[0].0, "it comes back");
                assert!(
                    !holds(&formula, &letters(&lasso.stem), &letters(&lasso.cycle)),
                    "{formula:?} {lasso:?}"
                );
                assert!(is_fair(&graph, &lasso.cycle, fairness), "{lasso:?}");
            }
            None => {
                none += 1;
                for _ in 0..30 {
                    let mut path: Vec<(u32, u32)> = Vec::new();
                    let mut at = 0;
                    for _ in 0..2 + random.below(10) {
                        let index = random.below(graph.edges[at as usize].len() as u64) as u32;
                        path.push((at, index));
                        at = graph.edges[at as usize][index as usize].to;
                    }
                    for start in (0..path.len()).filter(|start| path[*start].0 == at) {
                        let letters = |steps: &[(u32, u32)]| -> Vec<Letter> {
                            steps.iter().map(|(from, _)| graph.letters[*from as usize]).collect()
                        };
                        if is_fair(&graph, &path[start..], fairness) {
                            assert!(
                                holds(&formula, &letters(&path[..start]), &letters(&path[start..])),
                                "{formula:?} {fairness:?} {graph:?} {path:?} {start}"
                            );
                        }
                    }
                }
            }
        }
    }
    assert!(found > 300 && none > 300, "{found} {none}");
}

fn is_fair(graph: &Graph, cycle: &[(u32, u32)], fairness: Fairness) -> bool {
    (0..2u8).all(|thread| {
        let enabled = |(from, _): &(u32, u32)| graph.enabled[*from as usize] >> thread & 1 == 1;
        let moves = cycle
            .iter()
            .any(|(from, index)| graph.edges[*from as usize][*index as usize].mover == Mover::Thread(thread));
        match fairness {
            Fairness::None => true,
            Fairness::Weak => moves || !cycle.iter().all(enabled),
            Fairness::Strong => moves || !cycle.iter().any(enabled),
        }
    })
}
