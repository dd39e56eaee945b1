//! The plan of a tournament: what is to be played, fixed before the first game, and the
//! errors for settings that cannot be played. With `--until-ci` the number of games is a
//! maximum.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use super::design::{self, Design};
use super::schedule::{self, Pairing};
use super::seating::Seating;
use super::shard::Shard;
use crate::error::Error;
use rivals_core::contest::{Contest, Player};
use rivals_core::text::number::counted;

/// The largest number of pairings: the sums of each take some kilobytes of memory.
pub(super) const MAX_PAIRINGS: u64 = 1_000_000;

/// The largest value of [`Settings::games`].
pub const MAX_GAMES: u64 = 10_000_000_000;

/// The largest [`Contest::share_unit`]. Wins are counted in 60ths at most, so that 1 to 6
/// winners share one without remainder.
pub(super) const MAX_SHARE_UNIT: u32 = 60;

/// The settings of a tournament, which decide what is played.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The number of seats in a game.
    pub seats: usize,
    /// The seed that all dice are keyed by.
    pub seed: u64,
    /// Games from each seat against the same opponents: with two seats, of every
    /// ordered pair; with more, the seatings are played in rotation. It is also the number
    /// of groups of paired games of every pairing, 1 to [`MAX_GAMES`]; with `until_ci`,
    /// the largest number. With [`Contest::every_seating`], the number of groups alone.
    pub games: u64,
    /// Play every pairing until its intervals are narrower than this width, in 0..=1.
    pub until_ci: Option<f64>,
    /// With `until_ci`, whether the interval over both seats of a pairing counts, and not those of
    /// each seat. Only with two seats.
    pub until_pairs: bool,
    /// Play only this shard.
    pub shard: Option<Shard>,
}

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The settings that the plan was made from.
    pub settings: Settings,
    /// The pairings; journals name them by their index here.
    pub pairings: Vec<Pairing>,
    /// The number of metrics of a player.
    pub metrics: usize,
    /// As [`Contest::share_unit`].
    pub share_unit: u32,
    /// Which pairings are played.
    pub design: Design,
    /// As [`Contest::every_seating`].
    every_seating: bool,
    /// The seatings of consecutive groups, repeated; see [`Seating::all`].
    seatings: Vec<Seating>,
    /// The seating of pairings that have a player several times.
    copies: [Seating; 1],
}

impl Settings {
    /// Checks the settings of a tournament of this game, which may have `allowed` seats,
    /// between this number of players, of at least `least` needed ones.
    pub(super) fn check(
        &self,
        game: &str,
        allowed: RangeInclusive<usize>,
        players: usize,
        least: usize,
    ) -> Result<(), Error> {
        let (seats, games) = (self.seats, self.games);
        check_seats(game, allowed, seats)?;
        let (field, message, help) = if !(1..=MAX_GAMES).contains(&games) {
            let help = format!("give a number of games from 1 to {MAX_GAMES}");
            ("games", format!("the number of games, {games}, is out of range"), help)
        } else if let Some(width) = self.until_ci.filter(|width| !(0.0 < *width && *width < 1.0)) {
            let help = "give a width above 0 and below 1, such as 0.02 for two percentage points";
            ("until_ci", format!("the target width {width} is outside (0, 1)"), help.to_owned())
        } else if let Some(Shard { number, of }) = self.shard.filter(|shard| !shard.exists()) {
            let max = Shard::MAX;
            let help = format!("give shard I of N with I from 1 to N, and N at most {max}");
            ("shard", format!("there is no shard {number} of {of}"), help)
        } else if players < least {
            let help = format!("name at least {least} players, or ask for fewer seats");
            ("players", format!("a roster of {players} is too small for {seats} seats"), help)
        } else {
            return Ok(());
        };
        Err(Error { field: field.to_owned(), ..Error::refused(message, help) })
    }
}

/// Refuses a number of seats that this game may not have.
pub(super) fn check_seats(
    game: &str,
    allowed: RangeInclusive<usize>,
    seats: usize,
) -> Result<(), Error> {
    if allowed.contains(&seats) {
        return Ok(());
    }
    let (least, most) = allowed.into_inner();
    let help = if least == most {
        format!("it has {least} seats")
    } else {
        format!("choose {least} to {most} seats")
    };
    let seats = counted(seats as u64, "seat", "seats");
    let message = format!("{game} cannot be played with {seats}");
    Err(Error { field: "seats".to_owned(), ..Error::refused(message, help) })
}

impl Plan {
    /// The plan of a round-robin tournament of a contest's whole roster.
    ///
    /// # Errors
    /// If the settings or the roster cannot be played.
    ///
    /// # Panics
    /// If the contest's [`Contest::share_unit`] is outside 1..=[`MAX_SHARE_UNIT`].
    pub fn new(contest: &dyn Contest, settings: Settings) -> Result<Self, Error> {
        Self::designed(contest, settings, Design::All)
    }

    /// The plan of a tournament with the pairings of a design.
    ///
    /// # Errors
    /// If the settings or the roster cannot be played.
    pub fn designed(
        contest: &dyn Contest,
        settings: Settings,
        design: Design,
    ) -> Result<Self, Error> {
        let Settings { seats, seed, .. } = settings;
        let players = contest.roster().len() as u64;
        check_ids(contest)?;
        // Two players meet with copies of each other.
        let least = if contest.every_seating() { 2 } else { seats };
        let each = match design {
            // If each player meets every other one, all pairings are played.
            Design::Random(each) if seats != 2 || each + 1 < players => each,
            _ => {
                let copies = contest.every_seating();
                let count = schedule::count_all(contest.roster().len(), seats, copies);
                return Self::of(contest, settings, least, count, |ids| {
                    schedule::all(ids, seats, copies)
                });
            }
        };
        if players.saturating_mul(each) / seats as u64 > MAX_PAIRINGS {
            let most = MAX_PAIRINGS * seats as u64 / players;
            let message = format!(
                "random:{each} makes more than {MAX_PAIRINGS} pairings of {players} players"
            );
            let help = format!("write --pairings random:{most}, or name fewer players");
            return Err(Error::refused(message, help));
        }
        let ids = ids(contest);
        let pairings = schedule::of_players(&ids, design::random(&ids, seats, seed, each));
        let count = pairings.len() as u64;
        let plan = Self::of(contest, settings, least, Some(count), |_| pairings)?;
        Ok(Self { design, ..plan })
    }

    /// The plan of a contest in which only the first `variants` players meet only the others: at
    /// tables of more than two seats every choice of different ones, or, where they are too few and
    /// with [`Contest::every_seating`], each in all seats but one.
    /// Their dice are those of the pairings of a player with the id `dice_of`, whichever variant
    /// plays.
    ///
    /// # Errors
    /// If the settings or the roster cannot be played.
    pub fn against(
        contest: &dyn Contest,
        settings: Settings,
        variants: usize,
        dice_of: &str,
    ) -> Result<Self, Error> {
        let roster = contest.roster();
        let field = roster.len().saturating_sub(variants);
        let (seats, copies) = (settings.seats, contest.every_seating());
        let count = schedule::count_against(variants, field, seats, copies);
        let all = |ids: &[&str]| schedule::against(ids, seats, (variants, copies), dice_of);
        // Variants meet copies of a single opponent.
        Self::of(contest, settings, 2, count, all)
    }

    /// The plan of a contest whose roster has the players with these ids several times: all pairings
    /// of each time, on the same dice, with copies of players only where they are too few.
    ///
    /// # Errors
    /// If the settings or the players cannot be played.
    pub fn repeated(
        contest: &dyn Contest,
        settings: Settings,
        ids: &[&str],
    ) -> Result<Self, Error> {
        let (seats, copies) = (settings.seats, contest.every_seating());
        let least = if copies { 2 } else { seats };
        settings.check(contest.name(), contest.seats(), ids.len(), least)?;
        let times = contest.roster().len() / ids.len();
        let count = schedule::count_repeated(ids.len(), seats, copies, times);
        Self::of(contest, settings, least, count, |_| schedule::repeated(ids, seats, copies, times))
    }

    /// The seatings of consecutive groups of a pairing, repeated.
    pub(super) fn seatings(&self, pairing: usize) -> &[Seating] {
        if self.pairings[pairing].has_copies() { &self.copies } else { &self.seatings }
    }

    /// Whether all pairings of the game are those with copies as well.
    pub fn has_copies(&self) -> bool {
        self.every_seating
    }

    /// As [`Tally::games_per_seat`](super::Tally::games_per_seat), of a pairing.
    pub(super) fn games_per_seat(&self, pairing: usize) -> u64 {
        self.seatings(pairing)[0].games_per_seat()
    }

    /// The most that a pairing may have of [`Self::games_per_seat`].
    pub(super) fn most_games_per_seat(&self) -> u64 {
        self.seatings[0].games_per_seat()
    }

    /// The number of games of a group of a pairing.
    pub(super) fn group(&self, pairing: usize) -> u64 {
        self.seatings(pairing)[0].line_ups.len() as u64
    }

    /// The number of games, if every pairing has the most groups.
    #[must_use]
    pub fn most_games(&self) -> u64 {
        let groups = (0..self.pairings.len()).map(|pairing| self.group(pairing));
        groups.sum::<u64>().saturating_mul(self.settings.games)
    }

    /// The number of games of a player, if every pairing has the most groups, of this shard if there is
    /// one.
    #[must_use]
    pub fn games_of(&self, player: usize) -> u64 {
        let of = |pairing: &usize| self.pairings[*pairing].players.contains(&player);
        let groups = (0..self.pairings.len()).filter(of).map(|pairing| self.group(pairing));
        let games = groups.sum::<u64>().saturating_mul(self.settings.games);
        games / self.settings.shard.map_or(1, |shard| shard.of)
    }

    /// The plan of these pairings of at least `least` players, whose number is checked first.
    fn of(
        contest: &dyn Contest,
        settings: Settings,
        least: usize,
        count: Option<u64>,
        pairings: impl FnOnce(&[&str]) -> Vec<Pairing>,
    ) -> Result<Self, Error> {
        let (seats, share_unit) = (settings.seats, contest.share_unit());
        let players = contest.roster().len();
        assert!(
            (1..=MAX_SHARE_UNIT).contains(&share_unit),
            "wins are counted in units of 1/1 to 1/{MAX_SHARE_UNIT}, not of 1/{share_unit}"
        );
        settings.check(contest.name(), contest.seats(), players, least)?;
        let every = contest.every_seating();
        assert!(!every || seats <= 3, "a group has at most 6 games");
        if count.is_none_or(|count| count > MAX_PAIRINGS) {
            let message = format!(
                "{players} players in games of {seats} seats make more than {MAX_PAIRINGS} pairings"
            );
            let help = "play a sample of them with --pairings random:K, name fewer players, or ask \
                        for fewer seats";
            return Err(Error::refused(message, help));
        }
        Ok(Self {
            pairings: pairings(&ids(contest)),
            design: Design::All,
            metrics: contest.metrics().len(),
            share_unit,
            every_seating: every,
            seatings: if every { vec![Seating::every(seats)] } else { Seating::all(seats) },
            copies: [Seating::rotations(seats)],
            settings,
        })
    }
}

/// The ids of the players, in the order of the roster.
fn ids(contest: &dyn Contest) -> Vec<&str> {
    (contest.roster().iter()).map(|player| player.id.as_str()).collect()
}

/// Refuses a roster that lists a player twice.
fn check_ids(contest: &dyn Contest) -> Result<(), Error> {
    let mut seen = HashSet::new();
    match (contest.roster().iter()).find(|player| !seen.insert(&player.id)) {
        Some(Player { id, .. }) => {
            let message = format!("the player \"{id}\" is in the roster twice");
            Err(Error::refused(message, "name every player once"))
        }
        None => Ok(()),
    }
}
