//! BattleTech as numbers, for programs that learn.
//!
//! Actions and observations depend on the map: a move has a number for each mode, hex and facing. An
//! observation has planes of hexes, then what there is of each mech, and the declared attacks. Seats
//! decide only where nothing is to be rolled, so that rolls have no part in it.

use super::hex::{Hex, Side};
use super::map::{Feature, Ground, SEATS};
use super::mech::{Club, Means, Mech, Torso};
use super::movement::Mode;
use super::record::{SLOTS, Slot};
use super::rules::BattleTech;
use super::state::{Action, Declared, Phase, State};
use rivals_core::play::Seat;
use rivals_core::play::observed::{Field, Numbers, Observed};
use rivals_core::values::Notation;

/// What a mech attacks with: its slots, and the attacks without weapons.
const MEANS: usize = SLOTS + 5;
/// The sides of a hex, and the directions of a torso.
const SIDES: usize = Side::ALL.len();
/// The numbers of heat sinks that may be off.
const SINKS: usize = 64;
/// The actions without a hex: stay, prone, pickup, drop, done.
const PLAIN: usize = 5;
const PHASES: usize = 8;
const MODES: usize = 4;
/// The planes of the map: level, feature, construction factor, roads, smoke, fire, clubs.
const PLANES: usize = 7;
/// The numbers of the state of a mech that are neither flags nor one of several places.
const COUNTS: usize = 12;
/// The greatest of all counts.
const MOST: f32 = 100_000.0;

/// The place of a means among the attacks.
fn place(means: Means) -> usize {
    match means {
        Means::Weapon(slot) => slot.0.into(),
        other => SLOTS + Means::physical().position(|means| means == other).unwrap_or_default(),
    }
}

/// What stands or lies on a hex, as a number; the order of what is declared in [`Feature`].
fn feature(ground: &Ground) -> [u8; 2] {
    match ground.feature {
        Feature::Clear => [0, 0],
        Feature::Water => [1, 0],
        Feature::Light => [2, 0],
        Feature::Heavy => [3, 0],
        Feature::Rubble => [4, 0],
        Feature::Building(factor) => [5, factor],
        Feature::Swamp => [6, 0],
    }
}

impl BattleTech {
    /// The number of the first action after the moves.
    fn after_moves(view: &State) -> usize {
        Mode::MOVES.len() * view.map.hexes_in_all() * SIDES
    }

    /// The seat that decides, with the seat on a hex turned to it.
    fn target(view: &State, hex: Hex) -> usize {
        let decides = view.decides().unwrap_or(Seat::FIRST);
        view.seat_on(hex).map_or(0, |seat| seat.after(decides, view.mechs.seats()))
    }

    /// Writes a mech.
    fn mech(view: &State, mech: &Mech, into: &mut Numbers<'_>) {
        let (hex, from) = (mech.hex, mech.moved.from);
        let at = |hex: Option<Hex>| hex.and_then(|hex| view.map.place(hex));
        into.one_of(at(Some(hex).filter(|_| !mech.destroyed())), view.map.hexes_in_all());
        into.one_of(at(from), view.map.hexes_in_all());
        into.one_of(Some(mech.facing.index()), SIDES);
        into.one_of(Some(mech.torso as usize), Torso::ALL.len());
        into.one_of(Some(mech.moved.mode as usize), MODES);
        into.one_of(mech.club.map(|club| usize::from(club == Club::Tree)), 2);
        let flags = [
            mech.prone,
            mech.bogged,
            mech.shutdown,
            mech.unconscious,
            mech.destroyed(),
            from.is_some(),
        ];
        flags.into_iter().for_each(|flag| into.flag(flag));
        let counts = [
            mech.heat,
            mech.taken,
            mech.wounds.into(),
            mech.sinks_off.into(),
            mech.moved.hexes.into(),
            mech.moved.mp.into(),
            mech.moved.stands.into(),
            mech.moved.fires.into(),
            hex.column.into(),
            hex.row.into(),
            mech.walk().into(),
            mech.jump().into(),
        ];
        let _: [u16; COUNTS] = counts;
        counts.into_iter().for_each(|count| into.put(count));
        mech.armour.into_iter().for_each(|points| into.put(points));
        mech.structure.into_iter().for_each(|points| into.put(points));
        into.bits(mech.hits, SLOTS);
        mech.ammo.into_iter().for_each(|shots| into.put(shots));
        let fired = into.next(SLOTS + 7);
        for means in mech.fired.iter() {
            fired[match means {
                Means::Pickup => SLOTS + 5,
                Means::Sinks => SLOTS + 6,
                means => place(means),
            }] = 1.0;
        }
    }

    /// Writes the attacks that a seat has declared: by means the order from 1, what is needed, the
    /// damage, and whom or which hex it is at.
    fn declared(view: &State, seat: Seat, first: Seat, into: &mut Numbers<'_>) {
        let numbers = into.next(4 * MEANS);
        let number = |count: usize| u16::try_from(count).map_or(f32::INFINITY, f32::from);
        for (order, declared) in view.declared.iter().enumerate() {
            let Declared { seat: by, action: Notation(action), need, damage } = *declared;
            let Some(means) = action.means().filter(|_| by == seat) else { continue };
            let seats = view.mechs.seats();
            let at = match action {
                Action::Attack(_, hex) => {
                    view.seat_on(hex).map_or(0, |seat| 1 + seat.after(first, seats))
                }
                Action::Clear(_, hex) => 1 + SEATS + 2 * view.map.place(hex).unwrap_or_default(),
                Action::Ignite(_, hex) => 2 + SEATS + 2 * view.map.place(hex).unwrap_or_default(),
                _ => 0,
            };
            let damage = damage.map_or(0.0, |damage| 1.0 + f32::from(damage));
            let written = [number(order + 1), f32::from(need) + 128.0, damage, number(at)];
            numbers[4 * place(means)..][..4].copy_from_slice(&written);
        }
    }
}

impl Observed for BattleTech {
    fn fields(&self, view: &State) -> Vec<Field> {
        let (seats, hexes) = (view.mechs.seats(), view.map.hexes_in_all());
        let mut fields = vec![
            Field {
                least: -128.0,
                ..Field::up_to(
                    255.0,
                    "map: level, feature, construction factor, roads, smoke, fire, clubs",
                    PLANES * hexes,
                )
            },
            Field::flags("wind", SIDES),
            Field::up_to(MOST, "turn, last turn", 2),
            Field::flags("phase", PHASES),
            Field::up_to(SEATS as f32, "place in the order of the turn, from 1, by seat", seats),
            Field::flags("done in this phase, by seat", seats),
        ];
        for _ in 0..seats {
            fields.extend([
                Field::flags("a mech: its hex, where its move began", 2 * hexes),
                Field::flags("facing, torso, mode, club", SIDES + Torso::ALL.len() + MODES + 2),
                Field::flags("prone, bogged, shut down, unconscious, destroyed, moving", 6),
                Field::up_to(MOST, "heat, damage, wounds, sinks off, hexes, MP, attempts to stand, fires, column, row, walk, jump", COUNTS),
                Field::up_to(255.0, "armour, structure", 11 + 8),
                Field::flags("slots that are hit", SLOTS),
                Field::up_to(255.0, "shots, by slot", SLOTS),
                Field::flags("attacks of this turn", SLOTS + 7),
                Field::up_to(MOST, "declared: order, need, damage, target, by means", 4 * MEANS),
            ]);
        }
        fields
    }

    fn actions_count(&self, view: &State) -> usize {
        let ground = if self.terrain { 2 * SLOTS * view.map.hexes_in_all() } else { 0 };
        let targets = view.mechs.seats() * MEANS;
        Self::after_moves(view) + targets + 2 * SIDES + 3 + SLOTS + SINKS + PLAIN + ground
    }

    fn index(&self, view: &State, action: Action) -> usize {
        let hexes = view.map.hexes_in_all();
        let at = |hex: Hex| view.map.place(hex).unwrap_or_default();
        let attacks = Self::after_moves(view);
        let stands = attacks + view.mechs.seats() * MEANS;
        let turns = stands + SIDES;
        let bins = turns + Torso::ALL.len();
        let sinks = bins + SLOTS;
        let plain = sinks + SINKS;
        let ground = plain + PLAIN;
        match action {
            Action::Move(mode, hex, side) => {
                ((mode as usize - 1) * hexes + at(hex)) * SIDES + side.index()
            }
            Action::Attack(means, hex) => attacks + Self::target(view, hex) * MEANS + place(means),
            Action::Stand(side) => stands + side.index(),
            Action::Turn(torso) => turns + torso as usize,
            Action::Dump(Slot(slot)) => bins + usize::from(slot),
            Action::Sinks(off) => sinks + usize::from(off),
            Action::Stay => plain,
            Action::Prone => plain + 1,
            Action::Pickup => plain + 2,
            Action::Drop => plain + 3,
            Action::Done => plain + 4,
            Action::Clear(slot, hex) => ground + usize::from(slot.0) * hexes + at(hex),
            Action::Ignite(slot, hex) => ground + (SLOTS + usize::from(slot.0)) * hexes + at(hex),
        }
    }

    fn observe(&self, view: &State, seat: Seat, into: &mut Numbers<'_>) {
        let (map, seats) = (&view.map, view.mechs.seats());
        for hex in map.hexes() {
            let ground = map.at(hex);
            let [feature, factor] = feature(ground);
            into.put(ground.level);
            for number in [feature, factor, ground.roads, ground.smoke.into()] {
                into.put(number);
            }
            into.flag(view.terrain.as_ref().is_some_and(|terrain| terrain.fires.contains(&hex)));
            into.put(view.clubs.get(&hex).copied().unwrap_or_default());
        }
        into.one_of(view.terrain.as_ref().map(|terrain| terrain.wind.index()), SIDES);
        into.put(view.turn);
        into.put(view.turns);
        let phase = match view.phase {
            Phase::Initiative => 0,
            Phase::Movement => 1,
            Phase::Reaction => 2,
            Phase::Weapons => 3,
            Phase::Physical => 4,
            Phase::Heat => 5,
            Phase::End => 6,
            Phase::Over => 7,
        };
        into.one_of(Some(phase), PHASES);
        for seat in seat.onwards(seats) {
            let place = view.order.iter().position(|other| *other == seat);
            into.put(place.map_or(0.0, |place| place as f64 + 1.0));
        }
        seat.onwards(seats).for_each(|seat| into.flag(view.acted.contains(&seat)));
        for of in seat.onwards(seats) {
            Self::mech(view, &view.mechs[of], into);
            Self::declared(view, of, seat, into);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rivals_core::play::Game;
    use rivals_core::play::observed::observes;

    #[test]
    fn views_and_actions_have_numbers() {
        let setups = [("duel", 2), ("rival", 2), ("open:AS7-D,LCT-1V,GRF-1N:turns=5", 3)];
        observes(&BattleTech::default(), &setups, 5_000);
        let terrain = BattleTech { terrain: true, ..BattleTech::default() };
        observes(&terrain, &[("cup-2", 2)], 2_000);
        let count = |setup| {
            let state =
                terrain.set_up(setup, 2, &mut rivals_core::play::Dice::new(0, 0, 0).opening());
            BattleTech::default().actions_count(&state.unwrap())
        };
        assert!((4_600..5_200).contains(&count("duel")), "{}", count("duel"));
    }
}
