//! `rivals reproduce`: makes all results at once, from the configurations to the report.
//!
//! It runs the other commands, so that its files have the same bytes as theirs. New files are
//! made in a folder of their own ([`super::growing`]) and then replace the old ones one by one.
//! A run that is interrupted before that leaves the old results, and keeps the games of the
//! new ones. Proven by `tests/report/reproduce.rs`.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Args, Parser};
use miette::miette;

use super::growing::{Growing, MEASURED, ReproduceError, check_own, refused};
use super::tournament::{Chosen, Interrupted, TOURNAMENT_FILE, TournamentArgs, in_game_configs};
use super::{Cli, Command};
use crate::command::output::complain;
use crate::command::{Output, Success, help_end};
use crate::config::Source;
use crate::files::OutputFolder;
use crate::games::{self, AnyGame, GameArg, default_game};
use crate::report::picture;
use crate::report::tournament::MATRIX;
use crate::results::tournament::file_names;
use crate::results::{
    FileEntry, MANIFEST, Manifest, ManifestEntry, REPRODUCE, TOURNAMENT, Tournament,
};
use crate::text::number::duration;
use crate::tournament::{JOURNAL, ResumeError, list};

/// The chart that the README shows.
const PICTURE: &str = "league.svg";

/// The formats and file names of the report.
const REPORTS: [(&str, &str); 2] = [("html", "report.html"), ("markdown", "report.md")];

/// The folder of the default game's results. Those of another game have a folder in it.
const RESULTS: &str = "results";

/// Names in a folder of results that this command does not write: people and scripts do.
const OTHERS: [&str; 2] = ["README.md", "benchmarks"];

/// Make all results again: odds, solution, tournament and report.
///
/// Runs odds, odds infer, solve, tournament and report, each with --out. The rules are those of
/// dragon_slayer.toml; the players and the number of games are those of tournament.toml. For
/// another game, runs tournament and report.
#[derive(Debug, Args)]
#[command(after_help = help_end("
    # make all results in the folder all-results
    rivals reproduce --out all-results
    # compare the results of Parchis with fresh ones
    rivals reproduce --game parchis --check
"))]
pub(super) struct ReproduceArgs {
    #[command(flatten)]
    game: GameArg,
    /// Folder with dragon_slayer.toml and tournament.toml [default: configs, or configs/GAME for
    /// another game, with the built-in copy in place of a missing file]
    #[arg(long, value_name = "DIR")]
    configs: Option<PathBuf>,
    /// Folder for the results, created if it is missing [default: results, or results/GAME for
    /// another game]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write nothing to the folder, but list every file in it that differs from fresh results
    #[arg(long)]
    check: bool,
    /// Number of threads; the results do not depend on it [default: one per core]
    #[arg(long, value_name = "T")]
    threads: Option<String>,
    /// Show no progress
    #[arg(long)]
    quiet: bool,
}

impl ReproduceArgs {
    pub(super) fn run(self) -> miette::Result<Output> {
        let start = Instant::now();
        self.one_game()?;
        if self.check {
            let fresh = tempfile::tempdir().map_err(|error| {
                let help = "make room in it, or name another in TMPDIR";
                miette!(help = help, "cannot make a temporary folder: {error}")
            })?;
            let success = self.make(fresh.path())?;
            if success == Success::Interrupted {
                return Ok(Output {
                    text: String::new(),
                    success,
                });
            }
            let output = self.compare(fresh.path())?;
            return Ok(Output {
                text: self.chosen()?.rules.above(&output.text),
                success: worse(output.success, success),
            });
        }
        // Refuses to overwrite a tournament of the user's in this folder.
        let out = self.out();
        self.tournament(&out)?.belongs()?;
        let names = names(self.game());
        check_own(&out, &names)?;
        let growing = Growing::open(&out)?;
        // Another run may have ended since the first check.
        check_own(&out, &names)?;
        self.check_games(&growing.path)?;
        let success = self.make(&growing.path)?;
        if success == Success::Interrupted {
            return Ok(Output {
                text: String::new(),
                success,
            });
        }
        let files = made(&growing.path).map_err(|reason| refused(&growing.path, reason))?;
        // Checked again, as making the files may have taken hours.
        check_own(&out, &names)?;
        let path = growing.path.clone();
        if !growing.replace(&files)? {
            complain(&format!(
                "{} was not removed: it has files that this command did not write",
                path.display()
            ));
        }
        let text = format!(
            "Wrote {} files to {} in {}. Open {} in a browser.\n",
            files.len(),
            out.display(),
            duration(start.elapsed()),
            out.join("report.html").display(),
        );
        let text = self.chosen()?.rules.above(&text);
        Ok(Output { text, success })
    }

    /// Refuses to go on with games that were played with other settings.
    fn check_games(&self, growing: &Path) -> miette::Result<()> {
        let Err(error) = self.tournament(growing)?.belongs() else {
            return Ok(());
        };
        match error.downcast_ref() {
            Some(ResumeError::Other { differences, .. }) => Err(ReproduceError::Games {
                growing: growing.to_owned(),
                differences: list(differences),
            }
            .into()),
            _ => Err(error),
        }
    }

    /// Refuses configurations that differ in their rules, or that are not for two seats.
    fn one_game(&self) -> miette::Result<()> {
        let chosen = self.chosen()?;
        let seats = chosen.config.players;
        if seats != 2 {
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
        if chosen.identity == self.game().rules(rules.as_ref())? {
            return Ok(());
        }
        Err(miette!(
            help = format!("write rules = {name:?} in tournament.toml"),
            "{name} and tournament.toml contain different rules"
        ))
    }

    /// The game whose results are made.
    fn game(&self) -> &'static dyn AnyGame {
        self.game.game.unwrap_or_else(default_game)
    }

    /// The folder for the results.
    fn out(&self) -> PathBuf {
        let name = self.game().info().name;
        self.out.clone().unwrap_or_else(|| match name {
            name if name == default_game().info().name => RESULTS.into(),
            name => Path::new(RESULTS).join(name),
        })
    }

    /// The configuration of the tournament. Its rules are the rules of all results.
    fn chosen(&self) -> miette::Result<Chosen> {
        let file = self.config(TOURNAMENT_FILE);
        let mut chosen = Chosen::read(Some(self.game()), file.as_deref())?;
        if let Some(path) = self.rule_file() {
            chosen.rules.file = Some(path.display().to_string());
        }
        Ok(chosen)
    }

    /// The rule file of the game.
    fn rule_file(&self) -> Option<PathBuf> {
        self.config(self.game().info().rule_file?)
    }

    /// Makes all results in a folder; stops early if the run is interrupted.
    fn make(&self, folder: &Path) -> miette::Result<Success> {
        let mut success = Success::Done;
        let quiet: &[OsString] = if self.quiet { &["--quiet".into()] } else { &[] };
        for words in self
            .game()
            .reproduction(self.rule_file().as_deref(), folder)?
        {
            let name: Vec<_> = (words.iter())
                .map(|word| word.to_string_lossy())
                .take_while(|word| !word.starts_with('-'))
                .collect();
            let name = name.join(" ");
            let words = words.into_iter().chain(quiet.iter().cloned());
            success = worse(success, self.step(&name, words)?);
        }
        success = worse(success, self.played(folder)?);
        if success == Success::Interrupted {
            return Ok(success);
        }
        self.copy_measured(folder)?;
        for (format, name) in REPORTS {
            let words = ["report", "--format", format, "--from"].map(OsString::from);
            let paths = [folder.into(), "--out".into(), folder.join(name).into()];
            let words = words.into_iter().chain(paths).chain(quiet.iter().cloned());
            success = worse(success, self.step(name, words)?);
        }
        let document = self.game().report(folder, &Tournament::find(folder)?)?;
        let picture = picture(&document, MATRIX).expect("every tournament has a matrix");
        OutputFolder::prepare(folder, &[PICTURE])?.write(PICTURE, picture.as_bytes())?;
        self.list(folder)?;
        Ok(success)
    }

    /// Adds an entry of this command, with every file that was made, to the manifest.
    fn list(&self, folder: &Path) -> miette::Result<()> {
        let mut entry =
            ManifestEntry::new(REPRODUCE, self.game().info().name, &self.chosen()?.identity);
        for name in made(folder).map_err(|reason| refused(folder, reason))? {
            // The manifest cannot contain its own checksum.
            if name != Path::new(MANIFEST) {
                let path = folder.join(&name);
                let bytes = fs::read(&path).map_err(|reason| refused(&path, reason))?;
                let parts: Vec<_> = name.iter().map(|part| part.to_string_lossy()).collect();
                entry.files.push(FileEntry::new(&parts.join("/"), &bytes));
            }
        }
        let mut manifest = Manifest::of(folder)?;
        manifest.insert(entry);
        OutputFolder::prepare(folder, &[MANIFEST])?.write(MANIFEST, manifest.json().as_bytes())?;
        Ok(())
    }

    /// Plays the tournament, or resumes it if the folder has its journal.
    fn played(&self, folder: &Path) -> miette::Result<Success> {
        let mut words = self.tournament_words(folder);
        if folder.join(TOURNAMENT).join(JOURNAL).exists() {
            words.push("--resume".into());
        }
        self.step("tournament", words)
    }

    /// What becomes of games whose run is interrupted.
    fn interrupted(&self) -> Interrupted {
        match self.check {
            true => Interrupted::Discards,
            false => Interrupted::Keeps,
        }
    }

    /// Runs another command of the program, and prints how long it took.
    fn step(
        &self,
        name: &str,
        words: impl IntoIterator<Item = OsString>,
    ) -> miette::Result<Success> {
        let start = Instant::now();
        let output = match self.command(words)? {
            Command::Tournament(args) => args.run_as(self.interrupted())?,
            other => other.run()?,
        };
        if !self.quiet {
            complain(&format!(
                "{name:<12} {:>8.2} s",
                start.elapsed().as_secs_f64()
            ));
        }
        Ok(output.success)
    }

    fn command(&self, words: impl IntoIterator<Item = OsString>) -> miette::Result<Command> {
        let mut all: Vec<OsString> = vec!["rivals".into()];
        all.extend(words);
        if let (Some(threads), false) = (&self.threads, all[1] == "report") {
            all.extend(["--threads".into(), threads.into()]);
        }
        // Only --threads comes from the user, so that only it can be wrong.
        Ok(Cli::try_parse_from(all)
            .map_err(|error| miette!("{}", first_line(&error)))?
            .command)
    }

    fn tournament_words(&self, folder: &Path) -> Vec<OsString> {
        let out = folder.join(TOURNAMENT);
        let game = self.game().info().name;
        let mut words: Vec<OsString> = ["tournament", "--game", game, "--out"]
            .map(OsString::from)
            .into();
        words.push(out.into());
        if self.quiet {
            words.push("--quiet".into());
        }
        if let Some(config) = self.config(TOURNAMENT_FILE) {
            words.extend(["--config".into(), config.into()]);
        }
        words
    }

    /// The path of a configuration file: in the folder of --configs, whether the file exists
    /// or not; without --configs, in the game's folder of `configs/` if the file exists.
    fn config(&self, name: &str) -> Option<PathBuf> {
        match &self.configs {
            Some(folder) => Some(folder.join(name)),
            None => in_game_configs(self.game(), name),
        }
    }

    /// The tournament in a folder of results.
    fn tournament(&self, folder: &Path) -> miette::Result<TournamentArgs> {
        match self.command(self.tournament_words(folder))? {
            Command::Tournament(args) => Ok(*args),
            _ => unreachable!("its first word is tournament"),
        }
    }

    /// Copies the measurements that the report shows, which scripts make.
    fn copy_measured(&self, folder: &Path) -> miette::Result<()> {
        let (from, to) = (self.out().join(MEASURED), folder.join(MEASURED));
        if from.is_file() {
            let bytes = fs::read(&from).map_err(|reason| refused(&from, reason))?;
            let (name, folder) = ("odds.csv", to.parent().unwrap_or(folder));
            OutputFolder::prepare(folder, &[name])?.write(name, &bytes)?;
        }
        Ok(())
    }

    /// Lists the files that differ from fresh results.
    fn compare(&self, fresh: &Path) -> miette::Result<Output> {
        let expected = made(fresh).map_err(|reason| refused(fresh, reason))?;
        let out = self.out();
        let there = made(&out).map_err(|reason| refused(&out, reason))?;
        let mut text = String::new();
        for name in expected.union(&there) {
            let path = out.join(name);
            let say = match (expected.contains(name), there.contains(name)) {
                (true, false) => "is missing".to_owned(),
                (false, _) => "is not a file that the program writes".to_owned(),
                (true, true) => {
                    let read = |path: &Path| fs::read(path).map_err(|reason| refused(path, reason));
                    match first_difference(&read(&fresh.join(name))?, &read(&path)?) {
                        None => continue,
                        Some(line) => format!("differs from line {line} on"),
                    }
                }
            };
            text += &format!("{} {say}\n", path.display());
        }
        if text.is_empty() {
            let number = expected.len();
            return Ok(Output::done(format!(
                "All {number} files in {} are what the program writes.\n",
                out.display()
            )));
        }
        Ok(Output {
            text,
            success: Success::Different,
        })
    }
}

/// The first line of clap's message, without `error:`.
fn first_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let line = text.lines().next().unwrap_or_default();
    line.trim_start_matches("error: ").to_owned()
}

/// The outcome of two steps: that of the second, unless it is `Done`.
fn worse(a: Success, b: Success) -> Success {
    if b == Success::Done { a } else { b }
}

/// The files that this command writes, relative to the folder of results.
fn names(game: &dyn AnyGame) -> Vec<String> {
    let played = file_names(2, game.tournament_files(2)).into_iter();
    let played = played.map(|name| format!("{TOURNAMENT}/{name}"));
    let beside = game.reproduced_files().iter().copied();
    let beside = beside
        .chain([PICTURE, MANIFEST])
        .chain(REPORTS.map(|report| report.1));
    beside.map(str::to_owned).chain(played).collect()
}

/// The files that a folder of results has, relative to it, without those of people and scripts,
/// and without the folders of other games.
fn made(folder: &Path) -> io::Result<BTreeSet<PathBuf>> {
    let mut found = BTreeSet::new();
    let mut open = vec![PathBuf::new()];
    while let Some(inside) = open.pop() {
        let entries = match fs::read_dir(folder.join(&inside)) {
            // A missing folder has no files.
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            entries => entries?,
        };
        for entry in entries {
            let entry = entry?;
            let name = inside.join(entry.file_name());
            let text = name.to_string_lossy();
            let hidden = entry.file_name().to_string_lossy().starts_with('.');
            // Files whose names begin with a dot are left by killed runs, or are no results.
            let of_a_game = games::find(&text).is_ok();
            if OTHERS.contains(&&*text) || of_a_game || hidden || name.ends_with(JOURNAL) {
                continue;
            }
            match entry.file_type()?.is_dir() {
                true => open.push(name),
                false => drop(found.insert(name)),
            }
        }
    }
    Ok(found)
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
