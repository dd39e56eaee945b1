//! A table: a session with what each seat was told, what players remark, and what is to be kept.
//!
//! It is a state machine: it waits for nobody, reads no clock and writes no file. A terminal, a
//! server and a page drive it alike. Each of its steps returns what was [`Said`], and what is to be
//! kept is [`Table::unsaved`] until its driver says that it is kept.

mod day;
mod guess;
mod hint;
mod mistakes;
mod remarks;
mod replay;
mod result;
mod story;

use crate::personalities::Member;
use crate::play::record::{Entry, Participant};
use crate::play::show::{Cue, LogLine, Part, Trigger};
use crate::play::{Outcome, Seat};
use crate::session::{Next, Session};
pub use day::{compared, played_optimally, seed_of_day};
pub use guess::Posterior;
pub use mistakes::{Mistake, mistakes};
pub use remarks::Remarks;
pub use replay::Frame;
pub use result::{result, result_of};
pub use story::{Moment, Story};

/// A line that is told.
#[derive(Clone, Debug, PartialEq)]
pub struct Said {
    /// The seat that is told; `None` for all eyes.
    pub to: Option<Seat>,
    /// What it is told.
    pub line: LogLine,
}

/// A table.
pub struct Table {
    session: Box<dyn Session>,
    remarks: Remarks,
    /// The log of each seat; none when they were handed over.
    logs: Vec<Vec<LogLine>>,
    /// Whether a hint was shown for the decision.
    hinted: bool,
    /// The win probability of each seat at its last decision.
    wins: Vec<Option<f64>>,
    /// The scores before the last step: see [`scores`].
    scores: Vec<f64>,
    /// The number of entries that are kept.
    saved: usize,
}

impl Table {
    /// A table of a session, which may have begun: `earlier` is what each seat was told in it, and
    /// `opening` stands before that in the log of each. What has happened so far is taken as kept,
    /// unless [`Self::keeping`] says otherwise.
    #[must_use]
    pub fn new(
        session: Box<dyn Session>,
        remarks: Remarks,
        opening: &[LogLine],
        earlier: Vec<Vec<LogLine>>,
    ) -> Self {
        let seats = session.header().seats.len();
        let mut logs = earlier;
        logs.resize(seats, Vec::new());
        for log in &mut logs {
            log.splice(0..0, opening.iter().cloned());
        }
        Self {
            remarks,
            logs,
            hinted: false,
            wins: vec![None; seats],
            scores: scores(&*session, Seat::FIRST),
            saved: session.entries().len(),
            session,
        }
    }

    /// The same with this number of entries as kept: a record that was left before its end was kept
    /// has one less than its session, which knows the end again.
    #[must_use]
    pub fn keeping(mut self, entries: usize) -> Self {
        self.saved = entries;
        self
    }

    /// What is played, and what a seat sees of it.
    #[must_use]
    pub fn session(&self) -> &dyn Session {
        &*self.session
    }

    /// What a seat was told so far; nothing once the logs were handed over.
    #[must_use]
    pub fn log(&self, seat: Seat) -> &[LogLine] {
        self.logs.get(usize::from(seat.0)).map_or(&[], |log| log)
    }

    /// What each seat was told so far. From now on its driver keeps what is said, and the table does
    /// not.
    pub fn hand_over_logs(&mut self) -> Vec<Vec<LogLine>> {
        std::mem::take(&mut self.logs)
    }

    /// The people at the table.
    #[must_use]
    pub fn persons(&self) -> Vec<Seat> {
        self.session.header().persons().map(|(seat, _)| seat).collect()
    }

    /// Whether a person must not see what another one is shown.
    #[must_use]
    pub fn is_secret(&self) -> bool {
        self.session.hides() && self.persons().len() > 1
    }

    /// Whose turn it is, as far as the game shows it; `None` when it is over.
    #[must_use]
    pub fn mover(&self) -> Option<Seat> {
        let scene = self.session.scene(Seat::FIRST);
        let tracks = scene.parts.iter().find_map(|part| match part {
            Part::Tracks { tracks, .. } => Some(tracks),
            _ => None,
        });
        match (tracks, self.session.next()) {
            (_, Next::Over(_)) => None,
            (Some(tracks), _) => tracks.iter().find(|track| track.moves).map(|track| track.seat),
            (None, Next::Person(seat) | Next::Agent(seat)) => Some(seat),
            // Chance goes on with the turn of the last decision.
            (None, Next::Chance) => self.session.entries().iter().rev().find_map(|entry| {
                let Entry::Act { seat, .. } = entry else { return None };
                Some(Seat(seat - 1))
            }),
        }
    }

    /// What the person who decides is asked, with the odds that any player could compute.
    #[must_use]
    pub fn question(&self) -> String {
        let question = self.session.question();
        match self.session.odds() {
            Some(odds) => format!("{question} {odds}"),
            None => question,
        }
    }

    /// Whether players remark upon the game.
    #[must_use]
    pub fn has_remarks(&self) -> bool {
        self.remarks.on
    }

    /// Lets players remark upon the game, or silences them.
    pub fn set_remarks(&mut self, on: bool) {
        self.remarks.on = on;
    }

    /// Lets players remark that the game begins, if nothing has happened yet.
    pub fn begin(&mut self) -> Vec<Said> {
        if !self.session.entries().is_empty() {
            return Vec::new();
        }
        self.remark_all(&[Cue { trigger: Trigger::Start, seat: Seat::FIRST, amount: 0.0 }])
    }

    /// Lets chance, an agent, or a person who is not asked act. Where a person is asked or the game
    /// is over, nothing happens.
    pub fn advance(&mut self) -> Vec<Said> {
        let cues = match self.session.next() {
            Next::Person(_) if self.session.goes_without_asking() => {
                self.session.choose(0, None, false);
                Vec::new()
            }
            Next::Person(_) | Next::Over(_) => return Vec::new(),
            Next::Agent(seat) => {
                let (_, swing) = self.wins_and_swing(seat);
                self.session.advance();
                swing
            }
            Next::Chance => {
                self.session.advance();
                Vec::new()
            }
        };
        self.tell(&cues)
    }

    /// Plays a choice of the person who decides, who took this time in milliseconds if that is
    /// known.
    ///
    /// # Panics
    /// If there is no such choice, or no person decides.
    pub fn choose(&mut self, choice: usize, ms: Option<u64>) -> Vec<Said> {
        let mut cues = Vec::new();
        if let Next::Person(seat) = self.session.next() {
            let (wins, swing) = self.wins_and_swing(seat);
            cues = swing;
            if let Some(wins) = wins {
                let best = wins.iter().copied().fold(0.0, f64::max);
                cues.push(Cue { trigger: Trigger::Mistake, seat, amount: best - wins[choice] });
            }
        }
        self.session.choose(choice, ms, self.hinted);
        self.hinted = false;
        self.tell(&cues)
    }

    /// The person who decides gives up, and the others win. Where no person decides, nothing happens.
    pub fn give_up(&mut self) -> Vec<Said> {
        let Next::Person(seat) = self.session.next() else { return Vec::new() };
        let entry = Entry::Forfeit { forfeit: seat.0 + 1 };
        if self.session.replay_at(&[entry], 0).is_err() {
            return Vec::new();
        }
        self.hinted = false;
        self.tell(&[])
    }

    /// Takes back the last action of a person, and the one before it that nobody was asked for.
    ///
    /// # Errors
    /// Why it stands, as a sentence.
    pub fn undo(&mut self) -> Result<(), &'static str> {
        if self.was_seen() {
            return Err("There is nothing to take back: you have seen the last action.");
        }
        if !self.session.undo() {
            return Err(
                "There is nothing to take back: an action stands once chance or another player \
                 has acted.",
            );
        }
        if self.session.goes_without_asking() {
            self.session.undo();
        }
        self.hinted = false;
        Ok(())
    }

    /// Whether the last action is that of another person at a table at which not all see the same:
    /// the person who decides has seen it.
    fn was_seen(&self) -> bool {
        let last = self.session.entries().iter().rev().find_map(|entry| match entry {
            Entry::Act { seat, .. } => Some(*seat),
            _ => None,
        });
        let Next::Person(decides) = self.session.next() else { return false };
        self.is_secret() && last.is_some_and(|seat| seat != decides.0 + 1)
    }

    /// Says something to all.
    pub fn say(&mut self, text: &str) -> Said {
        let line = LogLine::line(text);
        for log in &mut self.logs {
            log.push(line.clone());
        }
        Said { to: None, line }
    }

    /// The strangers that are not revealed, who may be guessed when the game is over.
    #[must_use]
    pub fn strangers(&self) -> Vec<Seat> {
        let seats = (0..).map(Seat).zip(&self.session.header().seats);
        let strangers = seats.filter(|(_, participant)| {
            matches!(participant, Participant::Agent { stranger: true, .. })
        });
        strangers.map(|(seat, _)| seat).collect()
    }

    /// Reveals the strangers. Of each, a place in the list of `candidates` may have been guessed.
    /// Returns who they were, as lines.
    pub fn reveal(
        &mut self,
        guesses: &[(Seat, Option<usize>)],
        candidates: &[Member],
    ) -> Vec<String> {
        let mut lines = Vec::new();
        for &(seat, guess) in guesses {
            let place = usize::from(seat.0);
            let Participant::Agent { agent, name, .. } = &self.session.header().seats[place] else {
                continue;
            };
            let mut line = format!("{} was {name}.", self.session.names().name(seat));
            let mut characters = Vec::new();
            if let Some(guess) = guess.map(|place| candidates[place].id().to_owned()) {
                let right = guess == *agent;
                line += if right { " You guessed right." } else { " You guessed wrong." };
                // Who guessed right has told them apart already.
                let both = candidates.iter().filter(|one| [&*guess, &**agent].contains(&one.id()));
                let told = both.map(|one| format!("{}: {}", one.name(), one.character()));
                characters.extend(told.filter(|_| !right));
                self.session.note(Entry::Guess { guess, seat: seat.0 + 1 });
            }
            lines.push(line);
            characters.retain(|line| !lines.contains(line));
            lines.extend(characters);
        }
        self.session.reveal();
        lines
    }

    /// Lets the players remark upon the end of the game.
    pub fn remark_end(&mut self, outcome: &Outcome) -> Vec<Said> {
        let cues = outcome.scores.iter().map(|(seat, _)| Cue {
            trigger: Trigger::End,
            seat,
            amount: f64::from(u8::from(outcome.winners().contains(seat))),
        });
        let cues: Vec<Cue> = cues.collect();
        self.remark_all(&cues)
    }

    /// What is not kept yet. The end is kept last, with the guesses and remarks that follow it: when
    /// the game is `over`.
    #[must_use]
    pub fn unsaved(&self, over: bool) -> &[Entry] {
        let all = self.session.entries();
        let end = all.iter().position(|entry| matches!(entry, Entry::End { .. }));
        let end = end.filter(|_| !over).unwrap_or(all.len());
        &all[self.saved.min(end)..end]
    }

    /// The number of entries that are kept.
    #[must_use]
    pub fn kept(&self) -> usize {
        self.saved
    }

    /// This number of entries more is kept.
    pub fn saved(&mut self, entries: usize) {
        self.saved += entries;
    }

    /// The win probabilities of the choices of a seat, and what changed since its last decision.
    fn wins_and_swing(&mut self, seat: Seat) -> (Option<Vec<f64>>, Vec<Cue>) {
        if self.remarks.speakers().is_empty() {
            return (None, Vec::new());
        }
        let wins = self.session.reckoned();
        let best = match &wins {
            Some(wins) => Some(wins.iter().copied().fold(0.0, f64::max)),
            None => self.share_on_show(seat),
        };
        let Some(best) = best else {
            return (None, Vec::new());
        };
        let before = self.wins[usize::from(seat.0)].replace(best);
        let swing =
            before.map(|before| Cue { trigger: Trigger::Swing, seat, amount: best - before });
        (wins, swing.into_iter().collect())
    }

    /// In games that hide something, the share of the win of a seat by the standing that all see:
    /// an equal part of it where it leads as far as its rival, and all or nothing at the end of the
    /// way. A remark must not tell what the speaker has in hand.
    fn share_on_show(&self, seat: Seat) -> Option<f64> {
        let standing = self.session.standing().filter(|_| self.session.hides())?;
        let fair = 1.0 / standing.len() as f64;
        let ahead = standing[usize::from(seat.0)] - rival(&standing, seat);
        Some(fair + ahead * if ahead > 0.0 { 1.0 - fair } else { fair })
    }

    /// Tells the last step to the people, or to those who look on if there are none, and lets the
    /// players remark upon it and upon these events.
    fn tell(&mut self, cues: &[Cue]) -> Vec<Said> {
        let mut said = Vec::new();
        let persons = self.persons();
        for reader in if persons.is_empty() { vec![Seat::FIRST] } else { persons } {
            let told = self.session.told(reader);
            if let Some(log) = self.logs.get_mut(usize::from(reader.0)) {
                log.extend_from_slice(&told);
            }
            said.extend(told.into_iter().map(|line| Said { to: Some(reader), line }));
        }
        // Whole scenes are drawn only for those who speak.
        if self.remarks.is_silent() {
            return said;
        }
        let after = scores(&*self.session, Seat::FIRST);
        let before = std::mem::replace(&mut self.scores, after);
        for seat in self.remarks.speakers() {
            let told = self.session.told(seat);
            let mut heard: Vec<Cue> = told.iter().filter_map(|told| told.cue).collect();
            heard.extend(leads(&before, &scores(&*self.session, seat)));
            heard.extend(cues);
            said.extend(self.remark(seat, &heard));
        }
        said
    }

    /// Lets a player remark upon what it has noticed.
    fn remark(&mut self, seat: Seat, cues: &[Cue]) -> Option<Said> {
        let text = self.remarks.upon(seat, cues, &*self.session)?;
        let line = format!("{}: \"{text}\"", self.session.names().name(seat));
        self.session.note(Entry::Remark { remark: text, seat: seat.0 + 1 });
        Some(self.say(&line))
    }

    /// Lets all players remark upon public events.
    fn remark_all(&mut self, cues: &[Cue]) -> Vec<Said> {
        let speakers = self.remarks.speakers();
        speakers.into_iter().filter_map(|seat| self.remark(seat, cues)).collect()
    }
}

/// The points of the way to the win in games that show none: as many as a game of Dragon Slayer, in
/// whose points remarks are written.
const WAY: f64 = 40.0;

/// The leads of the seats that have gained on their strongest rivals: by points of their own, or by
/// points that the rival lost.
fn leads(before: &[f64], now: &[f64]) -> Vec<Cue> {
    let cue = |(seat, (was, score)): (Seat, (&f64, &f64))| {
        let next = rival(now, seat);
        let gained = was < score || next < rival(before, seat);
        gained.then(|| Cue { trigger: Trigger::Lead, seat, amount: score - next })
    };
    (0..).map(Seat).zip(before.iter().zip(now)).filter_map(cue).collect()
}

/// The highest score of the other seats.
fn rival(scores: &[f64], seat: Seat) -> f64 {
    let others = (0..).map(Seat).zip(scores).filter(|&(other, _)| other != seat);
    others.map(|(_, score)| *score).fold(0.0, f64::max)
}

/// The scores that a seat sees: the points of its scene, or else parts of the way to the win.
fn scores(session: &dyn Session, seat: Seat) -> Vec<f64> {
    let scene = session.scene(seat);
    let tracks = scene.parts.iter().find_map(|part| match part {
        Part::Tracks { tracks, .. } => Some(tracks),
        _ => None,
    });
    match tracks {
        Some(tracks) => tracks.iter().map(|track| f64::from(track.score)).collect(),
        None => session.standing().into_iter().flatten().map(|part| part * WAY).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_scores_or_damages_its_rival_leads() {
        let of = |before: &[f64], now: &[f64]| -> Vec<(u8, f64)> {
            leads(before, now).iter().map(|cue| (cue.seat.0, cue.amount)).collect()
        };
        assert_eq!(of(&[3.0, 4.0], &[9.0, 4.0]), [(0, 5.0)]);
        assert_eq!(of(&[3.0, 4.0], &[3.5, 4.0]), [(0, -0.5)]);
        assert_eq!(of(&[3.0, 4.0], &[3.0, 1.0]), [(0, 2.0)]);
        assert!(of(&[3.0, 4.0, 9.0], &[3.0, 4.0, 9.0]).is_empty());
        // Only the strongest rival counts.
        assert_eq!(of(&[3.0, 4.0, 9.0], &[3.0, 1.0, 9.0]), [(2, 6.0)]);
        assert_eq!(of(&[0.0, 0.0, 9.0], &[5.0, 5.0, 9.0]), [(0, -4.0), (1, -4.0)]);
    }
}
