//! The built-in personalities: copies of the files in `configs/personalities`.

use super::Personality;

macro_rules! built_in {
    ($($id:literal)*) => {
        [$((concat!($id, ".toml"), include_str!(concat!("built_in/", $id, ".toml")))),*]
    };
}

/// The names and texts of the files of the built-in personalities, by id.
pub const BUILT_IN_FILES: [(&str, &str); 16] = built_in!(
    "abel" "achiever-averse" "achiever-impulsive" "achiever-intelligent" "beatriu" "carla"
    "daniel" "explorer-averse" "explorer-impulsive" "explorer-intelligent" "killer-averse"
    "killer-impulsive" "killer-intelligent" "socializer-averse" "socializer-impulsive"
    "socializer-intelligent"
);

/// The built-in personality with this id; none without the feature `players`, which reads files.
#[must_use]
pub fn built_in(id: &str) -> Option<Personality> {
    let of_id = |(name, _): &&(&str, &str)| name.strip_suffix(".toml") == Some(id);
    let (_, text) = BUILT_IN_FILES.iter().find(of_id)?;
    Personality::read(text)
}
