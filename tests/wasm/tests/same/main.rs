//! Compiles the crate for WebAssembly, runs it in an interpreter, and compares what it computes
//! there with what it computes on this machine.

mod compiled;
mod page;

use compiled::{compiled, instance};

#[test]
fn agents_decide_the_same_on_webassembly() {
    let Some(wasm) = compiled("tests/wasm") else { return };
    let there = answers_of(&wasm);
    let here = rivals_wasm_test::answers();
    for (there, here) in there.lines().zip(here.lines()) {
        assert_eq!(there, here);
    }
    assert_eq!(there, here);
    assert!(!here.contains("\"error\""), "{here}");
}

/// What `answers` computes in an interpreter.
fn answers_of(wasm: &[u8]) -> String {
    let (mut store, instance) = instance(wasm);
    let answers = instance.get_typed_func::<(), u64>(&store, "answers_in_memory");
    let place = answers.expect("it is exported").call(&mut store, ()).expect("it ends");
    let memory = instance.get_memory(&store, "memory").expect("it has a memory");
    let [from, length] = [place >> 32, place & u64::from(u32::MAX)]
        .map(|half| usize::try_from(half).expect("a place of 32 bits"));
    String::from_utf8(memory.data(&store)[from..from + length].to_vec()).expect("it is text")
}
