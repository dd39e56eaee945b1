//! The cap on the points at stake that some policies need: large enough that it stops
//! hardly any of their turns.

use crate::Error;
use std::sync::Arc;

use super::policy::{Choice, Decision, Policy, TurnPolicy};
use super::position::{Position, Stage, lead};
use super::solution::{doubled_caps, largest_cap};
use super::turn::{After, BackwardPass, TurnGraph, TurnPlay, Workspace};
use crate::{Action, Rules, Turn};
use rivals_core::play::Seat;
use rivals_core::search::Linear;

/// The largest probability with which a turn may reach the cap. Its effect on the win
/// probability is a part of the error of every exact result.
const HARDLY_EVER: f64 = 1e-7;

/// The smallest of the solver's caps that turns of these policies hardly ever reach. It is
/// tested at the start of the game and in a chase, with and without challenges.
///
/// # Errors
/// [`Error::Endless`], if turns reach the largest cap as well.
pub(crate) fn cap_for_policies<'a>(
    rules: &Rules,
    policies: impl Iterator<Item = &'a Arc<dyn Policy>> + Clone,
) -> Result<u32, Error> {
    let enough = |cap: &u32| {
        let graph = TurnGraph::new(rules, *cap);
        let workspace = Workspace::new(&graph);
        (policies.clone()).all(|policy| reaches_cap(&graph, &workspace, &**policy) <= HARDLY_EVER)
    };
    let points = largest_cap(rules);
    (doubled_caps(rules).into_iter().find(enough)).ok_or(Error::Endless { points })
}

/// The largest probability that a turn of this policy reaches the cap.
fn reaches_cap(graph: &TurnGraph, workspace: &Workspace, policy: &dyn Policy) -> f64 {
    let tokens = [graph.rules().challenge.tokens; 2];
    let start = Stage::Running { scores: [0, 0], mover: Seat::FIRST };
    let lead = lead(graph.rules().target, 0);
    let mut most: f64 = 0.0;
    for stage in [start, Stage::Chase { lead }] {
        let position = Position::new(stage, tokens);
        let plays = [policy.turn(&position), Arc::new(Challenger)].map(TurnPlay::As);
        for challenged in [false, position.may_be_challenged()] {
            workspace.clear();
            let (mover, plays, after) = (position.mover(), plays.clone(), AtCap(graph.cap()));
            let pass = BackwardPass::new(graph, mover, challenged, plays, after, workspace);
            most = most.max(pass.value().value);
        }
    }
    most
}

/// Values a turn as 1 if it ends at the cap or beyond, else as 0.
struct AtCap(u32);

impl After for AtCap {
    fn value(&self, points: u32, _: u32, _: bool) -> Linear {
        Linear::known(f64::from(u8::from(points >= self.0)))
    }
}

/// A policy that challenges every stop.
struct Challenger;

impl TurnPolicy for Challenger {
    fn decide(&self, _: Decision, _: &Turn) -> Choice {
        Action::Challenge.into()
    }
}
