//! Which files of a crate name which others, and the circles in it. A file and the files in the folder of its name are one module for its
//! children: what a child takes from its parent is no edge.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use syn::visit::{self, Visit};
use syn::{Attribute, ItemMod, ItemUse, UseTree};

use crate::tree;

/// By module path from the crate's root, as `search::limits`: the modules that it names.
pub type Graph = BTreeMap<String, BTreeSet<String>>;

/// The graph of the files below a crate's `src`, without tests.
///
/// # Panics
/// If a file cannot be read or is no Rust.
pub fn of_crate(src: &Path) -> Graph {
    let mut files = BTreeMap::new();
    for path in tree::files(src, "rs") {
        let relative = path.strip_prefix(src).expect("below the folder").with_extension("");
        let name = relative.to_string_lossy().replace(['/', '\\'], "::");
        let name = name.strip_suffix("::mod").unwrap_or(&name).to_owned();
        if ["lib", "main"].contains(&name.as_str()) || name.split("::").any(|part| part == "tests") {
            continue;
        }
        files.insert(name, fs::read_to_string(&path).expect("a readable file"));
    }
    let modules: BTreeSet<&str> = files.keys().map(String::as_str).collect();
    files
        .iter()
        .map(|(name, text)| (name.clone(), named_in(name, text, &modules)))
        .collect()
}

fn named_in(module: &str, text: &str, modules: &BTreeSet<&str>) -> BTreeSet<String> {
    let mut paths = Paths::default();
    let file = syn::parse_file(text).unwrap_or_else(|error| panic!("{module}: {error}"));
    paths.visit_file(&file);
    let is_ancestor = |other: &str| module.starts_with(&format!("{other}::"));
    let targets = paths.found.iter().filter_map(|path| resolve(module, path, modules));
    targets
        .filter(|other| *other != module && !is_ancestor(other))
        .map(str::to_owned)
        .collect()
}

/// The module that a path leads into, if it is one of this crate.
fn resolve<'a>(module: &str, path: &[String], modules: &BTreeSet<&'a str>) -> Option<&'a str> {
    let mut from: Vec<&str> = module.split("::").collect();
    let mut rest = path;
    match path.first()?.as_str() {
        "crate" => {
            from.clear();
            rest = &rest[1..];
        }
        "self" => rest = &rest[1..],
        "super" => {
            while rest.first().is_some_and(|part| part == "super") {
                from.pop();
                rest = &rest[1..];
            }
        }
        _ => {}
    }
    let whole: Vec<&str> = from.iter().copied().chain(rest.iter().map(String::as_str)).collect();
    (from.len() + 1..=whole.len())
        .rev()
        .find_map(|length| modules.get(whole[..length].join("::").as_str()).copied())
}

/// All paths of a file outside its tests.
#[derive(Default)]
struct Paths {
    found: Vec<Vec<String>>,
}

impl Paths {
    fn spread(&mut self, tree: &UseTree, before: &[String]) {
        let with = |name: String| before.iter().cloned().chain([name]).collect::<Vec<_>>();
        match tree {
            UseTree::Path(path) => self.spread(&path.tree, &with(path.ident.to_string())),
            UseTree::Name(name) if name.ident == "self" => self.found.push(before.to_vec()),
            UseTree::Name(name) => self.found.push(with(name.ident.to_string())),
            UseTree::Rename(rename) => self.found.push(with(rename.ident.to_string())),
            UseTree::Glob(_) => self.found.push(before.to_vec()),
            UseTree::Group(group) => group.items.iter().for_each(|item| self.spread(item, before)),
        }
    }
}

impl<'a> Visit<'a> for Paths {
    fn visit_item_use(&mut self, item: &'a ItemUse) {
        if !is_for_tests(&item.attrs) {
            self.spread(&item.tree, &[]);
        }
    }

    fn visit_item_mod(&mut self, item: &'a ItemMod) {
        if !is_for_tests(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_path(&mut self, path: &'a syn::Path) {
        self.found
            .push(path.segments.iter().map(|part| part.ident.to_string()).collect());
        visit::visit_path(self, path);
    }
}

fn is_for_tests(attributes: &[Attribute]) -> bool {
    let is_test = |attribute: &Attribute| {
        attribute.path().is_ident("cfg")
            && attribute
                .parse_args::<syn::Path>()
                .is_ok_and(|path| path.is_ident("test"))
    };
    attributes.iter().any(is_test)
}

/// The strongly connected components with more than one module, the largest first (Tarjan 1972, by reachability: the graphs are small).
pub fn circles(graph: &Graph) -> Vec<Vec<String>> {
    let reach: BTreeMap<&str, BTreeSet<&str>> =
        graph.keys().map(|name| (name.as_str(), reached(graph, name))).collect();
    let mut circles: BTreeSet<Vec<String>> = BTreeSet::new();
    for (name, reached) in &reach {
        let back = |other: &&&str| reach[**other].contains(name);
        let members: Vec<String> = reached.iter().filter(back).map(|other| (*other).to_owned()).collect();
        if members.len() > 1 {
            circles.insert(members);
        }
    }
    let mut circles: Vec<Vec<String>> = circles.into_iter().collect();
    circles.sort_by_key(|members| std::cmp::Reverse(members.len()));
    circles
}

fn reached<'a>(graph: &'a Graph, from: &str) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<&str> = graph[from].iter().map(String::as_str).collect();
    while let Some(name) = open.pop() {
        if reached.insert(name) {
            open.extend(graph[name].iter().map(String::as_str));
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(files: &[(&str, &str)]) -> Graph {
        let modules: BTreeSet<&str> = files.iter().map(|(name, _)| *name).collect();
        let named = |(name, text): &(&str, &str)| ((*name).to_owned(), named_in(name, text, &modules));
        files.iter().map(named).collect()
    }

    #[test]
    fn circles_are_found_in_imports_and_in_paths() {
        let graph = graph(&[
            ("a", "use crate::b::{self, B};"),
            ("b", "fn b() { super::c::d::call() }"),
            ("c", "mod d;"),
            ("c::d", "use super::Parent; fn call() -> crate::a::A { todo() }"),
            ("e", "#[cfg(test)] mod tests { use crate::a; } use std::fmt;"),
        ]);
        assert_eq!(circles(&graph), [["a", "b", "c::d"]]);
        assert!(graph["e"].is_empty());
    }
}
