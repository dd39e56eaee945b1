//! The conformance of Tute Cabrero. Its own tests are in `src/games/tute`.

use super::conformance::conforms;
use crate::games::tute::engine::TuteEngine;
use crate::games::tute::{Cards, Declarations, Muestra, Tute, TuteMove, Unit};
use crate::play::engine::{Field, Positions};

#[test]
fn it_conforms() {
    let cards: Vec<_> = Cards::ALL.iter().collect();
    let mut moves: Vec<TuteMove> = cards.iter().map(|card| TuteMove::Play(*card)).collect();
    let declarations = ["40", "20:O", "20:C", "20:E", "20:B", "tute"];
    let declared = |text| format!("declare:{text}").parse::<TuteMove>().unwrap();
    moves.extend(declarations.map(declared));
    moves.push(TuteMove::Pass);
    let other = Tute {
        unit: Unit::Hand,
        muestra: Muestra::Mano,
        contrafallo: true,
        last_trick: 0,
        declarations: Declarations::All,
        no_trick_loses: true,
    };
    for (rules, games) in [(Tute::HAND, 6), (Tute::MATCH, 1), (other, 4)] {
        let agents = move || {
            let engine = TuteEngine::new(rules);
            [
                "random",
                "always-high",
                "always-low",
                "dumper",
                "novice",
                "medium",
                "expert",
                "novice-calibrated",
                "medium-calibrated",
                "expert-calibrated",
                "medium-looking",
            ]
            .map(|spec| engine.agent(&Field::new("", &spec.into())).unwrap())
            .into()
        };
        conforms(rules, games, &moves, &cards, &agents);
    }
}
