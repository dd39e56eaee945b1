//! `rivals man`: writes the help as manual pages, one per command.
//!
//! The pages name the crate's version but neither date nor commit, so that every build of a
//! version writes the same bytes.
//! Proven by `tests/cli/man.rs`.

use std::io;
use std::path::PathBuf;

use clap::{Args, Command, CommandFactory};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use super::Cli;
use crate::command::{Output, help_end};
use crate::files::OutputFolder;

/// Write manual pages, one for each command.
///
/// The pages are named rivals.1, rivals-odds.1 and so on, and have the content of the help.
/// Pages of an earlier run are replaced.
#[derive(Debug, Args)]
#[command(after_help = help_end("
    # write the pages; man my-manual/rivals.1 then shows the first one
    rivals man my-manual
"))]
pub(super) struct ManArgs {
    /// Folder for the pages, created if it is missing
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl ManArgs {
    pub(super) fn run(self) -> miette::Result<Output> {
        let pages = pages();
        let names: Vec<&str> = pages.iter().map(|(name, _)| name.as_str()).collect();
        let folder = OutputFolder::prepare(&self.folder, &names)?;
        for (name, page) in &pages {
            folder.write(name, page.as_bytes())?;
        }
        let (number, folder) = (pages.len(), self.folder.display());
        Ok(Output::done(format!("Wrote {number} pages to {folder}.\n")))
    }
}

/// The file name and the text of every page, each command before its subcommands.
fn pages() -> Vec<(String, String)> {
    // The help subcommand repeats all others and gets no pages.
    let mut program =
        Cli::command().version(env!("CARGO_PKG_VERSION")).disable_help_subcommand(true);
    program.build();
    let mut pages = Vec::new();
    add_pages(&program, &mut pages);
    pages
}

fn add_pages(command: &Command, pages: &mut Vec<(String, String)>) {
    let man = Man::new(command.clone());
    let text = page(&man, command).expect("memory takes everything");
    pages.push((man.get_filename(), text));
    for subcommand in command.get_subcommands().filter(|own| !own.is_hide_set()) {
        add_pages(subcommand, pages);
    }
}

fn page(man: &Man, command: &Command) -> io::Result<String> {
    let mut sections = Vec::new();
    man.render_name_section(&mut sections)?;
    synopsis(command).to_writer(&mut sections)?;
    man.render_description_section(&mut sections)?;
    man.render_options_section(&mut sections)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut sections)?;
    }
    if let Some(end) = command.get_after_help() {
        end_sections(&end.to_string()).to_writer(&mut sections)?;
    }
    // Every section begins with the same preamble, which is written once. The title line is
    // written here, as clap_mangen leaves an empty date out and shifts the fields after it.
    let preamble = Roff::new().render();
    Ok(format!(
        ".TH \"{}\" \"1\" \"\" \"rivals {}\" \"The rivals manual\"\n{preamble}{}",
        man.get_filename().trim_end_matches(".1"),
        env!("CARGO_PKG_VERSION"),
        String::from_utf8_lossy(&sections).replace(&preamble, "")
    ))
}

/// The usage lines of the help; clap_mangen's own leave out the values of options.
fn synopsis(command: &Command) -> Roff {
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage:");
    let name = command.get_bin_name().unwrap_or("rivals");
    let mut roff = Roff::new();
    roff.control("SH", ["SYNOPSIS"]).control("nf", []);
    for form in usage.lines().map(str::trim) {
        let rest = form.strip_prefix(name).unwrap_or(form);
        roff.text([bold(name), roman(rest)]);
    }
    roff.control("fi", []);
    roff
}

/// The sections at the end of a help, with the line breaks kept.
fn end_sections(end: &str) -> Roff {
    let mut roff = Roff::new();
    for section in end.split("\n\n") {
        let (title, lines) = section.split_once(":\n").unwrap_or(("", section));
        // Other manuals use these titles.
        let title = match title {
            "Example" => "EXAMPLES",
            "Exit codes" => "EXIT STATUS",
            other => other,
        };
        roff.control("SH", [title]).control("nf", []);
        for line in lines.lines() {
            roff.text([roman(line.strip_prefix("  ").unwrap_or(line))]);
        }
        roff.control("fi", []);
    }
    roff
}
