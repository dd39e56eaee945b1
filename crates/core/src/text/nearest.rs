//! Suggestions for misspelt words.

/// The candidate that `word` is probably a misspelling of; `None` if no candidate is
/// similar.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const NEAR: f64 = 0.8;
    let word = word.to_lowercase();
    (candidates.into_iter())
        .map(|candidate| (strsim::jaro_winkler(&word, candidate), candidate))
        .filter(|(likeness, _)| *likeness >= NEAR)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, candidate)| candidate)
}

/// The question `did you mean NAME? ` with the nearest candidate; empty if none is similar.
pub fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    let near = nearest(word, candidates);
    near.map_or_else(String::new, |near| format!("did you mean {near}? "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelt_words() {
        assert_eq!(nearest("targt", ["target", "warrior"]), Some("target"));
        assert_eq!(nearest("volcano", ["target", "warrior"]), None);
        assert_eq!(nearest("seats", ["players", "agents"]), None);
    }
}
