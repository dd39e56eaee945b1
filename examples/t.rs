use rivals::games::dragon_slayer::Rules;
use rivals::minds::*;
use rivals::personalities::*;
use rivals::policies::named;
use rivals::solver::*;
use std::sync::Arc;
use std::time::Instant;
fn main() {
    let rules = Rules::built_in();
    let t = Instant::now();
    let game = Arc::new(SolvedGame::new(&rules).unwrap());
    println!("solve {:?}", t.elapsed());
    let roster = Roster::built_in();
    let mut ids = vec![];
    let mut ds = vec![];
    for m in roster.members {
        match m {
            Member::Personality(p) => {
                ids.push(p.id.clone());
                ds.push(Decider::Mind(Mind::new(p, game.clone())));
            }
            Member::Policy(n) => {
                ids.push(n.clone());
                if n == "random" {
                    ds.push(Decider::Random)
                } else {
                    ds.push(Decider::Policy(Arc::from(named(&n, &rules).unwrap())))
                }
            }
        }
    }
    let t = Instant::now();
    let books = Arc::new(Playbooks::write(&game, ds));
    println!("books {:?}", t.elapsed());
    let mut league = League::new(&books);
    for i in 0..ids.len() {
        let t = Instant::now();
        let a = league.play([i, 0]);
        let e = t.elapsed();
        let b = league.play([0, i]);
        let f = if ids[i] == "random" {
            0.0
        } else {
            Solution::solve(
                &rules,
                [Play::As(&books.policy(i)), Play::As(&books.policy(0))],
            )
            .unwrap()
            .first_wins()
        };
        println!(
            "{:24} {:.9} {:.4} err {:.1e} diff {:.1e} {:?}",
            ids[i],
            a.first_wins,
            b.first_wins,
            a.error,
            a.first_wins - f,
            e
        );
    }
}
