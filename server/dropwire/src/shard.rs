//! `--shard 2/5`: which of the targets one of several machines verifies.
//!
//! The split is a function of the targets, their measured cost and the two numbers, so that machines need not talk to each
//! other. Each target is in exactly one shard.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::Path;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::files;

/// `i/n`: the `i`th of `n` shards, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From 1 to `of`.
    pub index: usize,
    /// How many there are.
    pub of: usize,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let numbers = text.split_once('/');
        let parsed = numbers.and_then(|(index, of)| Some((index.parse().ok()?, of.parse().ok()?)));
        match parsed {
            Some((index, of)) if (1..=of).contains(&index) => Ok(Shard { index, of }),
            _ => Err(format!(
                "`{text}` is not a shard; expected I/N, such as 2/5 for the second of five"
            )),
        }
    }
}

/// What a document says of its shard, so that `merge` can put the targets in order and knows what is missing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// From 1 to `of`.
    pub index: usize,
    /// How many shards there are.
    pub of: usize,
    /// How many targets all shards have together.
    pub targets: usize,
    /// Which of them are in this document, by their places in the whole, ascending.
    pub places: Vec<usize>,
}

impl Part {
    /// The part that a shard has of the targets with these titles.
    pub fn of(shard: Shard, titles: &[String], costs: &Costs) -> Part {
        Part {
            index: shard.index,
            of: shard.of,
            targets: titles.len(),
            places: places(titles, costs, shard),
        }
    }

    /// Those of all the targets that are in this part.
    pub fn select<T>(&self, all: Vec<T>) -> Vec<T> {
        let all = all.into_iter().enumerate();
        all.filter_map(|(place, one)| self.places.contains(&place).then_some(one))
            .collect()
    }
}

/// Seconds that targets took, by their titles.
pub type Costs = BTreeMap<String, f64>;

/// Reads the seconds of each target from a JSON document of `check`.
///
/// # Errors
/// A sentence: it cannot be read, or is no such document.
pub fn costs(file: &Path) -> Result<Costs, String> {
    #[derive(Deserialize)]
    struct Timed {
        seconds: f64,
    }
    #[derive(Deserialize)]
    struct Target {
        target: String,
        #[serde(default)]
        args: Vec<String>,
        statistics: Timed,
    }
    #[derive(Deserialize)]
    struct Answers {
        targets: Vec<Target>,
    }
    let bytes = files::read(file).map_err(|error| format!("{} cannot be read: {error}", file.display()))?;
    let answers: Answers = serde_json::from_slice(&bytes)
        .map_err(|error| format!("{} is not a result of `check --format json`: {error}", file.display()))?;
    let titled = |target: Target| {
        let mut words = vec![target.target];
        words.extend(target.args);
        (words.join(" "), target.statistics.seconds)
    };
    Ok(answers.targets.into_iter().map(titled).collect())
}

/// The places of the targets in a shard, ascending. The most expensive target goes first, each to the shard with the least load (Graham's
/// longest processing time first); a target without a known cost counts as the median of the others.
fn places(titles: &[String], costs: &Costs, shard: Shard) -> Vec<usize> {
    let mut known: Vec<f64> = titles.iter().filter_map(|title| costs.get(title).copied()).collect();
    known.sort_by(f64::total_cmp);
    let median = known.get(known.len() / 2).copied().unwrap_or(1.0);
    // In whole milliseconds, so that sums do not depend on their order; nothing is free.
    let cost = |title: &String| {
        let seconds = costs.get(title).copied().unwrap_or(median);
        ((seconds * 1000.0) as u64).max(1)
    };
    let mut order: Vec<usize> = (0..titles.len()).collect();
    order.sort_by_key(|&place| (Reverse(cost(&titles[place])), place));
    let mut loads = vec![0_u64; shard.of];
    let mut mine = Vec::new();
    for place in order {
        let least = (0..shard.of).min_by_key(|&at| (loads[at], at)).unwrap_or(0);
        loads[least] += cost(&titles[place]);
        if least + 1 == shard.index {
            mine.push(place);
        }
    }
    mine.sort_unstable();
    mine
}

#[cfg(test)]
mod tests {
    use super::*;

    fn titles(count: usize) -> Vec<String> {
        (0..count).map(|at| format!("shop.Target{at}")).collect()
    }

    fn all_shards(titles: &[String], costs: &Costs, of: usize) -> Vec<Vec<usize>> {
        (1..=of)
            .map(|index| places(titles, costs, Shard { index, of }))
            .collect()
    }

    #[test]
    fn each_target_is_in_one_shard() {
        for (count, of) in [(0, 3), (2, 5), (17, 4), (40, 40), (41, 1)] {
            let shards = all_shards(&titles(count), &Costs::new(), of);
            let mut together: Vec<usize> = shards.concat();
            together.sort_unstable();
            assert_eq!(together, (0..count).collect::<Vec<_>>(), "{count} in {of}");
            let sizes = shards.iter().map(Vec::len);
            assert!(sizes.clone().max().unwrap() - sizes.min().unwrap() <= 1);
        }
    }

    #[test]
    fn a_dear_target_is_alone() {
        let titles = titles(5);
        let costs: Costs = titles.iter().cloned().zip([1.0, 1.0, 30.0, 1.0, 2.0]).collect();
        assert_eq!(all_shards(&titles, &costs, 2), [vec![2], vec![0, 1, 3, 4]]);
    }

    #[test]
    fn shards_are_numbered_from_one() {
        assert_eq!("2/5".parse(), Ok(Shard { index: 2, of: 5 }));
        for wrong in ["0/5", "6/5", "2", "2/0", "a/b", "", "1/2/3", "-1/2"] {
            let refused = wrong.parse::<Shard>().unwrap_err();
            assert!(refused.contains("2/5"), "{refused}");
        }
    }
}
