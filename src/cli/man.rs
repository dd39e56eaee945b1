//! `rivals man`: the help as manual pages, one per command.
//!
//! The bytes depend on the crate's version alone: they name neither date nor commit.
//! Proven by `tests/cli/man.rs`.

use std::io;
use std::path::PathBuf;

use clap::{Args, Command, CommandFactory};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use super::Cli;
use crate::command::{Output, help_end};
use crate::files::OutputFolder;

/// Write the manual, a page for every command.
///
/// The pages are rivals.1, rivals-odds.1 and so on, and say what the help says. Those of
/// an earlier run are replaced.
#[derive(Debug, Args)]
#[command(after_help = help_end("
    # man my-manual/rivals.1 shows the first page
    rivals man my-manual
"))]
pub struct ManArgs {
    /// Folder for the pages, which is made if it is missing
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl ManArgs {
    pub fn run(self) -> miette::Result<Output> {
        let pages = pages();
        let names: Vec<&str> = pages.iter().map(|(name, _)| name.as_str()).collect();
        let folder = OutputFolder::prepare(&self.folder, &names)?;
        for (name, page) in &pages {
            folder.write(name, page)?;
        }
        let text = format!(
            "Wrote {} pages to {}.\n",
            pages.len(),
            self.folder.display()
        );
        Ok(Output::done(text))
    }
}

/// File names and pages, a command before its subcommands.
fn pages() -> Vec<(String, Vec<u8>)> {
    // Without the help subcommand and its shadows of all others.
    let mut program = Cli::command()
        .version(env!("CARGO_PKG_VERSION"))
        .disable_help_subcommand(true);
    program.build();
    let mut pages = Vec::new();
    add_pages(&program, &mut pages);
    pages
}

fn add_pages(command: &Command, pages: &mut Vec<(String, Vec<u8>)>) {
    let man = Man::new(command.clone());
    pages.push((man.get_filename(), page(&man, command).into_bytes()));
    for subcommand in command.get_subcommands() {
        add_pages(subcommand, pages);
    }
}

fn page(man: &Man, command: &Command) -> String {
    let sections = sections(man, command).expect("memory takes everything");
    let sections = String::from_utf8(sections).expect("help is UTF-8");
    // Every section brings the same preamble, and one is enough.
    let preamble = Roff::new().render();
    let name = man.get_filename();
    let name = name.trim_end_matches(".1");
    // By hand, as clap_mangen writes an empty date as none at all, and what follows moves up.
    format!(
        ".TH \"{name}\" \"1\" \"\" \"rivals {}\" \"The rivals manual\"\n{preamble}{}",
        env!("CARGO_PKG_VERSION"),
        sections.replace(&preamble, "")
    )
}

fn sections(man: &Man, command: &Command) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    man.render_name_section(&mut text)?;
    synopsis(command).to_writer(&mut text)?;
    man.render_description_section(&mut text)?;
    man.render_options_section(&mut text)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut text)?;
    }
    if let Some(end) = command.get_after_help() {
        end_sections(&end.to_string()).to_writer(&mut text)?;
    }
    Ok(text)
}

/// The usage as the help has it; clap_mangen's own leaves out what options take.
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

/// The end of a help, whose lines a manual page must not join.
fn end_sections(end: &str) -> Roff {
    let mut roff = Roff::new();
    for section in end.split("\n\n") {
        let (title, lines) = section.split_once(":\n").unwrap_or(("", section));
        // As other manuals call them.
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
