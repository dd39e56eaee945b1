//! Words put together for people.

use unicode_width::UnicodeWidthStr;

use super::number::count;

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

/// These words with commas between them; of more than `most`, the first ones and how many more there
/// are: `a, b, c` or `a, b and 188 more`.
pub fn shortened<S: AsRef<str>>(words: &[S], most: usize) -> String {
    let first: Vec<_> = words.iter().take(most).map(AsRef::as_ref).collect();
    let first = first.join(", ");
    match words.len().saturating_sub(most) {
        0 => first,
        more => format!("{first} and {} more", count(more as u64)),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_many_words_the_first_are_named() {
        let words: Vec<String> = (1..=200).map(|number| format!("drawn-{number}")).collect();
        assert_eq!(shortened(&words[..3], 3), "drawn-1, drawn-2, drawn-3");
        assert_eq!(shortened(&words[..3], 2), "drawn-1, drawn-2 and 1 more");
        let all = shortened(&words, 12);
        assert!(all.ends_with("drawn-11, drawn-12 and 188 more"), "{all}");
    }
}
