//! Writes the folder of the page without a server: `folder WASM FOLDER`. `scripts/page.sh` runs it.

use std::error::Error;
use std::num::NonZero;
use std::path::Path;
use std::{env, fs};

use rivals_web::files::{FILES, INDEX};
use zopfli::{Format, Options};

/// What a page may do: the same as that of a server, and run WebAssembly in its worker.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
                      img-src 'self' data:; connect-src 'self'; worker-src 'self'; base-uri 'none'; \
                      form-action 'none'; require-trusted-types-for 'script'; trusted-types rivals";

/// More of them take longer and save less than a thousandth.
const ITERATIONS: NonZero<u64> = NonZero::new(5).unwrap();

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [wasm, folder] = &arguments[..] else { return Err("usage: folder WASM FOLDER".into()) };
    let (wasm, mut packed) = (fs::read(wasm)?, Vec::new());
    // A twenty-fifth smaller than what `gzip -9` writes.
    let options = Options { iteration_count: ITERATIONS, ..Options::default() };
    zopfli::compress(options, Format::Gzip, &*wasm, &mut packed)?;
    let style = rivals::tables::review_style();
    let shell = FILES.iter().map(|file| (file.name, file.with_reviews(&style)));
    let shell: Vec<(&str, String)> = shell.collect();
    let languages =
        rivals::tables::LANGUAGES.map(|language| (language.tag, format!("{}.toml", language.tag)));
    let worker = include_str!("../files/worker.js")
        .replace("Set([])", &format!("Set({:?})", languages.each_ref().map(|(tag, _)| tag)));
    let mut files: Vec<(&str, &[u8])> = vec![
        ("rivals.wasm", &wasm),
        // A name that no host takes as a reason to unpack it.
        ("rivals.gz.bin", &packed),
        ("worker.js", worker.as_bytes()),
    ];
    for (language, (_, name)) in rivals::tables::LANGUAGES.iter().zip(&languages) {
        files.push((name, language.text.as_bytes()));
    }
    files.extend(shell.iter().map(|(name, text)| (*name, text.as_bytes())));
    let all: Vec<u8> = files.iter().flat_map(|(_, bytes)| bytes.iter().copied()).collect();
    // A new build has new addresses, so that no cache mixes two.
    let build = &rivals::tables::sha256(&[&all, INDEX.as_bytes()].concat())[..8];
    let folder = Path::new(folder);
    let own = format!("a-{build}");
    fs::create_dir_all(folder.join(&own))?;
    for (name, bytes) in &files {
        fs::write(folder.join(&own).join(name), bytes)?;
    }
    // The engine comes while the page is read and not after its worker.
    let head = format!(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <link rel=\"preload\" as=\"fetch\" crossorigin href=\"{own}/rivals.gz.bin\">\n</head>"
    );
    let index = INDEX
        .replace("\"a/", &format!("\"{own}/"))
        .replace("<html ", &format!("<html data-engine=\"{own}/worker.js\" "))
        .replace("</head>", &head);
    fs::write(folder.join("index.html"), index)?;
    let mut list = vec!["./".to_owned()];
    list.extend(files.iter().map(|(name, _)| format!("{own}/{name}")));
    let offline = include_str!("../files/offline.js")
        .replace("BUILD", build)
        .replace("FILES = []", &format!("FILES = {}", serde_json::to_string(&list)?));
    fs::write(folder.join("offline.js"), offline)?;
    Ok(())
}
