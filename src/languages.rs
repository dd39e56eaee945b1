//! The languages of what games say. `configs/languages` has a file for each but English.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use rivals_core::text::language::{Forms, Language};

/// The languages that can be asked for, English first.
pub(crate) const TAGS: [&str; 3] = ["en", "ca", "es"];

static CATALAN: LazyLock<Forms> =
    LazyLock::new(|| built_in(include_str!("../configs/languages/ca.toml")));
static SPANISH: LazyLock<Forms> =
    LazyLock::new(|| built_in(include_str!("../configs/languages/es.toml")));

/// The forms of a file.
fn built_in(text: &str) -> Forms {
    let groups: BTreeMap<String, BTreeMap<String, String>> =
        toml::from_str(text).expect("tests read the built-in languages");
    Forms::new(groups).expect("tests read the built-in languages")
}

/// The language of a tag such as `ca`, or of a locale such as `ca_ES.UTF-8`; `None` if the program
/// does not have it.
#[must_use]
pub(crate) fn language(tag: &str) -> Option<Language> {
    match tag.split(['_', '-', '.', '@']).next()?.to_lowercase().as_str() {
        "en" => Some(Language::default()),
        "ca" => Some(Language::of(&CATALAN)),
        "es" => Some(Language::of(&SPANISH)),
        _ => None,
    }
}
