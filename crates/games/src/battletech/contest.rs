//! What tournaments of BattleTech measure.

use std::sync::LazyLock;

use super::agents::SHARE_UNIT;
use super::record::Part;
use super::rules::BattleTech;
use super::setups::NAMED;
use super::state::{Declared, Phase, Roll, State};
use rivals_core::contest::{MetricRow, Played};
use rivals_core::play::{Dice, Game, Logged, Seat, Step};

/// What a seat did in a game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    /// The setup of the game by its place in [`NAMED`], and the parts of the win.
    setup: Option<usize>,
    won: i64,
    dealt: i64,
    taken: i64,
    shutdowns: i64,
    engine_shutdowns: i64,
    falls: i64,
    turns: i64,
    survived: i64,
    heat: i64,
    searched: [i64; 2],
}

impl Counts {
    /// The share of the win in a game of this setup.
    fn won_in(&self, setup: usize) -> [i64; 2] {
        if self.setup == Some(setup) { [self.won, SHARE_UNIT.into()] } else { [0; 2] }
    }
}

/// The beginnings of the metrics by setup, and what they are.
pub const WON: &str = "won_";
const WON_IN: &str = "share of wins in games of the setup of this name";

/// What tournaments measure.
pub const METRICS: &[MetricRow<Counts>] = &[
    MetricRow::new(
        "damage_dealt",
        "points",
        "armour and structure that its attacks take from others in a game",
        |of| [of.dealt, 1],
    ),
    MetricRow::beside(
        "damage_taken",
        "points",
        "armour and structure that it loses in a game, falls and explosions included",
        |of| [of.taken, 1],
    ),
    MetricRow::new(
        "shutdowns",
        "shutdowns",
        "shutdowns in a game with an engine that is not hit",
        |of| [of.shutdowns, 1],
    ),
    MetricRow::beside(
        "engine_shutdowns",
        "shutdowns",
        "shutdowns in a game after hits on the engine",
        |of| [of.engine_shutdowns, 1],
    ),
    MetricRow::new("falls", "falls", "falls in a game", |of| [of.falls, 1]),
    MetricRow::new("heat", "points", "heat at the end of a turn", |of| [of.heat, of.turns]),
    MetricRow::beside("turns", "turns", "turns of a game that the mech lives through", |of| {
        [of.turns, 1]
    }),
    MetricRow::beside(
        "survived",
        "share",
        "share of games in which the mech is not destroyed",
        |of| [of.survived, 1],
    ),
    MetricRow::beside("won_march", "share", WON_IN, |of| of.won_in(1)),
    MetricRow::beside("won_jumpers", "share", WON_IN, |of| of.won_in(2)),
    MetricRow::beside("won_balance", "share", WON_IN, |of| of.won_in(3)),
    MetricRow::beside("won_rival", "share", WON_IN, |of| of.won_in(4)),
    MetricRow::beside("won_physical", "share", WON_IN, |of| of.won_in(5)),
    MetricRow::beside("won_survive", "share", WON_IN, |of| of.won_in(6)),
    MetricRow::beside("won_heat", "share", WON_IN, |of| of.won_in(7)),
    MetricRow::beside("won_cup_1", "share", WON_IN, |of| of.won_in(8)),
    MetricRow::beside("won_cup_2", "share", WON_IN, |of| of.won_in(9)),
    MetricRow::beside("won_cup_3", "share", WON_IN, |of| of.won_in(10)),
    MetricRow::nodes(|of| of.searched),
];

/// The first states of the named setups, for two seats.
static STARTS: LazyLock<Vec<State>> = LazyLock::new(|| {
    let game = BattleTech::default();
    let start = |(name, _): &(&str, &str)| game.set_up(name, 2, &mut Dice::new(0, 0, 0).opening());
    NAMED.iter().map(|named| start(named).expect("they have places for two")).collect()
});

/// Counts a finished game.
pub fn count(played: &Played<'_, BattleTech>) -> Vec<Counts> {
    let game = &**played.sitting.game();
    let mut state = played.sitting.start().clone();
    let setup = STARTS.iter().position(|start| *start == state);
    let winners = played.outcome.winners();
    let share = i64::from(SHARE_UNIT) / winners.iter().map(|_| 1).sum::<i64>();
    let counts = |seat: Seat| Counts {
        setup,
        won: if winners.contains(seat) { share } else { 0 },
        searched: played.searched(seat.0.into()),
        ..Counts::default()
    };
    let mut counts: Vec<Counts> = state.seats().map(counts).collect();
    // Whose attack is resolved; none during a fall.
    let mut attacker: Option<Seat> = None;
    for step in played.sitting.steps() {
        let roll = state.rolls.first().copied();
        match roll {
            Some(Roll::ToHit(Declared { seat, .. })) => attacker = Some(seat),
            Some(Roll::Fall { seat }) => {
                counts[usize::from(seat.0)].falls += 1;
                attacker = None;
            }
            Some(_) => {}
            None => attacker = None,
        }
        let before = state.clone();
        match step {
            Logged::Act(_, action) => game.play(&mut state, Step::Act(action)),
            Logged::Happen(event) => game.play(&mut state, Step::Event(event)),
            Logged::Forfeit(_) => break,
        }
        compare(&before, &state, attacker, &mut counts);
    }
    for seat in state.living() {
        counts[usize::from(seat.0)].survived = 1;
    }
    counts
}

/// Counts what a step has changed.
fn compare(before: &State, after: &State, attacker: Option<Seat>, counts: &mut [Counts]) {
    let turn_ends = before.phase == Phase::End && after.phase != Phase::End;
    for seat in after.seats() {
        let (was, is) = (&before.mechs[seat], &after.mechs[seat]);
        let lost = i64::from(was.points()) - i64::from(is.points());
        let of = &mut counts[usize::from(seat.0)];
        of.taken += lost;
        if is.shutdown && !was.shutdown {
            let hit = after.mechs[seat].hits_on(Part::Engine) > 0;
            of.engine_shutdowns += i64::from(hit);
            of.shutdowns += i64::from(!hit);
        }
        if turn_ends && !after.mechs[seat].destroyed() {
            of.turns += 1;
            of.heat += i64::from(is.heat);
        }
        if let Some(attacker) = attacker.filter(|attacker| *attacker != seat) {
            counts[usize::from(attacker.0)].dealt += lost;
        }
    }
}
