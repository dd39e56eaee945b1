//! The course of a turn: what actions and rolls do, and which phase comes when.

use super::attack::MOST;
use super::damage::conscious;
use super::hex::{Hex, Side};
use super::map::Feature;
use super::mech::{Club, Fired, Means, Moved, Torso};
use super::movement::{Mode, Mover};
use super::record::{Part, Slot};
use super::state::{Action, Check, Declared, Event, Phase, Roll, State, Why};
use super::tables::step;
use rivals_core::play::Seat;
use rivals_core::sort;
use rivals_core::values::Notation;

/// What a pilot rolls from a heat on against a shutdown, or to start again. No roll reaches 13.
const SHUTDOWN: [(u16, u8); 5] = [(14, 4), (18, 6), (22, 8), (26, 10), (30, 13)];

/// What is rolled from a heat on against an explosion of ammunition.
const EXPLOSION: [(u16, u8); 3] = [(19, 4), (23, 6), (28, 8)];

/// The wounds of a pilot without life support, from a heat on.
const SUFFOCATION: [(u16, u8); 2] = [(15, 1), (26, 2)];

impl State {
    /// Goes on until a seat decides, chance is next, or the game is over.
    pub fn settle(&mut self) {
        loop {
            while self.prepare() {}
            if !self.rolls.is_empty() {
                return;
            }
            match (self.phase, self.next()) {
                (Phase::Over, _) => return,
                (Phase::Initiative, _) if self.living().count() < 2 => self.phase = Phase::Over,
                (Phase::Initiative, _) => self.roll_initiative(),
                (Phase::Heat, Some(seat)) => self.heat_up(seat),
                (_, Some(_)) => return,
                (_, None) if !self.declared.is_empty() => {
                    self.rolls.extend(self.declared.drain(..).map(Roll::ToHit));
                }
                (_, None) => {
                    if !self.wait_for_heavy_damage() {
                        self.end_phase();
                    }
                }
            }
        }
    }

    /// Orders the seats by their rolls, or has all roll, if two are equal or none has rolled.
    fn roll_initiative(&mut self) {
        let mut seats: Vec<Seat> = self.living().collect();
        let rolled: Vec<u8> = self.initiative.drain(..).collect();
        let mut sorted: Vec<(u8, Seat)> = rolled.into_iter().zip(seats.iter().copied()).collect();
        sort::by_key(&mut sorted, |(rolled, _)| *rolled);
        if sorted.len() == seats.len() && sorted.windows(2).all(|two| two[0].0 < two[1].0) {
            self.order = sorted.into_iter().map(|(_, seat)| seat).collect();
            self.phase = Phase::Movement;
        } else {
            self.rolls.extend(seats.drain(..).map(|seat| Roll::Initiative { seat }));
        }
    }

    /// The number of the dice of a decision, which the files of a referee tell as well: by the turn,
    /// the phase, and what the seat has declared or tried in it.
    #[must_use]
    pub fn moment(&self, seat: Seat) -> u32 {
        let declared = self.declared.iter().filter(|declared| declared.seat == seat);
        let tried = declared.map(|_| 1).sum::<u32>() + u32::from(self.mechs[seat].moved.stands);
        64 * (8 * u32::from(self.turn) + self.phase as u32) + tried.min(63)
    }

    /// Ends a phase in which nothing is left to do.
    fn end_phase(&mut self) {
        let mut living = self.order.clone();
        living.retain(|seat| !self.mechs[*seat].destroyed());
        self.acted.clear();
        if !living.is_empty() {
            self.order.clone_from(&living);
        }
        let is_last = self.turn == self.turns;
        self.phase = match self.phase {
            _ if living.len() < 2 => Phase::Over,
            Phase::Initiative => Phase::Movement,
            Phase::Movement => Phase::Reaction,
            Phase::Reaction => Phase::Weapons,
            Phase::Weapons => Phase::Physical,
            Phase::Physical => Phase::Heat,
            Phase::Heat => Phase::End,
            Phase::End if is_last => Phase::Over,
            Phase::End | Phase::Over => Phase::Initiative,
        };
        match self.phase {
            Phase::End => {
                for &seat in living.iter().filter(|seat| self.mechs[**seat].unconscious) {
                    let need = conscious(self.mechs[seat].wounds);
                    self.rolls.push(Roll::Recover { seat, need });
                }
                self.burn(living[0]);
            }
            Phase::Initiative => {
                self.turn += 1;
                for seat in living {
                    let mech = &mut self.mechs[seat];
                    mech.torso = Torso::Centre;
                    (mech.moved, mech.fired) = (Moved::default(), Fired::default());
                }
            }
            _ => {}
        }
    }

    /// The heat of a mech, and what comes of it.
    fn heat_up(&mut self, seat: Seat) {
        self.acted.push(seat);
        let unit = &self.mechs[seat];
        let made = unit.made() + self.fire_heat(unit);
        let heat = made.saturating_sub(self.dissipation(seat));
        let has_ammo = unit.ammo.iter().any(|shots| *shots > 0);
        let suffocates = unit.hits_on(Part::LifeSupport) > 0;
        let mech = &mut self.mechs[seat];
        mech.heat = heat;
        let mut rolls = Vec::new();
        match (mech.shutdown, step(&SHUTDOWN, heat)) {
            (_, 0) => mech.shutdown = false,
            (true, 13) => {}
            (true, need) => rolls.push(Roll::Restart { seat, need }),
            (false, 13) => self.shut_down(seat),
            (false, need) => rolls.push(Roll::Shutdown { seat, need }),
        }
        let need = step(&EXPLOSION, heat);
        if need > 0 && has_ammo {
            rolls.push(Roll::Explosion { seat, need });
        }
        let wounds = step(&SUFFOCATION, heat);
        if suffocates && wounds > 0 {
            rolls.push(Roll::Suffocation { seat, wounds });
        }
        self.lead(rolls);
    }

    /// The heat that the sinks of a mech take away in a turn. Under water up to six of them take
    /// twice as much.
    pub fn dissipation(&self, seat: Seat) -> u16 {
        let unit = &self.mechs[seat];
        let active = u16::from(unit.sinks().saturating_sub(unit.sinks_off));
        let under_water = self.map.at(unit.hex).depth() > u8::from(!unit.prone);
        active + if under_water { active.min(6) } else { 0 }
    }

    fn shut_down(&mut self, seat: Seat) {
        self.mechs[seat].shutdown = true;
        self.wait_for_check(seat, Why::Shutdown);
    }

    /// A mech that moves: what the rules of movement need to know. `occupied` are the hexes of the
    /// others.
    pub fn mover<'a>(&self, seat: Seat, occupied: &'a [Hex]) -> Mover<'a> {
        let unit = &self.mechs[seat];
        let used = if unit.bogged { u8::MAX } else { unit.moved.mp };
        Mover {
            hex: unit.hex,
            facing: unit.facing,
            prone: unit.prone,
            walk: unit.walk().saturating_sub(used),
            run: unit.run().saturating_sub(used),
            jump: if used == 0 { unit.jump() } else { 0 },
            tons: unit.record.tons,
            occupied,
        }
    }

    /// The hexes of the other mechs.
    pub fn occupied(&self, seat: Seat) -> Vec<Hex> {
        self.enemies(seat).map(|other| self.mechs[other].hex).collect()
    }

    /// Plays a legal action.
    pub fn act(&mut self, seat: Seat, action: Action) {
        let ends = matches!(
            action,
            Action::Stay | Action::Move(..) | Action::Prone | Action::Turn(_) | Action::Done
        );
        let mech = &mut self.mechs[seat];
        match action {
            Action::Stay | Action::Done => {}
            Action::Move(mode, hex, facing) => self.go(seat, mode, hex, facing),
            Action::Stand(facing) => self.stand(seat, facing),
            Action::Prone => {
                (mech.prone, mech.torso) = (true, Torso::Centre);
                mech.moved.mode = Mode::Walk;
            }
            Action::Turn(torso) => mech.torso = torso,
            Action::Attack(means, hex) => {
                let shot = self.seat_on(hex).map(|target| self.aim(seat, target).shot(means));
                let need = shot.and_then(Result::ok).map(|shot| shot.need);
                self.declare(seat, action, means, need);
            }
            Action::Clear(slot, hex) | Action::Ignite(slot, hex) => {
                let need = self.ground_need(seat, slot, hex);
                self.declare(seat, action, Means::Weapon(slot), need);
            }
            Action::Pickup => self.pick_up(seat),
            Action::Dump(slot) => mech.ammo[usize::from(slot.0)] = 0,
            Action::Sinks(off) => {
                mech.sinks_off = off;
                mech.fired.insert(Means::Sinks);
            }
            Action::Drop => {
                mech.club = None;
                let hex = mech.hex;
                self.put_clubs(hex, 1);
            }
        }
        if ends {
            self.acted.push(seat);
            self.stop(seat);
        }
    }

    /// Forgets where a move began, once it has ended.
    pub(super) fn stop(&mut self, seat: Seat) {
        let moves = |roll: &Roll| matches!(roll, Roll::Piloting(Check { at: Some(_), .. }));
        if self.acted.contains(&seat) && !self.rolls.iter().any(moves) {
            let moved = &mut self.mechs[seat].moved;
            (moved.mp, moved.from) = (0, None);
        }
    }

    /// Moves a mech to its destination; checks on the way are still to be rolled.
    fn go(&mut self, seat: Seat, mode: Mode, hex: Hex, facing: Side) {
        let occupied = self.occupied(seat);
        let mover = self.mover(seat, &occupied);
        let unit = &self.mechs[seat];
        let need = unit.piloting();
        let badly = match mode {
            Mode::Run if unit.runs_badly() => Some(Why::Run),
            Mode::Jump if unit.jumps_badly() => Some(Why::Jump),
            _ => None,
        };
        // Who jumps into a swamp is stuck without a check.
        let sinks = mode == Mode::Jump && self.map.at(hex).feature == Feature::Swamp;
        let checks = mover.checks(&self.map, mode, hex, facing).into_iter().filter(|_| !sinks);
        let checks = checks.map(|(at, facing)| {
            let ground = self.map.at(at);
            let why = match ground.feature {
                Feature::Rubble => Why::Rubble,
                Feature::Swamp => Why::Swamp,
                Feature::Building(_) => Why::Collapse,
                _ => Why::Water,
            };
            (need.saturating_add_signed(ground.check().unwrap_or(0)), why, at, facing)
        });
        let checks = checks.chain(badly.map(|why| (need, why, hex, facing)));
        let roll = |(need, why, at, facing)| {
            Roll::Piloting(Check { seat, need, why, at: Some(at), facing: Some(facing) })
        };
        let fires = self.fires_on_way(&mover, mode, hex, facing);
        self.rolls = checks.map(roll).collect();
        let mech = &mut self.mechs[seat];
        mech.bogged |= sinks;
        let from = mech.moved.from.unwrap_or(mech.hex);
        (mech.hex, mech.facing) = (hex, facing);
        mech.moved =
            Moved { mode, hexes: from.distance(hex), from: Some(from), fires, ..mech.moved };
    }

    /// A mech stands up, if its check does not put it down again.
    fn stand(&mut self, seat: Seat, facing: Side) {
        let (need, walk) = (self.mechs[seat].piloting(), self.mechs[seat].walk());
        let mech = &mut self.mechs[seat];
        let (at, before) = (Some(mech.hex), Some(mech.facing));
        let why = if mech.prone { Why::Stand } else { Why::Swamp };
        self.rolls.push(Roll::Piloting(Check { seat, need, why, at, facing: before }));
        (mech.prone, mech.facing) = (false, facing);
        mech.bogged &= why == Why::Stand;
        let moved = &mut mech.moved;
        moved.mp += STAND;
        moved.stands += 1;
        moved.mode = if moved.mp <= walk { Mode::Walk } else { Mode::Run };
        moved.from = at;
    }

    /// Declares an attack and takes its shot.
    fn declare(&mut self, seat: Seat, action: Action, means: Means, need: Option<i8>) {
        let unit = &self.mechs[seat];
        let bin = unit.mount(means).and_then(|mount| unit.bin(mount));
        let mech = &mut self.mechs[seat];
        if let Some(Slot(slot)) = bin {
            mech.ammo[usize::from(slot)] -= 1;
        }
        mech.fired.insert(means);
        let (action, need) = (Notation(action), need.unwrap_or(MOST + 1));
        self.declared.push(Declared { seat, action, need, damage: None });
    }

    fn pick_up(&mut self, seat: Seat) {
        let club = self.club_source(seat);
        let mech = &mut self.mechs[seat];
        mech.club = club;
        mech.fired.insert(Means::Pickup);
        if club == Some(Club::Limb) {
            let hex = mech.hex;
            self.put_clubs(hex, -1);
        }
    }

    /// Lets an event of the next roll happen. Strikes that were declared keep their damage.
    pub fn happen(&mut self, event: Event) {
        let roll = self.rolls.remove(0);
        let damages = self.strikes().map(|(seat, means, _)| self.mechs[seat].damage(means));
        let damages: Vec<u8> = damages.collect();
        self.take_effect(roll, event);
        let after = self.strikes().zip(damages);
        let weaker = |((seat, means, place), before): ((Seat, Means, usize), u8)| {
            (self.mechs[seat].damage(means) != before).then_some((place, before))
        };
        for (place, before) in after.filter_map(weaker).collect::<Vec<_>>() {
            if let Roll::ToHit(declared) = &mut self.rolls[place] {
                declared.damage.get_or_insert(before);
            }
        }
    }

    /// The strikes that are still to be rolled for, with their places.
    fn strikes(&self) -> impl Iterator<Item = (Seat, Means, usize)> {
        let strike = |(place, roll): (usize, &Roll)| match roll {
            Roll::ToHit(Declared { seat, action, .. }) => match action.0.means()? {
                Means::Weapon(_) => None,
                means => Some((*seat, means, place)),
            },
            _ => None,
        };
        self.rolls.iter().enumerate().filter_map(strike)
    }

    fn take_effect(&mut self, roll: Roll, event: Event) {
        let (seat, rolled) = match event {
            Event::Hit(slot) => return self.hit_slot(roll.seat(), slot),
            Event::Rolled(rolled) => (roll.seat(), rolled),
        };
        match roll {
            Roll::Initiative { .. } => self.initiative.push(rolled),
            Roll::Piloting(Check { need, why, at, facing, .. }) => {
                if rolled < need {
                    self.fail_at(seat, at, facing);
                    if why == Why::Swamp && self.terrain.is_some() {
                        self.mechs[seat].bogged = true;
                    } else {
                        self.lead([Roll::Fall { seat }]);
                    }
                }
                self.stop(seat);
            }
            Roll::Fall { .. } => self.fall(seat, rolled),
            Roll::Pilot { need, .. } => {
                let mut rolls = Vec::new();
                self.wound(seat, u8::from(rolled < need), &mut rolls);
                self.lead(rolls);
            }
            Roll::Conscious { need, .. } => self.mechs[seat].unconscious |= rolled < need,
            Roll::Recover { need, .. } => self.mechs[seat].unconscious = rolled < need,
            Roll::ToHit(declared) => self.resolve(declared, rolled),
            Roll::Cluster { action, .. } => self.salvo(seat, action.0, rolled),
            Roll::Location { table, side, damage, .. } => {
                self.hit(seat, table, side, damage, rolled);
            }
            Roll::Critical { location, .. } => self.critical(seat, location, rolled),
            Roll::Slot { .. } | Roll::Suffocation { .. } => {}
            Roll::Shutdown { need, .. } => {
                if rolled < need {
                    self.shut_down(seat);
                }
            }
            Roll::Restart { need, .. } => self.mechs[seat].shutdown = rolled < need,
            Roll::Explosion { need, .. } => {
                if let Some(slot) = self.mechs[seat].worst_bin().filter(|_| rolled < need) {
                    self.explode(seat, slot);
                }
            }
            Roll::Ignite { hex, from, to, .. } if (from..=to).contains(&rolled) => self.kindle(hex),
            Roll::Clear { hex, damage, .. } if u16::from(rolled) <= damage => self.clear(hex),
            Roll::Ignite { .. } | Roll::Clear { .. } => {}
        }
    }

    /// A mech fails a check: one on its way where that was, and its other checks are dropped.
    pub(super) fn fail_at(&mut self, seat: Seat, at: Option<Hex>, facing: Option<Side>) {
        let (Some(hex), Some(facing)) = (at, facing) else {
            return;
        };
        self.rolls.retain(|roll| !matches!(roll, Roll::Piloting(Check { at: Some(_), .. })));
        let mech = &mut self.mechs[seat];
        (mech.hex, mech.facing) = (hex, facing);
        mech.moved.hexes = mech.moved.from.map_or(0, |from| from.distance(hex));
    }
}

/// The MP of an attempt to stand up.
pub const STAND: u8 = 2;
