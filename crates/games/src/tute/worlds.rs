//! The worlds that a seat thinks possible: deals that agree with its view, and how the others play.
//!
//! Without inference a world is a uniform draw (`determinise`). With it, the cards that the others
//! have played are evidence. For a deal, the hand that a seat held at each of its plays is known, so
//! that every policy of [`MODELS`] says which card it would have played. A deal has the weight of
//! what was played, by Bayes' theorem: a seat plays by one of these policies, but with a
//! probability of [`SLIP`] it draws any legal card. A world is drawn with these weights, and with it
//! the policy of each seat.

use rand::Rng;

use super::cards::{Card, Cards, Suit};
use super::determinise::Unknown;
use super::policies::{Level, Policy, Seen, source};
use super::public::{Phase, Public, SEATS};
use super::rules::Tute;
use super::state::{TuteMove, TuteView};
use rivals_core::play::TurnDice;
use rivals_core::sort;

/// The players that a seat takes the others for, with prior weights.
const MODELS: [(Policy, f64); 8] = [
    (Policy::Random, 8.0),
    (source(Level::Medium, 35, 9, false), 1.0),
    (source(Level::Expert, 35, 9, false), 1.0),
    (source(Level::Medium, 0, 9, true), 1.0),
    (source(Level::Expert, 0, 9, true), 1.0),
    (source(Level::Novice, 35, 0, false), 1.0),
    (Policy::AlwaysHigh, 1.0),
    (Policy::AlwaysLow, 1.0),
];

/// The probability with which a player of the models plays any legal card.
const SLIP: f64 = 0.2;

/// The deals that are weighed for a decision.
const CANDIDATES: usize = 400;

/// A deal, with a policy for every seat.
#[derive(Clone, Copy, Debug)]
pub struct World {
    pub hands: [Cards; SEATS],
    pub policies: [Policy; SEATS],
}

/// The worlds of a view.
pub struct Worlds {
    unknown: Unknown,
    /// The policy of every seat, if the others are not inferred.
    policy: Policy,
    /// Deals with what they make of the others; empty if the others are not inferred.
    weighed: Vec<Weighed>,
}

/// A deal with its weight.
struct Weighed {
    hands: [Cards; SEATS],
    /// The sum of the weights of the deals up to this one.
    sum: f64,
    /// By seat, the sums of the weights of the models.
    models: [[f64; MODELS.len()]; SEATS],
}

impl Worlds {
    /// The worlds of a view, in which all seats play by the policy, or as inferred.
    pub fn new(
        rules: &Tute,
        view: &TuteView,
        policy: Policy,
        infers: bool,
        rng: &mut TurnDice,
    ) -> Self {
        let unknown = Unknown::of(rules, view);
        let mut worlds = Self { unknown, policy, weighed: Vec::new() };
        let evidence = if infers { Evidence::of(rules, view) } else { None };
        if let Some(evidence) = evidence {
            let deals = (unknown.all(CANDIDATES as u64))
                .unwrap_or_else(|| (0..CANDIDATES).map(|_| unknown.draw(rng)).collect());
            let mut sum = 0.0;
            for hands in deals {
                let models = evidence.models(rules, &hands);
                sum += (models.iter()).map(|models| models[MODELS.len() - 1]).product::<f64>();
                worlds.weighed.push(Weighed { hands, sum, models });
            }
        }
        worlds
    }

    /// Draws a world.
    pub fn draw(&self, rng: &mut TurnDice) -> World {
        let Some(last) = self.weighed.last() else {
            return World { hands: self.unknown.draw(rng), policies: [self.policy; SEATS] };
        };
        let drawn = uniform(rng) * last.sum;
        let place = self.weighed.partition_point(|one| one.sum <= drawn);
        let world = &self.weighed[place.min(self.weighed.len() - 1)];
        let policies = world.models.map(|models| {
            let drawn = uniform(rng) * models[MODELS.len() - 1];
            let place = models.iter().position(|sum| *sum > drawn);
            MODELS[place.unwrap_or(0)].0
        });
        World { hands: world.hands, policies }
    }

    /// All deals with their weights if there are at most `most`; otherwise this number of draws.
    pub fn deals(&self, most: u64, draws: u64, rng: &mut TurnDice) -> Vec<([Cards; SEATS], f64)> {
        let Some(deals) = self.unknown.all(most) else {
            return (0..draws).map(|_| (self.draw(rng).hands, 1.0)).collect();
        };
        if self.weighed.is_empty() {
            return deals.into_iter().map(|hands| (hands, 1.0)).collect();
        }
        let mut before = 0.0;
        let weights = self.weighed.iter().map(|one| {
            let weight = one.sum - before;
            before = one.sum;
            (one.hands, weight)
        });
        weights.collect()
    }
}

/// A number of 0 to 1, without 1.
fn uniform(rng: &mut TurnDice) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

/// The cards that the others have played in a hand.
struct Evidence {
    past: Vec<Past>,
    /// What all players know now.
    last: Public,
}

/// A card that another seat has played.
struct Past {
    /// What all players knew.
    public: Public,
    seat: usize,
    card: Card,
    /// The cards that the seat has played since, this one included.
    since: Cards,
}

impl Evidence {
    /// The evidence of a view; `None` if its cards are no course of play from the deal on. The
    /// course of play does not say when a suit was declared: as early as possible.
    fn of(rules: &Tute, view: &TuteView) -> Option<Self> {
        let last = &view.public;
        let mut public = Public::new(last.dealer, last.porotos);
        public.sizes = [super::public::TRICKS; SEATS];
        public.open(rules, last.dealt_muestra()?);
        let mut past = Vec::new();
        let on_table = last.table().iter().enumerate().map(|(place, card)| {
            let seat = (usize::from(last.leader) + place) % SEATS;
            (super::public::seat_of(seat), *card)
        });
        for (seat, card) in view.history.iter().chain(on_table) {
            declare(rules, &mut public, last);
            let seat = usize::from(seat.0);
            if public.phase != Phase::Playing || public.decider() != seat {
                return None;
            }
            past.push(Past { public, seat, card, since: Cards::NONE });
            public.play(rules, &mut [Cards::NONE; SEATS], card);
        }
        if public.phase == Phase::Declaring {
            exchange(&mut public, last);
        }
        if (public.sizes, public.tricks) != (last.sizes, last.tricks)
            || public.exchanges != last.exchanges
        {
            return None;
        }
        let mut since = [Cards::NONE; SEATS];
        for one in past.iter_mut().rev() {
            since[one.seat] |= one.card.set();
            one.since = since[one.seat];
        }
        past.retain(|one| one.seat != usize::from(view.seat.0));
        Some(Self { past, last: *last })
    }

    /// The hand of a seat when it played this card, if it holds these cards now.
    fn held(&self, past: &Past, hand: Cards) -> Cards {
        let mut held = hand | past.since;
        let played: u8 = past.public.tricks.iter().sum();
        for (exchange, given) in self.last.exchanges().rev() {
            if usize::from(exchange.seat) == past.seat && exchange.tricks > played {
                held.remove(exchange.taken);
                held |= given.set();
            }
        }
        held
    }

    /// By seat, the sums of the weights of the models in a deal: the prior weight and the
    /// probability of what the seat has played.
    fn models(&self, rules: &Tute, hands: &[Cards; SEATS]) -> [[f64; MODELS.len()]; SEATS] {
        let mut models = [MODELS.map(|(_, prior)| prior); SEATS];
        for past in &self.past {
            let hand = self.held(past, hands[past.seat]);
            let choices = past.public.legal(rules, hand).len();
            if choices < 2 {
                continue;
            }
            let seen = Seen { rules, public: &past.public, seat: past.seat, hand };
            let any = 1.0 / choices as f64;
            for (weight, (policy, _)) in models[past.seat].iter_mut().zip(&MODELS) {
                *weight *= match policy {
                    Policy::Random => any,
                    _ => {
                        let (action, _) = policy.decide_and_tell(&seen);
                        let is_it = action == TuteMove::Play(past.card);
                        SLIP * any + f64::from(u8::from(is_it)) * (1.0 - SLIP)
                    }
                };
            }
        }
        for weights in &mut models {
            let mut sum = 0.0;
            for weight in weights {
                sum += *weight;
                *weight = sum;
            }
        }
        models
    }
}

/// Exchanges what the leader has exchanged after this trick.
fn exchange(public: &mut Public, last: &Public) {
    let tricks: u8 = public.tricks.iter().sum();
    for (exchange, given) in last.exchanges() {
        if (exchange.seat, exchange.tricks) == (public.leader, tricks) {
            public.exchanged(given, exchange.taken);
        }
    }
}

/// Exchanges, and declares what the leader has declared by the end and is not declared yet.
fn declare(rules: &Tute, public: &mut Public, last: &Public) {
    if public.phase != Phase::Declaring {
        return;
    }
    exchange(public, last);
    let leader = usize::from(public.leader);
    let mut suits = Suit::ALL;
    sort::by_key(&mut suits, |suit| *suit != public.trump);
    for suit in suits {
        let is_open = (last.declared[leader] & !public.declared[leader]) & suit.bit() != 0;
        let is_held = ((public.played | public.out_of_play(rules)) & suit.pair()).is_empty();
        if is_open && is_held && public.phase == Phase::Declaring {
            public.declare(rules, suit);
        }
    }
    public.phase = Phase::Playing;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tute::Exchanges;
    use crate::tute::state::TuteState;
    use rivals_core::play::{Dice, Game, Hidden, Seat, Step, Turn, draw};

    /// The states of a hand in which the last two seats play by these policies, and the first one
    /// draws its cards.
    fn states(rules: &Tute, others: [Policy; 2], number: u64) -> Vec<TuteState> {
        let mut rng = Dice::new(5, 0, number).turn(0, 0);
        let (mut state, mut states) = (rules.start(3), Vec::new());
        loop {
            match rules.turn(&state) {
                Turn::Over(_) => return states,
                Turn::Chance(chances) => {
                    let card = chances.sample(&mut rng);
                    rules.play(&mut state, Step::Event(card));
                }
                Turn::Decide(seat) => {
                    states.push(state);
                    let view = rules.view(&state, seat);
                    let action = match seat.0 {
                        0 => {
                            let actions = rules.actions(&state);
                            actions[draw(&mut rng, actions.len())]
                        }
                        _ => others[usize::from(seat.0) - 1]
                            .decide(&Seen::of(rules, &view), &mut rng),
                    };
                    rules.play(&mut state, Step::Act(action));
                }
            }
        }
    }

    /// In the deal that was played, each card of a policy has a probability near 1 by this policy,
    /// and another one is seldom as likely in the end.
    #[test]
    fn players_are_known_by_their_cards() {
        let exchanges = &Tute { exchange: Exchanges::Both, ..Tute::HAND };
        let (mut told, mut games, mut exchanged) = (0, 0, 0);
        for (number, rules) in
            (0..60).flat_map(|number| [(number, &Tute::HAND), (number, exchanges)])
        {
            let places = [1 + number as usize % 7, 1 + number as usize / 7 % 7];
            let states = states(rules, places.map(|place| MODELS[place].0), number);
            let state = states.iter().rfind(|state| state.public.tricks.iter().sum::<u8>() == 9);
            let state = state.unwrap();
            // Declarations whose time is not known may change what a policy would do.
            if state.public.declared != [0; 3] {
                continue;
            }
            exchanged += u32::from(state.public.exchanges != [None; 2]);
            let view = rules.view(state, Seat(0));
            let evidence = Evidence::of(rules, &view).unwrap();
            let models = evidence.models(rules, &state.hands);
            for (seat, place) in [1, 2].into_iter().zip(places) {
                let weight = |place: usize| match place {
                    0 => models[seat][0],
                    _ => models[seat][place] - models[seat][place - 1],
                };
                // The choices, in the order of play, by the states themselves.
                let mut expected = 1.0;
                for before in states.iter().take_while(|one| *one != state) {
                    if before.public.decider() == seat && before.public.phase == Phase::Playing {
                        let choices = before.public.legal(rules, before.hands[seat]).len() as f64;
                        if choices > 1.0 {
                            expected *= 1.0 - SLIP + SLIP / choices;
                        }
                    }
                }
                assert!((weight(place) / expected - 1.0).abs() < 1e-9, "{number}");
                told += u32::from((0..MODELS.len()).all(|other| weight(other) <= weight(place)));
                games += 1;
            }
        }
        assert!(games > 60 && told > games * 3 / 4, "{told} of {games}");
        assert!(exchanged > 5, "{exchanged}");
    }

    /// Worlds are deals of the view, and the deal that was played has a weight above the mean.
    #[test]
    fn the_deal_that_was_played_gains_weight() {
        let rules = &Tute::HAND;
        let (mut weights, mut count) = (0.0, 0);
        for number in 0..60 {
            let states = states(rules, [MODELS[3].0; 2], number);
            for state in &states {
                let unknown = Unknown::of(rules, &rules.view(state, Seat(0)));
                if state.public.phase != Phase::Playing || !(4..=400).contains(&unknown.deals()) {
                    continue;
                }
                let view = rules.view(state, Seat(0));
                let mut rng = Dice::new(6, 0, number).turn(0, 0);
                let worlds = Worlds::new(rules, &view, Policy::Random, true, &mut rng);
                let deals = worlds.deals(400, 0, &mut rng);
                let total: f64 = deals.iter().map(|(_, weight)| weight).sum();
                let own = deals.iter().find(|(hands, _)| *hands == state.hands).unwrap();
                weights += own.1 / total * deals.len() as f64;
                count += 1;
                let drawn = worlds.draw(&mut rng);
                assert!(deals.iter().any(|(hands, _)| *hands == drawn.hands));
                break;
            }
        }
        let mean = weights / f64::from(count);
        assert!(count > 40 && mean > 1.5, "{mean} {count}");
    }
}
