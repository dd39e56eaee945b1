//! What the worker sees: three functions of plain memory.

#![expect(unsafe_code, reason = "the worker reads and writes the memory of the module")]

use std::cell::RefCell;

use super::Page;

thread_local! {
    static PAGE: RefCell<Option<Page>> = const { RefCell::new(None) };
}

/// Memory for this many bytes, which [`call`] takes.
#[unsafe(no_mangle)]
extern "C" fn alloc(length: usize) -> *mut u8 {
    Box::into_raw(vec![0; length].into_boxed_slice()).cast()
}

/// Answers a call that stands in memory of [`alloc`], and frees it. The answer begins with its length
/// as 4 bytes, the lowest first; it is to be given to [`free`].
///
/// # Safety
/// The memory is that of `alloc` with the same length, and is not used again.
#[unsafe(no_mangle)]
unsafe extern "C" fn call(from: *mut u8, length: usize) -> *mut u8 {
    // SAFETY: as the caller promises.
    let text = unsafe { Vec::from_raw_parts(from, length, length) };
    let text = String::from_utf8_lossy(&text);
    let answer = PAGE.with_borrow_mut(|page| page.get_or_insert_default().call(&text));
    #[expect(clippy::cast_possible_truncation, reason = "the memory has 32 bits")]
    let length = (answer.len() as u32).to_le_bytes();
    Box::into_raw([&length[..], answer.as_bytes()].concat().into_boxed_slice()).cast()
}

/// Frees an answer of this length, without the 4 bytes before it.
///
/// # Safety
/// It is an answer of [`call`], and is not used again.
#[unsafe(no_mangle)]
unsafe extern "C" fn free(answer: *mut u8, length: usize) {
    // SAFETY: as the caller promises.
    drop(unsafe { Vec::from_raw_parts(answer, length + 4, length + 4) });
}
