#!/usr/bin/env bash
# Builds the page that needs no server: a folder of static files with the whole engine in it.
#     scripts/page.sh [FOLDER]          FOLDER is page, if it is not given
#     python3 -m http.server --directory page
# Needs the Rust target wasm32-unknown-unknown (rustup target add wasm32-unknown-unknown). If wasm-opt
# is installed (npm install -g binaryen), the engine gets smaller.
set -euo pipefail
here=$(dirname "$0")/..
folder=${1:-page}
target=${CARGO_TARGET_DIR:-$here/target}
build() { cargo build --locked --quiet --manifest-path "$here/Cargo.toml" --target-dir "$target" -p rivals-page "$@"; }
# Its hashes have a loop for their rounds, and its panics no paths of this machine.
flags=(--cfg rivals_page --cfg 'sha2_backend_soft="compact"'
    "--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}/registry/src=registry")
CARGO_ENCODED_RUSTFLAGS=$(IFS=$'\x1f' && echo "${flags[*]}") build --profile page --target wasm32-unknown-unknown
wasm=$target/wasm32-unknown-unknown/page/rivals_page.wasm
# Compression likes code as the compiler writes it: what wasm-opt does with -Oz makes it shorter, and
# longer when it is compressed. So it leaves out what stands there twice, and little more.
if command -v wasm-opt >/dev/null; then
    features=(bulk-memory multivalue mutable-globals nontrapping-float-to-int reference-types sign-ext)
    passes=(duplicate-function-elimination merge-similar-functions reorder-locals vacuum remove-unused-brs
        remove-unused-names merge-blocks duplicate-function-elimination remove-unused-module-elements)
    wasm-opt "${features[@]/#/--enable-}" "$wasm" "${passes[@]/#/--}" -o "$wasm.small" && wasm=$wasm.small
fi
build --example folder
mkdir -p "$folder"
rm -rf "$folder"/a-????????
"$target/debug/examples/folder" "$wasm" "$folder"
echo "$folder: $(du -b "$wasm" | cut -f1) bytes of WebAssembly, $(du -b "$folder"/a-*/rivals.gz.bin | cut -f1) compressed"
echo "try it: python3 -m http.server --directory $folder"
