//! The breakpoints that a client has set, by the request that sets them: each replaces those of its own sort.

use dropwire_check::debugger::command::{Bound, Breakpoint, Place};
use serde_json::{Value, json};

use super::protocol::{SetBreakpoints, SetDataBreakpoints, SetFunctionBreakpoints};
use super::words;

/// One, with the number by which the client knows it.
struct Kept {
    id: u64,
    breakpoint: Breakpoint,
    /// Why it is none, before anybody has looked at the run.
    refused: Option<String>,
}

/// All of them.
#[derive(Default)]
pub struct Breakpoints {
    kept: Vec<Kept>,
    last: u64,
}

impl Breakpoints {
    /// Those of a source file from now on. Gives their numbers.
    pub fn set_lines(&mut self, wanted: SetBreakpoints) -> Vec<u64> {
        let path = wanted.source.path.unwrap_or_default().replace('\\', "/");
        self.kept
            .retain(|kept| !matches!(&kept.breakpoint.place, Place::Line { path: of, .. } if *of == path));
        let rows = wanted.breakpoints.into_iter().map(|row| {
            let refused = row.log_message.map(|_| "log points are not supported".to_owned());
            let breakpoint = Breakpoint {
                place: Place::Line {
                    path: path.clone(),
                    line: u32::try_from(row.line).unwrap_or(0),
                },
                condition: said(row.condition),
                hits: said(row.hit_condition),
            };
            (breakpoint, refused)
        });
        let rows: Vec<_> = rows.collect();
        self.add(rows)
    }

    /// Those at methods.
    pub fn set_methods(&mut self, wanted: SetFunctionBreakpoints) -> Vec<u64> {
        self.kept
            .retain(|kept| !matches!(kept.breakpoint.place, Place::Method(_)));
        let rows = wanted.breakpoints.into_iter().map(|row| {
            let breakpoint = Breakpoint {
                place: Place::Method(row.name),
                condition: said(row.condition),
                hits: said(row.hit_condition),
            };
            (breakpoint, None)
        });
        let rows: Vec<_> = rows.collect();
        self.add(rows)
    }

    /// Those of data.
    ///
    /// # Errors
    /// One has a number of data that no answer had.
    pub fn set_data(&mut self, wanted: SetDataBreakpoints) -> Result<Vec<u64>, String> {
        let mut rows = Vec::new();
        for row in wanted.breakpoints {
            let watch = serde_json::from_str(&row.data_id)
                .map_err(|_| format!("no data breakpoint can be set on {}", row.data_id))?;
            let reads = matches!(row.access_type.as_deref(), Some("read" | "readWrite"));
            let refused = reads.then(|| "reads are not watched, only writes".to_owned());
            let breakpoint = Breakpoint {
                place: Place::Data(watch),
                condition: said(row.condition),
                hits: said(row.hit_condition),
            };
            rows.push((breakpoint, refused));
        }
        self.kept
            .retain(|kept| !matches!(kept.breakpoint.place, Place::Data(_)));
        Ok(self.add(rows))
    }

    fn add(&mut self, rows: Vec<(Breakpoint, Option<String>)>) -> Vec<u64> {
        let mut ids = Vec::new();
        for (breakpoint, refused) in rows {
            self.last += 1;
            ids.push(self.last);
            self.kept.push(Kept {
                id: self.last,
                breakpoint,
                refused,
            });
        }
        ids
    }

    /// Those that the run is to stop at.
    pub fn all(&self) -> Vec<Breakpoint> {
        self.taken().map(|kept| kept.breakpoint.clone()).collect()
    }

    fn taken(&self) -> impl Iterator<Item = &Kept> {
        self.kept.iter().filter(|kept| kept.refused.is_none())
    }

    /// The client's numbers of some, by their index among [`Breakpoints::all`].
    pub fn ids(&self, indices: &[usize]) -> Vec<u64> {
        let all: Vec<u64> = self.taken().map(|kept| kept.id).collect();
        indices.iter().filter_map(|index| all.get(*index).copied()).collect()
    }

    /// Whether one that stopped the run is at a method.
    pub fn is_method(&self, index: usize) -> bool {
        let kept = self.taken().nth(index);
        kept.is_some_and(|kept| matches!(kept.breakpoint.place, Place::Method(_)))
    }

    /// The answer to whoever set those with these numbers.
    pub fn answer(&self, ids: &[u64], bound: &[Bound]) -> Value {
        let rows: Vec<Value> = ids.iter().map(|id| self.row(*id, bound)).collect();
        json!({ "breakpoints": rows })
    }

    fn row(&self, id: u64, bound: &[Bound]) -> Value {
        let place = self.taken().position(|kept| kept.id == id);
        let kept = self.kept.iter().find(|kept| kept.id == id);
        let of_run = place.and_then(|place| bound.get(place)).and_then(words::bound);
        let why = kept.and_then(|kept| kept.refused.clone()).or(of_run);
        let mut row = json!({ "id": id, "verified": why.is_none() });
        if let Some(why) = why {
            row["message"] = why.into();
        }
        if let Some(Place::Line { line, .. }) = kept.map(|kept| &kept.breakpoint.place) {
            row["line"] = (*line).into();
        }
        row
    }
}

/// Clients send an empty text for none.
fn said(text: Option<String>) -> Option<String> {
    text.filter(|text| !text.trim().is_empty())
}
