//! Reading a journal, one line in memory at a time.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Take};
use std::path::Path;

use serde::de::DeserializeOwned;

use super::error::{foreign, unreadable};
use super::line::{MAX_LINE_BYTES, decode};
use crate::error::{Error, ErrorKind};

/// What reading a journal found after its header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recovery {
    /// How many whole entries there are.
    pub entries: u64,
    /// Bytes after the last whole line; 0 if the journal was not torn.
    pub torn_bytes: u64,
    /// Bytes of all holes (zeros left by a power cut) before the last whole line; 0 if
    /// there are none.
    pub hole_bytes: u64,
}

/// A journal that is being read from its beginning.
pub(super) struct Reader<'a> {
    path: &'a Path,
    file: BufReader<Take<&'a File>>,
    /// The line last read; of a longer one, the first [`MAX_LINE_BYTES`].
    line: Vec<u8>,
    /// How many lines were read: the number of the last, from 1.
    number: u64,
    /// Bytes of all lines read, whole or not.
    read_bytes: u64,
    /// Bytes up to the end of the last whole line read, holes before it included.
    whole_bytes: u64,
}

/// The next part of the file.
enum Next<'a> {
    /// The JSON of a whole line.
    Json(&'a [u8]),
    /// A bad line at the end of the file.
    Torn {
        bytes: u64,
        /// Whether a line feed is among the first [`MAX_LINE_BYTES`].
        ends: bool,
    },
    /// A bad line that contains zeros, and that other bytes follow.
    Hole { bytes: u64 },
    /// Any other bad line that other bytes follow; the text says what is wrong.
    Damaged(&'static str),
    /// The end of the file.
    End,
}

impl<'a> Reader<'a> {
    /// A reader of `file`, which is at its beginning; `path` is for the errors.
    pub(super) fn new(path: &'a Path, file: &'a File) -> Result<Self, Error> {
        let metadata = file.metadata().map_err(|reason| unreadable(path, reason))?;
        Ok(Self {
            path,
            // Bytes that another process appends while this one reads are ignored: half a
            // line may be there now, and the rest a moment later.
            file: BufReader::new(file.take(metadata.len())),
            line: Vec::new(),
            number: 0,
            read_bytes: 0,
            whole_bytes: 0,
        })
    }

    /// The bytes up to the end of the last whole line read.
    pub(super) fn whole_bytes(&self) -> u64 {
        self.whole_bytes
    }

    /// Reads the first line.
    pub(super) fn header<H: DeserializeOwned>(&mut self) -> Result<H, Error> {
        let path = self.path.display();
        let no_header = |reason: &str| {
            let message = format!("the journal {path} has no header: {reason}");
            let help = "if it is a journal, nothing was recorded in it: delete it and start again";
            Error::new(ErrorKind::Journal, message, help)
        };
        match self.next()? {
            Next::Json(json) => {
                serde_json::from_slice(json).map_err(|error| self.foreign(error.to_string()))
            }
            Next::End => Err(no_header("it is empty")),
            Next::Torn { bytes, ends } if bytes < MAX_LINE_BYTES as u64 && !ends => {
                Err(no_header("its first line is cut off"))
            }
            Next::Torn { .. } | Next::Hole { .. } | Next::Damaged(_) => {
                let message =
                    format!("{path} is not a journal: its first line has no valid checksum");
                let help = "give the path of a journal, or restore the file from a copy";
                Err(Error::new(ErrorKind::Journal, message, help))
            }
        }
    }

    /// Reads the other lines and passes their entries to `on_entry`, which may refuse
    /// one by returning what is wrong with it.
    pub(super) fn entries<E: DeserializeOwned>(
        &mut self,
        mut on_entry: impl FnMut(E) -> Result<(), String>,
    ) -> Result<Recovery, Error> {
        let (mut entries, mut hole_bytes) = (0, 0);
        // Bytes of holes since the last whole line: without another whole line after
        // them, they are a part of the torn end.
        let mut last_holes = 0;
        loop {
            let torn_bytes = match self.next()? {
                Next::Json(json) => {
                    serde_json::from_slice(json)
                        .map_err(|error| error.to_string())
                        .and_then(&mut on_entry)
                        .map_err(|reason| self.foreign(reason))?;
                    entries += 1;
                    hole_bytes += std::mem::take(&mut last_holes);
                    continue;
                }
                Next::Hole { bytes } => {
                    last_holes += bytes;
                    continue;
                }
                Next::Damaged(reason) => {
                    let (path, line) = (self.path.display(), self.number);
                    let help = format!(
                        "restore the file from a copy, or delete line {line} and all lines after \
                         it and resume: only the work that those lines record is repeated"
                    );
                    let message = format!("the journal {path}, line {line}, is damaged: {reason}");
                    return Err(Error::new(ErrorKind::Journal, message, help));
                }
                Next::Torn { bytes, .. } => bytes,
                Next::End => 0,
            };
            return Ok(Recovery { entries, torn_bytes: torn_bytes + last_holes, hole_bytes });
        }
    }

    fn next(&mut self) -> Result<Next<'_>, Error> {
        let path = self.path;
        self.read_line().map_err(|reason| unreadable(path, reason))
    }

    fn read_line(&mut self) -> io::Result<Next<'_>> {
        self.line.clear();
        let mut start = self.file.by_ref().take(MAX_LINE_BYTES as u64);
        let mut bytes = start.read_until(b'\n', &mut self.line)? as u64;
        if bytes == 0 {
            return Ok(Next::End);
        }
        self.number += 1;
        if let Some(json) = decode(&self.line) {
            self.read_bytes += bytes;
            self.whole_bytes = self.read_bytes;
            return Ok(Next::Json(json));
        }
        let ends = self.line.ends_with(b"\n");
        if !ends {
            bytes += self.file.skip_until(b'\n')? as u64;
        }
        self.read_bytes += bytes;
        // A power cut may leave any number of zeros in the place of lines, so a torn end
        // or a hole may be longer than a line. The zeros begin within the first line that
        // is missing, so its first bytes, which are in memory, include some.
        Ok(if self.file.fill_buf()?.is_empty() {
            Next::Torn { bytes, ends }
        } else if self.line.contains(&0) {
            Next::Hole { bytes }
        } else if bytes > MAX_LINE_BYTES as u64 {
            Next::Damaged("it is longer than 1 MiB")
        } else {
            Next::Damaged("its checksum is wrong")
        })
    }

    fn foreign(&self, reason: String) -> Error {
        foreign(self.path, self.number, reason)
    }
}
