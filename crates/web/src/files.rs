//! The files of the page.

use std::sync::OnceLock;

use rivals_core::sha256::sha256;

/// A file of the page.
#[derive(Clone, Copy, Debug)]
pub struct File {
    /// Its name in addresses.
    pub name: &'static str,
    /// Its type.
    pub mime: &'static str,
    /// What it holds.
    pub text: &'static str,
}

impl File {
    /// What is sent: the style of the page has that of reviews in it, which spares a request.
    #[must_use]
    pub fn with_reviews(&self, style: &str) -> String {
        self.text.to_owned() + if self.name == "page.css" { style } else { "" }
    }
}

/// The hash of all files, by which a page knows whether it is that of the program.
#[must_use]
pub fn build() -> &'static str {
    if cfg!(rivals_page) {
        // Its files are those that it was built with: they have the same hash in their addresses.
        return "page";
    }
    static BUILD: OnceLock<String> = OnceLock::new();
    BUILD.get_or_init(|| {
        let texts: String = FILES.iter().map(|file| file.text).collect();
        sha256((INDEX.to_owned() + &texts).as_bytes())[..16].to_owned()
    })
}

/// The page that loads the others.
pub const INDEX: &str = include_str!("../files/index.html");

/// The other files.
pub const FILES: &[File] = &[
    File { name: "page.css", mime: "text/css", text: include_str!("../files/page.css") },
    File { name: "page.js", mime: "text/javascript", text: include_str!("../files/page.js") },
    File { name: "sound.js", mime: "text/javascript", text: include_str!("../files/sound.js") },
    File { name: "link.js", mime: "text/javascript", text: include_str!("../files/link.js") },
];
