//! The words of games in other languages than English.
//!
//! Games, tables and interfaces speak English. A language is a list of sentence forms, as
//! `{who} rolls {n}.`, each with its translation. A text is translated as a whole: by the form that
//! it fits, of which the one with the longest literal part wins, or sentence by sentence, or line by
//! line. What fits no form stays English.
//!
//! A hole is named by what it holds, with a number where a form has several: `n` a number or a sign,
//! `who` a player, `names` several players, `it` words that may be unknown, `text` words that must
//! fit a form themselves. Numbers stay as they are, with their decimal point.

mod form;
mod lines;
mod scene;
#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};

use crate::values::Invalid;
use form::{Form, Kind, pairs};

/// The groups of forms that are looked up in one place only: names of players, and faces of dice;
/// and the group of the words that a page has of its own.
const NAMES: &str = "names";
const FACES: &str = "faces";
const PAGE: &str = "page";

/// The group of the forms of lists, which are tried last.
const LISTS: &str = "lists";

/// The most words that a hole holds which are not known.
const MOST_WORDS: usize = 5;

/// A language: English, or one that has [`Forms`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Language(Option<&'static Forms>);

/// The sentence forms of a language.
#[derive(Debug)]
pub struct Forms {
    /// The longest literal part first.
    forms: Vec<Form>,
    /// The forms that begin with this word, and under the empty one those that begin with a hole.
    begins: HashMap<String, Vec<usize>>,
    names: BTreeMap<String, String>,
    faces: BTreeMap<String, String>,
    page: BTreeMap<String, String>,
    /// What texts without holes are.
    fixed: HashMap<String, String>,
}

impl Forms {
    /// The forms of these groups, each with its translation. The names of groups are for readers,
    /// but for `names`, the words that stand for players, `faces`, those on dice, `page`, those that
    /// a page has of its own, and `lists`, whose forms are tried last.
    ///
    /// # Errors
    /// [`Invalid`] of the form that cannot be used.
    pub fn new(mut groups: BTreeMap<String, BTreeMap<String, String>>) -> Result<Self, Invalid> {
        let names = groups.remove(NAMES).unwrap_or_default();
        let faces = groups.remove(FACES).unwrap_or_default();
        let page = groups.get(PAGE).cloned().unwrap_or_default();
        let mut forms: Vec<(bool, Form)> = Vec::new();
        let mut fixed = HashMap::new();
        for (group, texts) in groups {
            for (english, translation) in texts {
                let wrong = |(message, help): (String, &str)| {
                    Invalid::new(format!("{group}.\"{english}\""), message, help)
                };
                let form = Form::new(&english, &translation).map_err(wrong)?;
                if fixed.insert(english.clone(), translation).is_some() {
                    let message = "is written twice".to_owned();
                    return Err(wrong((message, "write each form once, in one group")));
                }
                forms.push((group == LISTS, form));
            }
        }
        let order = |(list, form): &(bool, Form)| {
            (*list, std::cmp::Reverse(form.length()), form.english.clone())
        };
        forms.sort_by_cached_key(order);
        let forms: Vec<Form> = forms.into_iter().map(|(_, form)| form).collect();
        let mut begins: HashMap<String, Vec<usize>> = HashMap::new();
        for (place, form) in forms.iter().enumerate() {
            begins.entry(form.first_word().to_owned()).or_default().push(place);
        }
        Ok(Self { forms, begins, names, faces, page, fixed })
    }

    /// The forms that no text has fitted so far.
    pub fn unused(&self) -> Vec<&str> {
        self.forms.iter().filter(|form| !form.is_used()).map(|form| &*form.english).collect()
    }

    /// A player, who may be spoken to or a stranger.
    fn named(&self, name: &str) -> String {
        if let Some(known) = self.names.get(name) {
            return known.clone();
        }
        // Several strangers have numbers, and a score may stand behind.
        let end = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ' || c == ':').len();
        let (known, number) = name.split_at(end);
        self.names.get(known).map_or_else(|| name.to_owned(), |known| known.clone() + number)
    }
}

/// A text that is being translated: what is known of its parts, so that none is looked at twice.
struct Reader<'a> {
    forms: &'a Forms,
    known: RefCell<HashMap<String, Option<String>>>,
}

impl<'a> Reader<'a> {
    fn of(forms: &'a Forms) -> Self {
        Self { forms, known: RefCell::default() }
    }

    /// The translation of a text of one line; `None` if it fits no form.
    fn line(&self, text: &str) -> Option<String> {
        let words = text.trim();
        if !words.chars().any(char::is_alphabetic) {
            return Some(text.to_owned());
        }
        if let Some(known) = self.known.borrow().get(words) {
            return known.as_ref().map(|known| text.replacen(words, known, 1));
        }
        let found = self.fixed(words).or_else(|| self.sentences(words)).or_else(|| self.fit(words));
        self.known.borrow_mut().insert(words.to_owned(), found.clone());
        found.map(|found| text.replacen(words, &found, 1))
    }

    fn fixed(&self, words: &str) -> Option<String> {
        let name = self.forms.named(words);
        if name != words || self.forms.names.contains_key(words) {
            return Some(name);
        }
        self.forms.fixed.contains_key(words).then(|| self.fit(words)).flatten()
    }

    /// The translation of a sentence and those that follow it.
    fn sentences(&self, words: &str) -> Option<String> {
        let ends = [". ", "? ", "! "].map(|end| words.match_indices(end));
        let mut ends: Vec<usize> = ends.into_iter().flatten().map(|(at, _)| at + 1).collect();
        ends.sort_unstable();
        ends.into_iter().find_map(|end| {
            let first = self.line(&words[..end])?;
            Some(first + " " + &self.line(&words[end + 1..])?)
        })
    }

    /// The translation by the first form that fits.
    fn fit(&self, words: &str) -> Option<String> {
        let first = words.split(' ').next().unwrap_or_default();
        let of = |word: &str| self.forms.begins.get(word).into_iter().flatten().copied();
        let pairs = pairs(words);
        let may_fit = |place: &usize| self.forms.forms[*place].may_fit(pairs);
        let mut places: Vec<usize> = of(first).chain(of("")).filter(may_fit).collect();
        places.sort_unstable();
        let mut forms = places.into_iter().map(|place| &self.forms.forms[place]);
        forms.find_map(|form| form.fit(words, &|kind, held| self.hole(kind, held)))
    }

    /// What a hole holds, in the language.
    fn hole(&self, kind: Kind, held: &str) -> Option<String> {
        if held.trim() != held || held.is_empty() || held.contains("  ") {
            return None;
        }
        match kind {
            Kind::Number => {
                let list = [", ", "; "].iter().any(|sign| held.contains(sign));
                let words = held.chars().any(char::is_alphabetic);
                (!list && !words && !held.ends_with([',', ';', ':'])).then(|| held.to_owned())
            }
            Kind::Who if is_sentence(held) => None,
            Kind::Who => Some(self.forms.named(held)),
            Kind::Names => {
                let (most, last) = match held.rsplit_once(" and ") {
                    Some((most, last)) => (most, Some(last)),
                    None => (held, None),
                };
                let and = self.fixed("and").unwrap_or_else(|| "and".to_owned());
                let mut names =
                    most.split(", ").map(|name| self.forms.named(name)).collect::<Vec<_>>();
                names.extend(last.map(|last| self.forms.named(last)));
                Some(super::words::listed(&names, &and))
            }
            // What is unknown may not be a sentence, or half of a list.
            Kind::It => {
                let many = held.contains([',', ';']) || held.split(' ').count() > MOST_WORDS;
                let unknown = || (!many && !is_sentence(held)).then(|| held.to_owned());
                self.line(held).or_else(unknown)
            }
            Kind::Text => self.line(held).filter(|_| held.chars().any(char::is_alphabetic)),
        }
    }
}

/// Whether words are rather sentences than a name, which may have an initial.
fn is_sentence(words: &str) -> bool {
    let ends = [". ", "? ", "! "].iter().flat_map(|end| words.match_indices(end));
    let mut before = ends.map(|(at, _)| words[..at].rsplit(' ').next().unwrap_or_default());
    [": ", "; ", ", "].iter().any(|sign| words.contains(sign))
        || before.any(|word| word.chars().count() > 2)
}

impl Language {
    /// The language of these forms.
    #[must_use]
    pub fn of(forms: &'static Forms) -> Self {
        Self(Some(forms))
    }

    /// Whether it is English, in which all texts stay as they are.
    #[must_use]
    pub fn is_english(self) -> bool {
        self.0.is_none()
    }

    /// A text in the language; lines that fit no form stay English.
    #[must_use]
    pub fn text(self, text: &str) -> String {
        self.read(text).0
    }

    /// Whether all lines of a text fit forms.
    #[must_use]
    pub fn covers(self, text: &str) -> bool {
        self.read(text).1
    }

    /// A text in the language, and whether all lines of it fit forms.
    #[must_use]
    pub fn read(self, text: &str) -> (String, bool) {
        match self.0 {
            None => (text.to_owned(), true),
            Some(forms) => {
                let (lines, all) = Reader::of(forms).lines(text);
                let several = lines.len() > 1;
                let lines = lines.into_iter().flatten();
                let lines: Vec<String> = lines.map(|line| line.set(several)).collect();
                (lines.join("\n"), all)
            }
        }
    }

    /// A text without holes.
    #[must_use]
    pub fn fixed(self, text: &'static str) -> &'static str {
        self.0.and_then(|forms| forms.fixed.get(text)).map_or(text, |text| text)
    }

    /// The name of a player.
    #[must_use]
    pub fn name(self, name: &str) -> String {
        self.0.map_or_else(|| name.to_owned(), |forms| forms.named(name))
    }

    /// A list of players, such as `Abel and Carla`.
    #[must_use]
    pub fn names(self, names: &str) -> String {
        let listed = self.0.and_then(|forms| Reader::of(forms).hole(Kind::Names, names));
        listed.unwrap_or_else(|| names.to_owned())
    }

    /// The words that a page has of its own; none in English.
    pub fn page(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let words = self.0.into_iter().flat_map(|forms| &forms.page);
        words.map(|(english, word)| (&**english, &**word))
    }

    /// The face of a die, in at most seven letters.
    #[must_use]
    pub fn face(self, face: &str) -> &str {
        self.0.and_then(|forms| forms.faces.get(face)).map_or(face, |known| known)
    }
}
