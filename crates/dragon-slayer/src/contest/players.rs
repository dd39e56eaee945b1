//! Turns the members of a roster into players of a tournament, with the figures that results
//! show of them.

use rivals_core::contest::Player;
use rivals_core::personalities::{Habits, Member, Personality};

/// The player of a member, with all traits and values of a personality. It has no habits here.
pub(crate) fn player(member: &Member) -> Player {
    match member.personality() {
        Some(personality) => {
            Player::personality(&Personality { habits: Habits::default(), ..personality.clone() })
        }
        None => Player::policy(member.id(), member.name(), member.character()),
    }
}
