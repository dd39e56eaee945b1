//! A game that is looked at again, step by step: the board with marks on what was played and what
//! was best, and what the decision cost.

use crate::play::Seat;
use crate::play::record::{Entry, Record, RecordError};
use crate::play::show::{LogLine, Part, Scene};
use crate::session::{Next, Session};
use crate::text::number::percent;

/// A moment of a replay.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The number of steps so far.
    pub step: usize,
    /// The number of steps of the game.
    pub steps: usize,
    /// The game as it stands, with the decision that follows marked on the board: `[ ]` is what was
    /// played, `< >` what was best.
    pub scene: Scene,
    /// What was told so far.
    pub log: Vec<LogLine>,
    /// The lines of [`Self::log`] that the last step told.
    pub told: usize,
    /// Where the replay stands and, of a decision, what was chosen and what it cost: a line.
    pub note: String,
}

impl Frame {
    /// The game after this number of steps, at most all, through the eyes of a seat. The session
    /// begins the game again.
    ///
    /// # Errors
    /// [`RecordError`], if the record does not fit.
    pub fn at(
        mut session: Box<dyn Session>,
        record: &Record,
        step: usize,
        seat: Seat,
    ) -> Result<Self, RecordError> {
        let steps = record.standing().into_iter().map(|at| record.entries[at].clone());
        let steps: Vec<Entry> = steps.collect();
        let step = step.min(steps.len());
        let mut log = Vec::new();
        let mut told = 0;
        for place in 0..step {
            session.replay_at(&steps, place)?;
            let lines = session.told(seat);
            told = lines.len();
            log.extend(lines);
        }
        let mut scene = session.scene(seat);
        let acts = steps[..step].iter().filter(|entry| matches!(entry, Entry::Act { .. })).count();
        let note = match steps.get(step) {
            Some(Entry::Act { act, .. }) => judged(&*session, act, seat, acts + 1, &mut scene),
            Some(_) => "Chance is next.".to_owned(),
            None => "The game is over.".to_owned(),
        };
        let note = format!("Step {step} of {}. {note}", steps.len());
        Ok(Self { step, steps: steps.len(), scene, log, told, note })
    }
}

/// What is said of the decision that is next, which is marked on the board.
fn judged(
    session: &dyn Session,
    act: &str,
    seat: Seat,
    number: usize,
    scene: &mut Scene,
) -> String {
    let choices = session.choices();
    let (Next::Person(decider) | Next::Agent(decider)) = session.next() else {
        return String::new();
    };
    let Some(taken) = session.find(&act.to_lowercase()) else {
        return String::new();
    };
    let judged = (choices.len() > 1).then(|| session.judge(&[taken], false)).flatten();
    let best = judged.as_ref().and_then(|judged| {
        let known =
            judged.shares.iter().enumerate().filter_map(|(at, share)| Some((at, (*share)?)));
        let own = judged.shares[taken]?;
        Some((known.fold((taken, own), |best, one| if one.1 > best.1 { one } else { best }), own))
    });
    let who = session.names().does(decider, "choose");
    let text = format!("Decision {number}: {who} [{}]", choices[taken]);
    let sees = !session.hides() || decider == seat;
    let marks =
        |scene: &mut Scene, best| mark(scene, choices.len() * usize::from(sees), taken, best);
    match best {
        None => {
            marks(scene, taken);
            match choices.len() {
                1 => format!("{text}, the only choice."),
                _ => format!("{text}; nothing values it."),
            }
        }
        Some(((best, share), own)) => {
            marks(scene, best);
            let how = match judged.and_then(|judged| judged.agent) {
                None => String::new(),
                Some(agent) => format!(" by {agent}"),
            };
            let of = format!("worth {} %{how}", percent(own, 1));
            if share - own < 5e-5 {
                return format!("{text}, {of}: nothing is better.");
            }
            format!(
                "{text}, {of}; it cost {} percentage points: <{}> was best.",
                percent(share - own, 1),
                choices[best]
            )
        }
    }
}

/// Marks what was taken and what is best of this number of choices on the board, if it shows them.
fn mark(scene: &mut Scene, choices: usize, taken: usize, best: usize) {
    for part in &mut scene.parts {
        if let Part::Board(board) = part
            && board.aims.len() == choices
        {
            board.mark(best, ['<', '>']);
            board.mark(taken, ['[', ']']);
        }
    }
}
