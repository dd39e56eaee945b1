//! Games with shared wins: tallies equal a plain recount of the games, and results do
//! not depend on threads, interruptions or shards.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;

use crate::built_in_claims;
use crate::play::{Seat, Seats};
use crate::report::tournament::standings_text;
use crate::results::tournament::{LineUpRow, PairingRow, StandingRow, result_files};
use crate::standings::Analysis;
use crate::text::csv_or_header;
use crate::tournament::stopping::{interval, is_narrow};
use crate::tournament::{Memory, Seating, Shard, Solved, Tally, merge, resume};
use rand::Rng;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::*;

/// A game in which every player throws its own die, and all players with the highest
/// number share the win.
pub(super) struct Highest {
    players: Vec<Player>,
    sides: Vec<u32>,
    metrics: Vec<Metric>,
    share_unit: u32,
}

fn highest(sides: &[u32], share_unit: u32) -> Highest {
    let metric = Metric {
        name: "thrown".to_owned(),
        unit: "points",
        scale: 1,
        about: "the number thrown".to_owned(),
        behaviour: true,
    };
    Highest {
        players: (sides.iter())
            .map(|sides| Player::policy(format!("d{sides}"), format!("Die of {sides}"), ""))
            .collect(),
        sides: sides.to_vec(),
        metrics: vec![metric],
        share_unit,
    }
}

impl Contest for Highest {
    fn name(&self) -> &str {
        "highest"
    }

    fn seats(&self) -> RangeInclusive<usize> {
        2..=6
    }

    fn roster(&self) -> &[Player] {
        &self.players
    }

    fn metrics(&self) -> &[Metric] {
        &self.metrics
    }

    fn identity(&self) -> String {
        format!("{:?}", self.sides)
    }

    fn share_unit(&self) -> u32 {
        self.share_unit
    }

    fn play(&self, line_up: &[usize], dice: &Dice, record: &mut GameRecord) {
        record.clear();
        let thrown = |(seat, &player): (usize, &usize)| {
            let luck = dice.turn(seat, 0).next_u64() >> 32;
            (luck * u64::from(self.sides[player])) >> 32
        };
        let thrown: Vec<u64> = line_up.iter().enumerate().map(thrown).collect();
        for (seat, &number) in thrown.iter().enumerate() {
            record.numerators[seat] = number as i32;
            record.denominators[seat] = 1;
            if thrown.iter().all(|other| *other <= number) {
                record.winners.insert(Seat::at(seat));
            }
        }
    }

    fn game_time(&self) -> Duration {
        Duration::from_micros(200)
    }

    fn solved(&self) -> Option<&dyn Solved> {
        Some(self)
    }
}

impl Solved for Highest {
    fn exact(&self, first: usize, second: usize) -> Option<(f64, f64)> {
        let [a, b] = [first, second].map(|player| self.sides[player]);
        let pairs = || (0..a).flat_map(|x| (0..b).map(move |y| (x, y)));
        let wins = pairs().filter(|(x, y)| x > y).count() as f64;
        let draws = pairs().filter(|(x, y)| x == y).count() as f64;
        Some(((wins + draws / 2.0) / f64::from(a * b), 1e-9))
    }

    fn exact_draws(&self, first: usize, second: usize) -> Option<f64> {
        let [a, b] = [first, second].map(|player| self.sides[player]);
        Some(f64::from(a.min(b)) / f64::from(a * b))
    }
}

/// Counts the games of a pairing one by one, without the tally.
fn recount(contest: &Highest, players: &[usize], groups: u64) -> Tally {
    let seats = players.len();
    let (unit, seatings) = (contest.share_unit, Seating::all(seats));
    let mut totals = Tally::new(seats, 1, unit, 1);
    let ids = players.iter().map(|&player| contest.players[player].id.as_str());
    let key = Dice::pairing(ids);
    let by_player = seats * unit as usize + 1;
    for group in 0..groups {
        let seating = &seatings[group as usize % seatings.len()];
        let mut units = vec![0; seats];
        let mut thrown = vec![0; seats];
        let mut in_seat = vec![0; totals.seat_squares.len()];
        let mut halves_ahead = vec![0; totals.ahead.len()];
        let mut parts = vec![0; totals.places.len()];
        for line_up in &seating.line_ups {
            let of_roster: Vec<usize> = line_up.iter().map(|&place| players[place]).collect();
            let mut record = GameRecord::new(seats, 1);
            contest.play(&of_roster, &Dice::new(7, key, group), &mut record);
            // A winner finishes before all that do not win; these by their scores.
            let finish = |place: usize| {
                let seat = line_up.iter().position(|of| *of == place).unwrap();
                let won = record.winners.contains(Seat::at(seat));
                if won { (1, 0) } else { (0, record.scores[seat]) }
            };
            let pairs = (0..seats).flat_map(|a| (a + 1..seats).map(move |b| [a, b]));
            for (halves, places) in halves_ahead.iter_mut().zip(pairs) {
                let [a, b] = places.map(finish);
                *halves += 2 * u64::from(a > b) + u64::from(a == b);
            }
            // Those who tie have equal parts of their places; the first place is the win.
            for (at, part) in parts.iter_mut().enumerate() {
                let own = finish(at / (seats - 1));
                let ahead = (0..seats).filter(|other| finish(*other) > own).count();
                let tied = (0..seats).filter(|other| finish(*other) == own).count();
                let place = at % (seats - 1) + 1;
                *part += if (ahead..ahead + tied).contains(&place) { 60 / tied as u64 } else { 0 };
            }
            for (seat, &place) in line_up.iter().enumerate() {
                thrown[place] += i64::from(record.numerators[seat]);
                if record.winners.contains(Seat::at(seat)) {
                    let winners = record.winners.len();
                    let share = unit as usize / winners;
                    totals.wins[place * seats + seat] += share as u64;
                    units[place] += share;
                    if let Some(units) = in_seat.get_mut(seat) {
                        *units += share as u64;
                    }
                    if winners > 1 {
                        let cell = (place * seats + seat) * (seats - 1);
                        totals.draws[cell + winners - 2] += 1;
                    }
                }
            }
        }
        let sums = totals.ahead.iter_mut().chain(&mut totals.places);
        for (sums, more) in sums.zip(halves_ahead.into_iter().chain(parts)) {
            *sums = [sums[0] + more, sums[1] + more * more];
        }
        for (squares, units) in totals.seat_squares.iter_mut().zip(in_seat) {
            *squares += units * units;
        }
        for place in 0..seats {
            totals.shares[place * by_player + units[place]] += 1;
            let (x, n) = (i128::from(thrown[place]), seats as i128);
            let sums = totals.metrics[place].iter_mut();
            sums.zip([x, n, x * x, x * n, n * n]).for_each(|(sum, more)| *sum += more);
        }
        totals.groups += 1;
    }
    totals
}

/// Games of two, three and six seats: seats, unit and number of groups.
const SIZES: [(usize, u32, u64); 4] = [(2, 2, 1_003), (3, 6, 301), (2, 60, 300), (6, 60, 121)];

const SIDES: [u32; 6] = [4, 6, 3, 8, 5, 6];

/// Players with different ids.
pub(super) fn contest(share_unit: u32) -> Highest {
    let mut contest = highest(&SIDES, share_unit);
    contest.players[5] = Player::policy("again", "Die of 6", "");
    contest
}

#[test]
fn tallies_are_a_plain_recount_on_any_number_of_threads() {
    for (seats, unit, games) in SIZES {
        let contest = contest(unit);
        let results = [1, 2, 8].map(|threads| finished(&contest, settings(seats, games), threads));
        for pairing in &results[0].pairings {
            let counted = recount(&contest, &pairing.players, games);
            assert_eq!(pairing.totals, counted);
            assert!(pairing.totals.draws.iter().sum::<u64>() > 0);
            for player in 0..seats {
                for seat in 0..seats {
                    let shares = pairing.totals.shares_in_seat(player, seat);
                    assert_eq!(shares.iter().sum::<u64>(), games);
                    let units: u64 = (0..).zip(&shares).map(|(units, games)| units * games).sum();
                    assert_eq!(units, pairing.totals.wins[player * seats + seat]);
                }
            }
        }
        let texts = results.each_ref().map(text);
        assert_eq!(texts[0], texts[1]);
        assert_eq!(texts[0], texts[2]);
    }
}

/// The unit of wins changes the counts and no rate.
#[test]
fn the_unit_changes_no_result() {
    let claims = built_in_claims();
    let figures = |unit: u32| {
        let contest = contest(unit);
        let finished = finished(&contest, settings(2, 400), 2);
        let results = Analysis::new(&contest, &finished, &claims);
        let files = result_files(&results);
        let of = |name: &str| files.iter().find(|file| file.0 == name).unwrap().1.clone();
        (of("pairings.csv"), standings_text(&results, None))
    };
    assert_eq!(figures(2), figures(60));
}

#[test]
fn interruptions_and_shards_do_not_show() {
    for ((seats, unit, games), until_ci) in SIZES.into_iter().zip([Some(0.2), None, None, None]) {
        let contest = contest(unit);
        let settings = Settings { until_ci, until_pairs: false, ..settings(seats, games) };
        let whole = text(&finished(&contest, settings.clone(), 2));
        let place = tempfile::tempdir().unwrap();
        let journals = [None, Some(1), Some(2)].map(|number| {
            let folder = place.path().join(format!("{number:?}"));
            std::fs::create_dir(&folder).unwrap();
            let shard = number.map(|number| Shard { number, of: 2 });
            let settings = Settings { shard, ..settings.clone() };
            let plan = Plan::new(&contest, settings).unwrap();
            let header = Header::new(&contest, &plan.settings);
            drop(begin(&folder, &contest, &plan));
            let path = folder.join(JOURNAL);
            // Runs follow until the tournament is complete; each is stopped after some
            // games.
            loop {
                let (mut journal, mut ledger, _) = resume(&path, &header, &plan).unwrap();
                if ledger.is_complete() {
                    break;
                }
                let (stop, before) = (AtomicBool::new(false), ledger.games_done());
                let mut watch = |progress: crate::tournament::Progress| {
                    stop.store(progress.done > before + 2_000, Ordering::Relaxed);
                };
                let journal = Some(&mut journal);
                play(&contest, &mut ledger, journal, &pool(2), &stop, &mut watch).unwrap();
            }
            path
        });
        let plan = Plan::new(&contest, settings.clone()).unwrap();
        let header = Header::new(&contest, &settings);
        for parts in [&journals[..1], &journals[1..]] {
            let ledger = merge(parts, &header, &plan).unwrap();
            assert_eq!(text(&ledger.finished(&contest)), whole);
        }
    }
}

/// The journal may contain any numbers.
#[test]
fn tallies_that_cannot_be_are_refused() {
    let contest = contest(2);
    let finished = finished(&contest, settings(2, 50), 1);
    let mut tally = finished.pairings[0].totals.clone();
    tally.metrics.clear();
    tally.check(2, 0, 2).unwrap();
    let changes: [fn(&mut Tally); 5] = [
        |tally| tally.wins[0] += 1,
        |tally| {
            // Half a win that no drawn game explains.
            tally.wins[0] -= 1;
            tally.wins[1] += 1;
        },
        |tally| tally.draws[0] += 1,
        |tally| tally.draws[0] = u64::MAX,
        |tally| tally.shares[4] += 1,
    ];
    for change in changes {
        let mut bad = tally.clone();
        change(&mut bad);
        assert_eq!(
            bad.check(2, 0, 2).unwrap_err(),
            "the wins of the chunk do not add up to its number of games"
        );
    }
    for unit in [1, 6] {
        let refused = tally.check(2, 0, unit).unwrap_err();
        assert!(refused.contains("this tournament needs"), "{refused}");
    }
    // A tournament with another unit is another tournament.
    let header = |unit: u32| Header::new(&self::contest(unit), &settings(2, 50));
    assert_ne!(header(2).config, header(60).config);
}

#[test]
fn wins_that_cannot_be_shared_end_the_run() {
    // Draws in a game without them; three winners with half wins; units that are out of
    // range.
    for (seats, unit) in [(2, 1), (3, 1), (3, 2), (3, 0), (2, 61)] {
        let contest = contest(unit);
        let run = || finished(&contest, settings(seats, 200), 2);
        assert!(catch_unwind(AssertUnwindSafe(run)).is_err(), "{seats} {unit}");
    }
    for winners in [Seats::NONE, Seats::one(Seat(2))] {
        let record = GameRecord { winners, ..GameRecord::new(2, 0) };
        let seats = [vec![0, 1], vec![1, 0]];
        let games = [vec![record.clone()], vec![record]];
        let mut sums = Sums::new(2, 0, 2, 1);
        let add = || sums.add(&seats, &games, 1);
        let refused = catch_unwind(AssertUnwindSafe(add)).unwrap_err();
        let said = refused.downcast::<String>().unwrap();
        assert!(said.contains("that divides Contest::share_unit"), "{said}");
    }
}

#[test]
fn draws_make_a_pairing_narrow_sooner() {
    let until = |contest: &Highest| {
        let settings =
            Settings { until_ci: Some(0.06), until_pairs: false, ..settings(2, 1_000_000) };
        finished(contest, settings, 2)
    };
    // The shares of wins are the same, but draws are rarer with a hundred times as many
    // sides.
    let few = highest(&[4, 3], 2);
    let many = highest(&[400, 300], 2);
    let [few, many] = [few, many].map(|contest| {
        let finished = until(&contest);
        let totals = finished.pairings[0].totals.clone();
        assert!(is_narrow(&totals, 2, 0.06));
        for player in 0..2 {
            let (exact, _) = contest.exact(player, 1 - player).unwrap();
            let interval = interval(&totals, 2, player);
            assert!(interval.low <= exact && exact <= interval.high);
        }
        totals.groups
    });
    assert!(few < many, "{few} {many}");
}

/// The intervals of 200 runs are checked after each round; few of them ever miss the exact
/// share, at a level of 5 %.
#[test]
fn intervals_at_any_time_cover_draws() {
    let contest = highest(&[3, 4], 2);
    let (exact, _) = contest.exact(0, 1).unwrap();
    let mut missed = 0;
    for seed in 0..200 {
        let settings = |games| Settings { seed, ..settings(2, games) };
        let miss = [256, 400, 625].into_iter().any(|games| {
            let totals = &finished(&contest, settings(games), 1).pairings[0].totals;
            let interval = interval(totals, 2, 0);
            exact < interval.low || interval.high < exact
        });
        missed += u32::from(miss);
    }
    assert!(missed <= 10, "{missed} of 200");
}

#[test]
fn files_have_draws() {
    let claims = built_in_claims();
    let contest = contest(60);
    let two = finished(&contest, settings(2, 500), 2);
    let results = Analysis::new(&contest, &two, &claims);
    assert_eq!(results.disagreement, None);
    let files = result_files(&results);
    let of = |files: &[(&str, String)], name: &str| {
        files.iter().find(|file| file.0 == name).unwrap().1.clone()
    };
    let pairings = of(&files, "pairings.csv");
    assert!(pairings.lines().next().unwrap().ends_with(",draws"), "{pairings}");
    let rows = csv::Reader::from_reader(pairings.as_bytes()).into_deserialize();
    let rows: Vec<PairingRow> = rows.map(Result::unwrap).collect();
    assert_eq!(rows.len(), 30);
    for row in rows {
        let place = |id: &str| contest.players.iter().position(|player| player.id == id);
        let players = [place(&row.first).unwrap(), place(&row.second).unwrap()];
        let (first, second) = (players[0].min(players[1]), players[0].max(players[1]));
        let totals = recount(&contest, &[first, second], 500);
        let member = usize::from(players[0] == second);
        assert_eq!(row.draws, Some(totals.draws[member * 2]));
        let rate = totals.wins[member * 2] as f64 / 60.0 / 500.0;
        assert!((row.first_win_rate - rate).abs() < 1e-12);
        let wins = row.first_wins as f64 + row.draws.unwrap() as f64 / 2.0;
        assert_eq!(row.first_win_rate, wins / 500.0);
        assert!(row.z.unwrap().abs() < 4.5 && row.low < rate && rate < row.high);
    }
    let shown = standings_text(&results, None).replace('\n', " ");
    assert!(shown.contains("drawn") && shown.contains("a draw of two players"), "{shown}");

    let three = finished(&contest, settings(3, 120), 2);
    let results = Analysis::new(&contest, &three, &claims);
    let line_ups = of(&result_files(&results), "line_ups.csv");
    let rows = csv::Reader::from_reader(line_ups.as_bytes()).into_deserialize();
    let rows: Vec<LineUpRow> = rows.map(Result::unwrap).collect();
    for (of_line_up, pairing) in rows.chunks(3).zip(&three.pairings) {
        let totals = recount(&contest, &pairing.players, 120);
        for (place, row) in of_line_up.iter().enumerate() {
            let by_winners = |winners: usize| -> u64 {
                let seats = totals.draws[place * 6..][..6].chunks(2);
                seats.map(|counts| counts[winners - 2]).sum()
            };
            let (draws, shared) = (by_winners(3), by_winners(2));
            let units: u64 = totals.wins[place * 3..][..3].iter().sum();
            assert_eq!((row.draws, row.shared), (Some(draws), Some(shared)));
            assert!((row.win_rate - units as f64 / 60.0 / 360.0).abs() < 1e-12);
            let won = row.wins as f64 + shared as f64 / 2.0 + draws as f64 / 3.0;
            assert!((won - units as f64 / 60.0).abs() < 1e-9, "{row:?}");
        }
        let all: f64 = of_line_up.iter().map(|row| row.win_rate).sum();
        assert!((all - 1.0).abs() < 1e-9);
    }
    // Where wins are never shared, no column of draws is written.
    let pig = pig(&[20, 25]);
    let finished = finished(&pig, settings(2, 50), 1);
    let results = Analysis::new(&pig, &finished, &claims);
    assert!(!of(&result_files(&results), "pairings.csv").contains("draws"));
    assert!(!standings_text(&results, None).contains("drawn"));
}

/// Finer units take more memory, and the estimate before the games includes it.
/// The columns of shared wins and of more than two seats are read back as they were written.
#[test]
fn rows_written_again_are_the_same_bytes() {
    fn again<Row: Default + Serialize + DeserializeOwned>(text: &str) -> String {
        let rows = csv::Reader::from_reader(text.as_bytes()).into_deserialize();
        csv_or_header(&rows.map(Result::unwrap).collect::<Vec<Row>>())
    }
    let claims = built_in_claims();
    let contest = contest(60);
    for seats in 2..=4 {
        let finished = finished(&contest, settings(seats, 120), 2);
        let results = Analysis::new(&contest, &finished, &claims);
        for (name, text) in result_files(&results) {
            let again = match name {
                "pairings.csv" => again::<PairingRow>(&text),
                "line_ups.csv" => again::<LineUpRow>(&text),
                "standings.csv" => again::<StandingRow>(&text),
                _ => continue,
            };
            assert_eq!(again, text, "{name} of {seats} seats");
        }
    }
}

#[test]
fn memory_is_that_of_the_units() {
    let bytes = |unit: u32| -> Result<u64, rivals_league::Error> {
        let contest = contest(unit);
        let plan = Plan::new(&contest, settings(6, 1))?;
        Ok(Memory::new(&contest, &plan, 1).bytes())
    };
    let more = bytes(60).unwrap() - bytes(1).unwrap();
    // Of 6 players 59 * 6 more shares each, and 5 numbers of winners in 6 seats.
    let numbers = (6 * 59 * 6 + 6 * 6 * 5) * 8;
    assert!(more.abs_diff(numbers + numbers * 5 / 100) <= 1, "{more}");
}
