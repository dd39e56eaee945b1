//! Crates as WebAssembly, in an interpreter.

use std::env;
use std::path::Path;
use std::process::Command;

use wasmi::{Engine, Instance, Linker, Module, Store};

const TARGET: &str = "wasm32-unknown-unknown";

/// A crate in this folder of the repository as WebAssembly; `None` if the target is not installed and
/// need not be.
pub(crate) fn compiled(folder: &str) -> Option<Vec<u8>> {
    let compiled = compile(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder));
    if compiled.is_none() {
        assert!(env::var_os("RIVALS_REQUIRE_WASM").is_none(), "{TARGET} is not installed");
        println!("skipped: `rustup target add {TARGET}` installs what this test needs");
    }
    compiled
}

fn compile(of: &Path) -> Option<Vec<u8>> {
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let libraries = Command::new(rustc)
        .args(["--print", "target-libdir", "--target", TARGET])
        .output()
        .expect("rustc runs");
    let libraries = String::from_utf8(libraries.stdout).expect("a path");
    if !Path::new(libraries.trim()).exists() {
        return None;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("wasm");
    let status = Command::new(env!("CARGO"))
        .args(["rustc", "--locked", "--quiet", "--lib", "--crate-type", "cdylib"])
        .args(["--target", TARGET, "--target-dir"])
        .arg(&folder)
        // An interpreter takes its time: the code should be short.
        .env("CARGO_PROFILE_DEV_OPT_LEVEL", "2")
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .env("CARGO_INCREMENTAL", "0")
        .current_dir(of)
        .status();
    assert!(status.expect("cargo runs").success(), "it compiles for {TARGET}");
    let name = if of.ends_with("page") { "rivals_page.wasm" } else { "rivals_wasm_test.wasm" };
    let file = folder.join(TARGET).join("debug").join(name);
    Some(std::fs::read(file).expect("it is compiled"))
}

/// The module, ready to be called.
pub(crate) fn instance(wasm: &[u8]) -> (Store<()>, Instance) {
    let engine = Engine::default();
    let module = Module::new(&engine, wasm).expect("it is WebAssembly");
    let mut store = Store::new(&engine, ());
    let linker = Linker::new(&engine);
    let instance = linker.instantiate_and_start(&mut store, &module).expect("it imports nothing");
    (store, instance)
}
