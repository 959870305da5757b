//! `dropwire help TOPIC`: the pages of `server/docs`, the keys, and clap's own help of the commands.

use std::fmt::Write as _;

use clap::CommandFactory as _;

use super::misuse;
use super::options::Cli;
use super::output;
use crate::config::keys::KEYS;
use crate::exit::Status;
use crate::kinds_page;
use crate::nearest::nearest;

/// A topic that is no command: its name, what it is about, its page in Markdown.
struct Topic {
    name: &'static str,
    about: &'static str,
    page: fn() -> String,
}

const TOPICS: &[Topic] = &[
    Topic {
        name: "targets",
        about: "what can be verified: programs, JUnit tests, objects; JVM options",
        page: || include_str!("../../../docs/targets.md").to_owned(),
    },
    Topic {
        name: "verdicts",
        about: "what a verdict means, its assumptions, exit status",
        page: || include_str!("../../../docs/verdicts.md").to_owned(),
    },
    Topic {
        name: "search",
        about: "search strategies; what to do if the state space is too large",
        page: || include_str!("../../../docs/search.md").to_owned(),
    },
    Topic {
        name: "choices",
        about: "nondeterministic values: `Verify`, java.util.Random, [[perturb]]",
        page: || include_str!("../../../docs/choices.md").to_owned(),
    },
    Topic {
        name: "symbolic",
        about: "a method for all inputs: symbolic execution, and what its verdict means",
        page: || include_str!("../../../docs/symbolic.md").to_owned(),
    },
    Topic {
        name: "stress",
        about: "stress tests on your own JVM, with random context switches",
        page: || include_str!("../../../docs/stress.md").to_owned(),
    },
    Topic {
        name: "property",
        about: "properties of your own: invariants, LTL, patterns, fairness",
        page: || include_str!("../../../docs/properties.md").to_owned(),
    },
    Topic {
        name: "jpf",
        about: "Java PathFinder's .jpf files: which keys work, and what they mean",
        page: || include_str!("../../../docs/jpf.md").to_owned(),
    },
    Topic {
        name: "keys",
        about: "all keys of dropwire.toml and --set: values, default, meaning",
        page: keys,
    },
    Topic {
        name: "formats",
        about: "output formats: text, json, sarif, junit, github, html",
        page: || include_str!("../../../docs/formats.md").to_owned(),
    },
    Topic {
        name: "ci",
        about: "build servers; several machines: plan, shards, merge",
        page: || include_str!("../../../docs/ci.md").to_owned(),
    },
    Topic {
        name: "kinds",
        about: "all kinds of findings: meaning, fix, how to suppress",
        page: || kinds_page::PAGE.to_owned(),
    },
    Topic {
        name: "suppress",
        about: "suppressing findings: [[ignore]] and baselines",
        page: || include_str!("../../../docs/suppress.md").to_owned(),
    },
    Topic {
        name: "fixes",
        about: "edits that remove a finding, compiled and checked again",
        page: || include_str!("../../../docs/fixes.md").to_owned(),
    },
    Topic {
        name: "debugger",
        about: "the debugger: step through a trail, forwards and backwards",
        page: || include_str!("../../../docs/debugger.md").to_owned(),
    },
    Topic {
        name: "agents",
        about: "the MCP server: tools for coding agents",
        page: || include_str!("../../../docs/agents.md").to_owned(),
    },
];

/// What is below the list of commands.
pub fn topics() -> String {
    let mut text = "Topics, for `dropwire help TOPIC`:\n".to_owned();
    for topic in TOPICS {
        // Writing to a string does not fail.
        let _ = writeln!(text, "  {:9} {}", topic.name, topic.about);
    }
    text.truncate(text.trim_end().len());
    text
}

/// Prints a topic's page or a command's help; without a name, the list of both.
pub fn help(name: Option<&str>) -> Status {
    let mut grammar = Cli::command().after_help(topics());
    let Some(name) = name else {
        return output::written(grammar.print_help()).status();
    };
    if let Some(topic) = TOPICS.iter().find(|topic| topic.name == name) {
        return output::print(&(topic.page)()).status();
    }
    // What clap knows of a command needs the whole grammar.
    grammar.build();
    if let Some(command) = grammar.find_subcommand_mut(name) {
        return output::written(command.print_long_help()).status();
    }
    let commands = grammar.get_subcommands().filter(|command| !command.is_hide_set());
    let names = commands.map(clap::Command::get_name);
    let known: Vec<&str> = names.chain(TOPICS.iter().map(|topic| topic.name)).collect();
    let meant = nearest(name, known.iter().copied()).map_or_else(
        || format!("there are {}", known.join(", ")),
        |meant| format!("did you mean `{meant}`?"),
    );
    misuse(&format!("there is no topic or command `{name}`; {meant}"))
}

/// `server/docs/keys.md`, which a test compares.
fn keys() -> String {
    let mut page = "# Keys\n\nIn `dropwire.toml`, the first word of a key is its table: `search.timeouts` is `timeouts` in `[search]`. On the\n\
         command line, `--set KEY=VALUE` sets any key, and overrides the file.\n"
        .to_owned();
    let mut table = "";
    for key in KEYS {
        let of = key.name.split('.').next().unwrap_or_default();
        if of != table {
            table = of;
            // Writing to a string does not fail.
            let _ = write!(page, "\n## [{table}]\n\n");
        }
        let default = match key.default {
            "" => String::new(),
            default => format!(" (default: `{default}`)"),
        };
        let _ = writeln!(page, "- `{}` = {}{default}: {}.", key.name, key.values, key.meaning);
    }
    page + "\n## [choice.NAME]\n\nThe values among which `Verify.getInt(\"NAME\")` and similar calls choose, see `dropwire help choices`.\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_of_keys_is_that_of_the_table() {
        let page = include_str!("../../../docs/keys.md");
        assert_eq!(page, keys(), "regenerate it: dropwire help keys > server/docs/keys.md");
    }

    #[test]
    fn the_page_of_verdicts_lists_each_assumption() {
        let page = include_str!("../../../docs/verdicts.md");
        let section = page.split("## ").find(|section| section.starts_with("Assumptions"));
        let listed: Vec<&str> = section
            .unwrap()
            .lines()
            .filter_map(|line| line.strip_prefix("- `")?.split('`').next())
            .collect();
        let known = dropwire_check::Assumption::ALL.map(dropwire_check::Assumption::name);
        for one in known {
            assert!(listed.contains(&one), "{one} is not on the page");
        }
        for one in &listed {
            assert!(known.contains(one), "{one} is no assumption");
        }
    }
}
