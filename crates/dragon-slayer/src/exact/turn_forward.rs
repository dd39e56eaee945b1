//! The forward pass through one turn: the chance of each state and of each end, from the
//! policy tables of the mover and the other seat.

use crate::DragonSet;
use crate::policies::turn_table;
use crate::policy_tables::{PolicyTables, TableRow};
use crate::solver::{CompensatedSum, Position, Stage, TurnGraph};

/// Chances below this, relative to the whole game, are not followed; they are added to
/// [`TurnEnds::dropped`].
const SMALLEST: f64 = 1e-14;

/// The ends of a turn and the chance of each.
#[derive(Clone, Debug, Default)]
pub(super) struct TurnEnds {
    /// The turn scores nothing, and no token is spent.
    pub nothing: f64,
    /// A challenge is accepted and ends in a defeat.
    pub failed: f64,
    /// A stop is not challenged, by points.
    pub stands: ByPoints,
    /// The mover stops after accepting a challenge, by points.
    pub accepted: ByPoints,
    /// A challenge is declined, by points at stake.
    pub declined: ByPoints,
    /// The sum of the chances that are too small to follow.
    pub dropped: f64,
    /// The chance of a stop at the cap or beyond, where the mover has no choice.
    pub capped: f64,
    /// The expected number of fights.
    pub fights: f64,
    /// The chance of a defeat, before and after accepting a challenge.
    defeats: [CompensatedSum; 2],
}

/// A chance for every number of points, most of them 0.
#[derive(Clone, Debug, Default)]
pub(super) struct ByPoints {
    chances: Vec<f64>,
    /// The numbers of points whose chance is not 0.
    points: Vec<u32>,
}

impl ByPoints {
    fn new(most_points: u32) -> Self {
        Self { chances: vec![0.0; most_points as usize + 1], points: Vec::new() }
    }

    fn add(&mut self, points: u32, chance: f64) {
        let sum = &mut self.chances[points as usize];
        if *sum == 0.0 {
            self.points.push(points);
        }
        *sum += chance;
    }

    fn clear(&mut self) {
        for points in self.points.drain(..) {
            self.chances[points as usize] = 0.0;
        }
    }

    /// The points with their chances, where these are not 0.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, f64)> {
        self.points.iter().map(|&points| (points, self.chances[points as usize]))
    }
}

impl TurnEnds {
    /// Empty, for turns of this graph.
    #[must_use]
    pub(super) fn new(graph: &TurnGraph) -> Self {
        let by_points = ByPoints::new(graph.most_points());
        Self {
            stands: by_points.clone(),
            accepted: by_points.clone(),
            declined: by_points,
            ..Self::default()
        }
    }

    fn clear(&mut self) {
        (self.nothing, self.failed, self.dropped) = (0.0, 0.0, 0.0);
        (self.capped, self.fights) = (0.0, 0.0);
        self.defeats = [CompensatedSum::default(); 2];
        self.stands.clear();
        self.accepted.clear();
        self.declined.clear();
    }

    /// The chance of ends that are not known.
    #[must_use]
    pub(super) fn lost_track(&self) -> f64 {
        self.dropped + self.capped
    }

    /// The chance that a chase ends in a tie without a challenge.
    #[must_use]
    pub(super) fn tie(&self, chase: &Position) -> f64 {
        match chase.stage {
            Stage::Chase { lead: 0 } => self.nothing,
            Stage::Chase { lead } if lead > 0 => {
                self.stands.chances.get(lead.unsigned_abs() as usize).copied().unwrap_or_default()
            }
            _ => 0.0,
        }
    }
}

/// The decisions that occur in a turn, and the mover's fights and stops, with the chance
/// of each.
#[derive(Clone, Debug, Default)]
pub(super) struct TurnEvents {
    /// The mover chooses to fight or stop: whether it has accepted a challenge, whether it
    /// must fight, the state (with both, the state before the challenge), the chance.
    pub moves: Vec<(bool, bool, usize, f64)>,
    /// The other seat, which has a token, may challenge a stop: the state, the chance.
    pub asked: Vec<(usize, f64)>,
    /// The mover is challenged: the state, the chance.
    pub challenged: Vec<(usize, f64)>,
    /// The mover fights: points at stake, the chance of a defeat in it, the chance.
    pub fights: Vec<(u32, f64, f64)>,
    /// The mover stops: points at stake, the chance.
    pub stops: Vec<(u32, f64)>,
}

impl TurnEvents {
    /// Empties it.
    pub(super) fn clear(&mut self) {
        self.moves.clear();
        self.asked.clear();
        self.challenged.clear();
        self.fights.clear();
        self.stops.clear();
    }
}

/// The forward pass through turns, and its memory.
#[derive(Debug)]
pub(super) struct TurnForward {
    /// By state, before and after accepting a challenge: the chance of the states still to
    /// be visited.
    chances: [Vec<f64>; 2],
    /// A bit for each of these states.
    ahead: [Vec<u64>; 2],
}

/// The forward pass through one turn.
struct TurnPass<'a> {
    forward: &'a mut TurnForward,
    graph: &'a TurnGraph,
    tables: &'a PolicyTables,
    mover: usize,
    position: &'a Position,
    row: TableRow<'a>,
    /// The row of the other seat, if it has a token.
    other: Option<TableRow<'a>>,
    mover_is_random: bool,
    other_is_random: bool,
    smallest: f64,
    ends: &'a mut TurnEnds,
    events: Option<&'a mut TurnEvents>,
}

impl TurnForward {
    /// Memory for turns of this graph.
    #[must_use]
    pub(super) fn new(graph: &TurnGraph) -> Self {
        let states = [false, true].map(|accepted| graph.places(accepted).len());
        Self {
            chances: states.map(|states| vec![0.0; states]),
            ahead: states.map(|states| vec![0; states.div_ceil(64)]),
        }
    }

    /// Passes through the turn that begins in `position`, which the game reaches with this
    /// chance. The chances in `ends` and `events` are conditional on reaching the turn.
    pub(super) fn turn(
        &mut self,
        tables: &PolicyTables,
        players: [usize; 2],
        position: &Position,
        chance: f64,
        ends: &mut TurnEnds,
        events: Option<&mut TurnEvents>,
    ) {
        ends.clear();
        let graph = tables.game().graph();
        let mover = usize::from(position.mover().0);
        let index =
            (tables.game().solution.index(position)).expect("the solution numbers this position");
        let row = |player| tables.row(player, index, position.after_big_turn);
        let (mover, other) = (players[mover], players[1 - mover]);
        let mut pass = TurnPass {
            forward: self,
            graph,
            tables,
            mover,
            position,
            row: row(mover),
            other: position.may_be_challenged().then(|| row(other)),
            mover_is_random: tables.chooses_at_random(mover),
            other_is_random: tables.chooses_at_random(other),
            smallest: SMALLEST / chance,
            ends,
            events,
        };
        pass.begin(graph.start());
        pass.go(false);
        pass.go(true);
        [ends.nothing, ends.failed] = ends.defeats.map(CompensatedSum::total);
    }
}

impl TurnPass<'_> {
    /// Visits the states before or after accepting a challenge in the order of their
    /// numbers, which is that of play.
    fn go(&mut self, accepted: bool) {
        let kind = usize::from(accepted);
        for word in 0..self.forward.ahead[kind].len() {
            while self.forward.ahead[kind][word] != 0 {
                let bits = &mut self.forward.ahead[kind][word];
                let state = word * 64 + bits.trailing_zeros() as usize;
                *bits &= *bits - 1;
                let chance = std::mem::take(&mut self.forward.chances[kind][state]);
                self.may_stop(accepted, state, chance);
            }
        }
    }

    /// The first decision of the turn.
    fn begin(&mut self, state: usize) {
        if let Some(events) = &mut self.events {
            events.moves.push((false, true, state, 1.0));
        }
        match turn_table::fights(self.row.byte(state)) {
            Some(dragon) => self.fight(false, state, dragon, 1.0),
            None => {
                self.any_fight(false, state, 1.0, 0);
            }
        }
    }

    /// A decision between fighting and stopping.
    fn may_stop(&mut self, accepted: bool, state: usize, chance: f64) {
        if let Some(events) = &mut self.events {
            events.moves.push((accepted, false, state, chance));
        }
        if self.mover_is_random {
            let share = self.any_fight(accepted, state, chance, 1);
            return self.stop(accepted, state, share);
        }
        let byte = if accepted {
            self.tables.accepted(self.mover, self.position, state)
        } else {
            self.row.byte(state)
        };
        match turn_table::fights(byte) {
            Some(dragon) => self.fight(accepted, state, dragon, chance),
            None => self.stop(accepted, state, chance),
        }
    }

    /// Begins every fight with the same chance, beside `others` further options of that
    /// chance, which it returns.
    fn any_fight(&mut self, accepted: bool, state: usize, chance: f64, others: usize) -> f64 {
        let place = &self.graph.places(accepted)[state];
        let alive: DragonSet = place.alive;
        if others > 0 && !self.graph.may_fight(place.at_stake) {
            return chance;
        }
        let share = chance / (alive.len() + others) as f64;
        for dragon in alive.iter() {
            self.fight(accepted, state, dragon, share);
        }
        share
    }

    fn fight(&mut self, accepted: bool, state: usize, dragon: usize, chance: f64) {
        let place = &self.graph.places(accepted)[state];
        let slain = place.slain(dragon).expect("only fights that there are get chosen");
        if chance < self.smallest {
            self.ends.dropped += chance;
            return;
        }
        let dice_left = self.graph.odds().dice_left(dragon, place.dice);
        if let Some(events) = &mut self.events {
            events.fights.push((place.at_stake, dice_left[0], chance));
        }
        let kind = usize::from(accepted);
        self.ends.fights += chance;
        self.ends.defeats[kind].add(chance * dice_left[0]);
        for (fewer, share) in dice_left[1..].iter().enumerate() {
            let state = slain + fewer;
            self.forward.chances[kind][state] += chance * share;
            self.forward.ahead[kind][state / 64] |= 1 << (state % 64);
        }
    }

    fn stop(&mut self, accepted: bool, state: usize, chance: f64) {
        let at_stake = self.graph.places(accepted)[state].at_stake;
        if !self.graph.may_fight(at_stake) {
            self.ends.capped += chance;
        }
        if let Some(events) = &mut self.events {
            events.stops.push((at_stake, chance));
        }
        if accepted {
            return self.ends.accepted.add(at_stake, chance);
        }
        if let (Some(events), Some(_)) = (&mut self.events, self.other) {
            events.asked.push((state, chance));
        }
        let challenged = match self.other {
            None => 0.0,
            Some(_) if self.other_is_random => 0.5,
            Some(row) => f64::from(u8::from(turn_table::challenges(row.byte(state)))),
        };
        if challenged < 1.0 {
            self.ends.stands.add(at_stake, chance * (1.0 - challenged));
        }
        if challenged > 0.0 {
            self.challenged(state, at_stake, chance * challenged);
        }
    }

    fn challenged(&mut self, state: usize, at_stake: u32, chance: f64) {
        let on_accepting = self.graph.on_accepting(state);
        if let Some(events) = &mut self.events {
            events.challenged.push((state, chance));
            let accepts = if self.mover_is_random {
                0.5
            } else {
                f64::from(u8::from(turn_table::accepts(self.row.byte(state))))
            };
            if accepts > 0.0 {
                events.moves.push((true, true, state, chance * accepts));
            }
        }
        if self.mover_is_random {
            self.ends.declined.add(at_stake, chance / 2.0);
            self.any_fight(true, on_accepting, chance / 2.0, 0);
        } else if turn_table::accepts(self.row.byte(state)) {
            let alive = self.graph.places(true)[on_accepting].alive;
            let dragon = turn_table::obliged_dragon(self.row.byte(state), alive);
            self.fight(true, on_accepting, dragon, chance);
        } else {
            self.ends.declined.add(at_stake, chance);
        }
    }
}
