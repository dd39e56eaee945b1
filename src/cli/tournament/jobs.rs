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
    /// Number of shards for --emit or --dry-run; auto: some ten minutes each, by a measured sample
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
        let what = format!(
            "{} of a tournament of {}",
            counted(shards, "shard", "shards"),
            contest.name()
        );
        let name = format!("rivals-{}", contest.name());
        // The estimate is for this machine; a shard that runs out of it goes on where it was.
        let limit = self.each.map(|each| 10 + each.as_secs() / 20);
        let megabytes = memory.bytes().div_ceil(1 << 20) + 64;
        let lines = || -> String {
            let lines = (1..=shards).map(|number| play(&number.to_string()) + "\n");
            lines.collect()
        };
        match emit {
            Emit::List => format!("{}{merge}\n", lines()),
            Emit::Parallel => format!(
                "#!/bin/sh\n\
                 # {what}, for GNU parallel. Run it in this folder: sh FILE\n\
                 # Run it again when no shard plays any more, to go on with those that are not complete.\n\
                 set -eu\n\
                 parallel --will-cite \\\n    \
                 --jobs \"${{JOBS:-$(($(nproc) / {cores} > 0 ? $(nproc) / {cores} : 1))}}\" <<'SHARDS'\n\
                 {}SHARDS\n\
                 {merge}\n",
                lines()
            ),
            Emit::Slurm => {
                let time =
                    limit.map_or_else(String::new, |minutes| format!("#SBATCH --time={minutes}\n"));
                let size = match shards {
                    0..=1_000 => String::new(),
                    _ => format!(
                        "# Slurm's default MaxArraySize allows 1,000 shards; this needs {}.\n",
                        shards + 1
                    ),
                };
                format!(
                    "#!/bin/bash\n\
                     # {what}, as a Slurm array. In this folder, on a disk that all nodes share:\n\
                     #   job=$(sbatch --parsable FILE)\n\
                     #   sbatch --dependency=afterok:$job --wrap {}\n\
                     {size}\
                     #SBATCH --job-name={name}\n\
                     #SBATCH --array=1-{shards}\n\
                     #SBATCH --cpus-per-task={cores}\n\
                     #SBATCH --mem={megabytes}M\n\
                     {time}\
                     #SBATCH --signal=B:TERM@60\n\
                     #SBATCH --requeue\n\
                     #SBATCH --open-mode=append\n\
                     #SBATCH --output={name}-%A_%a.log\n\
                     {} &\n\
                     shard=$!\n\
                     trap 'kill -TERM \"$shard\" 2>/dev/null' TERM\n\
                     wait \"$shard\"\n\
                     code=$?\n\
                     # A signal to this script ends the first wait, not the shard.\n\
                     if kill -0 \"$shard\" 2>/dev/null; then wait \"$shard\"; code=$?; fi\n\
                     # 4: interrupted, its games are kept. Above 128: a signal ended it. Both go on;\n\
                     # 2 would fail again.\n\
                     if [ \"$code\" -eq 4 ] || [ \"$code\" -gt 128 ]; then\n    \
                     if [ \"${{SLURM_RESTART_COUNT:-0}}\" -lt {RETRIES} ]; then scontrol requeue \
                     \"$SLURM_JOB_ID\"; fi\n\
                     fi\n\
                     exit \"$code\"\n",
                    quote(merge),
                    play("$SLURM_ARRAY_TASK_ID"),
                )
            }
            Emit::Kubernetes => format!(
                "# {what}, as an Indexed Job: kubectl apply -f FILE\n\
                 # Put an image with the program at `image`, and a volume that all nodes can write\n\
                 # at `claimName`; configuration files lie in it. When the job is complete, run in\n\
                 # the volume:\n\
                 #   {merge}\n\
                 apiVersion: batch/v1\n\
                 kind: Job\n\
                 metadata:\n\
                 \x20 name: {name}\n\
                 spec:\n\
                 \x20 completionMode: Indexed\n\
                 \x20 completions: {shards}\n\
                 \x20 parallelism: {shards} # as many as the cluster has room for run at a time\n\
                 \x20 backoffLimitPerIndex: {RETRIES}\n\
                 \x20 maxFailedIndexes: {shards}\n\
                 \x20 podFailurePolicy:\n\
                 \x20   rules:\n\
                 \x20     - action: FailIndex # refused: it would fail again\n\
                 \x20       onExitCodes:\n\
                 \x20         containerName: shard\n\
                 \x20         operator: In\n\
                 \x20         values: [2]\n\
                 \x20     - action: Ignore # a lost node costs only time\n\
                 \x20       onPodConditions:\n\
                 \x20         - type: DisruptionTarget\n\
                 \x20           status: \"True\"\n\
                 \x20 template:\n\
                 \x20   spec:\n\
                 \x20     restartPolicy: Never\n\
                 \x20     containers:\n\
                 \x20       - name: shard\n\
                 \x20         image: rivals\n\
                 \x20         workingDir: /rivals\n\
                 \x20         command:\n\
                 \x20           - /bin/sh\n\
                 \x20           - -c\n\
                 \x20           - |\n\
                 \x20             shard=$((JOB_COMPLETION_INDEX + 1))\n\
                 \x20             exec {}\n\
                 \x20         resources:\n\
                 \x20           requests:\n\
                 \x20             cpu: \"{cores}\"\n\
                 \x20             memory: {megabytes}Mi\n\
                 \x20         volumeMounts:\n\
                 \x20           - name: rivals\n\
                 \x20             mountPath: /rivals\n\
                 \x20     volumes:\n\
                 \x20       - name: rivals\n\
                 \x20         persistentVolumeClaim:\n\
                 \x20           claimName: rivals\n",
                play("$shard"),
            ),
        }
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
