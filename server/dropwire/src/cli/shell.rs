//! What a shell and `man` want to know: the grammar of the command line in their own forms.

use clap::CommandFactory as _;

use super::options::Cli;
use super::output::{print, written};
use crate::exit::Status;

/// Prints the script that completes the command line in a shell.
pub fn completions(shell: clap_complete::Shell) -> Status {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "dropwire", &mut script);
    print(&String::from_utf8_lossy(&script)).status()
}

/// Prints the manual page: the command, then each of its commands.
pub fn manual_page() -> Status {
    let mut page = Vec::new();
    let mut grammar = Cli::command();
    grammar.build();
    let mut rendered = clap_mangen::Man::new(grammar.clone()).render(&mut page);
    for command in grammar.get_subcommands().filter(|command| !command.is_hide_set()) {
        let man = clap_mangen::Man::new(command.clone());
        // A page has one title; a command's part begins with its description.
        rendered = rendered
            .and_then(|()| man.render_description_section(&mut page))
            .and_then(|()| man.render_synopsis_section(&mut page))
            .and_then(|()| man.render_options_section(&mut page));
    }
    match rendered {
        Ok(()) => print(&String::from_utf8_lossy(&page)).status(),
        Err(error) => written(Err(error)).status(),
    }
}
