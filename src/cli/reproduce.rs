//! `rivals reproduce`: makes all results at once, from the configurations to the report.
//!
//! It runs the other commands, so that its files have the same bytes as theirs. New files are
//! made in a folder of their own ([`super::staging`]) and then replace the old ones one by one.
//! A run that is interrupted before that leaves the old results, and keeps the games of the
//! new ones. Proven by `tests/cli/reproduce.rs`.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Args, Parser};
use miette::miette;

use super::staging::{self, STAGING, check_own};
use super::tournament::{
    Chosen, ConfigArgs, TOURNAMENT_FILE, TournamentArgs, Within, in_game_configs, results_root,
};
use super::{Cli, Command};
use crate::catalogue::{GameEntry, Playable, catalogue};
use crate::command::answer::said;
use crate::command::output::print_note;
use crate::command::shared::ThreadsArg;
use crate::command::{GameArg, default_game};
use crate::command::{Output, Success, help_end};
use crate::commands;
use crate::config::Source;
use crate::files::{OutputFolder, cannot_write};
use crate::report::picture;
use crate::report::tournament::MATRIX;
use crate::results::tournament::file_names;
use crate::results::{
    FileEntry, MANIFEST, Manifest, ManifestEntry, REPRODUCE, SWEEP, TOURNAMENT, Tournament,
};
use crate::text::number::duration;
use crate::tournament::{JOURNAL, TABLES};
use rivals_league::{Error, ErrorKind};

/// The chart that the README shows.
const PICTURE: &str = "league.svg";

/// The formats and file names of the report.
const REPORTS: [(&str, &str); 2] = [("html", "report.html"), ("markdown", "report.md")];

/// Names in a folder of results that this command does not write: people, scripts, sweeps and
/// `rivals-studies` do.
const OTHERS: [&str; 4] = ["README.md", "benchmarks", "studies", SWEEP];

/// Regenerate all results of a game: odds, solution, tournament and report.
///
/// Without --game, these are the results of the default game alone: it runs odds, odds infer, solve,
/// tournament and report, each with --out. For another game, it runs tournament and report. The
/// rules are those of the game's rule file; the players and the number of games are those of
/// tournament.toml.
#[derive(Debug, Args)]
#[command(after_help = help_end("
    # make all results in the folder all-results
    rivals reproduce --out all-results
"))]
pub(super) struct ReproduceArgs {
    #[command(flatten)]
    game: GameArg,
    /// Folder with tournament.toml and the game's rule file [default: configs, or configs/GAME for
    /// another game than the default, with the built-in copy instead of a missing file]
    #[arg(long, value_name = "DIR")]
    configs: Option<PathBuf>,
    /// Folder for the results, created if it is missing [default: results, or results/GAME for
    /// another game than the default]
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write nothing to the folder, but list every file in it that differs from fresh results
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    threads: ThreadsArg,
    /// Show no progress
    #[arg(short, long)]
    quiet: bool,
}

impl ReproduceArgs {
    pub(super) fn run(mut self) -> miette::Result<Output> {
        let start = Instant::now();
        // The steps are commands of the program, to which a folder such as -x would be a flag.
        for folder in [&mut self.out, &mut self.configs].into_iter().flatten() {
            if folder.as_os_str().as_encoded_bytes().starts_with(b"-") {
                *folder = Path::new(".").join(&folder);
            }
        }
        self.check_configs()?;
        if self.check {
            if made(&self.out())?.is_empty() {
                let flag = self
                    .game
                    .game
                    .map_or_else(String::new, |game| format!(" --game {}", game.info().name));
                return Err(miette!(
                    help = format!(
                        "`rivals reproduce{flag}` writes them; name another folder with --out"
                    ),
                    "there are no results in {} to check",
                    self.out().display()
                ));
            }
            let fresh = tempfile::tempdir().map_err(|error| {
                let help = "free space in the temporary folder, or set TMPDIR to another one";
                miette!(help = help, "cannot make a temporary folder: {error}")
            })?;
            let success = self.make(fresh.path())?;
            if success == Success::Interrupted {
                return Ok(Output::without_text(success));
            }
            let (different, text) = self.compare(fresh.path())?;
            let output = said(&self.chosen()?.rules, &text)?;
            return Ok(Output { success: combined(different, success), ..output });
        }
        // Refuses to overwrite a tournament of the user's in this folder.
        let out = self.out();
        self.tournament(&out).belongs()?;
        let names = names(self.game());
        check_own(&out, &names)?;
        let staging = out.join(STAGING);
        self.check_games(&staging)?;
        let success = self.make(&staging)?;
        if success == Success::Interrupted {
            return Ok(Output::without_text(success));
        }
        let files = made(&staging)?;
        // Checked again, as making the files may have taken hours.
        check_own(&out, &names)?;
        staging::replace(&out, &files)?;
        let text = format!(
            "Wrote {} files to {} in {}. Open {} in a browser.\n",
            files.len(),
            out.display(),
            duration(start.elapsed()),
            out.join("report.html").display(),
        );
        Ok(Output { success, ..said(&self.chosen()?.rules, &text)? })
    }

    /// Refuses to go on with games that were played with other settings.
    fn check_games(&self, staging: &Path) -> miette::Result<()> {
        self.tournament(staging).belongs().map_err(|error| {
            let of_league = error.downcast_ref().map(|error: &Error| &error.kind);
            let Some(ErrorKind::OtherTournament { changes, .. }) = of_league else {
                return error;
            };
            let folder = staging.display();
            miette!(
                help = format!(
                    "run it with those settings to continue, choose another folder with --out, or \
                     delete {folder} if its games are not needed"
                ),
                "{folder} holds the games of an interrupted `rivals reproduce` with other \
                 settings: {}",
                changes.join("; ")
            )
        })
    }

    /// Refuses configurations that differ in their rules, or that are not for two seats in a game
    /// that has games of two.
    fn check_configs(&self) -> miette::Result<()> {
        let chosen = self.chosen()?;
        let seats = chosen.config.seats;
        // Only a game that never has two seats is reported with more.
        if seats != 2 && self.game().info().seats.contains(&2) {
            return Err(miette!(
                help = format!(
                    "write players = 2; `rivals tournament --players {seats}` plays games of {seats}"
                ),
                "tournament.toml has players = {seats}, and the report needs games of two"
            ));
        }
        // Without a rule file, the rules are those of the tournament's file.
        let Some(name) = self.game().info().rule_file else {
            return Ok(());
        };
        let rules = self.rule_file().as_deref().map(Source::read).transpose()?;
        if chosen.identity == self.game().load(rules.as_ref())?.rules_text() {
            return Ok(());
        }
        Err(miette!(
            help = format!("write rules = {name:?} in tournament.toml"),
            "{name} and tournament.toml contain different rules"
        ))
    }

    /// The game whose results are made.
    fn game(&self) -> &'static GameEntry {
        self.game.game.unwrap_or_else(default_game)
    }

    /// The folder for the results.
    fn out(&self) -> PathBuf {
        let out = self.out.clone();
        out.unwrap_or_else(|| results_root(self.game()))
    }

    /// The configuration of the tournament. Its rules are the rules of all results.
    fn chosen(&self) -> miette::Result<Chosen> {
        let file = self.config(TOURNAMENT_FILE);
        let mut chosen = Chosen::read(Some(self.game()), &ConfigArgs::of_file(file))?;
        if let Some(path) = self.rule_file() {
            chosen.rules.file = Some(path.display().to_string());
        }
        Ok(chosen)
    }

    /// The rule file of the game.
    fn rule_file(&self) -> Option<PathBuf> {
        self.config(self.game().info().rule_file?)
    }

    /// The path of a configuration file: in the folder of --configs, whether the file exists
    /// or not; without --configs, in the game's folder of `configs/` if the file exists.
    fn config(&self, name: &str) -> Option<PathBuf> {
        match &self.configs {
            Some(folder) => Some(folder.join(name)),
            None => in_game_configs(self.game(), name),
        }
    }

    /// Makes all results in a folder; stops early if the run is interrupted.
    fn make(&self, folder: &Path) -> miette::Result<Success> {
        let within = if self.check { Within::Check(folder.to_owned()) } else { Within::Reproduce };
        let mut success = Success::Done;
        let rules = self.rule_file();
        let commands = match commands::of(self.game()).reproduction {
            Some(own) => (own.commands)(rules.as_deref(), folder)?,
            None => Vec::new(),
        };
        for words in commands {
            let name: Vec<_> = (words.iter())
                .map(|word| word.to_string_lossy())
                .take_while(|word| !word.starts_with('-'))
                .collect();
            let name = name.join(" ");
            success = combined(success, self.step(&name, words, &within)?);
        }
        let mut words = self.tournament_words(folder);
        if folder.join(TOURNAMENT).join(JOURNAL).exists() {
            words.push("--resume".into());
        }
        success = combined(success, self.step("tournament", words, &within)?);
        if success == Success::Interrupted {
            return Ok(success);
        }
        for (format, name) in REPORTS {
            let words = ["report", "--format", format, "--from"].map(OsString::from);
            let paths = [folder.into(), "--out".into(), folder.join(name).into()];
            success = combined(success, self.step(name, [&words[..], &paths].concat(), &within)?);
        }
        let document = (commands::of(self.game()).report)(folder, &Tournament::find(folder)?)?;
        let picture = picture(&document, MATRIX).expect("every tournament has a matrix");
        let out = OutputFolder::prepare(folder, &[PICTURE, MANIFEST])?;
        out.write(PICTURE, picture.as_bytes())?;
        // The manifest gets an entry that lists every file except the manifest itself.
        let mut entry =
            ManifestEntry::new(REPRODUCE, self.game().info().name, &self.chosen()?.identity);
        for name in made(folder)? {
            if name != Path::new(MANIFEST) {
                let parts: Vec<_> = name.iter().map(|part| part.to_string_lossy()).collect();
                let bytes = read(&folder.join(&name))?;
                entry.files.push(FileEntry::new(&parts.join("/"), &bytes));
            }
        }
        let mut manifest = Manifest::of(folder)?;
        manifest.insert(entry);
        out.write(MANIFEST, manifest.json().as_bytes())?;
        Ok(success)
    }

    /// Runs another command of the program, and prints how long it took.
    fn step(&self, name: &str, words: Vec<OsString>, within: &Within) -> miette::Result<Success> {
        let start = Instant::now();
        let output = match self.command(words) {
            Command::Tournament(args) => args.run_within(within)?,
            Command::Report(args) => args.run_within(Some(&self.out()))?,
            other => other.run()?,
        };
        if !self.quiet {
            let seconds = start.elapsed().as_secs_f64();
            print_note(&format!("{name:<12} {seconds:>8.2} s"));
        }
        Ok(output.success)
    }

    /// The command of these words.
    fn command(&self, words: Vec<OsString>) -> Command {
        let mut all = [vec!["rivals".into()], words].concat();
        if let (Some(threads), false) = (self.threads.given(), all[1] == "report") {
            all.extend(["--threads".into(), threads.to_string().into()]);
        }
        if self.quiet {
            all.push("--quiet".into());
        }
        Cli::try_parse_from(all).expect("the words of a step are those of a command").command
    }

    fn tournament_words(&self, folder: &Path) -> Vec<OsString> {
        let out = folder.join(TOURNAMENT);
        let game = self.game().info().name;
        let words = ["tournament", "--no-report", "--game", game, "--out"].map(OsString::from);
        let mut words = [&words[..], &[out.into()]].concat();
        if let Some(config) = self.config(TOURNAMENT_FILE) {
            words.extend(["--config".into(), config.into()]);
        }
        words
    }

    /// The tournament in a folder of results.
    fn tournament(&self, folder: &Path) -> TournamentArgs {
        match self.command(self.tournament_words(folder)) {
            Command::Tournament(args) => *args,
            _ => unreachable!("its first word is tournament"),
        }
    }

    /// Lists the files that differ from fresh results.
    fn compare(&self, fresh: &Path) -> miette::Result<(Success, String)> {
        let out = self.out();
        let (expected, there) = (made(fresh)?, made(&out)?);
        let mut text = String::new();
        for name in expected.union(&there) {
            let path = out.join(name);
            let difference = match (expected.contains(name), there.contains(name)) {
                (true, false) => "is missing".to_owned(),
                (false, _) => "is not a file that the program writes".to_owned(),
                (true, true) => match first_difference(&read(&fresh.join(name))?, &read(&path)?) {
                    None => continue,
                    Some(line) => format!("differs from line {line} on"),
                },
            };
            text += &format!("{} {difference}\n", path.display());
        }
        let success = if text.is_empty() { Success::Done } else { Success::Different };
        if success == Success::Done {
            let (number, folder) = (expected.len(), out.display());
            text = format!("All {number} files in {folder} are what the program writes.\n");
        }
        Ok((success, text))
    }
}

/// The outcome of two steps: that of the second, unless it is `Done`.
fn combined(a: Success, b: Success) -> Success {
    if b == Success::Done { a } else { b }
}

/// The files that this command writes, relative to the folder of results.
fn names(game: &GameEntry) -> Vec<String> {
    let own = commands::of(game);
    let played = file_names(2, (own.tournament_files)(2)).into_iter();
    let played = played.map(|name| format!("{TOURNAMENT}/{name}"));
    let beside = own.reproduction.map_or(&[][..], |own| own.files).iter().copied();
    let beside = beside.chain([PICTURE, MANIFEST]).chain(REPORTS.map(|report| report.1));
    beside.map(str::to_owned).chain(played).collect()
}

/// The files that a folder of results has, relative to it, without those of people and scripts,
/// and without the folders of other games.
fn made(folder: &Path) -> miette::Result<BTreeSet<PathBuf>> {
    let mut found = BTreeSet::new();
    let mut open = vec![PathBuf::new()];
    while let Some(inside) = open.pop() {
        let path = folder.join(&inside);
        let unreadable = |reason| cannot_write(&path, reason);
        let entries = match fs::read_dir(&path) {
            // A missing folder has no files.
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            entries => entries.map_err(unreadable)?,
        };
        for entry in entries {
            let entry = entry.map_err(unreadable)?;
            let name = inside.join(entry.file_name());
            // Files whose names begin with a dot are left by killed runs, or are not results.
            let hidden = entry.file_name().to_string_lossy().starts_with('.');
            let of_others = OTHERS.iter().any(|other| name == Path::new(other));
            let of_a_game = catalogue().iter().any(|game| name == Path::new(&game.info().folder()));
            // Folders such as tournament.1 are what --overwrite kept.
            let kept = name.extension().is_some_and(|number| {
                let digits = number.as_encoded_bytes();
                let folders = [TOURNAMENT, SWEEP].map(Path::new);
                digits.iter().all(u8::is_ascii_digit)
                    && folders.contains(&name.with_extension("").as_path())
            });
            let of_a_run = name.ends_with(JOURNAL) || name.ends_with(TABLES);
            if hidden || of_others || kept || of_a_game || of_a_run {
                continue;
            }
            if entry.file_type().map_err(unreadable)?.is_dir() {
                open.push(name)
            } else {
                found.insert(name);
            }
        }
    }
    Ok(found)
}

fn read(path: &Path) -> miette::Result<Vec<u8>> {
    Ok(fs::read(path).map_err(|reason| cannot_write(path, reason))?)
}

/// The first line in which two texts differ, from 1.
fn first_difference(a: &[u8], b: &[u8]) -> Option<usize> {
    if a == b {
        return None;
    }
    let same = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    Some(1 + a[..same].iter().filter(|&&byte| byte == b'\n').count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_that_differs() {
        assert_eq!(first_difference(b"a\nb\n", b"a\nb\n"), None);
        assert_eq!(first_difference(b"a\nb\n", b"a\nc\n"), Some(2));
        assert_eq!(first_difference(b"a\nb\n", b"a\n"), Some(2));
        assert_eq!(first_difference(b"", b"x"), Some(1));
    }
}
