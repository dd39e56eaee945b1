//! `rivals tournament --shards N`: how long the shards take, and the files with which a cluster
//! plays them.
//!
//! Every file runs the same command for each shard, with `--resume`: whoever repeats it goes on
//! with the games that its folder has. At the end, `rivals merge` writes the results.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command, FromArgMatches, ValueEnum};
use miette::{Report, miette};

use super::super::interrupt::quote;
use super::run::Task;
use crate::command::shared::whole_number;
use crate::text::number::{count, counted, duration, significant};
use crate::tournament::{Header, JOURNAL, Memory, Plan, Sample, Shard, check};
use rivals_league::Error;

/// The time of a shard of `--shards auto`: short enough that a lost one costs little, and long
/// compared with its preparation and its way through a queue.
const TARGET: Duration = Duration::from_secs(600);

/// How long the sample of games is played.
pub(super) const SAMPLE: Duration = Duration::from_secs(3);

/// How often a shard that was interrupted or killed is played again.
const RETRIES: u32 = 5;

/// The tasks of an array that Slurm accepts if its configuration does not say otherwise.
const TASKS: u64 = 1_000;

/// Where the volume of a Kubernetes job is mounted.
const VOLUME: &str = "/rivals";

/// The arguments that name files, which every shard reads.
const FILES: [&str; 4] = ["--config", "--personalities", "--rules", "--claims"];

/// The arguments of `rivals tournament` that decide what is played, by id, and those of
/// `rivals merge`.
const PLAYED: &str = "game games seed roster players pairings config personalities rules \
                      no_built_in until_ci until_ci_of memory";
const MERGED: &str = "config personalities rules no_built_in claims memory no_report";

/// The arguments as they were given.
#[derive(Debug)]
pub(super) struct Given(ArgMatches);

impl Given {
    /// The given ones of these arguments, as words of a command line.
    fn words(&self, ids: &str) -> Vec<String> {
        let is_given = |id: &&str| self.0.value_source(id) == Some(ValueSource::CommandLine);
        let words = ids.split(' ').filter(is_given).flat_map(|id| {
            let values = self.0.get_raw(id).into_iter().flatten();
            let values: Vec<_> = values.map(|value| value.to_string_lossy()).collect();
            let name = format!("--{}", id.replace('_', "-"));
            // clap has this value for a flag without one.
            if values == ["true"] { vec![name] } else { vec![name, values.join(",")] }
        });
        words.collect()
    }
}

impl FromArgMatches for Given {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Ok(Self(matches.clone()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0 = matches.clone();
        Ok(())
    }
}

impl Args for Given {
    fn augment_args(command: Command) -> Command {
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        command
    }
}

/// A number of shards, or `auto`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shards {
    /// As many as the folder has, or a power of two of about ten minutes each.
    Auto,
    /// This number.
    Number(u64),
}

fn shards(text: &str) -> Result<Shards, String> {
    match text {
        "auto" => Ok(Shards::Auto),
        _ => whole_number(1..=Shard::MAX)(text)
            .map(Shards::Number)
            .map_err(|error| error + ", or auto"),
    }
}

/// What plays the shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Emit {
    /// A script for `sbatch`: a job array
    Slurm,
    /// An Indexed Job for `kubectl apply`
    Kubernetes,
    /// A shell script that runs GNU parallel
    Parallel,
    /// Plain commands, one per line
    List,
}

#[derive(Debug, Args)]
pub(super) struct JobArgs {
    /// Number of shards for --emit or --dry-run; auto: as many as the folder's earlier job, or a
    /// power of two of about ten minutes each, by a measured sample
    #[arg(long, value_name = "N|auto", conflicts_with = "shard", value_parser = shards)]
    pub shards: Option<Shards>,
    /// Print a job file that plays all shards and merges them; play nothing. --threads is the
    /// number of cores of each shard, 1 by default
    #[arg(long, value_enum, requires = "shards", conflicts_with_all = ["dry_run", "resume", "overwrite", "format"])]
    pub emit: Option<Emit>,
}

/// The shards of a tournament.
pub(super) struct Job {
    /// The number of shards.
    shards: u64,
    /// The cores of each.
    cores: usize,
    /// The expected time of a shard, with its preparation; none if it was not measured.
    each: Option<Duration>,
}

/// The time that a tournament takes, estimated.
pub(super) struct Estimate {
    /// The sample of its games.
    pub sample: Sample,
    /// The time before the first game of every shard.
    pub preparation: Duration,
}

/// The shards of this tournament that an earlier job file left in the folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kept {
    /// The number of shards of that job.
    of: u64,
    /// Those that were begun.
    begun: u64,
    /// The size of their journals.
    bytes: u64,
}

impl Kept {
    /// The job with the most games in `parts`, none if there are no games of this tournament; and
    /// the shards of other tournaments and builds.
    pub(super) fn find(out: &Path, header: &Header) -> (Option<Self>, Vec<(Shard, Error)>) {
        let (mut found, mut refused) = (BTreeMap::new(), Vec::new());
        let folders = fs::read_dir(out.join("parts"));
        for folder in folders.into_iter().flatten().flatten() {
            let name = folder.file_name().to_string_lossy().replace("-of-", "/");
            let Ok(shard) = name.parse::<Shard>() else {
                continue;
            };
            let journal = folder.path().join(JOURNAL);
            let theirs = Header { shard: Some(shard), ..header.clone() };
            let Ok(file) = fs::metadata(&journal) else {
                continue;
            };
            if let Err(error) = check(&journal, &theirs) {
                refused.push((shard, error));
                continue;
            }
            let (of, begun, bytes) = (shard.of, 0, 0);
            let kept = found.entry(of).or_insert(Self { of, begun, bytes });
            kept.begun += 1;
            kept.bytes += file.len();
        }
        let kept = found.into_values().max_by_key(|kept: &Self| kept.bytes);
        refused.sort_by_key(|(shard, _)| *shard);
        (kept, refused)
    }

    /// What a job of this number of shards does with them.
    pub(super) fn told(self, job: &Job, out: &Path) -> String {
        let (begun, of) = (count(self.begun), counted(self.of, "shard", "shards"));
        let parts = out.join("parts");
        let has = format!("{} has games of {begun} of {of}", parts.display());
        if self.of == job.shards {
            format!("{has}; the job goes on with them")
        } else {
            format!(
                "{has}, which a job of {} cannot use; --shards auto goes on with them",
                count(job.shards)
            )
        }
    }
}

impl Job {
    pub(super) fn new(
        shards: Shards,
        cores: usize,
        plan: &Plan,
        estimate: Option<&Estimate>,
        kept: Option<Kept>,
    ) -> Self {
        let whole = estimate.map(|estimate| whole(plan, estimate));
        // A shard has at least one group of paired games; with --until-ci, at least one pairing.
        let parts = match plan.settings.until_ci {
            Some(_) => plan.pairings.len() as u64,
            None => (plan.pairings.len() as u64).saturating_mul(plan.settings.games),
        };
        let shards = match (shards, whole) {
            (Shards::Number(shards), _) => shards,
            (Shards::Auto, whole) => {
                let shards = rounded(whole.unwrap_or_default(), cores);
                kept.map_or(shards.clamp(1, parts.clamp(1, Shard::MAX)), |kept| kept.of)
            }
        };
        let each = whole.zip(estimate).map(|(whole, estimate)| {
            estimate.preparation + whole.div_f64(shards as f64 * cores as f64)
        });
        Self { shards, cores, each }
    }

    /// What is said of the shards in the folder that are not of this tournament and build.
    pub(super) fn refuses(&self, refused: &[(Shard, Error)], out: &Path) -> Option<String> {
        let (shard, error) = (refused.iter()).max_by_key(|(shard, _)| shard.of == self.shards)?;
        let help = if shard.of == self.shards {
            "; the job refuses these shards: remove them, or choose another folder with --out"
        } else {
            ""
        };
        let parts = out.join("parts");
        Some(format!("{} has games that the job cannot use: {error}{help}", parts.display()))
    }

    /// The lines of `--dry-run`: how long the tournament takes, and what losing a shard costs.
    /// `cores` is the number of cores of this machine.
    pub(super) fn told(&self, plan: &Plan, estimate: &Estimate, cores: usize) -> String {
        let whole = whole(plan, estimate);
        let most = plan.settings.until_ci.map_or("", |_| "at most ");
        let on = |cores: usize| {
            let time = estimate.preparation + whole.div_f64(cores as f64);
            format!("{} on {}", long(time), counted(cores as u64, "core", "cores"))
        };
        let mut numbers = vec![1, cores, self.shards as usize * self.cores];
        numbers.sort_unstable();
        numbers.dedup();
        let on: Vec<String> = numbers.into_iter().map(on).collect();
        let each = self.each.unwrap_or_default();
        let rate = 1.0 / estimate.sample.game.as_secs_f64().max(1e-9);
        let rate = match rate {
            ..10.0 => significant(rate, 2),
            _ => count(rate as u64),
        };
        format!(
            "time      {most}about {}, by a sample of {} games, {} per second and core\n\
             shards    {} of about {} on {} each, {} of it to prepare; losing one costs at most \
             that, {:.1} % of the whole\n",
            on.join(", "),
            count(estimate.sample.games),
            rate,
            count(self.shards),
            long(each),
            counted(self.cores as u64, "core", "cores"),
            long(estimate.preparation),
            100.0 / self.shards as f64,
        )
    }

    /// The line of Slurm's time limit for tasks of this number of shards; empty if their time is not
    /// known. It is three times the estimate, which was measured on this machine, and ten minutes:
    /// Slurm requeues a shard that reaches it.
    fn time_limit(&self, turns: u64) -> String {
        let limit = self.each.map(|each| 10 + turns * each.as_secs() / 20);
        limit.map_or_else(String::new, |minutes| format!("#SBATCH --time={minutes}\n"))
    }

    /// The job file, with the `given` arguments.
    ///
    /// # Errors
    /// If a shard cannot read one of the files.
    pub(super) fn file(
        &self,
        emit: Emit,
        &Task { contest, plan, chosen, ref out, .. }: &Task<'_>,
        given: &Given,
    ) -> miette::Result<String> {
        let out = vec!["--out".to_owned(), out.display().to_string()];
        let [words, merge, out] =
            [given.words(PLAYED), given.words(MERGED), out].map(|words| elsewhere(emit, &words));
        let (words, merge, out) = (&words?, &merge?, &PathBuf::from(&out?[1]));
        let Self { shards, cores, .. } = *self;
        let commands = Commands::new(self, words, merge, out);
        let merged = &commands.merge;
        let asked = |shard: Option<Shard>| {
            let mut plan = plan.clone();
            plan.settings.shard = shard;
            Memory::new(contest, &plan, cores).asked()
        };
        let name = format!("rivals-{}", contest.name());
        let what = counted(shards, "shard", "shards");
        let what = format!("{what} of a tournament of {}", contest.name());
        Ok(match emit {
            Emit::List => commands.lines() + merged + "\n",
            Emit::Parallel => format!(
                include_str!("jobs/parallel.sh"),
                what = what,
                cores = cores,
                lines = commands.lines(),
                merge = merged,
            ),
            Emit::Slurm => {
                // A task of Slurm's array plays several shards if there are too many.
                let turns = shards.div_ceil(TASKS);
                format!(
                    include_str!("jobs/slurm.sh"),
                    what = what,
                    name = name,
                    shards = shards,
                    tasks = shards.div_ceil(turns),
                    cores = cores,
                    megabytes = asked(Some(Shard::WHOLE)),
                    merge_megabytes = asked(None),
                    time = self.time_limit(turns),
                    retries = RETRIES,
                    play = commands.play("$number"),
                    merge = quote(&format!("{merged} --threads {cores}")),
                )
            }
            Emit::Kubernetes => format!(
                include_str!("jobs/kubernetes.yaml"),
                what = what,
                files = files_to_copy(&[&words[..], merge].concat(), &chosen.config.paths)?,
                merge = merged,
                name = name,
                shards = shards,
                retries = RETRIES,
                volume = VOLUME,
                play = commands.play("$shard"),
                cores = cores,
                megabytes = asked(Some(Shard::WHOLE)),
            ),
        })
    }
}

/// The commands of a job.
struct Commands<'a> {
    job: &'a Job,
    /// The arguments of each shard.
    words: String,
    /// The folder of the shards.
    parts: String,
    /// The command that merges them.
    merge: String,
}

impl<'a> Commands<'a> {
    fn new(job: &'a Job, words: &[String], merge: &[String], out: &Path) -> Self {
        let quoted = |words: &[String]| -> String {
            let quoted: Vec<String> = words.iter().map(|word| quote(word)).collect();
            quoted.join(" ")
        };
        let [parts, out] = [&*out.join("parts"), out].map(|path| quote(&path.to_string_lossy()));
        let (words, merge, shards) = (quoted(words), quoted(merge), job.shards);
        let merge = format!("rivals merge {parts}/*-of-{shards} --out {out} {merge}");
        Self { job, words, parts, merge: merge.trim_end().to_owned() }
    }

    /// Plays a shard; `number` is its number, as the shell writes it.
    fn play(&self, number: &str) -> String {
        let Self { job: Job { shards, cores, .. }, words, parts, .. } = self;
        format!(
            "rivals tournament {words} --shard {number}/{shards} --threads {cores} --resume \
             --quiet --out {parts}/{number}-of-{shards}"
        )
    }

    /// Plays all shards, a line each.
    fn lines(&self) -> String {
        (1..=self.job.shards).map(|number| self.play(&number.to_string()) + "\n").collect()
    }
}

/// The number of shards of about ten minutes each on `cores` cores: a power of two, so that a
/// sample that varies a little gives the same number.
fn rounded(whole: Duration, cores: usize) -> u64 {
    let shards = whole.as_secs_f64() / (TARGET.as_secs_f64() * cores as f64);
    1 << (libm::log2(shards.max(1.0)).round() as u32).min(Shard::MAX.ilog2())
}

/// The arguments of a command as a shard gives them, which has no standard input, and on Kubernetes
/// no file outside of its volume.
fn elsewhere(emit: Emit, words: &[String]) -> miette::Result<Vec<String>> {
    let mut words = words.to_vec();
    for at in 1..words.len() {
        let (flag, path) = (words[at - 1].clone(), words[at].clone());
        if path.contains(char::is_control) {
            return Err(control(&path));
        }
        if !FILES.contains(&&*flag) && flag != "--out" {
            continue;
        }
        if path == "-" && flag != "--out" {
            let help = "write it to a file, and give its path";
            return Err(miette!(help = help, "a shard cannot read {flag} from standard input"));
        }
        if emit != Emit::Kubernetes {
            continue;
        }
        words[at] = in_volume(&flag, Path::new(&path))?;
    }
    Ok(words)
}

/// The refusal of a path whose line break would end a line of a job file.
fn control(path: &str) -> Report {
    miette!(
        help = "give the file another name",
        "no job file can name {path:?}, which has a line break or another control character"
    )
}

/// A path in the volume, which stands for the current folder.
fn in_volume(what: &str, path: &Path) -> miette::Result<String> {
    let here = std::env::current_dir().unwrap_or_default();
    let inside = path.strip_prefix(VOLUME).or_else(|_| path.strip_prefix(&here)).unwrap_or(path);
    // The depth below the volume, which must not become negative.
    let depth = inside.components().try_fold(0_u32, |depth, part| match part {
        Component::Normal(_) => Some(depth + 1),
        Component::CurDir => Some(depth),
        Component::ParentDir => depth.checked_sub(1),
        Component::RootDir | Component::Prefix(_) => None,
    });
    // A symbolic link must not lead out of it either.
    let mut above = inside.ancestors();
    let real = above.find_map(|path| fs::canonicalize(here.join(path)).ok());
    let leaves =
        real.zip(fs::canonicalize(&here).ok()).is_some_and(|(real, here)| !real.starts_with(here));
    match depth {
        Some(_) if path.starts_with(VOLUME) => Ok(path.display().to_string()),
        Some(_) if !leaves => Ok(inside.display().to_string()),
        _ => Err(miette!(
            help = format!(
                "the volume is mounted at {VOLUME} and stands for the current folder: write a path \
                 below one of them"
            ),
            "{what} {} lies outside of the volume of the Kubernetes job",
            path.display()
        )),
    }
}

/// The sentence that says which files the volume must have: those of the arguments, and those that
/// the configuration file names.
fn files_to_copy(words: &[String], named: &[(&str, PathBuf)]) -> miette::Result<String> {
    let given = words.windows(2).filter(|two| FILES.contains(&&*two[0]));
    let mut files: Vec<String> = given.map(|two| two[1].clone()).collect();
    for (key, path) in named {
        files.push(in_volume(&format!("the configuration's {key}"), path)?);
    }
    // Every command reads it, in place of the built-in files.
    if Path::new("configs").exists() {
        files.retain(|path| !Path::new(path).starts_with("configs"));
        files.push("configs".to_owned());
    }
    files.sort_unstable();
    files.dedup();
    if let Some(path) = files.iter().find(|path| path.contains(char::is_control)) {
        return Err(control(path));
    }
    Ok(if files.is_empty() {
        String::new()
    } else {
        format!(" Copy these files into it:\n#   {}\n#", files.join("\n#   "))
    })
}

/// The time of all games on one core; with `--until-ci` at most.
fn whole(plan: &Plan, estimate: &Estimate) -> Duration {
    let seconds = plan.most_games() as f64 * estimate.sample.game.as_secs_f64();
    // A century is as good as any longer time.
    Duration::from_secs_f64(seconds.min(3e9))
}

/// A long time with its two largest units: `2 h 5 min`.
fn long(time: Duration) -> String {
    let seconds = time.as_secs();
    let [days, hours, minutes] = [86_400, 3_600, 60].map(|unit| seconds / unit);
    match () {
        () if days > 0 => format!("{} d {} h", count(days), hours % 24),
        () if hours > 0 => format!("{hours} h {} min", minutes % 60),
        () if minutes > 0 => format!("{minutes} min {} s", seconds % 60),
        () => duration(time),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_times() {
        let told = [1, 90, 7_500, 200_000].map(|seconds| long(Duration::from_secs(seconds)));
        assert_eq!(told, ["1.00 s", "1 min 30 s", "2 h 5 min", "2 d 7 h"]);
    }

    #[test]
    fn samples_that_vary_give_the_same_number_of_shards() {
        for (shards, rounded) in [(0, 1), (1, 1), (28, 32), (30, 32), (35, 32), (41, 32), (63, 64)]
        {
            for cores in [1, 3] {
                let whole = TARGET * shards * cores;
                assert_eq!(super::rounded(whole, cores as usize), rounded, "{shards}");
            }
        }
        assert_eq!(super::rounded(Duration::from_secs(3_000_000_000), 1), 8_192);
    }

    #[test]
    fn paths_outside_of_the_volume_are_refused() {
        let here = std::env::current_dir().unwrap().join("a/b");
        for (path, inside) in [
            ("a/b", "a/b"),
            ("a/../b", "a/../b"),
            ("./a", "./a"),
            ("/rivals/a", "/rivals/a"),
            (here.to_str().unwrap(), "a/b"),
        ] {
            assert_eq!(in_volume("--out", Path::new(path)).unwrap(), inside);
        }
        for path in ["/a", "..", "a/../../b", "/rivals/../a", "/rivalsa"] {
            let error = in_volume("--out", Path::new(path)).unwrap_err().to_string();
            assert!(error.contains(&format!("--out {path} lies outside")), "{error}");
        }
        #[cfg(unix)]
        {
            let link = tempfile::TempDir::new_in(".").unwrap();
            let out = Path::new(link.path().file_name().unwrap()).join("out");
            std::os::unix::fs::symlink("/", link.path().join("out")).unwrap();
            assert!(in_volume("--out", &out.join("league")).is_err());
        }
        let given = |path: &str| ["--config".to_owned(), path.to_owned()];
        assert!(elsewhere(Emit::Slurm, &given("/etc/league.toml")).is_ok());
        assert!(elsewhere(Emit::Kubernetes, &given("/etc/league.toml")).is_err());
        assert!(elsewhere(Emit::Slurm, &given("-")).is_err());
        for odd in ["a\nb.toml", "a\rb.toml"] {
            assert!(elsewhere(Emit::List, &given(odd)).is_err());
            let named = [("rules", PathBuf::from(odd))];
            assert!(files_to_copy(&given("league.toml"), &named).is_err());
        }
    }

    #[test]
    fn numbers_of_shards() {
        assert_eq!(shards("auto"), Ok(Shards::Auto));
        assert_eq!(shards("1k"), Ok(Shards::Number(1_000)));
        for odd in ["0", "10001", "some", ""] {
            assert!(shards(odd).unwrap_err().ends_with(", or auto"), "{odd}");
        }
    }
}
