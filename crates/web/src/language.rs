//! Messages in the language of a page: what was made in English is translated on its way out, the
//! text of HTML between its tags and in the attributes that are read.

use rivals_core::text::language::Language;
use serde_json::Value;

/// The fields of messages that are texts, and those that are HTML by region.
const TEXTS: [&str; 8] = ["told", "missed", "text", "message", "help", "confirm", "bars", "names"];
const REGIONS: &str = "put";

/// The attributes that are read.
const READ: [&str; 3] = ["title=\"", "aria-label=\"", "placeholder=\""];

/// Where a long word may be broken, as a tag of HTML and as a character of a text.
const BREAK: &str = "<wbr>";
const BREAKS: char = '\u{200b}';

/// A message in a language. The first one brings the words of the page itself.
#[must_use]
pub fn translate(message: &str, language: Language) -> String {
    let Ok(mut message) = serde_json::from_str(message) else { return message.to_owned() };
    in_place(&mut message, language);
    if message["is"] == "hello" {
        message["words"] = language.page().collect();
    }
    message.to_string()
}

fn in_place(message: &mut Value, language: Language) {
    let Value::Object(fields) = message else { return };
    for (field, value) in fields {
        match &**field {
            REGIONS => each(value, &|html| self::html(html, language)),
            "ask" => in_place(value, language),
            field if TEXTS.contains(&field) => each(value, &|text| language.text(text)),
            _ => {}
        }
    }
}

/// Changes all texts of a value.
fn each(value: &mut Value, change: &dyn Fn(&str) -> String) {
    match value {
        Value::String(text) => *text = change(text),
        Value::Array(values) => values.iter_mut().for_each(|value| each(value, change)),
        Value::Object(fields) => fields.values_mut().for_each(|value| each(value, change)),
        _ => {}
    }
}

/// HTML in a language. The text of an element with `translate="no"` is a name.
fn html(html: &str, language: Language) -> String {
    let html = html.replace(BREAK, &BREAKS.to_string());
    let mut told = String::new();
    let mut rest = &*html;
    let mut is_name = false;
    while !rest.is_empty() {
        let end = rest.find('<').unwrap_or(rest.len());
        let (text, after) = rest.split_at(end);
        told += &spaced(text, &|words| {
            let words = plain(words);
            marked(&match language.text(&words) {
                _ if is_name => language.name(&words),
                // What is not known may be a list of players, as in tables.
                told if told == words => language.names(&words),
                told => told,
            })
        });
        let end = after.find('>').map_or(after.len(), |at| at + 1);
        let (tag, after) = after.split_at(end);
        is_name = tag.contains("translate=\"no\"");
        told += &attributes(tag, language);
        rest = after;
    }
    told.replace(BREAKS, BREAK)
}

/// A text with other words. Where words may be broken, and spaces before signs where no line ends, are
/// no part of them.
fn spaced(text: &str, change: &dyn Fn(&str) -> String) -> String {
    let bare = text.replace('\u{a0}', " ");
    let mut told = change(&bare.replace(BREAKS, ""));
    for word in bare.split(' ').filter(|word| word.contains(BREAKS)) {
        told = told.replace(&word.replace(BREAKS, ""), word);
    }
    if text.contains("\u{a0}%") { told.replace(" %", "\u{a0}%") } else { told }
}

/// A tag with its attributes in a language.
fn attributes(tag: &str, language: Language) -> String {
    let mut told = String::new();
    let mut rest = tag;
    while let Some((at, length)) =
        READ.iter().filter_map(|name| Some((rest.find(name)?, name.len()))).min()
    {
        let (before, value) = rest.split_at(at + length);
        let (value, after) = value.split_at(value.find('"').unwrap_or(value.len()));
        told += before;
        told += &marked(&language.text(&plain(value))).replace('"', "&quot;");
        rest = after;
    }
    told + rest
}

/// A text without the marks of HTML, and with them again.
fn plain(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

fn marked(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
