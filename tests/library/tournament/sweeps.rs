//! Sweeps: paired differences equal a plain recount of the games, all variants play on the same
//! dice, and only games that are the same are taken over.

use crate::play::Seat;
use crate::standings::Analysis;
use crate::standings::claims::Claims;
use crate::tournament::sweep::Sweep;
use crate::tournament::{SweepWords, resume, take_over};

use super::*;

/// Pig at 20 points against others: its variants, and the opponents.
fn sweep(variants: &[u32], field: &[u32]) -> Sweep {
    let names: Vec<_> = (variants.iter())
        .map(|points| (format!("hold-{points}"), format!("Hold at {points}")))
        .collect();
    let players = [variants, field, &[20]].concat();
    Sweep::new(Box::new(pig(&players)), 2, &names, false).unwrap()
}

fn plan(sweep: &Sweep, games: u64) -> Plan {
    let settings = settings(2, games);
    Plan::against(sweep, settings, sweep.variants(), "hold-20").unwrap()
}

fn header(sweep: &Sweep, plan: &Plan) -> Header {
    let ids = sweep.roster()[sweep.variants()..].iter();
    let words = SweepWords {
        player: "hold-20".to_owned(),
        unchanged: sweep.unchanged(),
        ranges: vec![format!("n in {} values", sweep.variants())],
        variants: sweep.variants(),
        against: ids.map(|player| player.id.clone()).collect(),
        alone: false,
        of_rules: false,
    };
    Header { sweep: Some(words), ..Header::new(sweep, &plan.settings) }
}

fn played<'a>(sweep: &Sweep, plan: &'a Plan, threads: usize) -> Ledger<'a> {
    let mut ledger = Ledger::new(plan);
    let go = AtomicBool::new(false);
    play(sweep, &mut ledger, None, &pool(threads), &go, &mut |_| {}).unwrap();
    assert!(ledger.is_complete());
    ledger
}

#[test]
fn paired_differences_are_those_of_a_plain_recount() {
    let (variants, field) = ([15, 20, 31], [25, 20]);
    let sweep = sweep(&variants, &field);
    let plan = plan(&sweep, 300);
    let finished = played(&sweep, &plan, 2).finished(&sweep);
    // The players by index: the variants, the opponents, and the player without a change.
    let plain = pig(&[15, 20, 31, 25, 20, 20]);
    let own = plain.metrics().len();
    assert_eq!(sweep.metrics().len(), own + 2);
    let won = |line_up: [usize; 2], dice: &Dice, seat: u8| {
        let mut record = GameRecord::new(2, own);
        plain.play(&line_up, dice, &mut record);
        i128::from(record.winners.contains(Seat(seat)))
    };
    for (at, pairing) in finished.pairings.iter().enumerate() {
        let (variant, other) = (at / field.len(), variants.len() + at % field.len());
        assert_eq!(pairing.players, [variant, other]);
        let id = format!("hold-{}", field[at % field.len()]);
        let key = Dice::pairing(["hold-20", &id]);
        let (mut wins, mut sums) = (0, [0; 3]);
        for group in 0..300 {
            let dice = Dice::new(7, key, group);
            let games = [([variant, other], [5, other], 0), ([other, variant], [other, 5], 1)];
            let [mut difference, mut before] = [0; 2];
            for (line_up, replaced, seat) in games {
                let [varied, unchanged] = [line_up, replaced].map(|of| won(of, &dice, seat));
                wins += varied;
                before += unchanged;
                difference += varied - unchanged;
            }
            sums[0] += difference;
            sums[1] += difference * difference;
            sums[2] += before;
        }
        let totals = &pairing.totals;
        let [x, n, xx, ..] = totals.metrics[own];
        assert_eq!([x, xx, totals.metrics[own + 1][0]], sums, "{id}");
        assert_eq!(n, 600);
        assert_eq!(i128::from(totals.wins[0] + totals.wins[1]), wins);
        // A variant without a change differs in no game.
        assert_eq!((x, xx) == (0, 0), variant == 1, "{at}");
    }
}

#[test]
fn threads_do_not_show() {
    let sweep = sweep(&[10, 20], &[25]);
    let plan = plan(&sweep, 1_000);
    let [one, three] = [1, 3].map(|threads| text(&played(&sweep, &plan, threads).finished(&sweep)));
    assert_eq!(one, three);
}

/// Plays a sweep on top of the games that it takes over from an earlier one, and returns how many
/// games those were. The results are those of a fresh run.
fn taken(from: (&[u32], &[u32], u64), to: (&[u32], &[u32], u64)) -> u64 {
    let place = tempfile::tempdir().unwrap();
    let [old, new] = ["old", "new"].map(|name| place.path().join(name));
    let [before, after] = [from, to].map(|(variants, field, _)| sweep(variants, field));
    let go = AtomicBool::new(false);
    let of_old = plan(&before, from.2);
    let mut journal = TournamentJournal::create(&old, &header(&before, &of_old)).unwrap();
    let mut ledger = Ledger::new(&of_old);
    play(&before, &mut ledger, Some(&mut journal), &pool(2), &go, &mut |_| {}).unwrap();
    drop(journal);

    let plan = plan(&after, to.2);
    let header = header(&after, &plan);
    let mut journal = TournamentJournal::create(&new, &header).unwrap();
    let seen = take_over(&old, &header, &plan, Some(&mut journal)).unwrap();
    let seen = seen.games_done();
    drop(journal);
    let (mut journal, mut ledger, _) = resume(&new, &header, &plan).unwrap();
    assert_eq!(ledger.games_done(), seen);
    play(&after, &mut ledger, Some(&mut journal), &pool(2), &go, &mut |_| {}).unwrap();
    let fresh = played(&after, &plan, 1).finished(&after);
    assert_eq!(text(&ledger.finished(&after)), text(&fresh));
    seen
}

#[test]
fn games_that_did_not_change_are_taken_over() {
    let (old, field): (&[u32], &[u32]) = (&[10, 20, 30], &[25, 35]);
    let all = 3 * 2 * 600;
    assert_eq!(taken((old, field, 300), (old, field, 300)), all);
    assert_eq!(taken((old, field, 300), (old, field, 500)), all);
    // A variant is added, one is left out, and an opponent changes.
    assert_eq!(taken((old, field, 300), (&[10, 15, 30], field, 300)), all * 2 / 3);
    assert_eq!(taken((old, field, 300), (old, &[35, 40], 300)), all / 2);
    // A tournament has other metrics than a sweep.
    let place = tempfile::tempdir().unwrap();
    let league = pig(&[10, 20, 30, 25, 35]);
    let rounds = Plan::new(&league, settings(2, 100)).unwrap();
    drop(begin(place.path(), &league, &rounds));
    let sweep = sweep(old, field);
    let plan = plan(&sweep, 100);
    let path = place.path().join(JOURNAL);
    let ledger = take_over(&path, &header(&sweep, &plan), &plan, None).unwrap();
    assert_eq!(ledger.games_done(), 0);
}

#[test]
fn another_sweep_is_refused_by_what_changed() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join(JOURNAL);
    let old = sweep(&[10, 20], &[25]);
    let of_old = plan(&old, 100);
    drop(TournamentJournal::create(&path, &header(&old, &of_old)).unwrap());
    for (variants, field, games, said) in [
        (&[10, 20, 30][..], &[25][..], 100, "another sweep: ranges n in 2 values -> n in 3 values"),
        (&[10, 20], &[35], 100, "hold-25: left out; hold-35: added"),
        (&[10, 20], &[25], 50, "games 100 -> 50"),
    ] {
        let new = sweep(variants, field);
        let plan = plan(&new, games);
        let refused = resume(&path, &header(&new, &plan), &plan).unwrap_err();
        assert!(refused.to_string().ends_with(said), "{refused}");
    }
    let league = pig(&[10, 20, 25]);
    let plan = Plan::new(&league, settings(2, 100)).unwrap();
    let refused = resume(&path, &Header::new(&league, &plan.settings), &plan).unwrap_err();
    let said = "kind: a sweep of hold-20 -> a tournament";
    assert!(refused.to_string().contains(said), "{refused}");
}

/// Intervals of several differences that hold together do so in at least 181 of 200 seeds, which is
/// 95 % less three standard errors. The exact differences are known.
#[test]
fn intervals_of_one_trait_hold_together_in_200_seeds() {
    let variants = [12, 16, 28];
    let sweep = sweep(&variants, &[25]);
    let exact = |player: Option<usize>| sweep.exact_win_rate(player).unwrap();
    let holds = |seed: &u64| {
        let settings = Settings { seed: *seed, ..settings(2, 40) };
        let plan = Plan::against(&sweep, settings, sweep.variants(), "hold-20").unwrap();
        let mut ledger = Ledger::new(&plan);
        crate::tournament::play_alone(&sweep, &mut ledger).unwrap();
        let finished = ledger.finished(&sweep);
        let results = Analysis::new(&sweep, &finished, &Claims::none(sweep.name()));
        let metric = sweep.own_metrics().len();
        (0..variants.len()).all(|player| {
            let truth = exact(Some(player)) - exact(None);
            let together = results.together(player, metric, variants.len()).unwrap().estimate;
            let alone = results.metrics.get(player, metric).unwrap().estimate;
            assert!(together.low.unwrap() < alone.low.unwrap());
            together.low.unwrap() <= truth && truth <= together.high.unwrap()
        })
    };
    let held = (0..200).filter(holds).count();
    assert!(held >= 181, "{held} of 200");
}

#[test]
fn seats_that_a_game_does_not_have_are_refused() {
    let names = [("hold-15".to_owned(), "Hold at 15".to_owned())];
    let sweep = Sweep::new(Box::new(pig(&[15, 25, 20])), 7, &names, false);
    let error = sweep.err().unwrap();
    assert!(error.message.contains("7 seats") && error.help.contains("2 to 6"), "{error}");
}
