//! How the game is shown.

use std::sync::Arc;

use serde_json::{Value, json};

use super::asks;
use super::rules::BattleTech;
use super::state::State;
use rivals_core::play::show::Present;
use rivals_core::values::Invalid;

impl Present for BattleTech {
    fn roll(&self, state: &State) -> Option<Value> {
        state.rolls.first().map(|roll| json!(roll))
    }

    fn own_asks(&self) -> &'static [&'static str] {
        &asks::ASKS
    }

    fn answer_own(self: &Arc<Self>, ask: &str, fields: &Value) -> Result<Value, Invalid> {
        asks::answer(ask, fields)
    }
}
