//! The folder of what runs compute once: where it is, and how large it may become.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::UNIX_EPOCH;

use clap::Args;
use etcetera::BaseStrategy;

use super::output::print_note;
use super::shared::whole_number;
use crate::files::cache::Cache;
use crate::tournament::VALUES;

/// The environment variable that places the folder, or switches it off.
const VARIABLE: &str = "RIVALS_CACHE";

/// The value of [`VARIABLE`] that switches it off.
const OFF: &str = "off";

#[derive(Debug, Args)]
pub(crate) struct CacheArgs {
    /// Folder in which policy tables are kept for later runs. Several programs may use it at once
    /// [default: RIVALS_CACHE, else the user's folder for caches]
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
    /// Keep nothing for later runs and take nothing from earlier ones, as with RIVALS_CACHE=off
    #[arg(long, conflicts_with = "cache")]
    no_cache: bool,
    /// Size of that folder in megabytes, above which the tables are removed that were not used for
    /// the longest time
    #[arg(long, value_name = "MB", default_value_t = 2_000, allow_negative_numbers = true, value_parser = whole_number(1..=1_000_000_u64))]
    cache_size: u64,
}

impl CacheArgs {
    /// The folder; `None` if it is switched off, or the system has no place for it.
    pub(crate) fn open(&self) -> Option<Arc<Cache>> {
        let variable = std::env::var_os(VARIABLE).filter(|value| !value.is_empty());
        if self.no_cache || (self.cache.is_none() && variable.as_ref().is_some_and(|v| v == OFF)) {
            return None;
        }
        let of_user = || Some(etcetera::choose_base_strategy().ok()?.cache_dir().join("rivals"));
        let place =
            (self.cache.clone()).or_else(|| variable.map(PathBuf::from)).or_else(of_user)?;
        Some(Arc::new(Cache::new(&place, 1_000_000 * self.cache_size, |failure| {
            print_note(&format!("nothing is kept for later runs: {failure}"));
        })))
    }
}

/// The version of the values that this program computes. Two builds of one commit may compute other
/// ones, so that it has the time when the program was built.
pub(crate) fn build() -> String {
    let built = std::env::current_exe().and_then(|program| program.metadata()?.modified());
    let built = built.ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    format!("{} {VALUES} {built:?}", env!("RIVALS_VERSION"))
}
