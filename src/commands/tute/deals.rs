//! The luck of the deal: every deal of a game is played again in all seatings of its players.
//!
//! Each deal is played as a single hand by the agents of the table; [`PEOPLE`] plays for people and programs of others.
//! The
//! mean share of the win of a seat over all seatings, in which each player holds its cards equally
//! often, is what its cards are worth at this table. What is above an equal share is luck.

use std::sync::Arc;
use std::time::Duration;

use crate::catalogue::game_of;
use crate::commands::review::{Deals, Dealt};
use crate::contest::Players;
use crate::games::tute::{Phase, Tute, TuteState, Unit};
use crate::play::record::{Participant, Record};
use crate::play::{Agent, AgentSpec, Dice, Game, Logged, Outcome, Playthrough, Seat, Seats, Step};
use crate::session::{PROGRAM, Session, SessionOf};
use rivals_core::sentences::Sentences;
use rivals_statistics::parallel;

/// The agent that plays for people and programs of others: the strongest one, in the time of its usual worlds.
const PEOPLE: &str = "cabrero";

/// About the processor time of all games.
const TIME: Duration = Duration::from_secs(4);

/// The fewest and the most games of a deal in a seating.
const GAMES: [usize; 2] = [2, 20];

/// The seatings: by seat, the number of the player.
const SEATINGS: [[usize; 3]; 6] =
    [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// The cards of a deal, and what each seat won with them.
struct Deal {
    start: TuteState,
    won: [f64; 3],
}

/// What the deals of a record gave its players.
///
/// # Errors
/// If the record does not follow its rules, or a player of it is unknown.
pub(in crate::commands) fn deals(record: &Record) -> miette::Result<Deals> {
    let rules: Tute = game_of(&record.header)?;
    let mut session = SessionOf::new(Arc::new(rules), record.header.clone())?;
    session.replay(&record.entries)?;
    session.reveal();
    let names = session.names().clone();
    let (playthrough, _) = session.into_playthrough();
    let dealt = played(&rules, &playthrough);
    let specs = specs(record)?;
    let hand = Arc::new(Tute { unit: Unit::Hand, ..rules });
    let games = games(&hand, &specs, dealt.len());
    let count = SEATINGS.len() * games;
    let results = parallel::map(dealt.len() * count, |at| {
        let (deal, game) = (at / count, at % count);
        let seating = SEATINGS[game % SEATINGS.len()];
        let mut agents: Vec<Box<dyn Agent<Tute>>> =
            seating.iter().map(|&player| hand.agent(&specs[player])).collect();
        let dice = Dice::new(record.header.seed, deal as u64 + 1, game as u64);
        let start = dealt[deal].start;
        let mut playthrough = Playthrough::from_state(Arc::clone(&hand), start, 3, dice);
        shares(&playthrough.run(&mut agents))
    });
    let (mut players, mut between, mut total) = (Vec::new(), 0.0, 0.0);
    for seat in Seats::all(3).iter() {
        let place = usize::from(seat.0);
        let (mut result, mut cards) = (0.0, 0.0);
        for (deal, results) in dealt.iter().zip(results.chunks(count)) {
            let above = |share: f64| share - 1.0 / 3.0;
            let mean = results.iter().map(|won| won[place]).sum::<f64>() / count as f64;
            result += deal.won[place];
            cards += mean;
            between += count as f64 * above(mean) * above(mean);
            total += results.iter().map(|won| above(won[place]) * above(won[place])).sum::<f64>();
        }
        let player = names.name(seat).to_owned();
        let luck = cards - dealt.len() as f64 / 3.0;
        players.push(Dealt { player, result, cards, luck, rest: result - cards });
    }
    Ok(Deals {
        people: PEOPLE,
        deals: dealt.len() as u64,
        games: games as u64,
        explained: (total > 0.0).then(|| between / total),
        players,
    })
}

/// The number of games of each deal in each seating, by the time that these players take.
fn games(hand: &Tute, specs: &[AgentSpec], deals: usize) -> usize {
    let decisions: Duration = specs.iter().map(|spec| hand.agent(spec).cost().time).sum();
    // Each seat decides about 13 times.
    let all = decisions.as_micros() * 13 * SEATINGS.len() as u128 * deals.max(1) as u128;
    let fits = usize::try_from(TIME.as_micros() / all.max(1)).unwrap_or(GAMES[1]);
    fits.clamp(GAMES[0], GAMES[1])
}

/// The finished hands of a game.
fn played(rules: &Tute, playthrough: &Playthrough<Tute>) -> Vec<Deal> {
    let (mut state, mut start, mut deals) = (*playthrough.start(), None, Vec::new());
    for step in playthrough.steps() {
        match step {
            Logged::Happen(card) => {
                rules.play(&mut state, Step::Event(card));
                if state.public.phase != Phase::Dealing {
                    let mut dealt = state;
                    (dealt.public.porotos, dealt.public.hand) = ([0; 3], 0);
                    start = Some(dealt);
                }
            }
            Logged::Act(_, action) => {
                let (mut public, mut hands) = (state.public, state.hands);
                rules.act_in_hand(&mut public, &mut hands, action);
                if public.phase == Phase::Over
                    && let Some(start) = start
                {
                    let losers = public.losers(rules);
                    let winners = crate::games::tute::rules::winners(losers);
                    let outcome = Outcome::shared(winners, crate::play::BySeat::new(0, 3));
                    deals.push(Deal { start, won: shares(&outcome) });
                }
                rules.play(&mut state, Step::Act(action));
            }
            Logged::Forfeit(_) => break,
        }
    }
    deals
}

/// By seat, the share of the win.
fn shares(outcome: &Outcome) -> [f64; 3] {
    let winners = outcome.winners();
    let share = 1.0 / winners.len() as f64;
    [0, 1, 2].map(|seat| if winners.contains(Seat(seat)) { share } else { 0.0 })
}

/// The players by seat.
fn specs(record: &Record) -> miette::Result<Vec<AgentSpec>> {
    let spec = |participant: &Participant| {
        let spelling = match participant {
            Participant::Agent { agent, .. } if !agent.starts_with(PROGRAM) => agent.as_str(),
            // A program of others is not asked again.
            _ => PEOPLE,
        };
        let file = Sentences::split(spelling).map(|(file, _)| file);
        let kept = file.and_then(|file| Some((file, record.header.players.get(file)?)));
        Ok(match kept {
            Some((file, text)) => Sentences::read(spelling, text, Tute::KNOWN_FACTS)
                .map_err(|error| error.within(file))?
                .into(),
            None => AgentSpec::parse(spelling, Tute::KINDS)?,
        })
    };
    record.header.seats.iter().map(spec).collect()
}
