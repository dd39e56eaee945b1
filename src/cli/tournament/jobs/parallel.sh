#!/bin/sh
# @WHAT@, for GNU parallel. Run it in this folder: sh FILE
# Run it again when no shard plays any more, to go on with those that are not complete.
set -eu
parallel --will-cite \
    --jobs "${JOBS:-$(($(nproc) / @CORES@ > 0 ? $(nproc) / @CORES@ : 1))}" <<'SHARDS'
@LINES@SHARDS
@MERGE@
