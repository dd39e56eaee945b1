//! Pictures of every phase of a game, at three sizes, compared with those in `pictures`.
//! `INSTA_UPDATE=always cargo test --lib screen` writes them again.

mod languages;

use insta::assert_snapshot;
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::style::Color;

use super::Screen;
use super::picture::Picture;
use crate::catalogue::find;
use crate::cli::play::game_loop::{GameLoop, Mode, Options, Services};
use crate::cli::play::tests::{sit, table};
use crate::cli::play::ui::{Kind, Left, Prompt, Ui};
use crate::cli::seating::opponents;
use crate::commands;
use crate::play::Seat;
use crate::play::show::{Fate, LogLine, Part, Scene};
use crate::session::Next;

const SIZES: [(u16, u16); 3] = [(80, 24), (100, 30), (120, 40)];

/// Answers questions from a script, and takes pictures when it is asked.
struct Film<'a> {
    picture: Picture,
    answers: std::vec::IntoIter<&'a str>,
    /// The pictures that are wanted, by a part of their question.
    wanted: Vec<(&'static str, &'static str)>,
    taken: Vec<(&'static str, Picture)>,
}

impl Ui for Film<'_> {
    fn happened(&mut self, told: &LogLine, scene: &Scene) {
        self.picture.happened(told, scene);
    }

    fn stands(&mut self, scene: &Scene, _: bool) {
        self.picture.scene = scene.clone();
    }

    fn say(&mut self, text: &str) {
        self.picture.say(text);
    }

    fn ask(&mut self, prompt: &Prompt) -> Result<String, Left> {
        self.picture.ask(prompt);
        let shown = match prompt.kind {
            Kind::Stop => "a stop".to_owned(),
            Kind::Over { .. } => return Ok(String::new()),
            _ => format!("{} {}", prompt.question, self.picture.text),
        };
        if let Some(place) = self.wanted.iter().position(|(_, part)| shown.contains(part)) {
            let (name, _) = self.wanted.remove(place);
            self.taken.push((name, self.picture.clone()));
        }
        self.picture.answered();
        // A question that the script does not foresee is answered by the first choice; a stop
        // needs no answer, and would keep one for the next question.
        let unforeseen = match prompt.kind {
            Kind::Stop => "",
            _ => "1",
        };
        let answer = self.answers.next().unwrap_or(unforeseen);
        Ok(answer.to_owned())
    }

    fn think(&mut self, text: &str, time: Duration) -> bool {
        if time.is_zero() {
            return true;
        }
        self.picture.doing = text.to_owned();
        self.picture.prompt = None;
        if let Some(place) = self.wanted.iter().position(|(_, part)| text.contains(part)) {
            let (name, _) = self.wanted.remove(place);
            self.taken.push((name, self.picture.clone()));
        }
        true
    }

    fn is_live(&self) -> bool {
        false
    }

    fn stays(&self) -> bool {
        false
    }

    fn clear(&mut self) {
        self.picture.clear();
    }
}

fn film(
    game: &str,
    seats: &str,
    seed: u64,
    script: &str,
    wanted: &[(&'static str, &'static str)],
) -> Vec<(&'static str, Picture)> {
    let mut table = table(sit(game, seats, seed), &[]);
    table.set_remarks(true);
    let answers: Vec<&str> = script.lines().collect();
    let mut film = Film {
        picture: Picture { colours: true, ..Picture::default() },
        answers: answers.into_iter(),
        wanted: wanted.to_vec(),
        taken: Vec::new(),
    };
    let options = Options { mode: Mode::Interactive, hints: false };
    let found = find(game).unwrap();
    let services = Services {
        opening: Vec::new(),
        keeper: None,
        met: &[],
        candidates: opponents(found, None).unwrap().listed,
        review: &|record| Some((commands::review::solved(found)?.review)(record, "this game")),
        learned: None,
        tally: &|| None,
    };
    let mut session = GameLoop::new(&mut table, &mut film, options, services);
    assert_eq!(session.run(), Left::Over);
    film.taken.push(("the end", film.picture.clone()));
    film.taken
}

fn drawn(picture: &Picture, (columns, rows): (u16, u16)) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
    terminal.draw(|frame| picture.draw(frame)).unwrap();
    terminal.backend().buffer().clone()
}

/// The cells as lines, without spaces at their ends.
fn lines(buffer: &Buffer) -> String {
    let width = usize::from(buffer.area.width);
    let rows = buffer.content.chunks(width).map(|row| {
        let row: String = row.iter().map(|cell| cell.symbol()).collect();
        row.trim_end().to_owned() + "\n"
    });
    rows.collect()
}

/// Compares pictures with the snapshots.
fn compare(name: &str, pictures: &[(&'static str, Picture)]) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("pictures");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    for size in SIZES {
        let shown = pictures
            .iter()
            .map(|(phase, picture)| format!("=== {phase}\n{}", lines(&drawn(picture, size))));
        let shown: String = shown.collect();
        let name = format!("{name}-{}x{}", size.0, size.1);
        settings.bind(|| assert_snapshot!(name, shown));
    }
}

/// The pictures of the first game, of several seeds, in which everything that is wanted happens.
fn first_film(
    seats: &str,
    script: &str,
    wanted: &[(&'static str, &'static str)],
) -> Vec<(&'static str, Picture)> {
    let mut seen = Vec::new();
    for seed in 0..40 {
        let taken = film("dragon-slayer", seats, seed, script, wanted);
        if taken.len() > wanted.len() {
            return taken;
        }
        seen.push(taken.iter().map(|(name, _)| *name).collect::<Vec<_>>());
    }
    panic!("no game of {seats} shows all of {wanted:?}, but {seen:?}");
}

#[test]
fn dragon_slayer() {
    let script = "?\nhint\nwhy\nblue\n\n\n\n\n\n\n\n\n\nlog\nblue\n";
    let phases = [
        ("the first question", "Which dragon do you fight? "),
        ("help", "Aim: the game ends"),
        ("hint", "Hint: "),
        ("why", "slays the blue dragon"),
        ("a stop after a roll", "a stop"),
        ("stop or go on", "Do you fight on or stop?"),
        ("an opponent thinks", "thinks"),
        ("the guess", "Who was the stranger?"),
    ];
    let mut pictures = first_film("me,stranger", script, &phases);
    let asked = [("challenge?", "Do you challenge?"), ("once more", "A challenge spends")];
    pictures.extend(first_film("hold-2,me", "", &asked));
    let challenged = [("challenged", "Do you accept")];
    let stops = "blue\nstop\n".repeat(100);
    pictures.extend(first_film("me,random", &stops, &challenged));
    compare("dragon-slayer", &pictures);
}

#[test]
fn six_players_and_another_game() {
    let seats = "me,abel,beatriu,carla,daniel,killer-averse";
    let pictures = film("dragon-slayer", seats, 4, "", &[("six", "Do you fight on or stop?")]);
    compare("six", &pictures);
    let pictures = film("pig", "me,hold-20", 4, "", &[("pig", "Do you roll or hold?")]);
    compare("pig", &pictures);
    for (game, seats, asked) in [
        ("parchis", "me,greedy", "Which of your dice"),
        ("tic-tac-toe-sp", "me,priority", "On which cell"),
        ("tute", "me,medium,expert", "Which card do you"),
    ] {
        compare(game, &film(game, seats, 4, "", &[(game, asked)]));
    }
}

/// What is drawn while a step is told is the turn of that step, also where it ends the turn.
#[test]
fn the_panel_shows_the_turn_that_is_told() {
    let moves = |scene: &Scene| {
        let tracks = scene.parts.iter().find_map(|part| match part {
            Part::Tracks { tracks, .. } => Some(tracks),
            _ => None,
        });
        tracks.unwrap().iter().position(|track| track.moves)
    };
    for game in ["dragon-slayer", "pig"] {
        let mut session = sit(game, "hold-2,hold-6", 3);
        let (mut ended, mut defeats) = (0, 0);
        loop {
            let was = moves(&session.scene(Seat::FIRST));
            session.advance();
            if matches!(session.next(), Next::Over(_)) {
                break;
            }
            let told = session.told_scene(Seat::FIRST);
            assert_eq!(moves(&told), was);
            ended += u32::from(moves(&session.scene(Seat::FIRST)) != was);
            let text = session.told(Seat::FIRST);
            if text.iter().any(|told| told.text.contains("dragon wins")) {
                let dice = told.parts.iter().find_map(|part| match part {
                    Part::Dice { dice, .. } => Some(dice),
                    _ => None,
                });
                assert!(dice.unwrap().iter().all(|die| die.fate == Fate::Lost));
                defeats += 1;
            }
        }
        assert!(ended > 5 && (defeats > 0 || game == "pig"), "{ended} {defeats}");
    }
}

/// The keys at the end are those that do something.
#[test]
fn keys_at_the_end() {
    let keys = |review, again| {
        let picture = Picture {
            prompt: Some(Prompt::new(Kind::Over { review, again }, "Ana wins.")),
            ..Picture::default()
        };
        lines(&drawn(&picture, (80, 24)))
    };
    for (review, again) in [(false, false), (true, false), (true, true)] {
        let shown = keys(review, again);
        assert_eq!(shown.contains("r review"), review, "{shown}");
        assert_eq!(shown.contains("t try again"), again, "{shown}");
        assert!(shown.contains("Ana wins."));
    }
}

/// Arrows and Tab choose on a board, and Enter answers with the number of the choice. An Enter
/// that was meant for the stop before only says so.
#[test]
fn arrows_and_enter_choose_on_a_board() {
    let first = |game, seats, asked| film(game, seats, 4, "", &[("first", asked)])[0].1.clone();
    let mut board = first("tic-tac-toe-sp", "me,priority", "On which cell");
    let mut early = board.clone();
    assert_eq!(early.entered(), None);
    assert_eq!(early.entered().as_deref(), Some("1"));
    for key in [KeyCode::Right, KeyCode::Down, KeyCode::Tab] {
        assert!(board.moved(key));
    }
    let shown = lines(&drawn(&board, (80, 24)));
    assert!(shown.contains("\n1  . [.] .  .  . "), "{shown}");
    assert!(shown.contains(" > 20 ice 1,1 (Enter chooses, Tab: plant 1,1)"), "{shown}");
    assert_eq!(board.entered().as_deref(), Some("20"));
    let mut parchis = first("parchis", "me,greedy", "Which of your dice");
    for key in [KeyCode::Right, KeyCode::Down, KeyCode::Down] {
        parchis.moved(key);
    }
    let shown = lines(&drawn(&parchis, (80, 24)));
    assert!(shown.contains(" > 8 move yellow 2 by 3 from 13 to 16 "), "{shown}");
    assert!(shown.contains("  [y2] .   .  (.)  y3 "), "{shown}");
    // Without a board the first arrow shows the cursor, in the list.
    let mut pig = first("pig", "me,hold-20", "Do you roll or hold?");
    assert_eq!(pig.entered(), None);
    pig.moved(KeyCode::Right);
    pig.moved(KeyCode::Down);
    let shown = lines(&drawn(&pig, (80, 24)));
    assert!(shown.contains(" 1 roll   >2 hold\n"), "{shown}");
    assert_eq!(pig.entered().as_deref(), Some("2"));
    assert!(!pig.moved(KeyCode::Home));
    for mut board in [board, parchis] {
        let coloured = lines(&drawn(&board, (80, 24)));
        board.colours = false;
        let plain = drawn(&board, (80, 24));
        assert!(plain.content.iter().all(|cell| cell.fg == Color::Reset));
        assert_eq!(coloured, lines(&plain));
    }
}

/// Every picture fits, colours are never alone, and a small window says what it needs.
#[test]
fn letters_say_what_colours_say() {
    let wanted = [("first", "Which dragon do you fight? ")];
    let pictures = film("dragon-slayer", "me,abel", 4, "", &wanted);
    let mut grey = pictures[0].1.clone();
    let coloured = drawn(&grey, (80, 24));
    let has_colour = |buffer: &Buffer| buffer.content.iter().any(|cell| cell.fg != Color::Reset);
    assert!(has_colour(&coloured));
    grey.colours = false;
    let plain = drawn(&grey, (80, 24));
    assert!(!has_colour(&plain));
    assert_eq!(lines(&coloured), lines(&plain));
    assert!(lines(&plain).is_ascii());
    for size in [(79, 24), (80, 23), (20, 5), (1, 1)] {
        let small = lines(&drawn(&grey, size));
        assert!(size.0 < 60 || small.contains("the game needs 80 x 24"), "{small}");
    }
}

/// Takes over the terminal that it runs on, and panics.
#[test]
#[ignore = "needs a terminal: `a_panic_gives_the_terminal_back` runs it"]
fn panics_on_a_screen() {
    let stop = AtomicBool::new(false);
    let mut ui = Screen::open(&stop).unwrap();
    ui.say("beforehand");
    panic!("on purpose");
}

/// The message of a panic stands on the usual screen of a terminal that echoes again.
#[cfg(unix)]
#[test]
fn a_panic_gives_the_terminal_back() {
    let this = std::env::current_exe().unwrap();
    let name = "cli::play::screen::tests::panics_on_a_screen";
    let inner = format!(
        "stty rows 24 cols 80; '{}' --ignored --exact {name} --nocapture; stty -a",
        this.display()
    );
    let output = Command::new("script")
        .args(["-qec", &inner, "/dev/null"])
        .env("TERM", "xterm-256color")
        .stdin(Stdio::null())
        .output()
        .expect("script of util-linux");
    let raw = String::from_utf8_lossy(&output.stdout);
    let at = |text: &str| raw.rfind(text).unwrap_or_else(|| panic!("no {text:?} in {raw}"));
    assert!(at("beforehand") < at("\u{1b}[?1049l"), "{raw}");
    assert!(at("\u{1b}[?1049h") < at("\u{1b}[?1049l"), "{raw}");
    assert!(at("\u{1b}[?1049l") < at("on purpose"), "{raw}");
    assert!(at("\u{1b}[?25l") < at("\u{1b}[?25h"), "{raw}");
    for mode in [" icanon", " echo "] {
        assert!(raw.contains(mode), "{raw}");
    }
}
