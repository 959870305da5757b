//! When the locks that were seen at a field's accesses become an assumption (`vm.por.fieldlockinfo`).
//!
//! After Java PathFinder's `FieldLockInfo`. A policy decides when a hypothesis is made, and nothing else: each one is checked while the search relies on it, and
//! one that is refuted restarts the search, whichever policy made it. So no policy can lose a finding. A new kind is a type and a line in [`KINDS`]; who
//! calls the library may bring one of his own ([`FieldLocks::of`]).

use std::fmt::Debug;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// Decides when a field is taken for protected.
pub trait LockPolicy: Debug + Send + Sync {
    /// From the first access at which a lock is held.
    fn assumes_at_once(&self) -> bool {
        false
    }

    /// Asked at each access of a field that is not taken for protected, with a lock held that was held at all before. If so it is, and the search restarts.
    fn is_enough(&self, seen: AccessesSeen) -> bool;

    /// As `vm.por.fieldlockinfo` says it; trails keep it. One of the caller's own assumes nothing when a trail is replayed: what it has assumed
    /// is in the trail.
    fn setting(&self) -> String {
        Statistic { accesses: u32::MAX }.setting()
    }
}

/// What a policy goes by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AccessesSeen {
    /// Accesses so far, of the fields of one object that exists in every state, or of all later objects of the class.
    pub accesses: u32,
    /// So many locks were held at all of them.
    pub locks: usize,
}

/// As many as in Java PathFinder's `StatisticFieldLockInfo`.
const STATISTIC_ACCESSES: u32 = 5;

/// At the first access.
#[derive(Debug)]
struct AtOnce;

impl LockPolicy for AtOnce {
    fn assumes_at_once(&self) -> bool {
        true
    }

    fn is_enough(&self, _: AccessesSeen) -> bool {
        true
    }

    fn setting(&self) -> String {
        "at-once".to_owned()
    }
}

/// After so many accesses with a common lock.
#[derive(Debug)]
struct Statistic {
    accesses: u32,
}

impl LockPolicy for Statistic {
    fn is_enough(&self, seen: AccessesSeen) -> bool {
        seen.accesses >= self.accesses
    }

    fn setting(&self) -> String {
        format!("statistic:{}", self.accesses)
    }
}

/// Makes a policy of what follows its name and a colon, if anything does; none where that is no sense.
type Maker = fn(Option<&str>) -> Option<Arc<dyn LockPolicy>>;

/// The policies by name, and how each is written.
const KINDS: &[(&str, &str, Maker)] = &[
    ("at-once", "at-once", |parameter| match parameter {
        None => Some(Arc::new(AtOnce)),
        Some(_) => None,
    }),
    ("statistic", "statistic, statistic:ACCESSES", |parameter| {
        let accesses = parameter.map_or(Some(STATISTIC_ACCESSES), |text| text.parse().ok())?;
        Some(Arc::new(Statistic { accesses }))
    }),
];

/// A policy, as options hold it. Two are equal whose settings are.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct FieldLocks(Arc<dyn LockPolicy>);

impl FieldLocks {
    /// A policy of the caller's own.
    pub fn of(policy: impl LockPolicy + 'static) -> FieldLocks {
        FieldLocks(Arc::new(policy))
    }

    /// Reads a setting.
    ///
    /// # Errors
    /// A sentence that says what there is.
    pub fn parse(text: &str) -> Result<FieldLocks, String> {
        let (name, parameter) = match text.split_once(':') {
            Some((name, parameter)) => (name, Some(parameter)),
            None => (text, None),
        };
        let kind = KINDS.iter().find(|(known, ..)| *known == name);
        let made = kind.and_then(|(.., make)| make(parameter));
        made.map(FieldLocks).ok_or_else(|| {
            let known: Vec<&str> = KINDS.iter().map(|(_, usage, _)| *usage).collect();
            format!("`{text}` is not one of {}", known.join(", "))
        })
    }

    pub(crate) fn assumes_at_once(&self) -> bool {
        self.0.assumes_at_once()
    }

    pub(crate) fn is_enough(&self, seen: AccessesSeen) -> bool {
        self.0.is_enough(seen)
    }

    pub(crate) fn setting(&self) -> String {
        self.0.setting()
    }
}

impl Default for FieldLocks {
    fn default() -> FieldLocks {
        FieldLocks::of(AtOnce)
    }
}

impl PartialEq for FieldLocks {
    fn eq(&self, other: &FieldLocks) -> bool {
        self.setting() == other.setting()
    }
}

impl Eq for FieldLocks {}

impl TryFrom<String> for FieldLocks {
    type Error = String;

    fn try_from(text: String) -> Result<FieldLocks, String> {
        FieldLocks::parse(&text)
    }
}

impl From<FieldLocks> for String {
    fn from(policy: FieldLocks) -> String {
        policy.setting()
    }
}

#[cfg(test)]
mod tests {
    use super::{AccessesSeen, FieldLocks, LockPolicy};

    #[test]
    fn settings_are_read_as_they_are_written() {
        for text in ["at-once", "statistic:1", "statistic:77"] {
            assert_eq!(
                FieldLocks::parse(text).map(|policy| policy.setting()),
                Ok(text.to_owned())
            );
        }
        let short = FieldLocks::parse("statistic").map(|policy| policy.setting());
        assert_eq!(short, Ok("statistic:5".to_owned()));
        for wrong in ["statistic:", "statistic:x", "at-once:3", "often", ""] {
            let says = FieldLocks::parse(wrong).expect_err(wrong);
            assert_eq!(
                says,
                format!("`{wrong}` is not one of at-once, statistic, statistic:ACCESSES")
            );
        }
    }

    #[test]
    fn a_policy_decides_when_accesses_are_enough() {
        let seen = |accesses| AccessesSeen { accesses, locks: 1 };
        let statistic = FieldLocks::parse("statistic:3").expect("it is one");
        assert!(!statistic.assumes_at_once() && !statistic.is_enough(seen(2)) && statistic.is_enough(seen(3)));
        assert!(FieldLocks::default().assumes_at_once());

        /// Two locks are surer than one.
        #[derive(Debug)]
        struct TwoLocks;

        impl LockPolicy for TwoLocks {
            fn is_enough(&self, seen: AccessesSeen) -> bool {
                seen.locks > 1
            }
        }
        let own = FieldLocks::of(TwoLocks);
        assert!(!own.is_enough(seen(100)));
        assert!(own.is_enough(AccessesSeen { accesses: 1, locks: 2 }));
        // Whoever replays what it has found knows it by what it has assumed.
        let read = FieldLocks::parse(&own.setting()).expect("a setting can be read");
        assert!(!read.assumes_at_once() && !read.is_enough(seen(1_000_000)));
    }
}
