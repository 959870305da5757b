//! What of the program's own code has run on some path: instructions, lines, branches and methods of every class that was loaded.

use std::collections::BTreeMap;

use dropwire_vm::{Recorded, Vm};

use crate::facts::reported::{ClassCoverage, Counted, LineCoverage, MethodCoverage, Reported};

/// The report.
pub(super) fn report(vm: &Vm) -> Reported {
    let mut classes: BTreeMap<String, (ClassCoverage, BTreeMap<u32, LineCoverage>)> = BTreeMap::new();
    for (method, recorded) in vm.recorded_code() {
        let class = method.class();
        let name = class.binary_name();
        let (coverage, lines) = classes.entry(name.clone()).or_insert_with(|| {
            let coverage = ClassCoverage {
                class: name,
                file: class.source_file.map(str::to_owned),
                methods: Vec::new(),
                lines: Vec::new(),
            };
            (coverage, BTreeMap::new())
        });
        let mut instructions = Counted::default();
        let mut branches = Counted::default();
        for one in &recorded {
            instructions.count(one.run);
            if let Some((jumped, passed)) = one.branch {
                branches.count(jumped);
                branches.count(passed);
            }
            add_to_line(lines, one);
        }
        coverage.methods.push(MethodCoverage {
            method: method.name.to_owned(),
            descriptor: method.descriptor.to_owned(),
            line: recorded.iter().find_map(|one| one.line),
            instructions,
            branches,
        });
    }
    let classes = classes.into_values().map(|(coverage, lines)| ClassCoverage {
        lines: lines.into_values().collect(),
        ..coverage
    });
    Reported::Coverage {
        classes: classes.collect(),
    }
}

fn add_to_line(lines: &mut BTreeMap<u32, LineCoverage>, one: &Recorded) {
    let Some(line) = one.line else { return };
    let of_line = lines.entry(line).or_insert_with(|| LineCoverage {
        line,
        instructions: Counted::default(),
        branches: Vec::new(),
    });
    of_line.instructions.count(one.run);
    of_line.branches.extend(one.branch);
}
