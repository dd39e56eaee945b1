//! A game from its first question to its last, on any interface: who acts, what is asked, the
//! commands, the modes, and what is saved.

mod commands;
mod ending;

use std::time::Instant;

use super::face::{Answer, Face, Kind, Prompt};
use super::remarks::Remarks;
use super::words::{Command, choice, plain};
use crate::games::any_game::Exercise;
use crate::history::Keeper;
use crate::play::Seat;
use crate::play::record::{Entry, Record, Sitter};
use crate::play::seated::{AnySitting, Next};
use crate::play::show::{Cue, Part, Scene, Told, Trigger};
pub(in crate::cli) use ending::result;

/// How a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Left {
    /// The game is over.
    Over,
    /// A player has left it, or the input has ended.
    Unfinished,
    /// The user asked the program to stop.
    Interrupted,
}

/// How a game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Manner {
    /// Whether it stops at every event.
    pub interactive: bool,
    /// Whether hints are shown at every decision.
    pub hints: bool,
    /// Whether players remark upon what happens.
    pub remarks: bool,
}

/// What belongs to a session beside the game and its interface.
pub(super) struct Table<'a> {
    /// How the game begins, for all eyes: who plays, and the hash of the seed.
    pub opening: Vec<Told>,
    /// Saves the game; none if it is not saved.
    pub keeper: Option<&'a mut dyn Keeper>,
    /// What the players say.
    pub remarks: Remarks,
    /// Who a stranger could be.
    pub candidates: Vec<Candidate>,
    /// What happened before, by seat: of a game that goes on.
    pub earlier: Vec<Vec<Told>>,
    /// Reviews a finished game, if it can be reviewed.
    pub review: &'a dyn Fn(&Record) -> Option<LookingBack>,
    /// What expectations from earlier games changed; empty where nobody learned.
    pub learned: &'a dyn Fn(&Record) -> String,
}

/// The review of a game in words, and the decisions that can be tried again.
#[derive(Default)]
pub(super) struct LookingBack {
    /// What decided the game, as a sentence; empty if that is unknown.
    pub why: String,
    /// The review in lines, and on a screen.
    pub lines: String,
    pub screen: String,
    pub exercises: Vec<Exercise>,
}

/// A player that could be the stranger.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub id: String,
    pub name: String,
    /// How it plays, in a sentence; empty if that is unknown.
    pub character: String,
}

impl Candidate {
    /// What tells this player from another one, a line each; none if they are the same. It is the
    /// first sentence of each, unless only the others differ.
    fn told_from(&self, other: &Self) -> Vec<String> {
        let first = |text: &str| match text.split_once(". ") {
            Some((first, _)) => format!("{first}."),
            None => text.to_owned(),
        };
        let mut told = [self, other].map(|one| (&one.name, first(&one.character)));
        if told[0].1 == told[1].1 {
            told = [self, other].map(|one| (&one.name, one.character.clone()));
        }
        let known = told.into_iter().filter(|(_, how)| self.id != other.id && !how.is_empty());
        known.map(|(name, how)| format!("{name}: {how}")).collect()
    }
}

/// A session.
pub(super) struct Session<'a> {
    sitting: &'a mut dyn AnySitting,
    face: &'a mut dyn Face,
    table: Table<'a>,
    manner: Manner,
    /// The log of each seat.
    logs: Vec<Vec<Told>>,
    /// What each person has not been told yet; only in games that hide.
    news: Vec<Vec<Told>>,
    /// An answer that was given at a stop.
    answered: Option<String>,
    /// The number of entries that are saved.
    saved: usize,
    /// Whether the last attempt to save failed.
    unsaved: bool,
    /// Whether nothing more will happen, so that the end can be saved.
    closing: bool,
    /// The person who was asked last.
    asked: Option<Seat>,
    /// Whether others have acted since the last decision of a person.
    fresh: bool,
    /// Whether a hint was shown for the decision.
    hinted: bool,
    /// The win probability of each seat at its last decision.
    wins: Vec<Option<f64>>,
    /// The scores before the last step.
    scores: Vec<u32>,
    /// How the game ended, as a sentence.
    result: String,
}

/// What a command does to the question that it answers.
enum After {
    /// The question is asked again.
    Again,
    /// The situation has changed.
    Changed,
    /// The session ends.
    Leave(Left),
}

impl<'a> Session<'a> {
    pub(super) fn new(
        sitting: &'a mut dyn AnySitting,
        face: &'a mut dyn Face,
        manner: Manner,
        table: Table<'a>,
    ) -> Self {
        let seats = sitting.header().seats.len();
        let saved = sitting.entries().len();
        let scores = scores(&sitting.scene(Seat::FIRST));
        let mut logs = table.earlier.clone();
        logs.resize(seats, Vec::new());
        for log in &mut logs {
            log.splice(0..0, table.opening.iter().cloned());
        }
        Self {
            sitting,
            face,
            table,
            manner,
            logs,
            news: vec![Vec::new(); seats],
            answered: None,
            saved,
            unsaved: false,
            closing: false,
            asked: None,
            fresh: true,
            hinted: false,
            wins: vec![None; seats],
            scores,
            result: String::new(),
        }
    }

    /// Plays until the game is over or left.
    pub(super) fn run(&mut self) -> Left {
        if self.secret() {
            self.face.clear();
        }
        // A screen has the opening in its log, where the game does not wait until it is read.
        if self.face.stays() {
            for told in &self.table.opening {
                self.face.happened(told, &Scene::default());
            }
        }
        let known = if self.secret() {
            &self.table.opening
        } else {
            &self.logs[usize::from(self.reader().0)]
        };
        self.face.recall(known);
        if self.sitting.entries().is_empty() {
            self.remark_all(&[Cue { trigger: Trigger::Start, seat: Seat::FIRST, amount: 0.0 }]);
        }
        loop {
            self.save();
            let left = match self.sitting.next() {
                Next::Over(outcome) => return self.end(&outcome),
                Next::Person(_) if self.sitting.goes_without_asking() => {
                    self.sitting.choose(0, None, false);
                    self.tell(&[]);
                    continue;
                }
                Next::Person(seat) => self.decide(seat),
                Next::Agent(seat) => self.agent(seat),
                Next::Chance => {
                    self.goes_on();
                    self.sitting.advance();
                    self.tell(&[]);
                    None
                }
            };
            let left = left.or_else(|| self.stop());
            if let Some(left) = left {
                self.save();
                if self.secret() {
                    self.face.clear();
                }
                return left;
            }
        }
    }

    /// The next step begins.
    fn goes_on(&mut self) {
        if !self.secret() {
            let scene = self.sitting.scene(self.reader());
            self.face.goes_on(&scene);
        }
    }

    /// Keeps what is not kept yet. A failure is said once, and the next entries try again.
    fn save(&mut self) {
        let Some(keeper) = &mut self.table.keeper else {
            return;
        };
        let all = self.sitting.entries();
        // The end is kept last, with the guesses and remarks that follow it.
        let end = all.iter().position(|entry| matches!(entry, Entry::End { .. }));
        let end = end.filter(|_| !self.closing).unwrap_or(all.len());
        let entries = &all[self.saved..end];
        if entries.is_empty() && !self.unsaved {
            return;
        }
        self.saved += entries.len();
        match keeper.add(entries) {
            Ok(()) if self.unsaved => {
                self.unsaved = false;
                self.face.say("The game is saved again.");
            }
            Ok(()) => {}
            Err(error) if !self.unsaved => {
                self.unsaved = true;
                let text = format!("The game is not saved: {error}. It goes on.");
                self.face.say(&text);
            }
            Err(_) => {}
        }
    }

    /// Whether everything is kept.
    pub(super) fn is_saved(&self) -> bool {
        self.table.keeper.is_some() && !self.unsaved
    }

    /// The persons at the table.
    fn persons(&self) -> Vec<Seat> {
        let seats = self.sitting.header().seats.iter().enumerate();
        let persons = seats.filter(|(_, sitter)| matches!(sitter, Sitter::Person { .. }));
        persons.map(|(seat, _)| Seat(seat as u8)).collect()
    }

    /// The seat through whose eyes the game is shown: the person that decides, or that decided
    /// last.
    fn reader(&self) -> Seat {
        match self.sitting.next() {
            Next::Person(seat) => seat,
            _ => self.asked.or(self.persons().first().copied()).unwrap_or(Seat::FIRST),
        }
    }

    /// Whether a person must not see what another one is shown.
    fn secret(&self) -> bool {
        self.sitting.hides() && self.persons().len() > 1
    }

    /// An agent decides.
    fn agent(&mut self, seat: Seat) -> Option<Left> {
        self.goes_on();
        let text = format!("{} ...", self.sitting.names().does(seat, "think"));
        if !self.face.think(&text, self.sitting.thinking()) {
            return Some(Left::Interrupted);
        }
        let (_, swing) = self.worth(seat);
        self.sitting.advance();
        self.fresh = true;
        self.tell(&swing);
        None
    }

    /// The win probabilities of the choices of a seat, and what changed since its last decision.
    fn worth(&mut self, seat: Seat) -> (Option<Vec<f64>>, Vec<Cue>) {
        if !self.manner.remarks || self.table.remarks.speakers().is_empty() {
            return (None, Vec::new());
        }
        let Some(wins) = self.sitting.wins() else {
            return (None, Vec::new());
        };
        let best = wins.iter().copied().fold(0.0, f64::max);
        let before = self.wins[usize::from(seat.0)].replace(best);
        let swing =
            before.map(|before| Cue { trigger: Trigger::Swing, seat, amount: best - before });
        (Some(wins), swing.into_iter().collect())
    }

    /// Tells the last step, and lets the players remark upon it and upon these events.
    fn tell(&mut self, cues: &[Cue]) {
        let readers: Vec<Seat> = if self.secret() { self.persons() } else { vec![self.reader()] };
        for reader in readers {
            let told = self.sitting.told(reader);
            if self.secret() {
                self.logs[usize::from(reader.0)].extend_from_slice(&told);
                self.news[usize::from(reader.0)].extend(told);
            } else {
                for log in &mut self.logs {
                    log.extend_from_slice(&told);
                }
                let scene = self.sitting.told_scene(reader);
                told.iter().for_each(|told| self.face.happened(told, &scene));
            }
        }
        let after: Vec<u32> = scores(&self.sitting.scene(self.reader()));
        let before = std::mem::replace(&mut self.scores, after);
        for seat in self.table.remarks.speakers() {
            let told = self.sitting.told(seat);
            let mut heard: Vec<Cue> = told.iter().filter_map(|told| told.cue).collect();
            heard.extend(leads(&before, &scores(&self.sitting.scene(seat))));
            heard.extend(cues);
            self.remark(seat, &heard);
        }
    }

    /// Lets a player remark upon what it has noticed.
    fn remark(&mut self, seat: Seat, cues: &[Cue]) {
        if !self.manner.remarks {
            return;
        }
        let Some(text) = self.table.remarks.upon(seat, cues, &*self.sitting) else {
            return;
        };
        let line = format!("{}: \"{text}\"", self.sitting.names().name(seat));
        self.sitting.note(Entry::Remark { remark: text, seat: seat.0 + 1 });
        self.log_all(&line);
    }

    /// In interactive mode, waits until the player goes on.
    fn stop(&mut self) -> Option<Left> {
        let goes_on = matches!(self.sitting.next(), Next::Person(_) | Next::Over(_));
        if !self.manner.interactive || goes_on || self.answered.is_some() || self.secret() {
            return None;
        }
        if self.sitting.told(self.reader()).is_empty() {
            return None;
        }
        let prompt =
            Prompt { question: String::new(), choices: Vec::new(), person: None, kind: Kind::Stop };
        loop {
            let words = match self.face.ask(&prompt) {
                Answer::End => return Some(Left::Unfinished),
                Answer::Interrupted => return Some(Left::Interrupted),
                Answer::Words(words) => words,
            };
            match Command::of(&plain(&words)) {
                Some(command) => match self.command(command) {
                    After::Again if self.manner.interactive => {}
                    After::Again | After::Changed => return None,
                    After::Leave(left) => return Some(left),
                },
                None => {
                    // The answer to the next question may be given here.
                    self.answered = Some(words).filter(|words| !words.trim().is_empty());
                    return None;
                }
            }
        }
    }

    /// A person decides.
    fn decide(&mut self, seat: Seat) -> Option<Left> {
        if let Some(left) = self.pass_to(seat) {
            return Some(left);
        }
        self.fresh |= self.asked.replace(seat) != Some(seat);
        let scene = self.sitting.scene(seat);
        self.face.stands(&scene, std::mem::take(&mut self.fresh));
        self.hinted = false;
        if self.manner.hints {
            let hint = self.hint();
            self.face.happened(&Told::line(hint), &scene);
        }
        let prompt = Prompt {
            question: self.sitting.question(),
            choices: self.sitting.choices(),
            person: self.person(seat),
            kind: Kind::Decision,
        };
        let begun = Instant::now();
        loop {
            let words = match self.answered.take() {
                Some(words) => words,
                None => match self.face.ask(&prompt) {
                    Answer::End => return Some(Left::Unfinished),
                    Answer::Interrupted => return Some(Left::Interrupted),
                    Answer::Words(words) => words,
                },
            };
            let words = plain(&words);
            let found =
                (self.sitting.find(&words)).ok_or(()).or_else(|()| match Command::of(&words) {
                    Some(_) => Err(Vec::new()),
                    None => choice(&prompt.choices, &words),
                });
            let chosen = match (found, Command::of(&words)) {
                (Ok(chosen), _) => chosen,
                (Err(_), Some(command)) => match self.command(command) {
                    After::Again => continue,
                    After::Changed => return None,
                    After::Leave(left) => return Some(left),
                },
                (Err(several), None) => {
                    let text = self.refusal(&words, &several, &prompt.choices);
                    self.face.say(&text);
                    continue;
                }
            };
            match self.confirmed(chosen, seat) {
                Err(left) => return Some(left),
                Ok(false) => continue,
                Ok(true) => {}
            }
            let ms = (self.face.is_live()).then(|| begun.elapsed().as_millis() as u64);
            let (wins, mut cues) = self.worth(seat);
            if let Some(wins) = wins {
                let best = wins.iter().copied().fold(0.0, f64::max);
                cues.push(Cue { trigger: Trigger::Mistake, seat, amount: best - wins[chosen] });
            }
            self.sitting.choose(chosen, ms, self.hinted);
            self.tell(&cues);
            return None;
        }
    }

    /// The name of a person, where there are several.
    fn person(&self, seat: Seat) -> Option<String> {
        let several = self.persons().len() > 1;
        several.then(|| self.sitting.names().name(seat).to_owned())
    }

    /// Passes the keyboard on, if another person has it and must not see what this one sees.
    fn pass_to(&mut self, seat: Seat) -> Option<Left> {
        if !self.secret() {
            return None;
        }
        if self.asked != Some(seat) {
            // What the first person sees before it takes the keyboard is for all eyes.
            if self.asked.is_some() {
                self.face.clear();
            }
            let name = self.sitting.names().name(seat);
            let prompt = Prompt {
                question: format!("{name} takes the keyboard and presses Enter."),
                choices: Vec::new(),
                person: None,
                kind: Kind::Pass,
            };
            match self.face.ask(&prompt) {
                Answer::End => return Some(Left::Unfinished),
                Answer::Interrupted => return Some(Left::Interrupted),
                Answer::Words(_) => {}
            }
            self.fresh = true;
            let log = &self.logs[usize::from(seat.0)];
            let known = log.len() - self.news[usize::from(seat.0)].len();
            self.face.recall(&log[..known]);
        }
        let scene = self.sitting.scene(seat);
        for told in std::mem::take(&mut self.news[usize::from(seat.0)]) {
            self.face.happened(&told, &scene);
        }
        None
    }

    /// Asks once more before an action that is easily regretted.
    fn confirmed(&mut self, chosen: usize, seat: Seat) -> Result<bool, Left> {
        let Some(question) = self.sitting.confirm(chosen) else {
            return Ok(true);
        };
        let prompt = Prompt {
            question,
            choices: ["yes", "no"].map(str::to_owned).to_vec(),
            person: self.person(seat),
            kind: Kind::Question,
        };
        loop {
            match self.face.ask(&prompt) {
                Answer::End => return Err(Left::Unfinished),
                Answer::Interrupted => return Err(Left::Interrupted),
                Answer::Words(words) => {
                    let words = plain(&words);
                    match (choice(&prompt.choices, &words), Command::of(&words)) {
                        (Ok(answer), _) => return Ok(answer == 0),
                        // The question about the action has not been answered.
                        (Err(_), Some(Command::Undo)) => return Ok(false),
                        (Err(_), Some(command)) => {
                            if let After::Leave(left) = self.command(command) {
                                return Err(left);
                            }
                        }
                        (Err(_), None) => self.face.say("Answer yes or no."),
                    }
                }
            }
        }
    }

    fn log_all(&mut self, text: &str) {
        for log in &mut self.logs {
            log.push(Told::line(text));
        }
        let scene = match (self.secret(), self.sitting.next()) {
            (true, _) => Scene::default(),
            (false, Next::Over(_)) => self.sitting.scene(self.reader()),
            (false, _) => self.sitting.told_scene(self.reader()),
        };
        self.face.happened(&Told::line(text), &scene);
    }

    /// Lets all players remark upon public events.
    fn remark_all(&mut self, cues: &[Cue]) {
        for seat in self.table.remarks.speakers() {
            self.remark(seat, cues);
        }
    }
}

/// The leads of the seats whose scores have grown.
fn leads(before: &[u32], now: &[u32]) -> Vec<Cue> {
    let cue = |(place, (before, score)): (usize, (&u32, &u32))| {
        let others = now.iter().enumerate().filter(|&(other, _)| other != place);
        let next = others.map(|(_, score)| *score).max().unwrap_or(0);
        (before < score).then(|| Cue {
            trigger: Trigger::Lead,
            seat: Seat(place as u8),
            amount: f64::from(*score) - f64::from(next),
        })
    };
    before.iter().zip(now).enumerate().filter_map(cue).collect()
}

/// The scores of a scene.
fn scores(scene: &Scene) -> Vec<u32> {
    let tracks = scene.parts.iter().find_map(|part| match part {
        Part::Tracks { tracks, .. } => Some(tracks),
        _ => None,
    });
    let tracks = tracks.into_iter().flatten();
    tracks.map(|track| track.score).collect()
}
