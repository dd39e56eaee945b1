//! Compiles the crate for WebAssembly, runs it in an interpreter, and compares what it computes
//! there with what it computes on this machine.

use std::env;
use std::path::Path;
use std::process::Command;

use wasmi::{Engine, Linker, Module, Store};

const TARGET: &str = "wasm32-unknown-unknown";

#[test]
fn agents_decide_the_same_on_webassembly() {
    let Some(wasm) = compiled() else {
        assert!(env::var_os("RIVALS_REQUIRE_WASM").is_none(), "{TARGET} is not installed");
        println!("skipped: `rustup target add {TARGET}` installs what this test needs");
        return;
    };
    let there = answers_of(&wasm);
    let here = rivals_wasm_test::answers();
    for (there, here) in there.lines().zip(here.lines()) {
        assert_eq!(there, here);
    }
    assert_eq!(there, here);
    assert!(!here.contains("\"error\""), "{here}");
}

/// This crate as WebAssembly; `None` if the target is not installed.
fn compiled() -> Option<Vec<u8>> {
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
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .status();
    assert!(status.expect("cargo runs").success(), "it compiles for {TARGET}");
    let file = folder.join(TARGET).join("debug/rivals_wasm_test.wasm");
    Some(std::fs::read(file).expect("it is compiled"))
}

/// What `answers` computes in an interpreter.
fn answers_of(wasm: &[u8]) -> String {
    let engine = Engine::default();
    let module = Module::new(&engine, wasm).expect("it is WebAssembly");
    let mut store = Store::new(&engine, ());
    let linker = Linker::new(&engine);
    let instance = linker.instantiate_and_start(&mut store, &module).expect("it imports nothing");
    let answers = instance.get_typed_func::<(), u64>(&store, "answers_in_memory");
    let place = answers.expect("it is exported").call(&mut store, ()).expect("it ends");
    let memory = instance.get_memory(&store, "memory").expect("it has a memory");
    let [from, length] = [place >> 32, place & u64::from(u32::MAX)]
        .map(|half| usize::try_from(half).expect("a place of 32 bits"));
    String::from_utf8(memory.data(&store)[from..from + length].to_vec()).expect("it is text")
}
