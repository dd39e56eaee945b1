//! A file with one value a line. The same functions read and write it: each takes the value that is
//! written, and returns the one that is read.

use std::fmt::Display;
use std::str::{FromStr, Lines};

use rivals_core::values::Invalid;

/// A file that is read or written. Errors have its name and the line as their field, `mov.sbt:3`.
pub(super) struct File<'a> {
    name: &'a str,
    /// What is still to be read; none of a file that is written.
    lines: Option<Lines<'a>>,
    number: usize,
    /// What is written.
    pub(super) text: String,
    /// What the file has and the rules lack.
    pub(super) notes: Vec<String>,
}

impl<'a> File<'a> {
    /// A file with this text, or one that is written.
    pub(super) fn new(name: &'a str, text: Option<&'a str>) -> Self {
        let lines = text.map(str::lines);
        Self { name, lines, number: 0, text: String::new(), notes: Vec::new() }
    }

    /// The refusal of the line that was read last.
    pub(super) fn refused(&self, message: impl ToString, help: impl Into<String>) -> Invalid {
        Invalid::new(format!("{}:{}", self.name, self.number), message, help)
    }

    /// Notes something that the rules lack, if it is there.
    pub(super) fn note(&mut self, is: bool, what: impl Into<String>) {
        self.notes.extend(is.then(|| what.into()));
    }

    fn line<T: Display>(
        &mut self,
        what: &str,
        value: T,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, Invalid> {
        let Some(lines) = &mut self.lines else {
            self.text += &format!("{value}\n");
            return Ok(value);
        };
        self.number += 1;
        let line = lines.next().map(str::trim);
        line.and_then(read).ok_or_else(|| {
            let found = line.map_or("the end of the file".to_owned(), |line| format!("\"{line}\""));
            self.refused(format!("{found} is not {what}"), format!("write {what}"))
        })
    }

    /// A value in its notation.
    pub(super) fn pass<T: FromStr + Display>(
        &mut self,
        what: &str,
        value: T,
    ) -> Result<T, Invalid> {
        self.line(what, value, |line| line.parse().ok())
    }

    /// Values in their notation.
    pub(super) fn all<T: FromStr + Display + Copy, const N: usize>(
        &mut self,
        what: &str,
        mut values: [T; N],
    ) -> Result<[T; N], Invalid> {
        for value in &mut values {
            *value = self.pass(what, *value)?;
        }
        Ok(values)
    }

    /// One of some words.
    pub(super) fn word<'w>(
        &mut self,
        what: &str,
        words: &[&'w str],
        value: &'w str,
    ) -> Result<&'w str, Invalid> {
        self.line(what, value, |line| words.iter().copied().find(|word| *word == line))
    }

    /// The place of one of some words.
    pub(super) fn index(
        &mut self,
        what: &str,
        words: &[&str],
        place: usize,
    ) -> Result<usize, Invalid> {
        let word = self.word(what, words, words[place])?;
        Ok(words.iter().position(|other| *other == word).unwrap_or_default())
    }

    /// `True` or `False`.
    pub(super) fn truth(&mut self, what: &str, value: bool) -> Result<bool, Invalid> {
        let words = [false, true].map(truth);
        Ok(self.word(what, &words, truth(value))? == truth(true))
    }

    /// So many of `True` and `False`: bit n of the set stands for the n-th.
    pub(super) fn set(&mut self, what: &str, set: u128, count: usize) -> Result<u128, Invalid> {
        let bit = |bit| Ok(u128::from(self.truth(what, set >> bit & 1 != 0)?) << bit);
        (0..count).map(bit).sum()
    }

    /// The lines of a row by their kinds: `n` is a whole number, `b` a truth, `c` one of `classes`,
    /// and `t` any text.
    pub(super) fn row(
        &mut self,
        kinds: &str,
        classes: &[&str],
        given: &str,
    ) -> Result<Vec<String>, Invalid> {
        let mut given = given.lines();
        let mut line = |kind| {
            let value = given.next().unwrap_or_default().to_owned();
            let is_number = |line: &str| line.parse::<i32>().is_ok();
            match kind {
                'n' => {
                    self.line("a whole number", value, |line| is_number(line).then(|| line.into()))
                }
                'b' => Ok(truth(self.truth("a truth", value == truth(true))?).to_owned()),
                'c' => Ok(self.word("a class", classes, &value)?.to_owned()),
                _ => self.pass("a text", value),
            }
        };
        kinds.chars().map(&mut line).collect()
    }

    /// A list behind its length.
    pub(super) fn list<T: Default, U>(
        &mut self,
        what: &str,
        given: Vec<T>,
        mut pass: impl FnMut(&mut Self, T) -> Result<U, Invalid>,
    ) -> Result<Vec<U>, Invalid> {
        let count: u8 = self.pass(what, given.len() as u8)?;
        let mut given = given.into_iter();
        (0..count).map(|_| pass(self, given.next().unwrap_or_default())).collect()
    }
}

/// The word for a truth.
pub(super) fn truth(is: bool) -> &'static str {
    if is { "True" } else { "False" }
}
