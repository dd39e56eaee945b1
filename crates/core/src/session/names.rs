//! The names by which the players of a game are called.

use crate::play::Seat;
use crate::play::record::{Header, Participant};
use crate::play::show::Names;

/// The names of the players by seat: each is unique, and the only person is "you".
pub(super) fn names(header: &Header, revealed: bool) -> Names {
    let mut names: Vec<String> = Vec::new();
    let mut persons = Vec::new();
    for (seat, participant) in (0..).map(Seat).zip(&header.seats) {
        let name = match participant {
            Participant::Person { person } => {
                persons.push(seat);
                person.clone()
            }
            Participant::Agent { stranger: true, .. } if !revealed => "The stranger".to_owned(),
            Participant::Agent { name, .. } => name.clone(),
        };
        let same = |count: usize| match count {
            1 => name.clone(),
            count => format!("{name} {count}"),
        };
        let free = (1..).map(same).find(|name| !names.contains(name));
        names.extend(free);
    }
    let you = match persons[..] {
        [only] => Some(only),
        _ => None,
    };
    Names::new(names, you)
}
