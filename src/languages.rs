//! The languages of what games say. `configs/languages` has a file for each but English.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use rivals_core::text::language::{Forms, Language};

/// The languages that can be asked for, English first.
pub(crate) const TAGS: [&str; 3] = ["en", FILES[0].tag, FILES[1].tag];

/// The file of a language.
#[derive(Clone, Copy, Debug)]
pub struct File {
    /// What pages ask for.
    pub tag: &'static str,
    /// Sentences and their translations, in TOML.
    pub text: &'static str,
}

macro_rules! file {
    ($tag:literal) => {
        File {
            tag: $tag,
            // The page without a server loads it when it is asked for: most readers need none, and
            // all of them together are as long as the rules of the games.
            text: if cfg!(rivals_page) {
                ""
            } else {
                include_str!(concat!("../configs/languages/", $tag, ".toml"))
            },
        }
    };
}

/// The files of all languages but English.
pub const FILES: [File; 2] = [file!("ca"), file!("es")];

/// What was read of each file.
static FORMS: [OnceLock<Forms>; FILES.len()] = [OnceLock::new(), OnceLock::new()];

/// The forms of a file, or what is wrong with it.
fn forms(text: &str) -> Result<Forms, String> {
    let groups: BTreeMap<String, BTreeMap<String, String>> =
        toml::from_str(text).map_err(|error| error.to_string())?;
    Forms::new(groups).map_err(|error| format!("{error:?}"))
}

/// The language of a tag such as `ca`, or of a locale such as `ca_ES.UTF-8`; `None` if the program
/// does not have it.
#[must_use]
pub(crate) fn language(tag: &str) -> Option<Language> {
    let tag = tag.split(['_', '-', '.', '@']).next()?.to_lowercase();
    if tag == "en" {
        return Some(Language::default());
    }
    let (file, read) = FILES.iter().zip(&FORMS).find(|(file, _)| file.tag == tag)?;
    if file.text.is_empty() {
        return read.get().map(Language::of);
    }
    let built_in = || forms(file.text).expect("tests read the built-in languages");
    Some(Language::of(read.get_or_init(built_in)))
}

/// Takes the text of a file that is not built in.
///
/// # Errors
/// What is wrong with the text.
pub fn learn(tag: &str, text: &str) -> Result<(), String> {
    if let Some((file, read)) = FILES.iter().zip(&FORMS).find(|(file, _)| file.tag == tag)
        && file.text.is_empty()
    {
        let forms = forms(text)?;
        read.get_or_init(|| forms);
    }
    Ok(())
}
