//! The pages of a hall, and which of them sit at a table.

use std::collections::{BTreeSet, HashMap};

use rivals_core::text::language::Language;

use super::limits::{Address, Bucket, Limits};
use super::{Client, Effect, Place};
use crate::language::translate;
use crate::message::{Ask, No};

/// A page.
#[derive(Debug, Default)]
pub(super) struct Visitor {
    /// Where it comes from.
    pub address: Address,
    /// Whether it has said hello.
    pub greeted: bool,
    /// Whether it has the owner's key.
    pub owner: bool,
    /// Its table, and its place there.
    pub place: Option<(String, Place)>,
    /// The language in which it is written to.
    pub language: Language,
    messages: Bucket,
    costly: Bucket,
    begun: Bucket,
}

impl Visitor {
    /// Counts a message.
    pub(super) fn counts(&mut self, ask: &Ask, limits: &Limits, now: u64) -> Result<(), No> {
        let is_new = matches!(ask, Ask::New { .. } | Ask::Again { .. });
        let costly = is_new
            || matches!(ask, Ask::Hint { .. } | Ask::Why { .. } | Ask::Review { .. })
            || matches!(ask, Ask::Home { .. } | Ask::Person { .. } | Ask::Practice { .. });
        let fits = self.messages.take(limits.messages, now)
            && (!costly || self.costly.take(limits.costly, now))
            && (!is_new || self.begun.take(limits.begun, now));
        fits.then_some(()).ok_or_else(Self::busy)
    }

    /// Why a message is not answered.
    pub(super) fn busy() -> No {
        No::new("busy", "this page asks too often", "ask again a little later")
    }

    /// Counts a message that is none.
    pub(super) fn counts_any(&mut self, limits: &Limits, now: u64) -> bool {
        self.messages.take(limits.messages, now)
    }
}

/// All pages.
#[derive(Debug, Default)]
pub(super) struct Visitors {
    pages: HashMap<Client, Visitor>,
    /// The pages of each table, with their places, the oldest first.
    at: HashMap<String, BTreeSet<(Client, Place)>>,
}

impl Visitors {
    /// A page, which is new if it is not known.
    pub(super) fn entry(&mut self, client: Client) -> &mut Visitor {
        self.pages.entry(client).or_default()
    }

    /// The same effects, with what is sent in the language of its page.
    pub(super) fn spoken(&self, mut effects: Vec<Effect>) -> Vec<Effect> {
        for effect in &mut effects {
            let (Effect::Send(client, text) | Effect::Tell(client, text)) = effect else {
                continue;
            };
            let language = self.pages.get(client).map(|page| page.language);
            if let Some(language) = language.filter(|language| !language.is_english()) {
                *text = translate(text, language);
            }
        }
        effects
    }

    /// A page that has said hello.
    pub(super) fn greeted(&self, client: Client) -> Option<&Visitor> {
        self.pages.get(&client).filter(|visitor| visitor.greeted)
    }

    /// Seats a page, or lets it stand.
    pub(super) fn sit(&mut self, client: Client, place: Option<(String, Place)>) {
        let Some(visitor) = self.pages.get_mut(&client) else { return };
        let before = std::mem::replace(&mut visitor.place, place.clone());
        if let Some((table, place)) = before {
            self.stand(client, &table, place);
        }
        if let Some((table, place)) = place {
            self.at.entry(table).or_default().insert((client, place));
        }
    }

    fn stand(&mut self, client: Client, table: &str, place: Place) {
        if let Some(pages) = self.at.get_mut(table) {
            pages.remove(&(client, place));
            if pages.is_empty() {
                self.at.remove(table);
            }
        }
    }

    /// A page is gone.
    pub(super) fn left(&mut self, client: Client) {
        if let Some((table, place)) = self.pages.remove(&client).and_then(|page| page.place) {
            self.stand(client, &table, place);
        }
    }

    /// The pages of a table, with their places, the oldest first.
    pub(super) fn of(&self, table: &str) -> Vec<(Client, Place)> {
        self.at.get(table).into_iter().flatten().copied().collect()
    }

    /// Whether a table has a page.
    pub(super) fn has(&self, table: &str) -> bool {
        self.at.contains_key(table)
    }
}

/// The same effects with the work last: what follows from it is sent after them.
pub(super) fn in_order(effects: Vec<Effect>) -> Vec<Effect> {
    let thinks = |effect: &Effect| matches!(effect, Effect::Think(_));
    let (last, mut effects): (Vec<_>, Vec<_>) = effects.into_iter().partition(thinks);
    effects.extend(last);
    effects
}
