//! Files with one value a line: read with the place of what is wrong, and written.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::battletech::hex::Hex;
use rivals_core::play::NotationError;
use rivals_core::values::Invalid;

/// A file that is read. Errors have the name and the line as their field, `mov.sbt:3`.
pub(super) struct Lines<'a> {
    file: &'a str,
    lines: std::str::Lines<'a>,
    number: usize,
}

impl<'a> Lines<'a> {
    /// The lines of a file.
    pub(super) fn new(file: &'a str, text: &'a str) -> Self {
        Self { file, lines: text.lines(), number: 0 }
    }

    /// The lines of a file behind its first one.
    pub(super) fn under(file: &'a str, text: &'a str, header: &str) -> Result<Self, Invalid> {
        let mut lines = Self::new(file, text);
        lines.word("the first line", &[header])?;
        Ok(lines)
    }

    /// The refusal of the line that was read last.
    pub(super) fn refused(&self, message: impl ToString, help: impl Into<String>) -> Invalid {
        Invalid::new(format!("{}:{}", self.file, self.number), message, help)
    }

    /// The next line, which may be any text.
    pub(super) fn text(&mut self, what: &str) -> Result<&'a str, Invalid> {
        self.number += 1;
        let line = self.lines.next().map(str::trim);
        line.ok_or_else(|| self.refused("the file ends", format!("write {what}")))
    }

    /// The next line as a value of its notation.
    pub(super) fn value<T: FromStr>(&mut self, what: &str) -> Result<T, Invalid> {
        let text = self.text(what)?;
        text.parse()
            .map_err(|_| self.refused(format!("\"{text}\" is not {what}"), format!("write {what}")))
    }

    /// The next line as a hex; `0000` lies off the map.
    pub(super) fn hex(&mut self) -> Result<Hex, Invalid> {
        let text = self.text("a hex")?;
        if text == "0000" {
            return Ok(Hex::new(0, 0));
        }
        text.parse().map_err(|error: NotationError| {
            self.refused(format!("\"{text}\" is not a hex"), error.help)
        })
    }

    /// The next line as a number.
    pub(super) fn number<N>(&mut self, what: &str, range: RangeInclusive<N>) -> Result<N, Invalid>
    where
        N: FromStr + PartialOrd + Display,
    {
        let text = self.text(what)?;
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| {
            let help = format!("write a whole number from {} to {}", range.start(), range.end());
            self.refused(format!("\"{text}\" is not {what}"), help)
        })
    }

    /// The next lines as numbers up to these.
    pub(super) fn numbers<const N: usize>(
        &mut self,
        what: &str,
        most: [u8; N],
    ) -> Result<[u8; N], Invalid> {
        let mut numbers = most;
        for number in &mut numbers {
            *number = self.number(what, 0..=*number)?;
        }
        Ok(numbers)
    }

    /// The next line as the place of one of these words.
    pub(super) fn word(&mut self, what: &str, words: &[&str]) -> Result<usize, Invalid> {
        let text = self.text(what)?;
        words.iter().position(|word| *word == text).ok_or_else(|| {
            let help = format!("write {}", words.join(", "));
            self.refused(format!("\"{text}\" is not {what}"), help)
        })
    }

    /// The next line as `True` or `False`.
    pub(super) fn truth(&mut self, what: &str) -> Result<bool, Invalid> {
        Ok(self.word(what, &["False", "True"])? == 1)
    }

    /// The next lines as a set: bit n is set if the n-th of them is `True`.
    pub(super) fn truths(&mut self, what: &str, count: usize) -> Result<u128, Invalid> {
        (0..count).try_fold(0, |set, bit| Ok(set | u128::from(self.truth(what)?) << bit))
    }
}

/// What the files have and the rules lack, each named once.
#[derive(Debug, Default)]
pub(super) struct Notes(pub(super) Vec<String>);

impl Notes {
    /// Names something, if it is there.
    pub(super) fn add(&mut self, is: bool, what: impl Into<String>) {
        let what = what.into();
        if is && !self.0.contains(&what) {
            self.0.push(what);
        }
    }
}

/// A file that is written.
#[derive(Debug, Default)]
pub(super) struct Text(pub(super) String);

impl Text {
    /// A file with this first line.
    pub(super) fn under(header: &str) -> Self {
        Self(format!("{header}\n"))
    }

    /// Appends a line.
    pub(super) fn put(&mut self, value: impl Display) {
        self.0 += &format!("{value}\n");
    }

    /// Appends lines.
    pub(super) fn all(&mut self, values: impl IntoIterator<Item = impl Display>) {
        values.into_iter().for_each(|value| self.put(value));
    }

    /// Appends `True` and `False`.
    pub(super) fn truths(&mut self, values: impl IntoIterator<Item = bool>) {
        self.all(values.into_iter().map(|value| if value { "True" } else { "False" }));
    }
}
