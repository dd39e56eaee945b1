//! What pages show of games that are over: their reviews, and the report on a person.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::corpus::{CORPUS, without_numbers};
use super::{LANGUAGES, english, left, names};
use crate::catalogue::find;
use crate::commands::review::{self, OwnGame};
use crate::document::Document;
use crate::languages::language;
use crate::play::Seat;
use crate::report::person::{Finished, person};
use crate::report::region;
use rivals_core::text::language::Language;

/// The reviews of all games. Searches would take minutes: their figures are made up, once as exact
/// ones and once as estimates.
fn reviews() -> Vec<Document> {
    let mut documents = Vec::new();
    for (place, record) in CORPUS.records.iter().enumerate() {
        let game = find(&record.header.game).unwrap();
        let solved = review::solved(game);
        let reviewed = solved.map(|reviews| (reviews.review)(record, "this game"));
        documents.push(match reviewed {
            Some(reviewed) => reviewed.unwrap().document,
            None => review::made_up(record, place % 2 == 0).unwrap(),
        });
    }
    documents
}

/// The report on the person of these games.
fn report() -> Document {
    let records = CORPUS.records.iter().zip(1..).filter(|(record, _)| record.end().is_some());
    let own = records.filter(|(record, _)| {
        let first = record.header.seats.first();
        first.is_some_and(|one| one.person().is_some())
    });
    let own: Vec<OwnGame> = own.map(|(record, id)| (id, record.clone(), Seat::FIRST)).collect();
    let finished = own.iter().map(|(_, record, _)| Finished {
        game: record.header.game.clone(),
        others: vec!["Carla".to_owned(), "a stranger".to_owned()],
        share: 0.5,
    });
    let finished: Vec<Finished> = finished.collect();
    let profiles = review::all().map(|(game, reviews)| {
        let of_game = own.iter().filter(|(_, record, _)| record.header.game == game);
        (game, (reviews.profile)("Ana", &of_game.cloned().collect::<Vec<_>>()).unwrap())
    });
    person("Ana", &finished, [1, 2], &profiles.collect::<Vec<_>>())
}

/// The texts of a page, one of each kind: between its tags, and in attributes that are read.
fn texts(html: &str) -> BTreeMap<String, String> {
    let html = html.replace("<wbr>", "").replace('\u{a0}', " ");
    let nodes = html.split('<').filter_map(|part| Some(part.split_once('>')?.1));
    let read = |name| html.split(name).skip(1).filter_map(|part| Some(part.split_once('"')?.0));
    let nodes = nodes.chain(read(" title=\"")).chain(read(" aria-label=\""));
    let plain =
        |text: &str| text.replace("&lt;", "<").replace("&quot;", "\"").replace("&amp;", "&");
    nodes.map(|text| (without_numbers(text), plain(text.trim_end()))).collect()
}

/// A page in a language.
fn told(html: &str, language: Language) -> String {
    let message = json!({"is": "review", "put": {"review": html}}).to_string();
    let told: Value = serde_json::from_str(&rivals_web::translate(&message, language)).unwrap();
    told["put"]["review"].as_str().unwrap().to_owned()
}

#[test]
fn pages_speak_each_language() {
    let mut pages: Vec<String> = reviews().iter().map(region).collect();
    pages.push(region(&report()));
    let names = names();
    let said: BTreeMap<String, String> = pages.iter().flat_map(|page| texts(page)).collect();
    let said: BTreeSet<&String> = said.values().filter(|text| !names.contains(*text)).collect();
    assert!(said.len() > 300, "{}", said.len());
    for (tag, text) in LANGUAGES {
        let english = english(&toml::from_str(text).unwrap());
        let language = language(tag).unwrap();
        // Lists of players fit no form.
        let is_told = |text: &str| language.covers(text) || language.names(text) != text;
        let missing: Vec<_> = said.iter().filter(|text| !is_told(text)).take(40).collect();
        assert!(missing.is_empty(), "configs/languages/{tag}.toml has no forms for {missing:#?}");
        let told: BTreeMap<String, String> =
            pages.iter().flat_map(|page| texts(&told(page, language))).collect();
        let told = told.values().filter(|text| !left(text, &english, &names).is_empty());
        let told: Vec<&String> = told.take(40).collect();
        assert!(told.is_empty(), "{tag}: English in part: {told:#?}");
    }
}
