//! Lock trees: in which order each thread nests its locks, and which two threads nest two of them in opposite orders.
//!
//! Visser, Havelund, Brat and Park, ASE 2000. A lock that both hold around the two (a gate lock) rules the deadlock out.
//! Two threads only, and nested locks only: the rest is `tuples`.

use dropwire_vm::heap::Ref;

/// A node: a lock that was taken under those above it. 0 is the root.
#[derive(Clone, Debug)]
struct Node {
    lock: Ref,
    parent: usize,
    children: Vec<usize>,
    /// What the caller knows this acquisition by.
    tag: u32,
}

/// One thread's tree.
#[derive(Clone, Debug)]
pub(crate) struct LockTree {
    nodes: Vec<Node>,
    /// The nodes that are held now, innermost last.
    path: Vec<usize>,
}

/// Two acquisitions in opposite orders, by their tags: each thread holds what the other one wants.
pub(crate) type Inversion = (u32, u32);

impl Default for LockTree {
    fn default() -> LockTree {
        let root = Node {
            lock: 0,
            parent: 0,
            children: Vec::new(),
            tag: u32::MAX,
        };
        LockTree {
            nodes: vec![root],
            path: Vec::new(),
        }
    }
}

impl LockTree {
    /// A lock is taken that the thread did not hold.
    pub(crate) fn lock(&mut self, lock: Ref, tag: u32) {
        let current = self.path.last().copied().unwrap_or(0);
        let known = self.nodes[current].children.iter().copied();
        let node = known.into_iter().find(|child| self.nodes[*child].lock == lock);
        let node = node.unwrap_or_else(|| {
            let node = self.nodes.len();
            self.nodes.push(Node {
                lock,
                parent: current,
                children: Vec::new(),
                tag,
            });
            self.nodes[current].children.push(node);
            node
        });
        self.path.push(node);
    }

    /// A lock is really given up, from wherever it is on the path.
    pub(crate) fn unlock(&mut self, lock: Ref) {
        if let Some(at) = self.path.iter().rposition(|node| self.nodes[*node].lock == lock) {
            self.path.remove(at);
        }
    }

    /// The inversions between two threads' trees.
    pub(crate) fn compare(&self, other: &LockTree) -> Vec<Inversion> {
        let mut found = Vec::new();
        let mut marked = vec![false; other.nodes.len()];
        for child in &self.nodes[0].children {
            self.compare_below(*child, other, &mut marked, &mut found);
        }
        found
    }

    fn compare_below(&self, n: usize, other: &LockTree, marked: &mut [bool], found: &mut Vec<Inversion>) {
        let same = |m: &usize| other.nodes[*m].lock == self.nodes[n].lock && !other.is_under_mark(*m, marked);
        let occurrences: Vec<usize> = (1..other.nodes.len()).filter(same).collect();
        for m in &occurrences {
            for below in self.below(n) {
                if other
                    .above(*m)
                    .any(|above| other.nodes[above].lock == self.nodes[below].lock)
                {
                    found.push((self.nodes[below].tag, other.nodes[*m].tag));
                }
            }
        }
        for m in &occurrences {
            marked[*m] = true;
        }
        for child in &self.nodes[n].children {
            self.compare_below(*child, other, marked, found);
        }
        for m in &occurrences {
            marked[*m] = false;
        }
    }

    fn is_under_mark(&self, node: usize, marked: &[bool]) -> bool {
        marked[node] || self.above(node).any(|above| marked[above])
    }

    /// The nodes on the way to the root, both excluded.
    fn above(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        let step = |at: &usize| Some(self.nodes[*at].parent).filter(|parent| *parent != 0);
        std::iter::successors(step(&node), step)
    }

    fn below(&self, node: usize) -> Vec<usize> {
        let mut all = self.nodes[node].children.clone();
        let mut next = 0;
        while let Some(at) = all.get(next).copied() {
            all.extend(&self.nodes[at].children);
            next += 1;
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const L1: Ref = 1;
    const L2: Ref = 2;
    const L3: Ref = 3;
    const L4: Ref = 4;

    /// `(L1 (L3 L2 L4))` as nested calls; the tag of an acquisition is its lock, behind those that are held.
    enum Nest {
        Of(Ref, Vec<Nest>),
    }

    fn tree(nests: &[Nest]) -> LockTree {
        fn take(tree: &mut LockTree, nests: &[Nest], held: u32) {
            for Nest::Of(lock, inner) in nests {
                let tag = held * 10 + lock;
                tree.lock(*lock, tag);
                take(tree, inner, tag);
                tree.unlock(*lock);
            }
        }
        let mut tree = LockTree::default();
        take(&mut tree, nests, 0);
        tree
    }

    fn of(lock: Ref, inner: Vec<Nest>) -> Nest {
        Nest::Of(lock, inner)
    }

    /// Figures 5 and 6 of the description.
    fn figures() -> (LockTree, LockTree) {
        let t1 = [
            of(L1, vec![of(L3, vec![of(L2, vec![]), of(L4, vec![])])]),
            of(L4, vec![of(L2, vec![of(L3, vec![])])]),
        ];
        let t2 = [
            of(L1, vec![of(L2, vec![of(L3, vec![])])]),
            of(L4, vec![of(L3, vec![of(L2, vec![])])]),
        ];
        (tree(&t1), tree(&t2))
    }

    #[test]
    fn the_figures_give_exactly_one_warning() {
        let (t1, t2) = figures();
        // Thread 1 wants L4 under L1 and L3; thread 2 wants L3 under L4.
        assert_eq!(t1.compare(&t2), [(134, 43)]);
        assert_eq!(t2.compare(&t1), [(43, 134)]);
    }

    #[test]
    fn opposite_orders_without_a_gate_are_one_warning() {
        let t1 = tree(&[of(L1, vec![of(L2, vec![])])]);
        let t2 = tree(&[of(L2, vec![of(L1, vec![])])]);
        assert_eq!(t1.compare(&t2), [(12, 21)]);
        let gated = |nest| tree(&[of(L3, vec![nest])]);
        let t1 = gated(of(L1, vec![of(L2, vec![])]));
        let t2 = gated(of(L2, vec![of(L1, vec![])]));
        assert_eq!(t1.compare(&t2), []);
    }

    #[test]
    fn the_same_order_is_none() {
        let t = || tree(&[of(L1, vec![of(L2, vec![of(L3, vec![])])])]);
        assert_eq!(t().compare(&t()), []);
    }

    #[test]
    fn a_lock_may_leave_from_the_middle() {
        let mut t = LockTree::default();
        t.lock(L1, 1);
        t.lock(L2, 12);
        t.unlock(L1);
        // What comes now is under L2 alone, wherever L2 hangs.
        t.lock(L3, 23);
        let other = tree(&[of(L3, vec![of(L2, vec![])])]);
        assert_eq!(t.compare(&other), [(23, 32)]);
        t.unlock(L3);
        t.unlock(L2);
        assert!(t.path.is_empty());
    }
}
