//! Pieces of a long preparation, kept in a file so that a run that is ended before its first game
//! does not begin anew.
//!
//! The first line says what the pieces are for; pieces for anything else are discarded. A piece is
//! its number and its length (four bytes each, little-endian), the CRC-32 of both and of its
//! bytes, and its bytes. Everything from the first torn or damaged piece on is computed again.
//!
//! Pieces are worth no more than the time that they save. A file that cannot be written stops no
//! run: [`Pieces::failure`] says why nothing is kept. One run at a time uses the file, and locks it.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rivals_core::contest::Keep;

/// The beginning of the first line.
const MAGIC: &str = "rivals pieces 1 ";

/// The longest first line, in bytes.
const MOST_HEADER: u64 = 1 << 10;

/// The file of the pieces of a preparation.
#[derive(Debug)]
pub struct Pieces {
    path: PathBuf,
    header: String,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Open for appending once a piece was read or kept.
    file: Option<File>,
    failure: Option<io::Error>,
    taken_up: usize,
}

impl Pieces {
    /// The file at this path, for the preparation with this identity, which is one line. Nothing
    /// is read or written yet.
    #[must_use]
    pub fn new(path: &Path, identity: &str) -> Self {
        Self {
            path: path.to_owned(),
            header: format!("{MAGIC}{identity}\n"),
            state: Mutex::default(),
        }
    }

    /// The number of pieces of an earlier run that fitted.
    pub fn taken_up(&self) -> usize {
        self.state().taken_up
    }

    /// Why nothing is kept, if a file could not be read or written.
    pub fn failure(&self) -> Option<String> {
        let state = self.state();
        let (path, error) = (self.path.display(), state.failure.as_ref()?);
        Some(format!("{path} could not be used: {error}"))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Keep for Pieces {
    fn take_up(&self, most: usize, on_piece: &mut dyn FnMut(u32, &[u8]) -> bool) {
        let mut read = || -> io::Result<(File, usize)> {
            let mut file = File::options().read(true).write(true).open(&self.path)?;
            lock(&file)?;
            let mut reader = BufReader::new(&file);
            let mut header = Vec::new();
            (&mut reader).take(MOST_HEADER).read_until(b'\n', &mut header)?;
            if !header.starts_with(MAGIC.as_bytes()) && !MAGIC.as_bytes().starts_with(&header) {
                return Err(io::Error::other("it is no file of this program"));
            }
            let (mut whole, mut count) = (0, 0);
            if header == self.header.as_bytes() {
                whole = header.len() as u64;
                while let Some((number, bytes)) = piece(&mut reader, most)? {
                    if !on_piece(number, &bytes) {
                        break;
                    }
                    whole += (HEAD + bytes.len()) as u64;
                    count += 1;
                }
            }
            file.set_len(whole)?;
            file.seek(SeekFrom::Start(whole))?;
            if whole == 0 {
                file.write_all(self.header.as_bytes())?;
            }
            Ok((file, count))
        };
        let found = read();
        let mut state = self.state();
        match found {
            Ok((file, count)) => (state.file, state.taken_up) = (Some(file), count),
            Err(error) if error.kind() != io::ErrorKind::NotFound => state.failure = Some(error),
            Err(_) => {}
        }
    }

    fn keep(&self, number: u32, bytes: &[u8]) {
        let mut state = self.state();
        if state.failure.is_some() {
            return;
        }
        let mut append = || -> io::Result<()> {
            if state.file.is_none() {
                let mut file = File::create_new(&self.path)?;
                lock(&file)?;
                file.write_all(self.header.as_bytes())?;
                state.file = Some(file);
            }
            let file = state.file.as_mut().expect("it was just created");
            #[expect(clippy::cast_possible_truncation, reason = "no piece has 4 GiB")]
            let head = [number.to_le_bytes(), (bytes.len() as u32).to_le_bytes()].concat();
            file.write_all(&[&head[..], &sum(&head, bytes).to_le_bytes(), bytes].concat())
        };
        if let Err(error) = append() {
            // Half a piece would end the file for a later run, and a full disk needs the space.
            if state.file.take().is_some() {
                let _ = fs::remove_file(&self.path);
            }
            state.failure = Some(error);
        }
    }
}

/// Removes a file of pieces, if there is one. A file of any other kind stays.
///
/// # Errors
/// If it cannot be read or removed, or another run uses it.
pub fn remove(path: &Path) -> io::Result<()> {
    let file = match File::options().read(true).write(true).open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        file => file?,
    };
    let mut magic = Vec::new();
    (&file).take(MAGIC.len() as u64).read_to_end(&mut magic)?;
    if !MAGIC.as_bytes().starts_with(&magic) {
        return Ok(());
    }
    lock(&file)?;
    fs::remove_file(path)
}

/// Locks a file of pieces until it is closed.
fn lock(file: &File) -> io::Result<()> {
    file.try_lock().map_err(|refused| match refused {
        TryLockError::WouldBlock => io::Error::other("another run uses it"),
        TryLockError::Error(reason) => reason,
    })
}

/// The bytes before those of a piece.
const HEAD: usize = 12;

/// The next piece; `None` at the end, and if it is torn or damaged.
fn piece(reader: &mut impl Read, most: usize) -> io::Result<Option<(u32, Vec<u8>)>> {
    let mut bytes = Vec::new();
    reader.take(HEAD as u64).read_to_end(&mut bytes)?;
    let Ok(head) = <[u8; HEAD]>::try_from(&bytes[..]) else {
        return Ok(None);
    };
    let word = |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
    let (number, length, expected) = (word(0), word(4) as usize, word(8));
    if length > most {
        return Ok(None);
    }
    bytes.clear();
    reader.take(length as u64).read_to_end(&mut bytes)?;
    let whole = bytes.len() == length && sum(&head[..8], &bytes) == expected;
    Ok(whole.then_some((number, bytes)))
}

fn sum(head: &[u8], bytes: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(head);
    hasher.update(bytes);
    hasher.finalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken_up(pieces: &Pieces) -> Vec<(u32, Vec<u8>)> {
        let mut found = Vec::new();
        pieces.take_up(100, &mut |number, bytes| {
            found.push((number, bytes.to_vec()));
            true
        });
        assert_eq!(pieces.taken_up(), found.len());
        found
    }

    /// A file that was cut or changed at any byte gives back whole pieces alone, and goes on.
    #[test]
    fn whole_pieces_are_taken_up_from_a_file_torn_at_any_byte() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("pieces");
        let pieces = Pieces::new(&path, "a");
        assert_eq!(taken_up(&pieces), []);
        let all = [(7, vec![1, 2, 3]), (3, vec![]), (9, vec![0; 100])];
        for (number, bytes) in &all {
            pieces.keep(*number, bytes);
        }
        drop(pieces);
        let whole = fs::read(&path).unwrap();
        let ends: Vec<usize> = [0, 1, 2, 3]
            .map(|count| {
                let bytes: usize = all[..count].iter().map(|(_, bytes)| 12 + bytes.len()).sum();
                "rivals pieces 1 a\n".len() + bytes
            })
            .to_vec();
        assert_eq!(whole.len(), ends[3]);
        for cut in 0..whole.len() {
            for damage in [false, true] {
                let mut bytes = whole.clone();
                if damage {
                    bytes[cut] ^= 1
                } else {
                    bytes.truncate(cut)
                }
                fs::write(&path, &bytes).unwrap();
                let expected = ends.iter().skip(1).filter(|end| **end <= cut).count();
                let again = Pieces::new(&path, "a");
                assert_eq!(taken_up(&again), all[..expected], "{cut}");
                if damage && cut < MAGIC.len() {
                    // It may be the user's.
                    again.keep(5, &[8]);
                    assert!(again.failure().is_some() && fs::read(&path).unwrap() == bytes);
                    continue;
                }
                again.keep(5, &[8]);
                drop(again);
                let after = taken_up(&Pieces::new(&path, "a"));
                assert_eq!(after[expected..], [(5, vec![8])], "{cut}");
            }
        }
        fs::write(&path, &whole).unwrap();
        let other = Pieces::new(&path, "b");
        assert_eq!(taken_up(&other), []);
        // One run at a time uses the file.
        let again = Pieces::new(&path, "a");
        assert_eq!(taken_up(&again), []);
        again.keep(5, &[8]);
        assert!(again.failure().unwrap().ends_with("another run uses it"));
        assert!(remove(&path).is_err());
        drop(other);
        assert_eq!(taken_up(&Pieces::new(&path, "b")), []);
        remove(&path).unwrap();
        assert!(!path.exists());
        remove(&path).unwrap();
        fs::write(&path, "mine").unwrap();
        remove(&path).unwrap();
        assert!(path.exists());
    }
}
