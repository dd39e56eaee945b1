//! The decisions of a game that all players of the study are asked.
//!
//! They come from games among the committed personalities, so that every player decides in the same
//! positions and with the same memory of the game: that of the seat that came there. What is at
//! stake does not depend on who decides, so that it is computed once.

use std::sync::{Arc, OnceLock};

use miette::{IntoDiagnostic, Result, bail};
use rand::SeedableRng;
use rivals_core::conduct::{Conducting, Judge, Memory, Prospect, Prospects, Seen, single};
use rivals_core::personalities::Personality;
use rivals_core::personalities::{SeatUnits, Units};
use rivals_core::play::{Agent, Dice, Playthrough, Seat, Stream, Turn, TurnDice, draw};
use rivals_core::random::Key;
use rivals_statistics::parallel;
use serde::{Deserialize, Serialize};

use super::Form;
use super::indices::features;
use super::judges::{Judged, Tested};
use super::pieces::Pieces;
use super::players::files;
use super::together::Standard;

/// The most games of a block.
const MOST_GAMES: u64 = 10_000;

/// The place of a personality's second answer in the dice of a decision.
const AGAIN: u64 = 1;

/// A decision that players are asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Posed {
    /// What is at stake.
    pub prospects: Prospects,
    /// What the player remembers.
    pub memory: Memory,
    /// By option, what the judge finds.
    pub judged: Vec<Judged>,
    /// What the seat knows, as JSON.
    pub view: String,
    /// By option, the notation of its action.
    pub actions: Vec<String>,
}

/// The decisions of a game.
pub(super) struct Bank {
    /// The name of the game.
    pub game: &'static str,
    pub seats: usize,
    pub units: Arc<Units>,
    /// Blocks of games with their own dice: what a bootstrap draws.
    pub blocks: Vec<Vec<Posed>>,
    /// What is said of the options, made when it is first asked for.
    standard: OnceLock<Standard>,
}

/// By block, then decision: the option that a player takes.
pub(super) type Choices = Vec<Vec<usize>>;

impl Bank {
    /// The decisions of a game in a form of the study.
    pub(super) fn collect<G: Tested>(
        game: &Arc<G>,
        units: &Arc<Units>,
        form: &Form,
        pieces: &Pieces,
    ) -> Result<Self> {
        let blocks = parallel::map(form.blocks, |number| {
            pieces.part(&format!("{}-{number}", G::NAME), || block(game, units, form, number))
        });
        Ok(Self {
            game: G::NAME,
            seats: *game.seat_counts().start(),
            units: Arc::clone(units),
            blocks: blocks.into_iter().collect::<Result<_>>()?,
            standard: OnceLock::new(),
        })
    }

    /// The figures of a player in the units of the game.
    pub(super) fn judge(&self, player: &Personality) -> Judge {
        Judge::new(player, &self.units, self.seats)
    }

    /// The units of its number of seats.
    pub(super) fn seat_units(&self) -> SeatUnits {
        self.units.of(self.seats)
    }

    /// What is said of the options, as it is measured together.
    pub(super) fn standard(&self) -> &Standard {
        self.standard.get_or_init(|| Standard::new(&self.blocks, self.seat_units(), &features()))
    }

    /// What a player decides, the first time that it is asked or `again`.
    pub(super) fn choices(&self, player: &Personality, again: bool) -> Choices {
        let judge = self.judge(player);
        let choice = |posed: &Posed| {
            let time = u64::from(again) * AGAIN;
            let key = Key::after(Key::after(posed.prospects.key, self.seats as u64), time);
            let mut dice = TurnDice::from_seed(key.to_le_bytes());
            judge.choose(&posed.prospects, &posed.memory, judge.errs_anew(&mut dice))
        };
        self.blocks.iter().map(|block| block.iter().map(choice).collect()).collect()
    }

    /// The decisions of a player as fits use them, thinned to about `most` options in all.
    pub(super) fn seen(&self, choices: &Choices, most: usize) -> Vec<Seen> {
        let decisions = self.blocks.iter().flatten().zip(choices.iter().flatten());
        // An even choice of them, so that all blocks have their part.
        let count: usize =
            self.blocks.iter().flatten().map(|posed| posed.prospects.options.len()).sum();
        let every = count.div_ceil(most).max(1);
        let seen = |(posed, &chosen): (&Posed, &usize)| Seen {
            prospects: posed.prospects.clone(),
            memory: posed.memory,
            chosen: Some(chosen),
            seats: self.seats,
        };
        decisions.step_by(every).map(seen).collect()
    }
}

/// The decisions of a block: games to their ends until there are enough, and then an even choice.
fn block<G: Tested>(
    game: &Arc<G>,
    units: &Arc<Units>,
    form: &Form,
    number: usize,
) -> Result<Vec<Posed>> {
    let wanted = G::DECISIONS * form.decisions;
    let mut kept = Vec::new();
    for round in 0..MOST_GAMES {
        let group = (number as u64) << 32 | round;
        let dice = Dice::new(form.seed, Dice::pairing(["conduct", G::NAME]), group);
        kept.extend(played(game, units, form.judge, dice)?);
        if kept.len() >= wanted {
            let from = kept.len();
            return Ok((0..wanted).map(|at| kept[at * from / wanted].clone()).collect());
        }
    }
    bail!("{MOST_GAMES} games of {} have not {wanted} decisions", G::NAME)
}

/// The decisions of a game among drawn personalities that are kept.
fn played<G: Tested>(
    game: &Arc<G>,
    units: &Arc<Units>,
    times: u32,
    dice: Dice,
) -> Result<Vec<Posed>> {
    let conducting: Conducting<G> = G::CONDUCT.expect("personalities play the games of the study");
    let seats = *game.seat_counts().start();
    let start = game.opening(seats, &mut dice.opening());
    let mut drawn = dice.stream(Stream::Compared, 0);
    let files = files();
    let judges: Vec<Judge> = (0..seats)
        .map(|_| Judge::new(&files[draw(&mut drawn, files.len())], units, seats))
        .collect();
    let mut references: Vec<Box<dyn Agent<G>>> =
        (0..seats).map(|_| conducting.reference_of(game)).collect();
    let mut memories = vec![Memory::default(); seats];
    let mut playthrough = Playthrough::from_state(Arc::clone(game), start, seats, dice);
    let mut adjudicate = game.adjudicator(dice);
    let mut kept = Vec::new();
    loop {
        if adjudicate(playthrough.state()).is_some() {
            return Ok(kept);
        }
        let decides = match playthrough.turn() {
            Turn::Over(_) => return Ok(kept),
            Turn::Chance(_) => None,
            Turn::Decide(seat) => Some(seat),
        };
        let Some(seat) = decides else {
            playthrough.roll().into_diagnostic()?;
            continue;
        };
        let action = match playthrough.actions() {
            [only] => *only,
            _ => {
                let at = usize::from(seat.0);
                let decided = (&judges[at], &mut memories[at], &mut references[at]);
                let keeps = draw(&mut drawn, G::EVERY) == 0;
                let (action, posed) = decide(&playthrough, seat, decided, keeps.then_some(times))?;
                kept.extend(posed);
                action
            }
        };
        playthrough.act(action).into_diagnostic()?;
    }
}

/// Who decides: its figures, what it remembers, and the reference.
type Deciding<'a, G> = (&'a Judge, &'a mut Memory, &'a mut Box<dyn Agent<G>>);

/// What a personality decides, and the decision if it is to be judged, with `times` times the budget
/// of a player.
fn decide<G: Tested>(
    playthrough: &Playthrough<G>,
    seat: Seat,
    (judge, memory, reference): Deciding<'_, G>,
    times: Option<u32>,
) -> Result<(G::Action, Option<Posed>)> {
    let conducting: Conducting<G> = G::CONDUCT.expect("personalities play the games of the study");
    let game = playthrough.game();
    let view = game.view(playthrough.state(), seat);
    let at = playthrough.decision(seat, &view);
    let prospects = conducting.conduct.prospects(&at, &mut **reference).into_diagnostic()?;
    let chosen = judge.choose(&prospects, memory, None);
    let before = *memory;
    memory.keep(single(prospects.value()), prospects.options[chosen].kind);
    let action = at.actions[prospects.options[chosen].place];
    let times = times.filter(|_| prospects.options.len() > 1);
    let judged = times.and_then(|times| game.judged(&at, &prospects, times));
    let posed = judged.map(|judged| -> Result<Posed> {
        let view = serde_json::to_string(at.view).into_diagnostic()?;
        let name = |option: &Prospect| at.actions[option.place].to_string();
        let actions = prospects.options.iter().map(name).collect();
        Ok(Posed { memory: before, judged, view, actions, prospects })
    });
    Ok((action, posed.transpose()?))
}
