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
        about: "what can be checked: programs, JUnit tests, objects; options of the JVM",
        page: || include_str!("../../../docs/targets.md").to_owned(),
    },
    Topic {
        name: "verdicts",
        about: "what a verdict is worth, assumption by assumption; exit status",
        page: || include_str!("../../../docs/verdicts.md").to_owned(),
    },
    Topic {
        name: "search",
        about: "how a target is searched, and what helps where it is too large",
        page: || include_str!("../../../docs/search.md").to_owned(),
    },
    Topic {
        name: "choices",
        about: "values that a program leaves open: `Verify`, java.util.Random",
        page: || include_str!("../../../docs/choices.md").to_owned(),
    },
    Topic {
        name: "stress",
        about: "a program many times on your own java, with random switches",
        page: || include_str!("../../../docs/stress.md").to_owned(),
    },
    Topic {
        name: "property",
        about: "what a program of yours must keep to: invariants, LTL, patterns, fairness",
        page: || include_str!("../../../docs/properties.md").to_owned(),
    },
    Topic {
        name: "jpf",
        about: "what the keys of Java PathFinder's .jpf files mean here",
        page: || include_str!("../../../docs/jpf.md").to_owned(),
    },
    Topic {
        name: "keys",
        about: "each key of dropwire.toml and --set: values, default, meaning",
        page: keys,
    },
    Topic {
        name: "formats",
        about: "how the answer is written: text, json, sarif, junit, github, html",
        page: || include_str!("../../../docs/formats.md").to_owned(),
    },
    Topic {
        name: "ci",
        about: "build servers and several machines: plan, shards, merge",
        page: || include_str!("../../../docs/ci.md").to_owned(),
    },
    Topic {
        name: "kinds",
        about: "each kind of finding: what it means, how to fix it, how to let it stay",
        page: || kinds_page::PAGE.to_owned(),
    },
    Topic {
        name: "suppress",
        about: "findings that may stay: [[ignore]] and baselines",
        page: || include_str!("../../../docs/suppress.md").to_owned(),
    },
    Topic {
        name: "debugger",
        about: "going through the run of a trail, forwards and backwards",
        page: || include_str!("../../../docs/debugger.md").to_owned(),
    },
    Topic {
        name: "agents",
        about: "tools for coding agents, by the Model Context Protocol",
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
    let mut page = "# Keys\n\nIn `dropwire.toml` a key is in the table of its first word: `search.timeouts` is `timeouts` in `[search]`. On the\n\
         command line, `--set KEY=VALUE` sets any of them. Where both say something, the command line counts.\n"
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
    page + "\n## [choice.NAME]\n\nWhat `Verify.getInt(\"NAME\")` and its like choose among, see `dropwire help choices`.\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_of_keys_is_that_of_the_table() {
        let page = include_str!("../../../docs/keys.md");
        assert_eq!(page, keys(), "write it anew: dropwire help keys > server/docs/keys.md");
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
