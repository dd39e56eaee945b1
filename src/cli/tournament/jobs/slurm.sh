#!/bin/bash
# @WHAT@, as a Slurm array. In this folder, on a disk that all nodes share:
#   job=$(sbatch --parsable FILE)
#   sbatch --dependency=afterok:$job --wrap @QUOTED_MERGE@
@SIZE@#SBATCH --job-name=@NAME@
#SBATCH --array=1-@SHARDS@
#SBATCH --cpus-per-task=@CORES@
#SBATCH --mem=@MEGABYTES@M
@TIME@#SBATCH --signal=B:TERM@60
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=@NAME@-%A_%a.log
@PLAY@ &
shard=$!
trap 'kill -TERM "$shard" 2>/dev/null' TERM
wait "$shard"
code=$?
# A signal to this script ends the first wait, not the shard.
if kill -0 "$shard" 2>/dev/null; then wait "$shard"; code=$?; fi
# 4: interrupted, its games are kept. Above 128: a signal ended it. Both go on. 2: it was refused,
# or its folder cannot be written; it is not repeated.
if [ "$code" -eq 4 ] || [ "$code" -gt 128 ]; then
    if [ "${SLURM_RESTART_COUNT:-0}" -lt @RETRIES@ ]; then scontrol requeue "$SLURM_JOB_ID"; fi
fi
exit "$code"
