//! A game from its first question to its last, on any interface: who acts, what is asked, the
//! commands, the modes, and what is saved.

mod commands;
mod ending;

use std::time::Instant;

use super::remarks::Remarks;
use super::ui::{Kind, Left, Prompt, Ui};
use super::words::{Command, Meaning, meaning, plain};
use crate::commands::Reviewed;
use crate::history::Keeper;
use crate::personalities::Member;
use crate::play::Seat;
use crate::play::record::{Entry, Record};
use crate::play::session::{Next, Session};
use crate::play::show::{Cue, LogLine, Part, Scene, Trigger};

/// How a game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Options {
    /// Whether it stops at every event.
    pub interactive: bool,
    /// Whether hints are shown at every decision.
    pub hints: bool,
    /// Whether players remark upon what happens.
    pub remarks: bool,
}

/// What belongs to a game at a terminal beside its session and its interface.
pub(super) struct Table<'a> {
    /// How the game begins, for all eyes: who plays, and the hash of the seed.
    pub opening: Vec<LogLine>,
    /// Saves the game; `None` if it is not saved.
    pub keeper: Option<&'a mut dyn Keeper>,
    /// What the players say.
    pub remarks: Remarks,
    /// Who a stranger could be.
    pub candidates: Vec<Member>,
    /// What happened before, by seat: of a game that goes on.
    pub earlier: Vec<Vec<LogLine>>,
    /// Reviews a finished game, if it can be reviewed.
    pub review: &'a dyn Fn(&Record) -> Option<miette::Result<Reviewed>>,
}

/// Plays a session on an interface until the game is over or left.
pub(super) struct GameLoop<'a> {
    session: &'a mut dyn Session,
    ui: &'a mut dyn Ui,
    table: Table<'a>,
    options: Options,
    /// The log of each seat.
    logs: Vec<Vec<LogLine>>,
    /// What each person has not been told yet; only in games that hide.
    news: Vec<Vec<LogLine>>,
    /// An answer that was given at a stop.
    answered: Option<String>,
    /// The number of entries that are saved.
    saved: usize,
    /// Whether the last attempt to save failed.
    unsaved: bool,
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

impl<'a> GameLoop<'a> {
    pub(super) fn new(
        session: &'a mut dyn Session,
        ui: &'a mut dyn Ui,
        options: Options,
        table: Table<'a>,
    ) -> Self {
        let seats = session.header().seats.len();
        let saved = session.entries().len();
        let scores = scores(&session.scene(Seat::FIRST));
        let mut logs = table.earlier.clone();
        logs.resize(seats, Vec::new());
        for log in &mut logs {
            log.splice(0..0, table.opening.iter().cloned());
        }
        Self {
            session,
            ui,
            table,
            options,
            logs,
            news: vec![Vec::new(); seats],
            answered: None,
            saved,
            unsaved: false,
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
            self.ui.clear();
        }
        // A screen has the opening in its log, where the game does not wait until it is read.
        if self.ui.stays() {
            for told in &self.table.opening {
                self.ui.happened(told, &Scene::default());
            }
        }
        let known = if self.secret() {
            &self.table.opening
        } else {
            &self.logs[usize::from(self.reader().0)]
        };
        self.ui.recall(known);
        if self.session.entries().is_empty() {
            self.remark_all(&[Cue { trigger: Trigger::Start, seat: Seat::FIRST, amount: 0.0 }]);
        }
        loop {
            self.save(false);
            let stepped = match self.session.next() {
                Next::Over(outcome) => return self.end(&outcome),
                Next::Person(_) if self.session.goes_without_asking() => {
                    self.session.choose(0, None, false);
                    self.tell(&[]);
                    continue;
                }
                Next::Person(seat) => self.decide(seat),
                Next::Agent(seat) => self.agent(seat),
                Next::Chance => {
                    self.goes_on();
                    self.session.advance();
                    self.tell(&[]);
                    Ok(())
                }
            };
            if let Err(left) = stepped.and_then(|()| self.stop()) {
                self.save(false);
                if self.secret() {
                    self.ui.clear();
                }
                return left;
            }
        }
    }

    /// Asks; returns the [`plain`] words.
    fn ask(&mut self, prompt: &Prompt) -> Result<String, Left> {
        Ok(plain(&self.ui.ask(prompt)?))
    }

    /// The answer that was given at a stop, or else to this question.
    fn answer(&mut self, prompt: &Prompt) -> Result<String, Left> {
        self.answered.take().map_or_else(|| self.ask(prompt), Ok)
    }

    /// The next step begins.
    fn goes_on(&mut self) {
        if !self.secret() {
            let scene = self.session.scene(self.reader());
            self.ui.goes_on(&scene);
        }
    }

    /// Keeps what is not kept yet. A failure is said once, and the next entries try again. The end
    /// is kept last, with the guesses and remarks that follow it: when the game is `over`.
    fn save(&mut self, over: bool) {
        let Some(keeper) = &mut self.table.keeper else {
            return;
        };
        let all = self.session.entries();
        let end = all.iter().position(|entry| matches!(entry, Entry::End { .. }));
        let end = end.filter(|_| !over).unwrap_or(all.len());
        let entries = &all[self.saved..end];
        if entries.is_empty() && !self.unsaved {
            return;
        }
        self.saved += entries.len();
        match keeper.add(entries) {
            Ok(()) if self.unsaved => {
                self.unsaved = false;
                self.ui.say("The game is saved again.");
            }
            Ok(()) => {}
            Err(error) if !self.unsaved => {
                self.unsaved = true;
                let text = format!("The game is not saved: {error}. It goes on.");
                self.ui.say(&text);
            }
            Err(_) => {}
        }
    }

    /// Whether everything is kept.
    pub(super) fn is_saved(&self) -> bool {
        self.table.keeper.is_some() && !self.unsaved
    }

    /// The people at the table.
    fn persons(&self) -> Vec<Seat> {
        self.session.header().persons().map(|(seat, _)| seat).collect()
    }

    /// The seat through whose eyes the game is shown: the person that decides, or that decided
    /// last.
    fn reader(&self) -> Seat {
        match self.session.next() {
            Next::Person(seat) => seat,
            _ => self.asked.or(self.persons().first().copied()).unwrap_or(Seat::FIRST),
        }
    }

    /// Whether a person must not see what another one is shown.
    fn secret(&self) -> bool {
        self.session.hides() && self.persons().len() > 1
    }

    /// An agent decides.
    fn agent(&mut self, seat: Seat) -> Result<(), Left> {
        self.goes_on();
        let text = format!("{} ...", self.session.names().does(seat, "think"));
        if !self.ui.think(&text, self.session.thinking()) {
            return Err(Left::Interrupted);
        }
        let (_, swing) = self.wins_and_swing(seat);
        self.session.advance();
        self.fresh = true;
        self.tell(&swing);
        Ok(())
    }

    /// The win probabilities of the choices of a seat, and what changed since its last decision.
    fn wins_and_swing(&mut self, seat: Seat) -> (Option<Vec<f64>>, Vec<Cue>) {
        if !self.options.remarks || self.table.remarks.speakers().is_empty() {
            return (None, Vec::new());
        }
        let Some(wins) = self.session.wins() else {
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
            let told = self.session.told(reader);
            if self.secret() {
                self.logs[usize::from(reader.0)].extend_from_slice(&told);
                self.news[usize::from(reader.0)].extend(told);
            } else {
                for log in &mut self.logs {
                    log.extend_from_slice(&told);
                }
                let scene = self.session.told_scene(reader);
                told.iter().for_each(|told| self.ui.happened(told, &scene));
            }
        }
        let after: Vec<u32> = scores(&self.session.scene(self.reader()));
        let before = std::mem::replace(&mut self.scores, after);
        for seat in self.table.remarks.speakers() {
            let told = self.session.told(seat);
            let mut heard: Vec<Cue> = told.iter().filter_map(|told| told.cue).collect();
            heard.extend(leads(&before, &scores(&self.session.scene(seat))));
            heard.extend(cues);
            self.remark(seat, &heard);
        }
    }

    /// Lets a player remark upon what it has noticed.
    fn remark(&mut self, seat: Seat, cues: &[Cue]) {
        if !self.options.remarks {
            return;
        }
        let Some(text) = self.table.remarks.upon(seat, cues, &*self.session) else {
            return;
        };
        let line = format!("{}: \"{text}\"", self.session.names().name(seat));
        self.session.note(Entry::Remark { remark: text, seat: seat.0 + 1 });
        self.log_all(&line);
    }

    /// In interactive mode, waits until the player goes on.
    fn stop(&mut self) -> Result<(), Left> {
        let goes_on = matches!(self.session.next(), Next::Person(_) | Next::Over(_));
        if goes_on || self.answered.is_some() || self.secret() {
            return Ok(());
        }
        if self.session.told(self.reader()).is_empty() {
            return Ok(());
        }
        while self.options.interactive {
            let words = self.ask(&Prompt::new(Kind::Stop, ""))?;
            match meaning(&[], &words) {
                Meaning::Command(command) => {
                    if self.command(command)? {
                        break;
                    }
                }
                // The answer to the next question may be given here.
                _ => {
                    self.answered = Some(words).filter(|words| !words.is_empty());
                    break;
                }
            }
        }
        Ok(())
    }

    /// A person decides.
    fn decide(&mut self, seat: Seat) -> Result<(), Left> {
        self.pass_to(seat)?;
        self.fresh |= self.asked.replace(seat) != Some(seat);
        let scene = self.session.scene(seat);
        self.ui.stands(&scene, std::mem::take(&mut self.fresh));
        self.hinted = false;
        if self.options.hints {
            let hint = self.hint();
            self.ui.happened(&LogLine::line(hint), &scene);
        }
        let prompt = Prompt {
            choices: self.session.choices(),
            person: self.person(seat),
            ..Prompt::new(Kind::Decision, self.session.question())
        };
        let begun = Instant::now();
        let chosen = loop {
            let words = self.answer(&prompt)?;
            let found = self.session.find(&words).map(Meaning::Choice);
            match found.unwrap_or_else(|| meaning(&prompt.choices, &words)) {
                Meaning::Choice(chosen) => {
                    if self.confirmed(chosen, seat)? {
                        break chosen;
                    }
                }
                Meaning::Command(command) => {
                    if self.command(command)? {
                        return Ok(());
                    }
                }
                Meaning::Unclear(several) => {
                    let text = self.refusal(&words, &several, &prompt.choices);
                    self.ui.say(&text);
                }
            }
        };
        #[expect(clippy::cast_possible_truncation, reason = "below 2^64 for ages")]
        let ms = (self.ui.is_live()).then(|| begun.elapsed().as_millis() as u64);
        let (wins, mut cues) = self.wins_and_swing(seat);
        if let Some(wins) = wins {
            let best = wins.iter().copied().fold(0.0, f64::max);
            cues.push(Cue { trigger: Trigger::Mistake, seat, amount: best - wins[chosen] });
        }
        self.session.choose(chosen, ms, self.hinted);
        self.tell(&cues);
        Ok(())
    }

    /// The name of a person, where there are several.
    fn person(&self, seat: Seat) -> Option<String> {
        let several = self.persons().len() > 1;
        several.then(|| self.session.names().name(seat).to_owned())
    }

    /// Passes the keyboard on, if another person has it and must not see what this one sees.
    fn pass_to(&mut self, seat: Seat) -> Result<(), Left> {
        if !self.secret() {
            return Ok(());
        }
        if self.asked != Some(seat) {
            // What the first person sees before it takes the keyboard is for all eyes.
            if self.asked.is_some() {
                self.ui.clear();
            }
            let name = self.session.names().name(seat);
            let question = format!("{name} takes the keyboard and presses Enter.");
            self.ui.ask(&Prompt::new(Kind::Pass, question))?;
            self.fresh = true;
            let log = &self.logs[usize::from(seat.0)];
            let known = log.len() - self.news[usize::from(seat.0)].len();
            self.ui.recall(&log[..known]);
        }
        let scene = self.session.scene(seat);
        for told in std::mem::take(&mut self.news[usize::from(seat.0)]) {
            self.ui.happened(&told, &scene);
        }
        Ok(())
    }

    /// Asks once more before an action that is easily regretted.
    fn confirmed(&mut self, chosen: usize, seat: Seat) -> Result<bool, Left> {
        let Some(question) = self.session.confirm(chosen) else {
            return Ok(true);
        };
        let prompt = Prompt {
            choices: ["yes", "no"].map(str::to_owned).to_vec(),
            person: self.person(seat),
            ..Prompt::new(Kind::Question, question)
        };
        loop {
            let words = self.ask(&prompt)?;
            match meaning(&prompt.choices, &words) {
                Meaning::Choice(answer) => return Ok(answer == 0),
                // The question about the action has not been answered.
                Meaning::Command(Command::Undo) => return Ok(false),
                Meaning::Command(command) => drop(self.command(command)?),
                Meaning::Unclear(_) => self.ui.say("Answer yes or no."),
            }
        }
    }

    fn log_all(&mut self, text: &str) {
        for log in &mut self.logs {
            log.push(LogLine::line(text));
        }
        let scene = match (self.secret(), self.session.next()) {
            (true, _) => Scene::default(),
            (false, Next::Over(_)) => self.session.scene(self.reader()),
            (false, _) => self.session.told_scene(self.reader()),
        };
        self.ui.happened(&LogLine::line(text), &scene);
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
    let seats = || (0..).map(Seat);
    let cue = |(seat, (before, score)): (Seat, (&u32, &u32))| {
        let others = seats().zip(now).filter(|&(other, _)| other != seat);
        let next = others.map(|(_, score)| *score).max().unwrap_or(0);
        (before < score).then(|| Cue {
            trigger: Trigger::Lead,
            seat,
            amount: f64::from(*score) - f64::from(next),
        })
    };
    seats().zip(before.iter().zip(now)).filter_map(cue).collect()
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
