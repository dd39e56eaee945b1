//! The players of the study: the committed files, and probes at points that fill the figures
//! evenly. What a game can show of a figure is listed here, before anything is measured.

use rivals_core::personalities::{BUILT_IN_FILES, Personality, built_in};

use super::sobol;

/// The figures in which probes differ, with the ends between which their points lie. They are within
/// the scales, so that a probe is neither a caricature nor without errors, and its calculation is one
/// that a player keeps in every game: at Tute, drawn moves keep 0.77 of a fair share.
pub(super) const PROBED: [(&str, f64, f64); 17] = [
    ("risk_aversion", -2.0, 2.0),
    ("nerves", 0.0, 2.0),
    ("nerves_after_big_turn", 0.0, 2.0),
    ("calculation", 0.8, 0.98),
    ("intuition", 0.0, 1.0),
    ("eagerness", -0.1, 0.1),
    ("winning", 0.5, 1.0),
    ("own_points", 0.0, 0.5),
    ("harm", 0.0, 0.5),
    ("closeness", 0.0, 0.5),
    ("variety", 0.0, 0.5),
    ("attention", 0.6, 1.0),
    ("foresight", 0.5, 1.0),
    ("steadiness", 0.0, 1.0),
    ("generosity", 0.0, 0.5),
    ("persistence", 0.0, 0.5),
    ("deceit", -0.2, 0.2),
];

/// The figures that predictions take as known: of values only the proportions matter, so that one
/// of them may be; whether errors are those of the last time shows where a position comes again;
/// and what may be overlooked makes a likelihood 1,000 times as dear.
pub(super) const NOT_FITTED: [&str; 3] = ["winning", "steadiness", "attention"];

/// What a game cannot show: the game, the figure and the reason.
pub(super) const HIDDEN: [(&str, &str, &str); 8] = [
    ("pig", "intuition", "no action changes what rivals reply"),
    ("pig", "eagerness", "nothing scarce is spent"),
    ("pig", "harm", "no action changes the progress of a rival"),
    ("pig", "generosity", "no action changes the progress of a rival"),
    ("pig", "deceit", "nothing is hidden"),
    ("parchis", "deceit", "nothing is hidden"),
    ("tic-tac-toe-sp", "deceit", "nothing is hidden"),
    ("battletech", "deceit", "nothing is hidden"),
];

/// Why a game cannot show a figure; `None` if it can.
pub(super) fn hidden(game: &str, figure: &str) -> Option<&'static str> {
    HIDDEN.iter().find(|(of, key, _)| *of == game && *key == figure).map(|(.., why)| *why)
}

/// The figures that can be fitted to choices in a game.
pub(super) fn fitted(game: &str) -> Vec<&'static str> {
    let keys = PROBED.iter().map(|(key, ..)| *key);
    keys.filter(|key| !NOT_FITTED.contains(key) && hidden(game, key).is_none()).collect()
}

/// The committed personalities.
pub(super) fn files() -> Vec<Personality> {
    let ids = BUILT_IN_FILES.iter().filter_map(|(name, _)| name.strip_suffix(".toml"));
    ids.map(|id| built_in(id).expect("files are read in this build")).collect()
}

/// `count` personalities at Sobol points of the figures.
pub(super) fn probes(count: usize) -> Vec<Personality> {
    let points = sobol::points::<{ PROBED.len() }>(count);
    let probe = |(number, point): (usize, [f64; PROBED.len()])| {
        let neutral = Personality::neutral(format!("probe-{number}"));
        with(&neutral, |key| {
            let at = PROBED.iter().position(|(probed, ..)| *probed == key)?;
            let (_, low, high) = PROBED[at];
            Some(low + point[at] * (high - low))
        })
    };
    (1..).zip(points).map(probe).collect()
}

/// A personality whose figures are those of a function, where it gives one.
pub(super) fn with(personality: &Personality, figure: impl Fn(&str) -> Option<f64>) -> Personality {
    let all = personality.figures().chain(personality.habit_figures());
    let figures: Vec<f64> = all.map(|(scale, known)| figure(scale.key).unwrap_or(known)).collect();
    personality.with_figures(figures)
}

/// The figure of this key.
///
/// # Panics
/// If there is none.
pub(super) fn figure(personality: &Personality, key: &str) -> f64 {
    let mut all = personality.figures().chain(personality.habit_figures());
    all.find(|(scale, _)| scale.key == key).map(|(_, figure)| figure).expect("a figure")
}

/// The mean of players: each figure is their mean.
pub(super) fn mean(players: &[Personality]) -> Personality {
    with(&Personality::neutral("mean"), |key| {
        let sum: f64 = players.iter().map(|player| figure(player, key)).sum();
        Some(sum / players.len() as f64)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rivals_core::conduct::keys;

    /// Every figure that changes decisions is probed, within its scale; each game shows what is
    /// not listed as hidden.
    #[test]
    fn probes_differ_in_every_figure() {
        let probed: Vec<&str> = PROBED.iter().map(|(key, ..)| *key).collect();
        assert_eq!(probed, keys().collect::<Vec<_>>());
        let probes = probes(7);
        let scales =
            || probes[0].figures().chain(probes[0].habit_figures()).map(|(scale, _)| scale);
        for (key, low, high) in PROBED {
            let scale = scales().find(|scale| scale.key == key).unwrap();
            assert!(scale.low <= low && low < high && high <= scale.high, "{key}");
            let figures: Vec<f64> = probes.iter().map(|probe| figure(probe, key)).collect();
            assert!(figures.iter().all(|of| (low..=high).contains(of)), "{key} {figures:?}");
            assert!((mean(&probes).figures().count(), figures[0] != figures[1]) == (13, true));
        }
        for (game, key, _) in &HIDDEN {
            assert!(probed.contains(key) && !fitted(game).contains(key), "{game} {key}");
        }
        assert_eq!(fitted("tute").len(), PROBED.len() - NOT_FITTED.len());
        assert_eq!(files().len(), 16);
    }
}
