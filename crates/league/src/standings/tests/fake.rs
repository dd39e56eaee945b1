//! A game for the tests whose chances are known: for two seats by a function of the
//! players in the seats, for more seats by strengths.

#![expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "all is below 2^31")]

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use rand::Rng;

use crate::config::Source;
use crate::standings::claims::Claims;
use crate::tournament::{
    Contest, FigureKind, Finished, FinishedPairing, GameRecord, Metric, Player, PlayerKind,
    Seating, Solved, Tally, Trait, sums::Sums,
};
use rivals_core::play::{Dice, MAX_SEATS, Seat};

/// A player of the fake game.
#[derive(Clone, Debug)]
pub struct Fake {
    pub id: &'static str,
    /// The chances of the players of a game are proportional to their strengths.
    pub strength: f64,
    /// The probability that one of five turns is lost.
    pub lost: f64,
    /// The thinking time per game, in tenths of a second.
    pub thinking: i32,
}

type Chance = Box<dyn Fn(&Fake, &Fake) -> f64 + Sync>;

/// The fake game.
pub struct FakeContest {
    pub fakes: Vec<Fake>,
    roster: Vec<Player>,
    pub metrics: Vec<Metric>,
    /// The probability that the first player beats the second.
    pub chance: Chance,
    /// The error that is added to the exact chance, if the contest gives an exact
    /// chance.
    pub told: Option<f64>,
    /// The id of a player against whom no exact results are known; may be empty.
    pub unsolved: &'static str,
    /// Whether the exact value of a metric is known that no game counts: a player's
    /// strength.
    pub knows_uncounted: bool,
    /// The probability that the first players to arrive share the win: two of two, and
    /// two or three of three with equal probabilities.
    pub drawn: f64,
    /// The number of units of a win.
    pub share_unit: u32,
    /// The metric that ranks.
    pub ranking: Option<usize>,
}

pub fn fake(id: &'static str, strength: f64) -> Fake {
    Fake { id, strength, lost: 0.1 * strength, thinking: 5 }
}

/// A personality of one trait and one value; Cid is a policy.
fn player(fake: &Fake) -> Player {
    let name = fake.id[..1].to_uppercase() + &fake.id[1..];
    let policy = Player::policy(fake.id, name, "Races, and \"never\" waits.");
    let figure = |kind, name: &str, value| Trait {
        kind,
        name: name.to_owned(),
        low: -4.0,
        high: 4.0,
        neutral: 0.0,
        value,
        meaning: format!("more {name}"),
    };
    match fake.id {
        "cid" => policy,
        _ => Player {
            kind: PlayerKind::Personality,
            figures: vec![
                figure(FigureKind::Trait, "haste", fake.strength - 1.0),
                figure(FigureKind::Value, "racing", 0.1 + 0.2),
            ],
            ..policy
        },
    }
}

impl FakeContest {
    /// A solved fake game, in which the first seat is worth a factor of 1.2.
    pub fn new(fakes: Vec<Fake>) -> Self {
        let roster = (fakes.iter()).map(player).collect();
        let metric = |name: &str, unit, scale| Metric {
            name: name.to_owned(),
            unit,
            scale,
            about: format!("{name} of a fake game"),
            behaviour: name != "thinking_seconds",
        };
        Self {
            fakes,
            roster,
            metrics: vec![
                metric("turns_lost", "share", 1),
                metric("thinking_seconds", "seconds", 10),
                metric("winning_margin", "points", 1),
                metric("never_counted", "share", 1),
            ],
            chance: Box::new(|first, second| {
                1.2 * first.strength / (1.2 * first.strength + second.strength)
            }),
            told: Some(0.0),
            unsolved: "",
            knows_uncounted: false,
            drawn: 0.0,
            share_unit: 1,
            ranking: None,
        }
    }

    /// The same game with drawn games, whose wins are counted in these units.
    pub fn with_draws(self, drawn: f64, share_unit: u32) -> Self {
        Self { drawn, share_unit, ..self }
    }

    /// Plays a round-robin tournament.
    pub fn finish(&self, seats: usize, groups: u64, seed: u64) -> Finished {
        let mut line_ups: Vec<Vec<usize>> = vec![Vec::new()];
        for _ in 0..seats {
            line_ups = (line_ups.into_iter())
                .flat_map(|line_up| {
                    let next = line_up.last().map_or(0, |last| last + 1);
                    (next..self.fakes.len()).map(move |player| [&line_up[..], &[player]].concat())
                })
                .collect();
        }
        Finished {
            seats,
            seed,
            config_hash: "0123abcd".to_owned(),
            version: "9.9.9".to_owned(),
            games: groups,
            until_ci: None,
            until_pairs: false,
            design: None,
            exact: None,
            share_unit: self.share_unit,
            roster: self.roster.clone(),
            pairings: (line_ups.into_iter())
                .map(|players| self.pairing(players, groups, seed))
                .collect(),
        }
    }

    pub fn pairing(&self, players: Vec<usize>, groups: u64, seed: u64) -> FinishedPairing {
        let seats = players.len();
        let metrics = self.metrics.len();
        let number = Dice::pairing(players.iter().map(|player| self.fakes[*player].id));
        let seatings = Seating::all(seats);
        let mut sums = Sums::new(seats, metrics, self.share_unit, 1);
        let mut records = vec![vec![GameRecord::new(seats, metrics)]; seats];
        for group in 0..groups {
            let dice = Dice::new(seed, number, group);
            let seating = &seatings[group as usize % seatings.len()];
            for (line_up, record) in seating.line_ups.iter().zip(&mut records) {
                let line_up: Vec<usize> = line_up.iter().map(|&place| players[place]).collect();
                self.play(&line_up, &dice, &mut record[0]);
            }
            let added = sums.add(&seating.seats, &records, 1);
            added.expect("these games are short");
        }
        let totals = sums.take();
        FinishedPairing { players, dice: number, totals }
    }
}

/// The given counts of a pairing of two: the wins of player a from each seat and from
/// both.
pub fn counted(players: [usize; 2], groups: u64, wins: [u64; 2], both: u64) -> FinishedPairing {
    let [first, second] = wins;
    let shared = first + second - 2 * both;
    let none = groups - shared - both;
    FinishedPairing {
        players: players.to_vec(),
        dice: Dice::pairing(players.map(|player| player.to_string()).iter().map(String::as_str)),
        totals: Tally {
            groups,
            games_per_seat: 1,
            wins: vec![first, second, groups - second, groups - first],
            shares: vec![none, shared, both, both, shared, none],
            draws: Vec::new(),
            ahead: Vec::new(),
            places: Vec::new(),
            seat_squares: Vec::new(),
            metrics: vec![[0; 5]; 8],
            outside: BTreeMap::new(),
            batches: BTreeMap::new(),
        },
    }
}

impl Contest for FakeContest {
    fn name(&self) -> &str {
        "fake"
    }

    fn seats(&self) -> RangeInclusive<usize> {
        2..=6
    }

    fn roster(&self) -> &[Player] {
        &self.roster
    }

    fn metrics(&self) -> &[Metric] {
        &self.metrics
    }

    fn identity(&self) -> String {
        "fake".to_owned()
    }

    fn remark(&self, seats: usize) -> Option<&str> {
        (seats > 2).then_some("No player looks at the others.")
    }

    /// The game is a race: the first of several exponential clocks wins.
    fn play(&self, line_up: &[usize], dice: &Dice, record: &mut GameRecord) {
        record.clear();
        let fakes: Vec<&Fake> = line_up.iter().map(|player| &self.fakes[*player]).collect();
        let rates: Vec<f64> = match fakes[..] {
            [first, second] => {
                let chance = (self.chance)(first, second);
                vec![chance, 1.0 - chance]
            }
            _ => fakes.iter().map(|fake| fake.strength).collect(),
        };
        let mut arrivals = Vec::new();
        for (seat, fake) in fakes.iter().enumerate() {
            let mut rng = dice.turn(seat, 0);
            let mut uniform = || ((rng.next_u64() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64;
            let time = -libm::log(uniform()) / rates[seat];
            arrivals.push((time, Seat::at(seat)));
            let metrics = &mut record.numerators[seat * self.metrics.len()..];
            metrics[0] = (0..5).map(|_| i32::from(uniform() < fake.lost)).sum();
            metrics[1] = fake.thinking;
            metrics[2] = (uniform() * 20.0) as i32;
            record.denominators[seat * self.metrics.len()] = 5;
            record.denominators[seat * self.metrics.len() + 1] = 1;
        }
        arrivals.sort_by(|a, b| a.0.total_cmp(&b.0));
        // The dice of a seat that has no turns are the same in all games of a group.
        let luck = (dice.turn(MAX_SEATS, 0).next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        let winners = if luck < self.drawn {
            2 + (luck / self.drawn * (fakes.len() - 1) as f64) as usize
        } else {
            1
        };
        let winners = arrivals[..winners].iter();
        record.winners = winners.map(|(_, seat)| *seat).collect();
        for (place, (_, seat)) in (0..).zip(&arrivals) {
            record.scores[usize::from(seat.0)] = -place;
        }
        for seat in 0..fakes.len() {
            let margin = seat * self.metrics.len() + 2;
            let won = i32::from(record.winners.contains(Seat::at(seat)));
            record.numerators[margin] *= won;
            record.denominators[margin] = won;
        }
    }

    fn share_unit(&self) -> u32 {
        self.share_unit
    }

    fn ranking(&self) -> Option<usize> {
        self.ranking
    }

    fn files(&self, _seats: usize) -> Vec<(&'static str, String)> {
        let rows = self.fakes.iter().map(|fake| format!("{},{}\n", fake.id, fake.strength));
        let text = "id,strength\n".to_owned() + &rows.collect::<String>();
        vec![("strengths.csv", text)]
    }

    fn solved(&self) -> Option<&dyn Solved> {
        Some(self)
    }
}

impl Solved for FakeContest {
    fn exact(&self, first: usize, second: usize) -> Option<(f64, f64)> {
        let players = [first, second].map(|player| &self.fakes[player]);
        if players.iter().any(|player| player.id == self.unsolved) {
            return None;
        }
        let chance = (self.chance)(players[0], players[1]);
        let share = self.drawn / 2.0 + (1.0 - self.drawn) * chance;
        Some((share + self.told?, 1e-9))
    }

    fn exact_draws(&self, _: usize, _: usize) -> Option<f64> {
        self.told.map(|_| self.drawn)
    }

    fn equity_loss(&self, player: usize) -> Option<f64> {
        self.told.map(|_| 0.01 * player as f64)
    }

    fn exact_metric(&self, player: usize, metric: usize) -> Option<f64> {
        match metric {
            0 => self.told.map(|_| self.fakes[player].lost),
            3 if self.knows_uncounted => Some(self.fakes[player].strength),
            _ => None,
        }
    }
}

/// A contest of three players.
pub fn contest() -> FakeContest {
    FakeContest::new(vec![fake("ann", 1.0), fake("bob", 2.0), fake("cid", 1.5)])
}

/// Claims about these players: two that games test, and one that nothing measures.
pub const CLAIMS: &str = r#"
game = "fake"
tuning_seed = 2018
[[claim]]
id = "bob-wins"
sentence = "Bob wins most."
basis = "finding"
personality = "bob"
metric = "win_rate"
comparison = "highest"
[[claim]]
id = "ann-dreams"
sentence = "Ann, who dreams, wins."
source = "Dreams 1999, page 3"
wording = "paraphrase"
original = "L'Ann, que somia, guanya"
personality = "ann"
impossible = "dreams are not counted"
[[claim]]
id = "cid-wins"
sentence = "Cid wins most."
basis = "tuned"
personality = "cid"
metric = "win_rate"
comparison = "highest"
"#;

/// Reads claims.
pub fn read(claims: &str) -> Claims {
    Claims::read(&Source::new("claims.toml", claims)).unwrap()
}

/// Claims about the players of [`contest`].
pub fn claims() -> Claims {
    read(CLAIMS)
}
