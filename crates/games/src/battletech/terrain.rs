//! The optional rules of terrain: fire and smoke, woods that are cleared, buildings that collapse,
//! and swamp.
//!
//! They are on if the rule file says `terrain = true`; a position has then a field `terrain`. Without
//! that field, nothing of this module changes a game.
//!
//! Where the source is silent: fires never go out, smoke follows from fires and wind, and heavy woods
//! are the darkest smoke. A salvo counts with all its missiles against woods. A mech that enters or
//! lands on a building too weak for it falls from the height of the roof, and rubble is left.

use std::collections::BTreeSet;
use std::sync::Arc;

use rivals_core::play::Seat;
use rivals_core::values::Invalid;
use serde::{Deserialize, Serialize};

use super::attack::{Aim, MOST};
use super::hex::{Hex, Side};
use super::map::{Feature, Ground};
use super::mech::{Means, Mech, Status};
use super::movement::{Mode, Mover, Step};
use super::record::Slot;
use super::sight::{Stance, sight};
use super::state::{Action, Roll, State};
use super::tables::step;

/// What the optional rules add to a position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Terrain {
    /// The side to which the wind blows.
    pub wind: Side,
    /// Lines in the notation of maps, and of `swamp`, that replace what the map's hexes hold.
    pub changes: Vec<String>,
    /// The hexes that burn.
    pub fires: BTreeSet<Hex>,
}

impl Terrain {
    /// The hexes in smoke: those to the lee of fires.
    pub(super) fn smoke(&self) -> impl Iterator<Item = Hex> {
        self.fires.iter().flat_map(|fire| LEE.map(|(by, _)| fire.beyond(self.wind.turned(by))))
    }
}

/// The sides from that to which the wind blows, and the number that a fire needs to spread there.
const LEE: [(u8, u8); 3] = [(0, 9), (1, 11), (5, 11)];

/// The number that a fire needs to spread with the wind over a hex that does not burn.
const OVER_GAP: u8 = 12;

/// The construction factor that a burning building loses in a turn.
const BURNT: u8 = 2;

/// The greatest roll at which a shot meant to clear woods sets them on fire instead, and that at
/// which one that misses a mech in woods does.
const SPARK: u8 = 5;
const STRAY: u8 = 3;

/// The heat in a burning hex, and of each burning hex on the way.
const IN_FIRE: u16 = 5;
const THROUGH_FIRE: u16 = 2;

impl State {
    /// Brings the map up to what the optional rules say of it.
    ///
    /// # Errors
    /// [`Invalid`] of the change that is wrong.
    pub(super) fn refresh_map(&mut self) -> Result<(), Invalid> {
        if let Some(terrain) = &self.terrain {
            for fire in &terrain.fires {
                self.map.check("terrain.fires", *fire)?;
            }
            let smoke: Vec<Hex> = terrain.smoke().collect();
            let map = self.map.changed(&terrain.changes, &smoke);
            self.map = Arc::new(map.map_err(|error| error.under("terrain.changes"))?);
        }
        Ok(())
    }

    /// Changes the terrain, and what of the map follows from it.
    fn alter(&mut self, with: impl FnOnce(&mut Terrain)) {
        if let Some(terrain) = &mut self.terrain {
            with(terrain);
            self.refresh_map().expect("what is written follows the notation");
        }
    }

    /// Changes what a hex holds. A building that turns to rubble has collapsed.
    pub(super) fn change(&mut self, hex: Hex, feature: &str) {
        self.alter(|terrain| {
            let place = hex.to_string();
            terrain.changes.retain(|line| line.split_once(": ").is_none_or(|(_, at)| at != place));
            terrain.changes.push(format!("{feature}: {place}"));
            if feature == "rubble" {
                terrain.fires.remove(&hex);
            }
        });
    }

    /// Whether a hex burns.
    pub(super) fn burns(&self, hex: Hex) -> bool {
        self.terrain.as_ref().is_some_and(|terrain| terrain.fires.contains(&hex))
    }

    /// Whether a hex can catch fire.
    pub(super) fn can_burn(&self, hex: Hex) -> bool {
        let is_fuel =
            |ground: &Ground| ground.trees() > 0 || matches!(ground.feature, Feature::Building(_));
        self.terrain.is_some() && self.map.ground(hex).is_some_and(is_fuel) && !self.burns(hex)
    }

    /// Sets a hex on fire.
    pub(super) fn kindle(&mut self, hex: Hex) {
        self.alter(|terrain| _ = terrain.fires.insert(hex));
    }

    /// The levels that a mech falls because the building below it is too weak; none if it carries.
    pub(super) fn caves_in(&self, seat: Seat) -> Option<u8> {
        let (unit, _) = (&self.mechs[seat], self.terrain.as_ref()?);
        let ground = self.map.ground(unit.hex)?;
        (ground.bears() < unit.record.tons).then_some(ground.level.unsigned_abs())
    }

    /// Woods are cleared by one step.
    pub(super) fn clear(&mut self, hex: Hex) {
        let heavy = self.map.at(hex).feature == Feature::Heavy;
        self.change(hex, if heavy { "light" } else { "rubble" });
    }

    /// The heat of fires in this turn.
    pub(super) fn fire_heat(&self, unit: &Mech) -> u16 {
        let stands = if self.burns(unit.hex) { IN_FIRE } else { 0 };
        stands + THROUGH_FIRE * u16::from(unit.moved.fires)
    }

    /// The number of burning hexes through which a mech walks or runs to another hex.
    pub(super) fn fires_on_way(&self, mover: &Mover, mode: Mode, hex: Hex, facing: Side) -> u8 {
        if mode == Mode::Jump || self.terrain.is_none() {
            return 0;
        }
        let path = mover.path(&self.map, mode, hex, facing).unwrap_or_default();
        let enters = |step: Step| matches!(step, Step::Forward | Step::Backward);
        let entered = path.iter().filter(|(step, ..)| enters(*step));
        let entered = entered.map(|(_, place, _)| self.map.hex(place / 6));
        entered.filter(|on_way| *on_way != hex && self.burns(*on_way)).map(|_| 1).sum()
    }

    /// The need of an attack of a weapon at the ground of a hex, if it is possible.
    pub(super) fn ground_need(&self, seat: Seat, slot: Slot, hex: Hex) -> Option<i8> {
        // The ground is hit as a mech that stands there and cannot move.
        let mut ground = Mech::new(self.mechs[seat].record, Status { hex, ..Status::default() });
        ground.unconscious = true;
        let aim = Aim::at(self, &self.mechs[seat], &ground);
        aim.shot(Means::Weapon(slot)).ok()?;
        let modifiers = aim.modifiers(Means::Weapon(slot));
        let counts = |name: &str| !["target in woods", "target in water"].contains(&name);
        let need = modifiers.filter(|(name, _)| counts(name)).map(|(_, modifier)| modifier).sum();
        (need <= MOST).then_some(need)
    }

    /// Appends the attacks at woods and buildings.
    pub(super) fn ground_attacks(&self, seat: Seat, into: &mut Vec<Action>) {
        if self.terrain.is_none() {
            return;
        }
        let unit = &self.mechs[seat];
        let seen = |hex| sight(&self.map, unit.stance(), Stance { hex, prone: false }).is_some();
        let fuel = self.map.hexes().filter(|hex| self.can_burn(*hex) && seen(*hex));
        let fuel: Vec<Hex> = fuel.collect();
        for ignites in [false, true] {
            for mount in &unit.record.by_name {
                let fits = |hex: &&Hex| {
                    let woods = self.map.at(**hex).trees() > 0;
                    let does = if ignites { mount.weapon.ignites > 0 } else { woods };
                    does && **hex != unit.hex && self.ground_need(seat, mount.slot, **hex).is_some()
                };
                let action = if ignites { Action::Ignite } else { Action::Clear };
                into.extend(fuel.iter().filter(fits).map(|hex| action(mount.slot, *hex)));
            }
        }
    }

    /// An attack at the ground hits.
    pub(super) fn resolve_at_ground(&mut self, seat: Seat, action: Action) {
        let (Action::Clear(slot, hex) | Action::Ignite(slot, hex)) = action else { return };
        let Some(mount) = self.mechs[seat].mount(Means::Weapon(slot)) else { return };
        if matches!(action, Action::Clear(..)) {
            let damage = mount.weapon.salvo();
            let spark = Roll::Ignite { seat, hex, from: 2, to: SPARK };
            return self.lead([spark, Roll::Clear { seat, hex, damage }]);
        }
        let harder = match self.map.at(hex).feature {
            Feature::Building(factor) => step(&[(16, 1), (41, 2), (91, 3)], factor.into()),
            _ => 0,
        };
        let from = mount.weapon.ignites + harder;
        self.lead([Roll::Ignite { seat, hex, from, to: 12 }]);
    }

    /// A shot misses the mech on a hex, and may set its woods on fire.
    pub(super) fn go_astray(&mut self, seat: Seat, hex: Hex) {
        if self.can_burn(hex) && self.map.at(hex).trees() > 0 {
            self.lead([Roll::Ignite { seat, hex, from: 2, to: STRAY }]);
        }
    }

    /// Fires spread, and buildings burn down. `seat` is written in the rolls.
    pub(super) fn burn(&mut self, seat: Seat) {
        let Some(Terrain { wind, fires, .. }) = self.terrain.as_deref().cloned() else {
            return;
        };
        for fire in fires {
            for (by, from) in LEE {
                let next = fire.beyond(wind.turned(by));
                let gap = by == 0 && !self.can_burn(next) && !self.burns(next);
                let (hex, from) = if gap { (next.beyond(wind), OVER_GAP) } else { (next, from) };
                if self.can_burn(hex) {
                    self.rolls.push(Roll::Ignite { seat, hex, from, to: 12 });
                }
            }
            if let Feature::Building(factor) = self.map.at(fire).feature {
                let on_roof = self.living().find(|seat| self.mechs[*seat].hex == fire);
                match factor.saturating_sub(BURNT) {
                    0 if on_roof.is_none() => self.change(fire, "rubble"),
                    left => self.change(fire, &format!("building {}", left.max(1))),
                }
                if let Some(seat) = on_roof.filter(|seat| self.caves_in(*seat).is_some()) {
                    self.rolls.push(Roll::Fall { seat });
                }
            }
        }
    }
}
