//! Sessions in lines, with scripts of answers: what is asked, what is answered, and the modes.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::game_loop::{GameLoop, Mode, Options, Services};
use super::lines::{Lines, Source};
use super::ui::Left;
use crate::catalogue::{Playable, find};
use crate::cli::seating::opponents;
use crate::cli::seating::speakers;
use crate::commands;
use crate::history::Keeper;
use crate::personalities::built_in;
use crate::personality_files::built_in_remarks;
use crate::play::Seat;
use crate::play::record::{Entry, Header, Participant, Record, VERSION};
use crate::play::show::{LogLine, Trigger};
use crate::session::{Next, Session};
use crate::table::{Frame, Posterior, Remarks, Story, Table, played_optimally};
use crate::tables::home::Begun;
use crate::tests::games::hidden::persons;

/// Keeps a game in memory; it fails while `full`.
#[derive(Default)]
struct Memory {
    entries: Vec<Entry>,
    waiting: Vec<Entry>,
    full: bool,
}

impl Keeper for Memory {
    fn begin(&mut self, _: &Header) -> miette::Result<()> {
        Ok(())
    }

    fn add(&mut self, entries: &[Entry]) -> miette::Result<()> {
        self.waiting.extend_from_slice(entries);
        if self.full {
            return Err(miette::miette!("the disk is full"));
        }
        self.entries.append(&mut self.waiting);
        Ok(())
    }
}

const QUIET: Options = Options { mode: Mode::Automatic, hints: false };

/// A game with these players as words of `--seats`.
pub(super) fn sit(game: &str, seats: &str, seed: u64) -> Box<dyn Session> {
    let game = find(game).unwrap();
    let words: Vec<String> = seats.split(',').map(str::to_owned).collect();
    let opponents = opponents(game, None).unwrap();
    let seating = opponents.seats(&words, "Ana", seed).unwrap();
    let header = Header {
        record: VERSION,
        program: "0".to_owned(),
        values: 0,
        game: game.info().name.to_owned(),
        rules: game.load(None).unwrap().rules_text(),
        rule_file: None,
        seed,
        start: None,
        fair: None,
        personalities: Vec::new(),
        players: Default::default(),
        adviser: None,
        learned: None,
        seats: seating.seats,
        hints: false,
        day: None,
        met: Default::default(),
        began: 0,
    };
    game.load(None).unwrap().seat(header).unwrap()
}

/// A table that begins so, at which nobody remarks anything.
pub(super) fn table(session: Box<dyn Session>, opening: &[LogLine]) -> Table {
    let speakers = speakers(session.header(), None).unwrap();
    let remarks = Remarks::new(speakers, session.entries(), false);
    Table::new(session, remarks, opening, Vec::new())
}

/// A table with these players as words of `--seats`.
fn seated(game: &str, seats: &str, seed: u64) -> Table {
    table(sit(game, seats, seed), &opening())
}

fn opening() -> Vec<LogLine> {
    vec![LogLine::line("The opening.")]
}

/// Plays a script, one answer a line; returns how it ended, and all that was printed.
fn play(table: &mut Table, options: Options, script: &str, keeper: &mut Memory) -> (Left, String) {
    let stop = AtomicBool::new(false);
    let mut output = Vec::new();
    let left = {
        let mut ui = Lines::new(Source::script(script), &mut output, &stop);
        let game = find(&table.session().header().game);
        let candidates =
            game.map_or_else(|_| Vec::new(), |game| opponents(game, None).unwrap().listed);
        let services = Services {
            opening: opening(),
            keeper: Some(keeper),
            met: &[],
            candidates,
            review: &|_| None,
            learned: None,
            tally: &|| None,
        };
        GameLoop::new(table, &mut ui, options, services).run()
    };
    (left, String::from_utf8(output).unwrap())
}

fn text(game: &str, seats: &str, options: Options, script: &str) -> String {
    let mut table = seated(game, seats, 7);
    play(&mut table, options, script, &mut Memory::default()).1
}

#[test]
fn words_and_refusals() {
    let script = "?\nwhy\nhint\nboard\nlog\nundo\nstop\nfight\nfight pink\n9\n\nblue\nlog\nquit\n";
    let printed = text("dragon-slayer", "me,abel", QUIET, script);
    for said in [
        "Ana: 0 of 40 points",
        "1 fight blue, 2 fight green, 3 fight red\n> ?\n",
        "Aim: the game ends after the first round",
        "quit: save and leave.",
        "fight red: slays the red dragon with probability",
        "Hint: fight ",
        "These win probabilities are exact",
        "> log\nThe opening.\n",
        "There is nothing to take back",
        "\"stop\" is not possible now.",
        "\"fight\" may be fight blue or fight green or fight red.",
        "\"fight pink\" is not possible now.",
        "\"9\" is not possible",
        "Answer with a number or a word",
        "You fight the blue dragon with 3 warrior dice.",
    ] {
        let said = said.replace("Ana: 0", "You: 0");
        assert!(printed.contains(&said), "{said}\n---\n{printed}");
    }
}

/// In interactive mode an answer at a stop goes on and answers the next question, so that one
/// script serves both modes.
#[test]
fn both_modes_play_the_same_game() {
    let script = "fight blue\nstop\n".repeat(200) + &"yes\n1\n".repeat(50);
    let seats = "me,hold-6";
    let mut games = Vec::new();
    for mode in [Mode::Automatic, Mode::Turns, Mode::Interactive] {
        let options = Options { mode, ..QUIET };
        let mut table = seated("dragon-slayer", seats, 7);
        let (_, printed) = play(&mut table, options, &script, &mut Memory::default());
        // What is next is asked in every mode.
        let (before, _) = printed.split_once(" the game: ").unwrap();
        assert_eq!(before.contains("Enter> "), mode != Mode::Automatic);
        games.push(table.session().entries()[..40].to_vec());
    }
    assert_eq!(games[0], games[1]);
    assert_eq!(games[0], games[2]);
    // Both can be switched while playing.
    let printed =
        text("pig", "me,hold-20", QUIET, "interactive\nroll\n\nautomatic\nroll\nturns\nmode\n");
    assert!(printed.contains("The game stops at every event"), "{printed}");
    assert!(printed.contains("The game stops for decisions only"), "{printed}");
    assert_eq!(printed.matches("The game stops after each turn").count(), 1, "{printed}");
}

#[test]
fn a_stop_lets_an_action_be_taken_back_before_the_roll() {
    let options = Options { mode: Mode::Interactive, ..QUIET };
    let mut table = seated("dragon-slayer", "me,abel", 7);
    let script = "fight red\nundo\nfight blue\n\nundo\nquit\n";
    let (left, printed) = play(&mut table, options, script, &mut Memory::default());
    assert_eq!(left, Left::Unfinished);
    assert!(printed.contains("is practice now"), "{printed}");
    assert!(printed.contains("There is nothing to take back"), "{printed}");
    assert!(table.session().record().is_practice());
    assert!(printed.contains("You fight the blue dragon"));
}

/// Where players know different things, an action stands once another person has seen it.
#[test]
fn another_person_takes_nothing_back_that_was_seen() {
    // Each person takes the keyboard with an empty line.
    let mut table = seated("tute", "me,Ann:person,Bea:person", 7);
    let script = "\n1\n\nundo\nquit\n";
    let (_, printed) = play(&mut table, QUIET, script, &mut Memory::default());
    assert!(printed.contains("you have seen the last action"), "{printed}");
    assert!(!table.session().record().is_practice());
    let mut table = seated("pig", "me,Ann:person", 7);
    let script = "roll\nhold\nundo\nquit\n";
    let (_, printed) = play(&mut table, QUIET, script, &mut Memory::default());
    assert!(printed.contains("action is taken back"), "{printed}");
}

#[test]
fn a_challenge_is_asked_about_twice() {
    // `hold-2` stops after the first dragon.
    let script = "challenge\nmaybe\nno\nchallenge\nyes\nquit\n";
    let mut printed = String::new();
    let mut found = false;
    for seed in 0..20 {
        let mut table = seated("dragon-slayer", "hold-2,me", seed);
        printed = play(&mut table, QUIET, script, &mut Memory::default()).1;
        if printed.contains("Do you challenge?") {
            found = true;
            break;
        }
    }
    assert!(found, "{printed}");
    assert_eq!(printed.matches("A challenge spends your last challenge token.").count(), 3);
    assert!(printed.contains("Answer yes or no."));
    assert!(printed.contains("You challenge hold-2 and spend a token."), "{printed}");
    assert_eq!(printed.matches("You challenge").count(), 1);
}

#[test]
fn the_end_of_the_input_leaves_the_game_and_a_full_disk_does_not_stop_it() {
    let mut memory = Memory { full: true, ..Memory::default() };
    let mut table = seated("pig", "me,hold-20", 7);
    let (left, printed) = play(&mut table, QUIET, "roll\nroll\nhold\n", &mut memory);
    assert_eq!(left, Left::Unfinished);
    assert_eq!(printed.matches("The game is not saved: the disk is full.").count(), 1);
    assert_eq!(memory.waiting, table.session().entries());
    memory.full = false;
    let (_, printed) = play(&mut table, QUIET, "roll\n", &mut memory);
    assert!(!printed.contains("not saved"), "{printed}");
}

#[test]
fn strangers_are_guessed_and_revealed() {
    let script = "hold\nroll\n".repeat(400) + "hold-25\n";
    let mut table = seated("pig", "me,stranger", 5);
    let Participant::Agent { name, .. } = table.session().header().seats[1].clone() else {
        panic!("the stranger is an agent");
    };
    let (left, printed) = play(&mut table, QUIET, &script, &mut Memory::default());
    assert_eq!(left, Left::Over, "{printed}");
    let (before, after) = printed.split_once("Who was the stranger?").unwrap();
    assert!(!before.contains(&name), "{before}");
    assert!(after.contains(&format!("The stranger was {name}. You guessed")), "{after}");
    let guess = |entry: &Entry| matches!(entry, Entry::Guess { .. });
    assert!(table.session().entries().iter().any(guess));
}

/// At a stop before an agent decides, nothing tells what it may play.
#[test]
fn nothing_tells_the_choices_of_an_agent() {
    let options = Options { mode: Mode::Interactive, ..QUIET };
    let printed = text("tute", "me,novice,expert", options, "1\nwhy\nhint\nquit\n");
    assert!(printed.contains("Choices are explained when you decide."), "{printed}");
    assert!(printed.contains("A hint is given when you decide."), "{printed}");
}

/// People who pass the keyboard are asked by their names, and are not "you".
#[test]
fn several_persons() {
    let printed = text("pig", "me,bet:person", QUIET, "roll\nhold\nroll\nhold\nquit\n");
    assert!(printed.contains("Ana> roll"), "{printed}");
    assert!(printed.contains("Ana rolls "), "{printed}");
    assert!(!printed.contains("You roll"), "{printed}");
}

/// What one person sees is gone from the screen before the next one takes the keyboard, and each
/// is told what it missed, as it noticed it.
#[test]
fn nothing_hidden_shows_while_the_keyboard_is_passed() {
    for seed in 0..10 {
        let mut table = table(persons(&["Ana", "Bet", "Cai"], seed), &opening());
        let script = "\nlog\nbet\n\nboard\npass\n\nlog\nbet\n";
        let (left, printed) = play(&mut table, QUIET, script, &mut Memory::default());
        assert_eq!(left, Left::Over, "{printed}");
        // It is said where it cannot be so.
        let shown: Vec<&str> = printed.split("This output cannot be cleared").collect();
        assert_eq!(shown.len(), 4);
        for (part, name) in shown[1..].iter().zip(["Ana", "Bet", "Cai"]) {
            assert!(part.contains(&format!("{name} takes the keyboard")), "{part}");
            assert!(part.contains(&format!("{name}: the ")), "{part}");
            let (mine, theirs): (Vec<&str>, Vec<&str>) = part
                .lines()
                .filter(|line| line.contains(" got "))
                .partition(|line| line.starts_with(name));
            assert!(mine.iter().all(|line| line.contains("got the")) && !mine.is_empty(), "{part}");
            assert!(theirs.iter().all(|line| line.contains("got a card")), "{part}");
        }
        assert!(shown[3].contains("Ana bets."), "{printed}");
    }
}

/// Remarks are the same for the same seed, seldom, and do not change the game.
#[test]
fn remarks_are_seldom_and_reproducible() {
    let seats = "abel,beatriu,carla,daniel";
    let (mut said, mut turns) = (Vec::new(), 0);
    for seed in 0..5 {
        let play = |remarks| {
            let mut table = seated("dragon-slayer", seats, seed);
            table.set_remarks(remarks);
            let printed = play(&mut table, QUIET, "", &mut Memory::default()).1;
            (table.session().entries().to_vec(), printed)
        };
        let (entries, printed) = play(true);
        assert_eq!(play(true), (entries.clone(), printed));
        let is_remark = |entry: &&Entry| matches!(entry, Entry::Remark { .. });
        let (quiet, _) = play(false);
        let silent = entries.iter().filter(|entry| !is_remark(entry)).cloned();
        assert_eq!(silent.collect::<Vec<_>>(), quiet);
        let mut last = None;
        let mut turn = 0;
        for pair in entries.windows(2) {
            if let [Entry::Act { seat: a, .. }, _] = pair {
                turn += usize::from(last.replace(*a) != Some(*a));
            }
        }
        turns += turn;
        said.extend(entries.iter().filter(is_remark).map(|entry| match entry {
            Entry::Remark { remark, .. } => remark.clone(),
            _ => unreachable!(),
        }));
    }
    assert!(said.len() > 10, "{} remarks in {turns} turns", said.len());
    assert!(said.len() * 3 < turns, "{} remarks in {turns} turns", said.len());
    let mut unique = said.clone();
    unique.sort_unstable();
    unique.dedup();
    assert!(unique.len() * 2 > said.len(), "{} of {}", unique.len(), said.len());
}

/// What Carla and Daniel say where these players sit, in games that end after this number of steps.
fn remarked(game: &str, seats: &str, steps: usize) -> Vec<(&'static str, String)> {
    let mut said = Vec::new();
    for seed in 0..4 {
        let ids = ["carla", "daniel"].into_iter();
        let speakers = ids.zip(0..).map(|(id, seat)| (Seat(seat), built_in_remarks(id)));
        let remarks = Remarks::new(speakers.collect(), &[], true);
        let mut table = Table::new(sit(game, seats, seed), remarks, &[], Vec::new());
        table.begin();
        for _ in 0..steps {
            if let Next::Over(outcome) = table.session().next() {
                table.remark_end(&outcome);
                break;
            }
            table.advance();
        }
        for entry in table.session().entries() {
            if let Entry::Remark { remark, seat } = entry {
                said.push((["carla", "daniel"][usize::from(*seat) - 1], remark.clone()));
            }
        }
    }
    said
}

/// Personalities speak at every game, by what each game has, and of no dragons where there are none.
#[test]
fn remarks_are_made_at_every_game() {
    use Trigger::{End, Lead, Luck, Start, Swing};
    for (game, seats, steps, heard) in [
        ("pig", "hold-20,hold-20", 2_000, &[Start, Lead, Swing, Luck, End][..]),
        ("parchis", "random,random", 120, &[Start, Lead][..]),
        ("tic-tac-toe-sp", "random,random", 300, &[Start, Lead, End][..]),
        ("tute", "random,random,random", 300, &[Start, Lead, End][..]),
        // Its decisions are dear.
        ("battletech", "random,random", 12, &[Start][..]),
    ] {
        let said = remarked(game, seats, steps);
        let mut triggers = BTreeSet::new();
        for (id, text) in &said {
            let remarks = built_in_remarks(id);
            for remark in &remarks {
                if let Some(place) = remark.texts.iter().position(|one| one == text) {
                    assert!(remark.is_said(place, game), "{game}: {text}");
                    triggers.insert(remark.on);
                }
            }
        }
        assert!(heard.iter().all(|on| triggers.contains(on)), "{game}: {triggers:?} in {said:#?}");
    }
}

/// How far the seats have come is public, and what choices are worth is told of open games only.
#[test]
fn what_remarks_are_about() {
    for (game, seats) in [
        ("pig", "me,hold-20"),
        ("parchis", "me,random"),
        ("tic-tac-toe-sp", "me,random"),
        ("tute", "random,me,random"),
        ("battletech", "me,random"),
    ] {
        let mut session = sit(game, seats, 3);
        while session.choices().len() < 2 || !matches!(session.next(), Next::Person(_)) {
            match session.next() {
                Next::Person(_) => session.choose(0, None, false),
                _ => session.advance(),
            }
        }
        let standing = session.standing().unwrap();
        assert_eq!(standing.len(), session.header().seats.len(), "{game}");
        assert!(standing.iter().all(|part| (0.0..=1.0).contains(part)), "{game}: {standing:?}");
        let shares = session.reckoned();
        assert_eq!(shares.is_none(), session.hides(), "{game}");
        for share in shares.iter().flatten() {
            assert!((0.0..=1.0).contains(share), "{game}: {shares:?}");
        }
        assert!(shares.is_none_or(|shares| shares.len() == session.choices().len()), "{game}");
    }
    let pig = sit("pig", "me,hold-20", 3);
    assert_eq!(pig.reckoned(), pig.wins());
    let dragons = sit("dragon-slayer", "me,abel", 3);
    assert_eq!(dragons.standing(), None);
}

/// Personalities decide alike whether their prospects were reckoned before or not.
#[test]
fn remarks_change_no_decision() {
    for (game, steps) in [("tic-tac-toe-sp", 8), ("parchis", 24), ("pig", 40)] {
        let of = |reckons: bool| {
            let mut session = sit(game, "carla,killer-impulsive", 5);
            for _ in 0..steps {
                if reckons {
                    session.reckoned();
                }
                session.advance();
            }
            session.entries().to_vec()
        };
        let silent = of(false);
        assert!(silent.len() >= steps, "{game}");
        assert_eq!(silent, of(true), "{game}");
    }
}

/// A personality that the game keeps takes its own time, each time that is asked.
#[test]
fn a_personality_of_ones_own_takes_its_time() {
    let mut own = built_in("carla").unwrap();
    (own.id, own.traits.thinking_seconds) = ("eva".to_owned(), 600.0);
    let session = sit("pig", "abel,hold-20", 3);
    let mut header = session.header().clone();
    header.personalities = vec![own.to_toml()];
    header.seats[0] = Participant::Agent { agent: own.id, name: own.name, stranger: false };
    let session = session.again(header).unwrap();
    assert_eq!(session.next(), Next::Agent(Seat::FIRST));
    let first = session.thinking();
    assert!(first > Duration::from_secs(1), "{first:?}");
    assert_eq!(session.thinking(), first);
}

#[test]
fn players_that_cannot_be_seated() {
    let opponents = opponents(find("dragon-slayer").unwrap(), None).unwrap();
    let seats = |words: &str| {
        let words: Vec<String> = words.split(',').map(str::to_owned).collect();
        opponents.seats(&words, "me", 1)
    };
    for (words, said) in [
        ("me,Abel", "no player of the roster is called \"Abel\""),
        ("me,me", "me is seated twice"),
        ("me,:person", "is not a name"),
        ("me,me:person", "me:person is seated twice"),
        ("me,The  stranger 2:person", "is not a name"),
        ("me,Abel 2:person", "is not a name"),
    ] {
        let error = seats(words).unwrap_err();
        assert!(error.to_string().contains(said), "{error}");
    }
    let long = format!("{}:person", "x".repeat(41));
    assert!(seats(&long).is_err());
    assert_eq!(seats("me,hold-6,stranger,ana:person").unwrap().seats.len(), 4);
}

/// Plays a game in which the people take choices by a pattern; returns its record.
fn played(game: &str, seats: &str, seed: u64) -> Record {
    let mut session = sit(game, seats, seed);
    for step in 0_usize.. {
        match session.next() {
            Next::Over(_) => break,
            Next::Person(_) => {
                let choices = session.choices().len();
                session.choose((step * 7 + step / 3) % choices, None, false);
            }
            _ => session.advance(),
        }
    }
    session.record()
}

/// Luck and costs of the story are those of the review, which computes them in another way, and add
/// up to the result.
#[test]
fn the_story_is_that_of_the_review() {
    let game = find("dragon-slayer").unwrap();
    let mut solved = Begun::default();
    for seed in 0..4 {
        let record = played("dragon-slayer", "me,abel", seed);
        let session = solved.begin(&record.header).unwrap();
        let story = Story::of(session, &record, Seat::FIRST).unwrap();
        let reviewed = (commands::review::solved(game).unwrap().review)(&record, "it").unwrap();
        let json: serde_json::Value = serde_json::from_str(reviewed.json.get()).unwrap();
        let figure = |seat: usize, key: &str| json["players"][seat][key].as_f64().unwrap();
        let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-6, "{a} {b}");
        near(story.luck, figure(0, "luck") - figure(1, "luck"));
        near(story.cost, figure(0, "equity_lost"));
        near(story.gift, figure(1, "equity_lost"));
        let change = story.curve.last().unwrap() - story.curve[0];
        near(change, story.luck - story.cost + story.gift);
        assert!(story.moments.len() <= 3);
        assert!(story.sparkline(20, &['_', '#']).chars().count() <= 20);
    }
}

/// What optimal play makes of the dice of a person is what the optimal agent makes of them.
#[test]
fn optimal_play_of_a_persons_dice_is_that_of_the_agent() {
    for (game, other) in [("dragon-slayer", "hold-6"), ("pig", "hold-20")] {
        for seed in 0..4 {
            let optimal = played_optimally(sit(game, &format!("me,{other}"), seed)).unwrap();
            let mut agents = sit(game, &format!("optimum,{other}"), seed);
            while !matches!(agents.next(), Next::Over(_)) {
                agents.advance();
            }
            assert_eq!(agents.next(), Next::Over(optimal), "{game} {seed}");
        }
    }
}

/// The player that it was stays possible, and a player whose decisions differ does not.
#[test]
fn decisions_tell_who_a_stranger_was() {
    let mut told = 0;
    for (game, seats) in [("dragon-slayer", "hold-2,stranger"), ("pig", "hold-10,stranger")] {
        let candidates = opponents(find(game).unwrap(), None).unwrap().listed;
        for seed in 0..3 {
            let record = played(game, seats, seed);
            let session = Begun::default().begin(&record.header).unwrap();
            let posterior = Posterior::of(session, &record, Seat(1), &candidates, None).unwrap();
            let sum: f64 = posterior.shares.iter().map(|(_, share)| share).sum();
            assert!((sum - 1.0).abs() < 1e-9);
            let Participant::Agent { agent, .. } = &record.header.seats[1] else { panic!() };
            let of_truth = posterior.shares.iter().find(|of| candidates[of.0].id() == agent);
            assert!(of_truth.unwrap().1 >= 1.0 / candidates.len() as f64, "{posterior:?}");
            assert!(!posterior.sampled, "{game} knows the probabilities of its players");
            told += posterior.telling.len();
            assert!(posterior.in_words(&candidates).starts_with("By its decisions alone"));
        }
    }
    assert!(told > 3, "{told}");
}

/// A replay marks what was played, and says what it cost.
#[test]
fn a_replay_marks_what_was_played_and_what_was_best() {
    let record = played("tic-tac-toe-sp", "me,random", 3);
    let mut games = Begun::default();
    let mut frame = |step| {
        let session = games.begin(&record.header).unwrap();
        Frame::at(session, &record, step, Seat::FIRST).unwrap()
    };
    let first = frame(0);
    assert!(first.note.starts_with("Step 0 of ") && first.note.contains("Decision 1: "));
    let board = first.scene.to_string();
    assert!(board.contains('[') && board.contains(']'), "{board}");
    assert_eq!(
        frame(first.steps + 9).note,
        format!("Step {0} of {0}. The game is over.", first.steps)
    );
    assert_eq!(frame(1).told, frame(1).log.len());
}
