//! Tests of the built-in files and of the committed results of their tournament, which
//! `rivals reproduce --check` computes again: the games distinguish the sixteen personalities, and
//! the thesis's claims hold as `configs/claims.toml` says.

use std::path::Path;

use crate::dragon_slayer::Rules;
use crate::dragon_slayer::contest::DragonSlayerContest;
use crate::results::Tournament;
use crate::standings::claims::{Basis, Verdict};
use crate::tournament::Contest;
use crate::tournament::config::TournamentConfig;
use crate::tournament::header::config_hash;
use crate::{built_in_claims, built_in_roster};

/// Claims about the four personalities that fail; `configs/claims.toml` says why.
const FAIL: [&str; 3] =
    ["carla-foresees-challenges", "daniel-foresees-little", "daniel-comes-back"];

fn played() -> Tournament {
    Tournament::find(&Path::new(env!("CARGO_MANIFEST_DIR")).join("results")).unwrap()
}

#[test]
fn no_two_of_the_sixteen_are_indistinguishable() {
    let roster = built_in_roster().without_agents();
    assert_eq!(roster.members.len(), 16);
    let is_of_them = |id: &str| roster.find(id).is_some();
    let mut distances = played().distances;
    distances.retain(|row| is_of_them(&row.a) && is_of_them(&row.b));
    assert_eq!(distances.len(), 16 * 15 / 2);
    for distance in &distances {
        // The time that a player takes is not behaviour.
        assert_ne!(distance.metric.as_deref(), Some("thinking_seconds"));
        assert!(distance.distinguishable, "{distance:?}");
    }
}

/// Verdicts on claims that were used in tuning are not taken from the dice of the tuning.
#[test]
fn no_tuning_saw_the_seed_of_the_tournament() {
    let tuning = built_in_claims().tuning_seed.unwrap();
    let game = crate::command::default_game().info();
    assert_ne!(TournamentConfig::built_in(game).seed, tuning);
}

#[test]
fn the_four_are_as_the_thesis_says() {
    let claims = built_in_claims();
    let (mut fail, mut unmeasured) = (Vec::new(), Vec::new());
    let checked = played().claims;
    assert_eq!(checked.len(), claims.claims.len());
    for claim in &checked {
        let id = claim.id.as_str();
        match claim.verdict {
            Verdict::Holds => {}
            Verdict::CannotBeMeasured => unmeasured.push(id),
            Verdict::CannotHold => fail.push(id),
            Verdict::Fails | Verdict::Open => panic!("{claim:?}"),
        }
    }
    assert_eq!(fail, FAIL);
    assert_eq!(unmeasured, ["beatriu-foresees-enough"]);
    // The claims that fail are exactly those that give a reason.
    let explained = claims.claims.iter().filter(|claim| claim.impossible.is_some());
    let explained: Vec<&str> = explained.map(|claim| claim.id.as_str()).collect();
    let mut both = [fail, unmeasured].concat();
    both.sort_by_key(|id| claims.claims.iter().position(|claim| claim.id == *id));
    assert_eq!(explained, both);
}

#[test]
fn the_thesis_is_claims() {
    let built_in = built_in_claims();
    let contest = DragonSlayerContest::new(&Rules::built_in(), &built_in_roster()).unwrap();
    assert_eq!(built_in.game, contest.name());
    // Why a claim cannot hold was found with these personalities. After a change of the
    // personalities, the rules or the metrics, run `rivals-studies tunings` and update
    // claims.toml.
    assert_eq!(built_in.config_hash, Some(config_hash(&contest)));
    let common = ["win_rate", "rating", "exact_win_rate", "equity_loss"];
    let measured = |name: &str| {
        let mut metrics = contest.metrics().iter();
        metrics.any(|metric| metric.name == name) || common.contains(&name)
    };
    let of = |who| built_in.claims.iter().filter(move |claim| claim.personality == who);
    let counts = ["abel", "beatriu", "carla", "daniel"].map(|who| of(who).count());
    assert_eq!(counts, [5, 9, 7, 12]);
    let based = |basis| built_in.claims.iter().filter(|of| of.basis == basis).count();
    let bases = [Some(Basis::Tuned), Some(Basis::Construction), None].map(based);
    assert_eq!(bases, [25, 7, 1]);
    for claim in &built_in.claims {
        let source = claim.source.as_deref();
        assert_eq!(source, Some("Castells Amat 2018, section 6.3"), "{}", claim.id);
        assert!(claim.wording.is_some() && claim.original.is_some(), "{}", claim.id);
        // `rivals-studies tunings` scores every claim that is measured.
        assert_eq!(claim.basis.is_some(), claim.test.is_some(), "{}", claim.id);
    }
    for claim in &built_in.claims {
        let Some(test) = &claim.test else { continue };
        for metric in [Some(&test.metric), test.minus.as_ref()].into_iter().flatten() {
            assert!(measured(metric), "{metric}");
        }
        assert!(claim.id.starts_with(&claim.personality), "{}", claim.id);
    }
}
