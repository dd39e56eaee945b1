//! `rivals tournament --shards N`: how long the shards take, and the files with which a cluster
//! plays them.
//!
//! Every file runs the same command for each shard, with `--resume`: a repeated run goes on
//! with the games that its folder has. At the end, `rivals merge` writes the results.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path};
use std::time::Duration;

use clap::{Args, ValueEnum};
use miette::miette;

use super::super::interrupt::quote;
use super::Chosen;
use super::run::Task;
use crate::command::shared::{Given, whole_number};
use crate::text::number::{count, counted, duration, significant};
use crate::tournament::{Header, JOURNAL, Memory, Plan, Sample, Shard, check};
use rivals_core::sentences::Sentences;
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
const FILES: [&str; 5] = ["--config", "--personalities", "--rules", "--claims", "--external"];

/// The arguments of `rivals tournament` that decide what is played, by id, and those of
/// `rivals merge`.
const PLAYED: &str = "game games seed roster random_personalities players pairings config \
                      personalities rules no_built_in until_ci until_ci_of memory external \
                      run_programs failures log keep_failed keep_games cache no_cache \
                      cache_size";
const MERGED: &str = "roster config personalities rules no_built_in claims memory no_report";

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
    /// The expected time of a shard, with its preparation; `None` if it was not measured.
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
    /// The job with the most games in `parts`, `None` if there are no games of this tournament; and
    /// why a shard of another tournament or build cannot be used.
    pub(super) fn find(out: &Path, header: &Header) -> (Option<Self>, Option<Error>) {
        let (mut found, mut refused) = (BTreeMap::new(), None);
        let folders = fs::read_dir(out.join("parts"));
        for folder in folders.into_iter().flatten().flatten() {
            let name = folder.file_name().to_string_lossy().replace("-of-", "/");
            let journal = folder.path().join(JOURNAL);
            let (Ok(shard), Ok(file)) = (name.parse::<Shard>(), fs::metadata(&journal)) else {
                continue;
            };
            if let Err(error) = check(&journal, &Header { shard: Some(shard), ..header.clone() }) {
                refused = Some(error);
                continue;
            }
            let of = shard.of;
            let kept = found.entry(of).or_insert(Self { of, begun: 0, bytes: 0 });
            kept.begun += 1;
            kept.bytes += file.len();
        }
        (found.into_values().max_by_key(|kept: &Self| kept.bytes), refused)
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

    /// The lines of `--dry-run`: how long the tournament takes, and what losing a shard costs.
    /// `cores` is the number of cores of this machine.
    pub(super) fn told(&self, plan: &Plan, estimate: &Estimate, cores: usize) -> String {
        let most = plan.settings.until_ci.map_or("", |_| "at most ");
        let on = |cores: u64| on_cores(plan, estimate, cores);
        let mut numbers = vec![1, cores as u64, self.shards * self.cores as u64];
        numbers.sort_unstable();
        numbers.dedup();
        let on: Vec<String> = numbers.into_iter().map(on).collect();
        let each = self.each.unwrap_or_default();
        let rate = 1.0 / estimate.sample.game.as_secs_f64().max(1e-9);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "below 2^64")]
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
        let [words, merged] = [PLAYED, MERGED].map(|ids| given.words(ids));
        let all = [&words[..], &merged].concat();
        let files = files_of(&all, chosen);
        for &(what, path) in files.iter().chain(&[("--out", &**out)]) {
            check_path(emit, what, path)?;
        }
        let Self { shards, cores, .. } = *self;
        let quoted =
            |words: &[String]| words.iter().map(|word| quote(word)).collect::<Vec<_>>().join(" ");
        let [parts, to] = [&*out.join("parts"), out].map(|path| quote(&path.to_string_lossy()));
        let merge = format!("rivals merge {parts}/*-of-{shards} --out {to} {}", quoted(&merged));
        let (words, merge) = (quoted(&words), merge.trim_end());
        let play = |number: &str| {
            format!(
                "rivals tournament {words} --shard {number}/{shards} --threads {cores} --resume \
                 --quiet --out {parts}/{number}-of-{shards}"
            )
        };
        let asked = |shard: Option<Shard>| {
            let mut plan = plan.clone();
            plan.settings.shard = shard;
            Memory::new(contest, &plan, cores).asked().to_string()
        };
        // A task of Slurm's array plays several shards if there are too many.
        let turns = shards.div_ceil(TASKS);
        let template = match emit {
            Emit::List => "{lines}{merge}\n",
            Emit::Parallel => include_str!("jobs/parallel.sh"),
            Emit::Slurm => include_str!("jobs/slurm.sh"),
            Emit::Kubernetes => include_str!("jobs/kubernetes.yaml"),
        };
        let values = [
            ("game", contest.name().to_owned()),
            ("shards", counted(shards, "shard", "shards")),
            ("number_of_shards", shards.to_string()),
            ("tasks", shards.div_ceil(turns).to_string()),
            ("cores", cores.to_string()),
            ("megabytes", asked(Some(Shard::WHOLE))),
            ("merge_megabytes", asked(None)),
            ("time", self.time_limit(turns)),
            ("retries", RETRIES.to_string()),
            ("volume", VOLUME.to_owned()),
            ("files", files_to_copy(&files)),
            ("lines", (1..=shards).map(|number| play(&number.to_string()) + "\n").collect()),
            ("play", play("$number")),
            ("wrapped_merge", quote(&format!("{merge} --threads {cores}"))),
            ("merge", merge.to_owned()),
        ];
        let fill = |text: String, (name, value): &(&str, String)| {
            text.replace(&format!("{{{name}}}"), value)
        };
        Ok(values.iter().fold(template.to_owned(), fill))
    }
}

/// The number of shards of about ten minutes each on `cores` cores: a power of two, so that a
/// sample that varies a little gives the same number.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a logarithm")]
fn rounded(whole: Duration, cores: usize) -> u64 {
    let shards = whole.as_secs_f64() / (TARGET.as_secs_f64() * cores as f64);
    1 << (libm::log2(shards.max(1.0)).round() as u32).min(Shard::MAX.ilog2())
}

/// The files that these words and the configuration file name, with what names them.
fn files_of<'a>(words: &'a [String], chosen: &'a Chosen) -> Vec<(&'a str, &'a Path)> {
    let flags = words.windows(2).filter(|two| FILES.contains(&&*two[0]));
    let given = flags.map(|two| (&*two[0], Path::new(&two[1])));
    let rosters = words.windows(2).filter(|two| two[0] == "--roster");
    let players = rosters.flat_map(|two| two[1].split(',')).filter_map(|id| {
        let (file, _) = Sentences::split(id)?;
        Sentences::built_in_name(file).is_none().then(|| ("--roster", Path::new(file)))
    });
    let configured = chosen.config.paths.iter().map(|(key, path)| (*key, &**path));
    given.chain(players).chain(configured).collect()
}

/// Refuses a path that no shard can use: standard input, a line break, which would end a line of the
/// job file, and on Kubernetes a path outside of the volume, which stands for the current folder.
fn check_path(emit: Emit, what: &str, path: &Path) -> miette::Result<()> {
    let inside = path.strip_prefix(VOLUME).unwrap_or(path);
    let leaves = |part| !matches!(part, Component::Normal(_) | Component::CurDir);
    let (reason, help) = if path == Path::new("-") && what != "--out" {
        ("standard input, which a shard does not have", "write it to a file, and give its path")
    } else if path.to_string_lossy().contains(char::is_control) {
        ("a name with a control character", "give the file another name")
    } else if emit == Emit::Kubernetes && inside.components().any(leaves) {
        let help = "write a path within the current folder, for which the volume stands";
        ("outside of the volume of the Kubernetes job", help)
    } else {
        return Ok(());
    };
    Err(miette!(help = help, "{what} {path:?} is {reason}"))
}

/// The sentence that says which files the volume must have.
fn files_to_copy(files: &[(&str, &Path)]) -> String {
    let mut files: Vec<&Path> = files.iter().map(|(_, path)| *path).collect();
    // Every command reads it, instead of the built-in files.
    let configs = Path::new("configs");
    if configs.exists() {
        files.retain(|path| !path.starts_with(configs));
        files.push(configs);
    }
    files.sort_unstable();
    files.dedup();
    let files: String = files.iter().map(|path| format!("\n#   {}", path.display())).collect();
    if files.is_empty() { files } else { format!(" Copy these files into it:{files}\n#") }
}

/// How long a tournament takes on this number of cores, in words.
pub(super) fn on_cores(plan: &Plan, estimate: &Estimate, cores: u64) -> String {
    let time = estimate.preparation + whole(plan, estimate).div_f64(cores as f64);
    format!("{} on {}", long(time), counted(cores, "core", "cores"))
}

/// The time of all games on one core; with `--until-ci` at most.
fn whole(plan: &Plan, estimate: &Estimate) -> Duration {
    let seconds = plan.most_games() as f64 * estimate.sample.game.as_secs_f64();
    // A century is as good as any longer time.
    Duration::from_secs_f64(seconds.min(3e9))
}

/// A long time with its two largest units: `2 h 5 min`.
pub(super) fn long(time: Duration) -> String {
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
    fn paths_that_no_shard_can_use_are_refused() {
        let check = |emit, path: &str| check_path(emit, "--config", Path::new(path));
        for path in ["a/b", "./a", "/rivals/a"] {
            check(Emit::Kubernetes, path).unwrap();
        }
        for path in ["/a", "..", "a/../../b", "/rivals/../a", "/rivalsa"] {
            let error = check(Emit::Kubernetes, path).unwrap_err().to_string();
            assert!(error.contains("is outside of the volume"), "{error}");
            check(Emit::Slurm, path).unwrap();
        }
        for odd in ["-", "a\nb.toml", "a\rb.toml"] {
            assert!(check(Emit::List, odd).is_err());
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
