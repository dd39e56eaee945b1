//! `rivals tournament --shards N`: how long the shards take, and the files with which a cluster
//! plays them.
//!
//! Every file runs the same command for each shard, with `--resume`: whoever repeats it goes on
//! with the games that its folder has. At the end, `rivals merge` writes the results.

use std::path::Path;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::super::interrupt::quote;
use crate::command::shared::whole_number;
use crate::text::number::{count, counted, duration, significant};
use crate::tournament::{Contest, Memory, Plan, Sample, Shard};

/// The time of a shard of `--shards auto`: short enough that a lost one costs little, and long
/// compared with its preparation and its way through a queue.
const TARGET: Duration = Duration::from_secs(600);

/// How long the sample of games is played.
pub(super) const SAMPLE: Duration = Duration::from_secs(3);

/// How often a shard that was interrupted or killed is played again.
const RETRIES: u32 = 5;

/// A number of shards, or `auto`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shards {
    /// As many as take about ten minutes each.
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
    /// Number of shards for --emit or --dry-run; auto: about ten minutes each, by a measured sample
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

impl Job {
    pub(super) fn new(
        shards: Shards,
        cores: usize,
        plan: &Plan,
        estimate: Option<&Estimate>,
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
                let each = TARGET.as_secs_f64() * cores as f64;
                let shards = whole.unwrap_or_default().as_secs_f64() / each;
                (shards.ceil() as u64).clamp(1, parts.clamp(1, Shard::MAX))
            }
        };
        let each = whole.zip(estimate).map(|(whole, estimate)| {
            estimate.preparation + whole.div_f64(shards as f64 * cores as f64)
        });
        Self {
            shards,
            cores,
            each,
        }
    }

    /// The lines of `--dry-run`: how long the tournament takes, and what losing a shard costs.
    /// `cores` is the number of cores of this machine.
    pub(super) fn told(&self, plan: &Plan, estimate: &Estimate, cores: usize) -> String {
        let whole = whole(plan, estimate);
        let most = plan.settings.until_ci.map_or("", |_| "at most ");
        let on = |cores: usize| {
            let time = estimate.preparation + whole.div_f64(cores as f64);
            format!(
                "{} on {}",
                long(time),
                counted(cores as u64, "core", "cores")
            )
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

    /// The job file. `words` are the arguments of `rivals tournament` that decide what is played,
    /// `merge` those of `rivals merge`.
    pub(super) fn file(
        &self,
        emit: Emit,
        contest: &dyn Contest,
        memory: &Memory,
        out: &Path,
        [words, merge]: [&[String]; 2],
    ) -> String {
        let Self { shards, cores, .. } = *self;
        let quoted = |words: &[String]| -> String {
            let quoted: Vec<String> = words.iter().map(|word| quote(word)).collect();
            quoted.join(" ")
        };
        let parts = quote(&out.join("parts").to_string_lossy());
        // `number` is the shard's, as the shell writes it.
        let play = |number: &str| {
            format!(
                "rivals tournament {} --shard {number}/{shards} --threads {cores} --resume --quiet \
                 --out {parts}/{number}-of-{shards}",
                quoted(words)
            )
        };
        let merge = format!(
            "rivals merge {parts}/*-of-{shards} --out {} {}",
            quote(&out.to_string_lossy()),
            quoted(merge)
        );
        let merge = merge.trim_end();
        let lines = || -> String {
            let lines = (1..=shards).map(|number| play(&number.to_string()) + "\n");
            lines.collect()
        };
        // Three times the estimate, which was measured on this machine, and ten minutes. Slurm
        // requeues a shard that reaches the limit.
        let limit = self.each.map(|each| 10 + each.as_secs() / 20);
        let time = |minutes: u64| format!("#SBATCH --time={minutes}\n");
        let size = match shards {
            0..=1_000 => String::new(),
            _ => format!(
                "# Slurm's default MaxArraySize allows 1,000 shards; this needs {}.\n",
                shards + 1
            ),
        };
        let shared = [
            ("WHAT", {
                let shards = counted(shards, "shard", "shards");
                format!("{shards} of a tournament of {}", contest.name())
            }),
            ("NAME", format!("rivals-{}", contest.name())),
            ("SHARDS", shards.to_string()),
            ("CORES", cores.to_string()),
            (
                "MEGABYTES",
                (memory.bytes().div_ceil(1 << 20) + 64).to_string(),
            ),
            ("RETRIES", RETRIES.to_string()),
            ("SIZE", size),
            ("TIME", limit.map_or_else(String::new, time)),
            ("QUOTED_MERGE", quote(merge)),
            ("MERGE", merge.to_owned()),
        ];
        let (template, own) = match emit {
            Emit::List => ("@LINES@@MERGE@\n", ("LINES", lines())),
            Emit::Parallel => (include_str!("jobs/parallel.sh"), ("LINES", lines())),
            Emit::Slurm => {
                let play = play("$SLURM_ARRAY_TASK_ID");
                (include_str!("jobs/slurm.sh"), ("PLAY", play))
            }
            Emit::Kubernetes => {
                let play = play("$shard");
                (include_str!("jobs/kubernetes.yaml"), ("PLAY", play))
            }
        };
        // The words of the user come last: a path may have a name of these in it.
        shared
            .iter()
            .chain([&own])
            .fold(template.to_owned(), |text, (name, value)| {
                text.replace(&format!("@{name}@"), value)
            })
    }
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
    fn numbers_of_shards() {
        assert_eq!(shards("auto"), Ok(Shards::Auto));
        assert_eq!(shards("1k"), Ok(Shards::Number(1_000)));
        for odd in ["0", "10001", "some", ""] {
            assert!(shards(odd).unwrap_err().ends_with(", or auto"), "{odd}");
        }
    }
}
