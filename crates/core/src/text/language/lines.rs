//! Texts of several lines: sentences that go on in the next line, and words that stand beside each
//! other in a line, as around a board.

use super::Reader;
use crate::play::show::Place;
use crate::text::words::filled;

/// The columns in which texts that came in lines are set again.
const WIDTH: usize = 80;

/// The shortest line that may be broken between words, and so go on in the next, and in how many
/// lines a sentence may stand.
const BROKEN: usize = 20;
const MOST: usize = 16;

/// The last column in which words beside others begin that have several lines.
const MOST_BESIDE: usize = 60;

/// Words of a line, which two spaces keep apart from others: where they stand, what they are, and
/// what they have become.
struct Words<'a> {
    column: usize,
    words: &'a str,
    told: Option<String>,
}

/// A line with other words.
#[derive(Default)]
pub(super) struct Moved {
    was: Vec<char>,
    pub text: String,
    /// Words that have changed: where they stood, what they were, and where they stand as what.
    words: Vec<(usize, String, usize, String)>,
}

impl Reader<'_> {
    /// The lines of a text in the language, and whether all of it fits forms. What stands beside
    /// other words stays in its column, where there is room. Lines that others have taken in are
    /// `None`.
    pub(super) fn lines(&self, text: &str) -> (Vec<Option<Moved>>, bool) {
        let lines: Vec<&str> = text.split('\n').collect();
        let mut rows: Vec<Option<Vec<Words<'_>>>> =
            lines.iter().map(|line| Some(self.apart(line))).collect();
        for at in 0..rows.len() {
            self.put_together(&mut rows, at);
        }
        let mut words = rows.iter().flatten().flatten();
        let all = words.all(|words| words.told.is_some());
        let moved = rows.iter().zip(&lines).map(|(row, line)| Some(Moved::of(line, row.as_ref()?)));
        (moved.collect(), all)
    }

    /// The words of a line, each with its translation.
    fn apart<'a>(&self, line: &'a str) -> Vec<Words<'a>> {
        let indent = line.len() - line.trim_start().len();
        if let Some(told) = self.line(line.trim()) {
            return vec![Words { column: indent, words: line.trim(), told: Some(told) }];
        }
        let mut apart = Vec::new();
        let (mut rest, mut column) = (line, 0);
        while !rest.trim_start().is_empty() {
            let gap = rest.len() - rest.trim_start().len();
            let words = rest[gap..].split("  ").next().unwrap_or_default().trim_end();
            column += gap;
            let signs = || (!has_words(words)).then(|| words.to_owned());
            apart.push(Words { column, words, told: self.line(words).or_else(signs) });
            column += words.chars().count();
            rest = &rest[gap + words.len()..];
        }
        apart
    }

    /// Puts words that fit no form, the last ones of a line, together with those that stand above
    /// and below, if they fit one so.
    fn put_together(&self, rows: &mut [Option<Vec<Words<'_>>>], at: usize) {
        let last = |row: &Option<Vec<Words<'_>>>| row.as_ref()?.last().map(|last| last.column);
        let open = rows[at].as_ref().and_then(|row| row.last()).filter(|last| last.told.is_none());
        let Some(column) = open.map(|last| last.column) else { return };
        let long = |row: &Option<Vec<Words<'_>>>| {
            let length = row.as_ref().and_then(|row| row.last()).map_or(0, |last| last.words.len());
            column + length >= BROKEN
        };
        let end = at + rows[at..].iter().take_while(|row| last(row) == Some(column)).count();
        let above = rows[..at].iter().rev();
        let above = above.take_while(|row| last(row) == Some(column) && long(row)).count();
        for from in (at - above.min(MOST)..=at).rev() {
            for to in at.max(from + 1)..end.min(from + MOST) {
                if !rows[from..to].iter().all(long) {
                    break;
                }
                let words = rows[from..=to].iter().flatten().filter_map(|row| row.last());
                let joined: Vec<&str> = words.map(|words| words.words).collect();
                let joined = joined.join(" ");
                // Half of a list may fit a form, too.
                if column == 0 && !joined.ends_with(['.', '?', '!', ':', ')']) {
                    continue;
                }
                if let Some(told) = self.line(&joined) {
                    return set(&mut rows[from..=to], column, &told);
                }
            }
        }
    }
}

/// Sets a text in the place of the last words of these lines. Beside other words each line keeps its
/// place, and the last one takes what has no room.
fn set(rows: &mut [Option<Vec<Words<'_>>>], column: usize, told: &str) {
    let told = filled(told, WIDTH - column.min(MOST_BESIDE));
    if column == 0 {
        rows.fill_with(|| None);
        rows[0] = Some(vec![Words { column, words: "", told: Some(told) }]);
        return;
    }
    let mut lines = told.split('\n');
    let end = rows.len() - 1;
    for (row, words) in rows.iter_mut().enumerate() {
        let line = if row == end {
            lines.by_ref().collect::<Vec<_>>().join(" ")
        } else {
            lines.next().unwrap_or_default().to_owned()
        };
        if let Some(last) = words.as_mut().and_then(|words| words.last_mut()) {
            last.told = Some(line);
        }
    }
}

/// Whether a text has words, and not signs and short names alone.
fn has_words(text: &str) -> bool {
    text.split(|c: char| !c.is_alphabetic()).any(|word| word.chars().count() > 2)
}

impl Moved {
    fn of(line: &str, words: &[Words<'_>]) -> Self {
        let mut moved = Self { was: line.chars().collect(), ..Self::default() };
        for Words { column, words, told } in words {
            let told = told.as_deref().unwrap_or(words);
            let here = moved.text.chars().count();
            let at = (*column).max(here + usize::from(here > 0));
            moved.text += &" ".repeat(at - here);
            moved.text += told;
            moved.words.push((*column, (*words).to_owned(), at, told.to_owned()));
        }
        moved.text += &line[line.trim_end().len()..];
        moved
    }

    /// The line, which is broken between words where it has become wider than a terminal and stands
    /// with others.
    pub(super) fn set(self, with_others: bool) -> String {
        let grown = self.was.len() <= WIDTH && self.text.chars().count() > WIDTH;
        let prose = !self.text.contains("  ") && !self.text.contains('\n');
        if grown && prose && with_others { filled(&self.text, WIDTH) } else { self.text }
    }

    /// Where a place of the line is now: at the same characters among the words.
    pub(super) fn place(&self, place: Place) -> Place {
        let stands = |(from, was, ..): &&(usize, String, usize, String)| {
            (*from..from + was.chars().count().max(1)).contains(&place.column)
        };
        let Some((from, was, at, now)) = self.words.iter().find(stands) else { return place };
        if was == now {
            return Place { column: place.column - from + at, ..place };
        }
        let end = (place.column + place.width).min(self.was.len());
        let held: String = self.was[place.column.min(end)..end].iter().collect();
        let held = held.trim_end();
        // Of several that are alike, the same one.
        let before: String = was.chars().take(place.column - from).collect();
        let turn = before.matches(held).count();
        let found = now.match_indices(held).nth(turn).or_else(|| now.match_indices(held).last());
        match found.filter(|_| !held.is_empty()) {
            Some((byte, _)) => Place { column: at + now[..byte].chars().count(), ..place },
            None => Place { column: *at, width: now.chars().count(), ..place },
        }
    }
}
