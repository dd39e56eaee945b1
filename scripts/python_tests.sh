#!/usr/bin/env bash
# Tests the Python package: builds the wheel, installs it with what the tests use, and runs the test
# suites of PettingZoo and Gymnasium, the package's own tests, the examples of docs/python.md, and
# checks of the type stubs. With --full also the source package, 10,000 games of each game, the
# notebook, the learner and the comparison of speed with OpenSpiel.
#
# Usage: scripts/python_tests.sh [--full]   (RIVALS names the program whose files must be the same)
set -euo pipefail
cd "$(dirname "$0")/.."
full=
[ "${1-}" = --full ] && full=1
work=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; wait; rm -rf "$work"' EXIT
step() { echo "python, $SECONDS s: $1"; }

# The packages are installed while the wheel is built.
bin=$work/venv/bin
install() { "$bin/pip" install --quiet --retries 10 --timeout 60 "$@"; }
packages() {
    python3 -m venv "$work/venv"
    # Compiling them all takes longer than compiling what is used.
    sed -nE '/^test = \[/,/^\]/s/^ +"([^"]+)",$/\1/p' python/pyproject.toml >"$work/test.txt"
    install --no-compile -r "$work/test.txt" ${full:+open-spiel==2.0.2 nbclient ipykernel matplotlib}
}
packages >"$work/log" 2>&1 &
packages=$!

# The wheel that people install takes minutes more to build. One without any optimization plays too
# slowly.
if [ -z "$full" ]; then
    export PROFILE=${PROFILE:-dev} CARGO_PROFILE_DEV_OPT_LEVEL=${CARGO_PROFILE_DEV_OPT_LEVEL:-1}
fi
scripts/wheel.sh ${full:+--sdist} "$work/packages"
step "packages are built"
wait "$packages" || { cat "$work/log"; exit 1; }
install "$(ls "$work"/packages/*.whl)[test]"
step "packages are installed"

# Away from the sources, so that the installed package is tested.
cp -r python/tests python/pyproject.toml docs/python.md "$work/"
mkdir -p "$work/examples" && cp examples/python.ipynb "$work/examples/"
compare=$PWD/scripts/compare_python.py
cd "$work"
RIVALS_GAMES=${full:+10000} "$bin/python" -m pytest --durations=8 tests ${full:+--slow}
step "tests have run"
"$bin/python" -m mypy.stubtest rivals._rivals --ignore-disjoint-bases
package=$("$bin/python" -c 'import rivals, os; print(os.path.dirname(rivals.__file__))')
"$bin/pyright" --pythonpath "$bin/python" "$package"
step "stubs agree"
if [ -n "$full" ]; then
    # After the tests: with it PettingZoo's test suite imports its own games, which warn.
    install pygame
    "$bin/python" "$compare" --check --out "$work/python.csv"
    step "speed is compared"
fi
