//! Expressions as they are evaluated: trees whose leaves are numbers and places in the table of the
//! facts of one decision.

use std::sync::Arc;

use super::facts::{FactRow, Measure};
use crate::play::{Decision, Hidden};

/// An expression. What is true is 1, what is false is 0, and a word is its place in its list.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Node {
    Constant(f64),
    /// A value of the position, by its slot: a fact, or an expression if there is one.
    Position(usize, Option<Arc<Self>>),
    /// The same of an action.
    Action(usize, Option<Arc<Self>>),
    Unary(Unary, Box<Self>),
    Binary(Binary, Box<[Self; 2]>),
    /// The second one if the first one is true, else the third one.
    If(Box<[Self; 3]>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unary {
    Not,
    Minus,
    Abs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Binary {
    And,
    Or,
    Equal,
    Unequal,
    Less,
    AtMost,
    Plus,
    Minus,
    Times,
    Over,
    Modulo,
    Least,
    Greatest,
}

impl Node {
    /// Whether the value is the same for all actions of a position.
    pub(super) fn is_of_position(&self) -> bool {
        match self {
            Self::Constant(_) | Self::Position(..) => true,
            Self::Action(..) => false,
            Self::Unary(_, of) => of.is_of_position(),
            Self::Binary(_, of) => of.iter().all(Self::is_of_position),
            Self::If(of) => of.iter().all(Self::is_of_position),
        }
    }

    /// The value for an action, by its place.
    pub(super) fn value(&self, action: usize, table: &mut impl Values) -> f64 {
        match self {
            Self::Constant(value) => *value,
            Self::Position(slot, of) => table.of_position(*slot, of.as_deref()),
            Self::Action(slot, of) => table.of_action(*slot, of.as_deref(), action),
            Self::Unary(operator, of) => operator.of(of.value(action, table)),
            Self::Binary(operator, of) => {
                let first = of[0].value(action, table);
                match (operator, first) {
                    (Binary::And, 0.0) => 0.0,
                    (Binary::Or, 1.0) => 1.0,
                    _ => operator.of(first, of[1].value(action, table)),
                }
            }
            Self::If(of) => {
                let then = of[0].value(action, table) == 1.0;
                of[if then { 1 } else { 2 }].value(action, table)
            }
        }
    }
}

impl Unary {
    pub(super) fn of(self, value: f64) -> f64 {
        match self {
            Self::Not => 1.0 - value,
            Self::Minus => -value,
            Self::Abs => value.abs(),
        }
    }
}

impl Binary {
    #[expect(clippy::float_cmp, reason = "== of the language is exact")]
    pub(super) fn of(self, one: f64, other: f64) -> f64 {
        let truth = |is: bool| f64::from(u8::from(is));
        match self {
            Self::And | Self::Least => one.min(other),
            Self::Or | Self::Greatest => one.max(other),
            Self::Equal => truth(one == other),
            Self::Unequal => truth(one != other),
            Self::Less => truth(one < other),
            Self::AtMost => truth(one <= other),
            Self::Plus => one + other,
            Self::Minus => one - other,
            Self::Times => one * other,
            Self::Over => one / other,
            Self::Modulo => one % other,
        }
    }
}

/// What the leaves of an expression stand for.
pub(super) trait Values {
    fn of_position(&mut self, slot: usize, of: Option<&Node>) -> f64;
    fn of_action(&mut self, slot: usize, of: Option<&Node>, action: usize) -> f64;
}

/// The values that a player's expressions need: places in the game's table of facts; `None` for
/// expressions.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Slots {
    pub position: Vec<Option<usize>>,
    pub action: Vec<Option<usize>>,
}

/// The values of one decision, measured when they are first needed.
pub(super) struct Table<'a, G: Hidden> {
    pub at: &'a Decision<'a, G>,
    pub rows: &'static [FactRow<G>],
    pub slots: &'a Slots,
    /// Those of the position by slot, then those of each action by slot and action; NaN for those
    /// that are not known.
    pub known: &'a mut Vec<f64>,
}

impl<'a, G: Hidden> Table<'a, G> {
    /// Nothing is known yet.
    pub(super) fn new(
        at: &'a Decision<'a, G>,
        rows: &'static [FactRow<G>],
        slots: &'a Slots,
        known: &'a mut Vec<f64>,
    ) -> Self {
        known.clear();
        known.resize(slots.position.len() + slots.action.len() * at.actions.len(), f64::NAN);
        Self { at, rows, slots, known }
    }
}

impl<G: Hidden> Values for Table<'_, G> {
    fn of_position(&mut self, slot: usize, of: Option<&Node>) -> f64 {
        let known = self.known[slot];
        if !known.is_nan() {
            return known;
        }
        let value = match (of, self.slots.position[slot].map(|row| &self.rows[row].measure)) {
            (Some(node), _) => node.value(0, self),
            (None, Some(Measure::Position(measure))) => measure(self.at),
            (None, _) => unreachable!("the slot of a fact of the position"),
        };
        self.known[slot] = value;
        value
    }

    fn of_action(&mut self, slot: usize, of: Option<&Node>, action: usize) -> f64 {
        let (at, count) = (self.at, self.at.actions.len());
        let start = self.slots.position.len() + slot * count;
        let known = self.known[start + action];
        if !known.is_nan() {
            return known;
        }
        let value = match (of, self.slots.action[slot].map(|row| &self.rows[row].measure)) {
            (Some(node), _) => node.value(action, self),
            (None, Some(Measure::Action(measure))) => measure(at, at.actions[action]),
            (None, Some(Measure::Actions(measure))) => {
                let all = measure(at);
                self.known[start..start + count].copy_from_slice(&all);
                all[action]
            }
            (None, _) => unreachable!("the slot of a fact of actions"),
        };
        self.known[start + action] = value;
        value
    }
}
