#!/usr/bin/env bash
# Builds the Python package: a wheel for this platform and, with --sdist, the source package. Each is
# installed into a clean environment, where a game is played. Needs Python from 3.11 and a Rust
# toolchain; maturin is installed into an environment of its own.
#
# Usage: scripts/wheel.sh [--sdist] [FOLDER]
# FOLDER, target/wheels without it, takes the packages. Packages of rivals that lie there are deleted.
# PROFILE=dev builds a slow wheel of any size quickly, for tests.
set -euo pipefail
cd "$(dirname "$0")/.."
sdist=
[ "${1-}" = --sdist ] && { sdist=1; shift; }
profile=${PROFILE:-wheel}
folder=${1:-target/wheels}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 -m venv "$work/build"
"$work/build/bin/pip" install --quiet --retries 10 maturin==1.16.0
maturin() { "$work/build/bin/maturin" "$@" --manifest-path python/Cargo.toml --out "$folder"; }

# Installs a package into a clean environment, and plays there, far from the checkout.
installs() {
    python3 -m venv "$work/$1"
    "$work/$1/bin/pip" install --quiet "$2"
    (cd "$work" && "$work/$1/bin/python" -c '
import rivals

league = rivals.tournament("pig", ["hold-20", "hold-10"], games=10)
assert league.standings["id"] == ["hold-20", "hold-10"], league.standings
assert all(rivals.game(name).start().seat for name in rivals.games())
')
    echo "$(basename "$2"): $(($(wc -c <"$2") >> 10)) KiB, installed in a clean environment"
}

rm -f "$folder"/rivals-*.whl "$folder"/rivals-*.tar.gz
maturin build --profile "$profile" --locked --quiet
wheel=$(ls "$folder"/rivals-*.whl)
[ "$profile" != wheel ] || [ "$(wc -c <"$wheel")" -lt 15000000 ] || { echo "$wheel is larger than 15 MB"; exit 1; }
installs wheel "$wheel"
if [ -n "$sdist" ]; then
    "$work/build/bin/maturin" sdist --manifest-path python/Cargo.toml --out "$folder" --quiet
    # It is compiled again, from the package alone.
    CARGO_TARGET_DIR=$work/target installs sdist "$(ls "$folder"/rivals-*.tar.gz)"
fi
