#!/bin/bash
# {shards} of a tournament of {game}, as a Slurm array. In this folder, on a disk that all nodes share:
#   job=$(sbatch --parsable FILE)
#   sbatch --dependency=afterany:$job --cpus-per-task={cores} --mem={merge_megabytes}M --wrap {wrapped_merge}
# The merge starts when no shard is left, and names those that failed; submit both again to play
# these. `scancel $job` ends the shards; their games are kept.
#SBATCH --job-name=rivals-{game}
#SBATCH --array=1-{tasks}
#SBATCH --cpus-per-task={cores}
#SBATCH --mem={megabytes}M
{time}#SBATCH --signal=B:USR1@60
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=rivals-{game}-%A_%a.log
shards={number_of_shards}
# USR1 is the warning before the time limit: the shard saves its games, and goes on when the job is
# requeued. TERM ends the job; Slurm sends it to the shard as well.
warned=0 cancelled=0 again=0 code=0
trap 'warned=1; kill -TERM "$shard" 2>/dev/null' USR1
trap 'cancelled=1' TERM
for ((number = SLURM_ARRAY_TASK_ID; number <= shards && !cancelled; number += {tasks})); do
    {play} &
    shard=$!
    if ((warned)); then kill -TERM "$shard"; fi
    # A signal to this script ends a wait, not the shard.
    while kill -0 "$shard" 2>/dev/null; do wait "$shard"; done
    wait "$shard"
    ended=$?
    case $ended in
        0) ;;
        # It was interrupted.
        4 | 130 | 143) code=$ended again=$warned && break ;;
        # It was killed.
        129 | 1[3-9]? | 2??) code=$ended again=1 && break ;;
        # It was refused, or its folder cannot be written: it would fail again.
        *) code=$ended ;;
    esac
done
if ((again && !cancelled && ${SLURM_RESTART_COUNT:-0} < {retries})); then
    scontrol requeue "$SLURM_JOB_ID"
fi
exit "$code"
