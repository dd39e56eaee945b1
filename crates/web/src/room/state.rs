//! What is kept of a table beside its game.

use rivals_core::play::Seat;
use rivals_core::play::record::{Participant, Record};
use serde::{Deserialize, Serialize};

use crate::games::{Chair, Kept, Options};
use crate::hall::{Place, Role};
use crate::keys::hashed;
use crate::message::Clock;

/// What a new table is to be.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub game: String,
    pub seats: Vec<Chair>,
    pub options: Options,
    pub clock: Option<Clock>,
    pub watch: bool,
}

/// A table.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct State {
    pub game: String,
    pub chairs: Vec<ChairState>,
    #[serde(flatten)]
    pub options: Options,
    pub clock: Option<Clock>,
    /// The hash of the key of those who look on.
    pub watch: Option<String>,
    /// The hash of the key of who lets a table without people go on.
    pub host: Option<String>,
    /// The table at which the game is played again.
    pub again: Option<String>,
    /// What was told when the game was over.
    #[serde(default)]
    pub ended: Vec<String>,
    /// Whether that is all.
    #[serde(default)]
    pub looked_back: bool,
}

/// A seat.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct ChairState {
    pub who: Chair,
    /// The hash of the person's key.
    pub key: Option<String>,
    /// The hash of the invitation that was not used yet.
    pub invitation: Option<String>,
    /// The id of the last action, and the number in its answer.
    pub last: Option<(String, u64)>,
    /// Whether this person made the table.
    #[serde(default)]
    pub host: bool,
    /// Whether those who look on see what it sees.
    #[serde(default)]
    pub allows: bool,
    /// The time that is left, in milliseconds, where there is a clock.
    #[serde(default)]
    pub left: u64,
}

impl State {
    /// The place of a key.
    pub(super) fn place(&self, key: &str) -> Option<Place> {
        let hash = Some(hashed(key));
        let sits = self.chairs.iter().position(|chair| chair.key == hash);
        let role = match sits {
            Some(_) => Role::Sits,
            None if self.host == hash => Role::Hosts,
            None if self.watch == hash => Role::Watches,
            None => return None,
        };
        Some(Place { seat: Seat::at(sits.unwrap_or(0)), role })
    }

    /// Makes this the key of the first person, or of who lets a table without people go on.
    pub(super) fn let_in(&mut self, key: &str) -> Option<Place> {
        let own = Some(hashed(key));
        match self.persons().first() {
            Some(&first) => self.chairs[first].key = own,
            None => self.host = own,
        }
        self.place(key)
    }

    /// The seat of an invitation.
    pub(super) fn invited(&self, invitation: &str) -> Option<usize> {
        let hash = Some(hashed(invitation));
        self.chairs.iter().position(|chair| chair.invitation == hash)
    }

    /// The seats of people.
    pub(super) fn persons(&self) -> Vec<usize> {
        let chairs = self.chairs.iter().enumerate();
        let persons = chairs.filter(|(_, chair)| matches!(chair.who, Chair::Person(_)));
        persons.map(|(place, _)| place).collect()
    }

    /// The seats that are shown: those of people, or the first at a table without any.
    pub(super) fn readers(&self) -> Vec<usize> {
        if self.host.is_some() { vec![0] } else { self.persons() }
    }

    /// The seat of who made the table.
    pub(super) fn host_seat(&self) -> Option<usize> {
        let made = self.chairs.iter().position(|chair| chair.host);
        made.or_else(|| self.persons().first().copied())
    }

    /// Who sits where.
    pub(super) fn seats(&self) -> Vec<Chair> {
        self.chairs.iter().map(|chair| chair.who.clone()).collect()
    }
}

/// A table with a game that is over: who has the key, if there is one, sees it as its first person
/// did.
pub(crate) fn shared(record: Record, key: Option<&str>) -> Kept {
    let chair = |participant: &Participant| ChairState {
        who: match participant {
            Participant::Person { person } => Chair::Person(person.clone()),
            Participant::Agent { agent, .. } => Chair::Agent(agent.clone()),
        },
        ..ChairState::default()
    };
    let mut state = State {
        game: record.header.game.clone(),
        chairs: record.header.seats.iter().map(chair).collect(),
        ..State::default()
    };
    key.and_then(|key| state.let_in(key));
    let state = serde_json::to_string(&state).expect("names and hashes");
    Kept { state, record: Some(record) }
}

/// The place of a key at a table of which this was kept.
pub(crate) fn place(state: &str, key: &str) -> Option<Place> {
    serde_json::from_str::<State>(state).ok()?.place(key)
}

/// Whether somebody was invited to a table of which this was kept.
pub(crate) fn invites(state: &str, invitation: &str) -> bool {
    let state = serde_json::from_str::<State>(state);
    state.is_ok_and(|state| state.invited(invitation).is_some())
}
