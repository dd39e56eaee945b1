//! Words put together for people.

use unicode_width::UnicodeWidthStr;

/// A list in words: `a, b and c`.
pub fn list<S: AsRef<str>>(words: &[S]) -> String {
    listed(words, "and")
}

/// The same with another word before the last: `a, b i c`.
pub fn listed<S: AsRef<str>>(words: &[S], and: &str) -> String {
    match words {
        [] => "none".to_owned(),
        [one] => one.as_ref().to_owned(),
        [first @ .., last] => {
            let first: Vec<_> = first.iter().map(AsRef::as_ref).collect();
            format!("{} {and} {}", first.join(", "), last.as_ref())
        }
    }
}

/// The words with a capital letter at the beginning.
pub fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// The text in lines of at most this number of columns, where its words allow it.
pub fn filled(text: &str, width: usize) -> String {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.last_mut().expect("there is a line");
        if !last.is_empty() && last.width() + 1 + word.width() > width {
            lines.push(word.to_owned());
        } else {
            let space = if last.is_empty() { "" } else { " " };
            *last += &format!("{space}{word}");
        }
    }
    lines.join("\n")
}
