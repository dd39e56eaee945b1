//! Messages in the language of a page.

use std::collections::BTreeMap;

use rivals_core::text::language::{Forms, Language};
use serde_json::{Value, json};

use crate::language::translate;

fn language() -> Language {
    let group = |texts: &[(&str, &str)]| -> BTreeMap<String, String> {
        texts.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect()
    };
    let groups = [
        ("names", group(&[("You", "Tu")])),
        ("page", group(&[("Play", "Juga"), ("Next", "Següent")])),
        (
            "pig",
            group(&[
                ("roll", "tirar"),
                ("{who} rolls {n}.", "{who} tira {n}."),
                ("{n} of {n2} points", "{n} de {n2} \"punts\""),
                ("Search", "Cerca"),
                ("Are you sure?", "N'estàs segur?"),
                ("You beat {it} by {n} %.", "Guanyes {it} per un {n} %."),
                ("and", "i"),
            ]),
        ),
    ];
    let groups = groups.map(|(name, texts)| (name.to_owned(), texts));
    Language::of(Box::leak(Box::new(Forms::new(groups.into()).unwrap())))
}

#[test]
fn html_and_texts_are_translated_and_nothing_else() {
    let message = json!({
        "is": "table",
        "table": "Play",
        "put": {
            "ask": "<label>Search <input id=\"roll\" title=\"3 of 10 points\"></label><button>roll</button>",
            "top": "<li translate=\"no\">roll</li><li translate=\"no\">You</li><b>Ana &amp; Bo rolls 4.</b>",
        },
        "missed": ["Ana rolls 3.", "a &lt;b&gt; line"],
        "ask": {"choices": 2, "picks": [["roll"]], "confirm": {"1": "Are you sure?"}},
    });
    let told: Value = serde_json::from_str(&translate(&message.to_string(), language())).unwrap();
    assert_eq!(
        told,
        json!({
            "is": "table",
            "table": "Play",
            "put": {
                "ask": "<label>Cerca <input id=\"roll\" title=\"3 de 10 &quot;punts&quot;\"></label><button>tirar</button>",
                "top": "<li translate=\"no\">roll</li><li translate=\"no\">Tu</li><b>Ana &amp; Bo tira 4.</b>",
            },
            "missed": ["Ana tira 3.", "a &lt;b&gt; line"],
            "ask": {"choices": 2, "picks": [["roll"]], "confirm": {"1": "N'estàs segur?"}},
        })
    );
}

/// Places where words may be broken, and spaces that stay, are no part of them; lists of players are
/// known by their words alone.
#[test]
fn marks_of_long_lines_stay() {
    let html = "<p>You beat search:<wbr>4:<wbr>deep by 3\u{a0}%.</p><td>Ana, Cai and You</td>";
    let told = translate(&json!({"put": {"review": html}}).to_string(), language());
    let told: Value = serde_json::from_str(&told).unwrap();
    let html = "<p>Guanyes search:<wbr>4:<wbr>deep per un 3\u{a0}%.</p><td>Ana, Cai i Tu</td>";
    assert_eq!(told["put"]["review"], html);
}

#[test]
fn the_first_message_brings_the_words_of_the_page() {
    let told: Value = serde_json::from_str(&translate("{\"is\":\"hello\"}", language())).unwrap();
    assert_eq!(told["words"], json!({"Play": "Juga", "Next": "Següent"}));
}
