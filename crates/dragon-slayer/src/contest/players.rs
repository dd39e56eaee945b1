//! Turns the members of a roster into players of a tournament, with the figures that results
//! show of them.

use rivals_core::contest::{FigureKind, Player, PlayerKind, Trait};
use rivals_core::personalities::{Member, Personality, Scale, Traits, Values};

/// The player of a member, with all traits and values of a personality.
pub(crate) fn player(member: &Member) -> Player {
    let policy = Player::policy(member.id(), member.name(), member.character());
    match member.personality() {
        Some(personality) => {
            Player { kind: PlayerKind::Personality, figures: figures(personality), ..policy }
        }
        None => policy,
    }
}

fn figures(personality: &Personality) -> Vec<Trait> {
    let figure = |kind: FigureKind, scale: Scale, value: f64| Trait {
        kind,
        name: scale.key.to_owned(),
        low: scale.low,
        high: scale.high,
        neutral: scale.neutral,
        value,
        meaning: scale.about.to_owned(),
    };
    let traits = Traits::SCALES.into_iter().zip(personality.traits.figures());
    let values = Values::SCALES.into_iter().zip(personality.values.figures());
    let traits = traits.map(|(scale, value)| figure(FigureKind::Trait, scale, value));
    let values = values.map(|(scale, value)| figure(FigureKind::Value, scale, value));
    traits.chain(values).collect()
}
