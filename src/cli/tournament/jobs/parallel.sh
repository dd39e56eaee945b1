#!/bin/sh
# {shards} of a tournament of {game}, for GNU parallel. Run it in this folder: sh FILE
# Run it again when no shard plays any more, to go on with those that are not complete.
set -eu
parallel --will-cite \
    --jobs "${JOBS:-$(($(nproc) / {cores} > 0 ? $(nproc) / {cores} : 1))}" <<'SHARDS'
{lines}SHARDS
{merge}
