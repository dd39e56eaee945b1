//! The keys that are pressed. Standard input is read only when something has come, so that bytes
//! which are no whole key never hold up signals and drawing, and nothing is read after the screen.

use std::io;
use std::time::Duration;
#[cfg(unix)]
use std::time::Instant;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
#[cfg(unix)]
use rustix::event::{PollFd, PollFlags, Timespec, poll};
#[cfg(unix)]
use rustix::io::Errno;

/// How long the rest of a key is waited for.
#[cfg(unix)]
const REST: Duration = Duration::from_millis(50);

const ESC: u8 = 0x1b;

/// What was typed and is not a key yet.
#[derive(Default)]
pub(super) struct Keys {
    #[cfg(unix)]
    bytes: Vec<u8>,
    /// When the last of the bytes came.
    #[cfg(unix)]
    came: Option<Instant>,
}

#[cfg(unix)]
impl Keys {
    /// The next key, if there is one within this time.
    ///
    /// # Errors
    /// If the terminal is gone.
    pub(super) fn next(&mut self, time: Duration) -> io::Result<Option<KeyEvent>> {
        let until = Instant::now() + time;
        loop {
            let late = self.came.is_some_and(|came| came.elapsed() >= REST);
            while let (used @ 1.., key) = next_key(&self.bytes, late) {
                self.bytes.drain(..used);
                if key.is_some() {
                    return Ok(key);
                }
            }
            let left = until.saturating_duration_since(Instant::now());
            if !self.read(left.min(REST))? && left.is_zero() {
                return Ok(None);
            }
        }
    }

    /// Reads what comes within this time; returns whether anything did.
    fn read(&mut self, time: Duration) -> io::Result<bool> {
        let input = io::stdin();
        let time = Timespec::try_from(time).expect("at most the rest of a key");
        match poll(&mut [PollFd::new(&input, PollFlags::IN)], Some(&time)) {
            Ok(0) | Err(Errno::INTR) => return Ok(false),
            Ok(_) => {}
            Err(error) => return Err(error.into()),
        }
        let mut buffer = [0; 1024];
        // Not by `Stdin`, whose own buffer `poll` does not see.
        match rustix::io::read(&input, &mut buffer) {
            Ok(0) => Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(count) => {
                self.bytes.extend(&buffer[..count]);
                self.came = Some(Instant::now());
                Ok(true)
            }
            Err(Errno::INTR | Errno::AGAIN) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }
}

#[cfg(not(unix))]
impl Keys {
    /// As on Unix.
    pub(super) fn next(&mut self, time: Duration) -> io::Result<Option<KeyEvent>> {
        use ratatui::crossterm::event::{self, Event, KeyEventKind};
        if !event::poll(time)? {
            return Ok(None);
        }
        Ok(match event::read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => Some(key),
            _ => None,
        })
    }
}

/// The number of bytes of the first key, and the key; `None` for bytes that are no key. 0 bytes say
/// that the rest is missing, which is waited for unless it is `late`.
#[cfg_attr(not(unix), allow(dead_code, reason = "Windows tells keys, not bytes"))]
fn next_key(bytes: &[u8], late: bool) -> (usize, Option<KeyEvent>) {
    let key = |code, modifiers| Some(KeyEvent::new(code, modifiers));
    let plain = |code| key(code, KeyModifiers::NONE);
    let unfinished = if late { (bytes.len(), None) } else { (0, None) };
    match *bytes {
        [] => (0, None),
        [ESC] if !late => (0, None),
        [ESC] | [ESC, ..=0x1f, ..] => (1, plain(KeyCode::Esc)),
        [ESC, b'[' | b'O', ref rest @ ..] => {
            let last = rest.iter().position(|byte| !(0x20..0x40).contains(byte));
            match last {
                None => unfinished,
                Some(last) if (0x40..0x7f).contains(&rest[last]) => {
                    (last + 3, sequence(&rest[..last], rest[last]))
                }
                // Another key begins.
                Some(last) => (last + 2, None),
            }
        }
        [ESC, ref rest @ ..] => {
            let (used, with) = next_key(rest, late);
            let with = with.and_then(|with| key(with.code, with.modifiers | KeyModifiers::ALT));
            (used + usize::from(used > 0), with)
        }
        [b'\r' | b'\n', ..] => (1, plain(KeyCode::Enter)),
        [b'\t', ..] => (1, plain(KeyCode::Tab)),
        [0x08 | 0x7f, ..] => (1, plain(KeyCode::Backspace)),
        [control @ ..=0x1f, ..] => {
            let letter = char::from(control | 0x40).to_ascii_lowercase();
            (1, key(KeyCode::Char(letter), KeyModifiers::CONTROL))
        }
        _ => {
            let valid = match std::str::from_utf8(bytes) {
                Ok(text) => text,
                Err(error) if error.valid_up_to() == 0 => {
                    return error.error_len().map_or(unfinished, |wrong| (wrong, None));
                }
                Err(error) => std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or(""),
            };
            let c = valid.chars().next().unwrap_or_default();
            (c.len_utf8(), plain(KeyCode::Char(c)))
        }
    }
}

/// The key of a sequence with these parameters and this last byte; `None` if it is not used.
fn sequence(parameters: &[u8], last: u8) -> Option<KeyEvent> {
    let text = String::from_utf8_lossy(parameters);
    let mut numbers = text.split(';').map(|number| number.parse::<u8>());
    let first = numbers.next().and_then(Result::ok);
    let code = match (last, first) {
        (b'A', _) => KeyCode::Up,
        (b'B', _) => KeyCode::Down,
        (b'C', _) => KeyCode::Right,
        (b'D', _) => KeyCode::Left,
        (b'H', _) | (b'~', Some(1 | 7)) => KeyCode::Home,
        (b'F', _) | (b'~', Some(4 | 8)) => KeyCode::End,
        (b'~', Some(3)) => KeyCode::Delete,
        (b'~', Some(5)) => KeyCode::PageUp,
        (b'~', Some(6)) => KeyCode::PageDown,
        // The keypad.
        (b'M', None) => KeyCode::Enter,
        _ => return None,
    };
    // 1 more than the sum of 1 for Shift, 2 for Alt and 4 for Ctrl.
    let held = numbers.next().and_then(Result::ok).unwrap_or(1).max(1) - 1;
    let bits = [(1, KeyModifiers::SHIFT), (2, KeyModifiers::ALT), (4, KeyModifiers::CONTROL)];
    let modifiers = bits.into_iter().filter(|(bit, _)| held & bit != 0);
    Some(KeyEvent::new(code, modifiers.map(|(_, held)| held).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All keys of bytes after which nothing comes.
    fn keys(mut bytes: &[u8]) -> Vec<KeyEvent> {
        let mut keys = Vec::new();
        while let (used @ 1.., key) = next_key(bytes, true) {
            bytes = &bytes[used..];
            keys.extend(key);
        }
        assert!(bytes.is_empty());
        keys
    }

    #[test]
    fn bytes_are_keys() {
        use KeyCode::{Backspace, Char, Down, Enter, Esc, PageUp, Up};
        const PLAIN: KeyModifiers = KeyModifiers::NONE;
        for (bytes, expected) in [
            (&b"1?"[..], vec![(Char('1'), PLAIN), (Char('?'), PLAIN)]),
            ("é\u{1f3b2}".as_bytes(), vec![(Char('é'), PLAIN), (Char('\u{1f3b2}'), PLAIN)]),
            (
                b"\r\n\x7f\x08",
                vec![(Enter, PLAIN), (Enter, PLAIN), (Backspace, PLAIN), (Backspace, PLAIN)],
            ),
            (b"\x1b", vec![(Esc, PLAIN)]),
            (b"\x1b[A\x1bOB\x1b[5~", vec![(Up, PLAIN), (Down, PLAIN), (PageUp, PLAIN)]),
            (b"\x1b[1;5A", vec![(Up, KeyModifiers::CONTROL)]),
            (b"\x1bh", vec![(Char('h'), KeyModifiers::ALT)]),
            (b"\x04\x15\x1c", ['d', 'u', '\\'].map(|c| (Char(c), KeyModifiers::CONTROL)).to_vec()),
            // What is not a whole key is left out, and what follows it is not.
            (b"\x1b[", vec![]),
            (b"\x1b[200\x1b[B", vec![(Down, PLAIN)]),
            (b"\xff1\xc31", vec![(Char('1'), PLAIN), (Char('1'), PLAIN)]),
            (b"\xc3", vec![]),
        ] {
            let expected: Vec<KeyEvent> =
                expected.into_iter().map(|(code, held)| KeyEvent::new(code, held)).collect();
            assert_eq!(keys(bytes), expected, "{bytes:?}");
        }
        // The rest of a key is waited for.
        for bytes in [&b"\x1b"[..], b"\x1b[", b"\x1b[1;", b"\xc3", b"\xf0\x9f"] {
            assert_eq!(next_key(bytes, false), (0, None), "{bytes:?}");
        }
    }
}
