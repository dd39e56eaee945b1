//! `rivals play` on a real pseudo-terminal: a game to its end, windows of other sizes,
//! interruptions, and a terminal that is as it was before.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::program::folder;

/// The program on a terminal, which `script` of util-linux makes.
struct Terminal {
    child: Child,
    stdin: ChildStdin,
    /// Everything that was written to the terminal.
    raw: Arc<Mutex<Vec<u8>>>,
    /// Reads that, until the program ends.
    reader: Option<JoinHandle<()>>,
    /// The bytes before the terminal got its size.
    before: usize,
    /// The device of the terminal.
    device: String,
    /// The process of the program.
    process: String,
}

/// What a terminal shows after these bytes: it knows what the program writes, and no more.
fn shown(bytes: &[u8]) -> String {
    let mut grid = vec![vec![' '; 200]; 60];
    let (mut row, mut column) = (0, 0);
    let text = String::from_utf8_lossy(bytes);
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '\u{1b}' if characters.peek() == Some(&'[') => {
                characters.next();
                let mut parameters = String::new();
                let end = loop {
                    match characters.next() {
                        Some(c @ ('0'..='9' | ';' | '?')) => parameters.push(c),
                        end => break end,
                    }
                };
                let numbers: Vec<usize> =
                    parameters.split(';').filter_map(|number| number.parse().ok()).collect();
                match (end, &*parameters) {
                    (Some('H'), _) => {
                        let at = |place: usize| numbers.get(place).map_or(0, |number| number - 1);
                        (row, column) = (at(0), at(1));
                    }
                    (Some('J'), _) | (Some('h'), "?1049") => {
                        grid.iter_mut().for_each(|row| row.fill(' '));
                    }
                    _ => {}
                }
            }
            '\r' => column = 0,
            '\n' => row = (row + 1).min(59),
            c if c.is_control() => {}
            c => {
                if let Some(cell) = grid[row].get_mut(column) {
                    *cell = c;
                }
                column += 1;
            }
        }
    }
    let lines = grid.into_iter().map(|row| row.into_iter().collect::<String>());
    lines.map(|line| line.trim_end().to_owned() + "\n").collect()
}

impl Drop for Terminal {
    /// A test that fails leaves no program behind.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Terminal {
    fn start(data: &Path, args: &str, rows: u16, columns: u16) -> Self {
        let told = data.join("terminal");
        let _ = std::fs::remove_file(&told);
        let inner = format!(
            "stty rows {rows} cols {columns}; echo $(tty) $$ > {0}.new; mv {0}.new {0}; \
             exec {1} play {args}",
            told.display(),
            env!("CARGO_BIN_EXE_rivals"),
        );
        let mut child = Command::new("script")
            .args(["-qefc", &inner, "/dev/null"])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .env("RIVALS_DATA", data.join("games"))
            .env("TERM", "xterm-256color")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("script of util-linux");
        let mut stdout = child.stdout.take().unwrap();
        let raw = Arc::new(Mutex::new(Vec::new()));
        let bytes = Arc::clone(&raw);
        let reader = std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(read @ 1..) = stdout.read(&mut buffer) {
                bytes.lock().unwrap().extend_from_slice(&buffer[..read]);
            }
        });
        let begun = Instant::now();
        let told = loop {
            if let Ok(text) = std::fs::read_to_string(&told) {
                break text;
            }
            assert!(begun.elapsed() < Duration::from_secs(60), "no terminal");
            std::thread::sleep(Duration::from_millis(20));
        };
        let (device, process) = told.trim().split_once(' ').unwrap();
        Self {
            stdin: child.stdin.take().unwrap(),
            child,
            raw,
            reader: Some(reader),
            before: 0,
            device: device.to_owned(),
            process: process.to_owned(),
        }
    }

    fn raw(&self) -> String {
        String::from_utf8_lossy(&self.raw.lock().unwrap()).into_owned()
    }

    /// The picture that was drawn last; one that is only begun does not count.
    fn screen(&self) -> String {
        let bytes = &self.raw.lock().unwrap()[self.before..];
        let last = |mark: &[u8]| bytes.windows(mark.len()).rposition(|window| window == mark);
        let (begun, ended) = (last(b"\x1b[?2026h"), last(b"\x1b[?2026l"));
        shown(if begun > ended { &bytes[..begun.unwrap()] } else { bytes })
    }

    fn press(&mut self, keys: &str) {
        self.stdin.write_all(keys.as_bytes()).unwrap();
        self.stdin.flush().unwrap();
    }

    fn resize(&mut self, rows: u16, columns: u16) {
        self.before = self.raw.lock().unwrap().len();
        let (rows, columns) = (rows.to_string(), columns.to_string());
        let sized = Command::new("stty")
            .args(["-F", &self.device, "rows", &rows, "cols", &columns])
            .status();
        assert!(sized.unwrap().success());
    }

    /// Waits until the screen is as it should be.
    fn until(&self, what: &str, right: impl Fn(&str) -> bool) -> String {
        let begun = Instant::now();
        loop {
            let screen = self.screen();
            if right(&screen) {
                return screen;
            }
            let late = begun.elapsed() > Duration::from_secs(60);
            assert!(!late, "never {what}:\n{screen}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn shows(&self, text: &str) -> String {
        self.until(text, |screen| screen.contains(text))
    }

    /// Waits for the end; returns the exit code.
    fn end(&mut self) -> i32 {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                // All that was written is read.
                self.reader.take().unwrap().join().unwrap();
                return status.code().unwrap();
            }
            assert!(begun.elapsed() < Duration::from_secs(60), "it does not end");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn signal(&self, name: &str) {
        let sent = Command::new("kill").args([name, &self.process]).status();
        assert!(sent.unwrap().success());
    }

    /// Waits until the program is stopped, and `script` with it.
    fn is_stopped(&self) {
        let begun = Instant::now();
        for process in [&self.process, &self.child.id().to_string()] {
            let stat = format!("/proc/{process}/stat");
            while !std::fs::read_to_string(&stat).unwrap().contains(") T ") {
                assert!(begun.elapsed() < Duration::from_secs(60), "{process} is not stopped");
                std::thread::sleep(Duration::from_millis(20));
            }
        }
    }

    /// Lets `script` and the program go on, and forgets what was shown.
    fn go_on(&mut self) {
        for process in [self.child.id().to_string(), self.process.clone()] {
            let sent = Command::new("kill").args(["-CONT", &process]).status();
            assert!(sent.unwrap().success());
        }
    }

    /// Whether the terminal gives whole lines, and shows what is typed.
    fn is_usual(&self) -> bool {
        let modes = Command::new("stty").args(["-F", &self.device, "-a"]).output();
        let modes = String::from_utf8(modes.unwrap().stdout).unwrap();
        modes.contains(" icanon") && modes.contains(" echo ")
    }

    /// Checks that the terminal is as before: the usual screen, and a cursor; no mouse was
    /// captured.
    fn is_restored(&self) {
        let raw = self.raw();
        let last = |on: &str, off: &str| {
            let (on, off) = (raw.rfind(on), raw.rfind(off));
            on.is_some() && off > on
        };
        assert!(last("\u{1b}[?1049h", "\u{1b}[?1049l"), "the alternate screen stays");
        assert!(last("\u{1b}[?25l", "\u{1b}[?25h"), "the cursor stays hidden");
        assert!(!raw.contains("\u{1b}[?1000h"));
    }
}

#[test]
fn a_game_to_its_end() {
    let place = folder();
    let args = "--game pig --against hold-20 --seed 4 --mode automatic";
    let mut terminal = Terminal::start(place.path(), args, 24, 80);
    let begun = Instant::now();
    let first = terminal.shows("Do you roll or hold?");
    assert!(first.contains("Scores, to 100") && first.contains("h hint"), "{first}");
    let mut answered = String::new();
    loop {
        let screen = terminal.screen();
        if screen.contains("The game is over.") {
            break;
        }
        assert!(begun.elapsed() < Duration::from_secs(120), "{screen}");
        // Roll until there are ten points at stake, then hold. A key after the end would open a
        // moment, so that each question is answered once.
        if screen.contains("Do you roll or hold?") && screen != answered {
            let at_stake = screen.split("You have ").nth(1);
            let at_stake = at_stake.and_then(|rest| rest.split(' ').next()?.parse().ok());
            terminal.press(match at_stake {
                Some(10_u32..) => "2",
                _ => "1",
            });
            answered = screen;
        }
        std::thread::sleep(Duration::from_millis(30));
    }
    terminal.shows("the game: ");
    terminal.press("\r");
    assert_eq!(terminal.end(), 0);
    terminal.is_restored();
}

/// Arrows move a cursor on a board, Tab changes what is done there, Enter chooses, and numbers
/// choose as well.
#[test]
fn arrows_choose_on_a_board() {
    let place = folder();
    let args = "--game tic-tac-toe-sp --seats me,random --seed 4 --no-save --mode automatic";
    let mut terminal = Terminal::start(place.path(), args, 24, 80);
    terminal.shows(" > 1 play 0,0 (arrows move");
    for (key, shown) in [
        ("\u{1b}[C", " > 4 play 0,1 "),
        ("\u{1b}[B", " > 19 play 1,1 "),
        ("\t", " > 20 ice 1,1 "),
        ("\u{1b}[D", " > 17 ice 1,0 "),
        ("\r", "You put ice on 1,0."),
    ] {
        terminal.press(key);
        terminal.shows(shown);
    }
    terminal.shows("(arrows move");
    terminal.press("1\r");
    terminal.shows("on 0,0");
    // A key that is pressed while others act only skips the wait.
    terminal.press("\u{3}");
    assert_eq!(terminal.end(), 4);
    terminal.is_restored();
}

#[test]
fn windows_of_other_sizes() {
    let place = folder();
    let args = "--against abel --seed 4 --no-save";
    let mut terminal = Terminal::start(place.path(), args, 24, 80);
    terminal.shows("Which dragon do you fight?");
    for (rows, cols) in [(40, 120), (30, 100), (10, 40), (24, 80)] {
        terminal.resize(rows, cols);
        let wanted = match rows {
            10 => "The window has 40 x 10",
            _ => "Which dragon do you fight?",
        };
        terminal.shows(wanted);
    }
    terminal.press("?");
    terminal.shows("Esc closes");
    terminal.press("\u{1b}");
    terminal.until("closed", |screen| !screen.contains("Esc closes"));
    terminal.press("q\r");
    assert_eq!(terminal.end(), 0);
    terminal.is_restored();
    assert!(terminal.raw().contains("The game is not saved."));
}

#[test]
fn interruptions() {
    let place = folder();
    let args = "--against abel --seed 4";
    let mut terminal = Terminal::start(place.path(), args, 24, 80);
    terminal.shows("Which dragon do you fight?");
    terminal.press("\u{3}");
    assert_eq!(terminal.end(), 4);
    terminal.is_restored();
    assert!(terminal.raw().contains("The game is saved"), "{}", terminal.raw());
    for signal in ["-TERM", "-QUIT"] {
        let mut terminal = Terminal::start(place.path(), "--resume", 24, 80);
        terminal.shows("Which dragon do you fight?");
        terminal.signal(signal);
        assert_eq!(terminal.end(), 4);
        terminal.is_restored();
    }
}

/// While the program is stopped, by a key or by a signal, the shell has its terminal; afterwards
/// everything is drawn again.
#[test]
fn stopped_and_continued() {
    let place = folder();
    let mut terminal = Terminal::start(place.path(), "--against abel --seed 4", 24, 80);
    let count = |terminal: &Terminal, code: &str| terminal.raw().matches(code).count();
    for (way, times) in [("\u{1a}", 1), ("-TSTP", 2), ("-STOP", 3)] {
        terminal.shows("Which dragon do you fight?");
        assert!(!terminal.is_usual());
        match way {
            "\u{1a}" => terminal.press(way),
            signal => terminal.signal(signal),
        }
        terminal.is_stopped();
        // Nothing can be done before the signal that cannot be caught.
        assert!(way == "-STOP" || terminal.is_usual(), "{way:?}");
        terminal.before = terminal.raw.lock().unwrap().len();
        terminal.go_on();
        terminal.until("drawn again", |screen| {
            screen.contains("Which dragon do you fight?") && screen.contains("Scores, to 40")
        });
        assert!(count(&terminal, "\u{1b}[?1049h") > times);
        let restored = ["\u{1b}[?1049l", "\u{1b}[?25h"].map(|code| count(&terminal, code));
        assert!(restored.iter().all(|&count| count >= times.min(2)), "{way:?}");
        assert!(!terminal.is_usual());
    }
    terminal.press("q\r");
    assert_eq!(terminal.end(), 0);
    terminal.is_restored();
}

#[test]
fn small_and_dumb_terminals_get_lines() {
    let place = folder();
    let args = "--against abel --seed 4 --no-save";
    let mut terminal = Terminal::start(place.path(), args, 20, 80);
    terminal.shows("1 fight blue, 2 fight green, 3 fight red");
    terminal.press("quit\r");
    assert_eq!(terminal.end(), 0);
    assert!(!terminal.raw().contains("\u{1b}[?1049h"));
    // Ctrl-C in lines.
    let args = "--against abel --seed 4 --no-save --plain";
    let mut terminal = Terminal::start(place.path(), args, 24, 80);
    terminal.shows("1 fight blue");
    terminal.press("\u{3}");
    assert_eq!(terminal.end(), 4);
}

/// Ctrl and Alt belong to no key of the game, a window that is too small takes no keys, and bytes
/// that are no whole key hold nothing up.
#[test]
fn only_plain_keys_play() {
    let place = folder();
    let mut terminal = Terminal::start(place.path(), "--against abel --seed 4", 24, 80);
    terminal.shows("Which dragon do you fight?");
    terminal.press("\u{8}\u{15}\u{17}\u{2}\u{c}\u{1b}h\u{1b}1");
    // There are three dragons.
    terminal.press("0479");
    terminal.resize(10, 40);
    terminal.shows("The window has 40 x 10");
    terminal.press("1h");
    std::thread::sleep(Duration::from_millis(300));
    for (keys, rows) in [(&b"\x1b["[..], 30), (b"\xc3", 32), (b"\xff", 34)] {
        terminal.stdin.write_all(keys).unwrap();
        terminal.stdin.flush().unwrap();
        std::thread::sleep(Duration::from_millis(200));
        terminal.resize(rows, 100);
        terminal.shows("Which dragon do you fight?");
    }
    // The next key counts.
    terminal.press("w");
    terminal.shows("slays the blue dragon");
    let raw = terminal.raw();
    for never in ["Hint: ", "You fight", "practice", "> 4", "> 0"] {
        assert!(!raw.contains(never), "{never}");
    }
    terminal.press("\u{1c}");
    assert_eq!(terminal.end(), 4);
    terminal.is_restored();
    // Ctrl-D ends the input, but not within a line.
    let mut terminal = Terminal::start(place.path(), "--resume", 24, 80);
    terminal.shows("Which dragon do you fight?");
    terminal.press(":gre\u{4}");
    terminal.shows("> :gre_");
    terminal.press("\u{1b}");
    terminal.until("cleared", |screen| !screen.contains(":gre"));
    terminal.press("\u{4}");
    assert_eq!(terminal.end(), 0);
    assert!(terminal.raw().contains("The game is saved"));
}

/// A game that goes on has its log and its last roll, and no key at a stop is lost.
#[test]
fn a_game_that_goes_on_has_its_log() {
    let place = folder();
    let mut terminal = Terminal::start(place.path(), "--against abel --seed 4", 24, 80);
    terminal.shows("Which dragon do you fight?");
    terminal.press("1");
    terminal.shows("You fight the blue dragon");
    terminal.shows("Go on with Enter");
    // A digit at a stop opens no text.
    terminal.press("5\r");
    terminal.shows("The last roll");
    terminal.press("q\r");
    assert_eq!(terminal.end(), 0);
    let mut terminal = Terminal::start(place.path(), "--resume", 24, 80);
    terminal.until("as it was", |screen| {
        ["You fight the blue dragon", "The last roll", "aside"]
            .iter()
            .all(|text| screen.contains(text))
    });
    terminal.press("q\rq\r");
    assert_eq!(terminal.end(), 0);
}

/// The first question is asked at once.
#[test]
fn the_first_question_does_not_wait() {
    let place = folder();
    let time = |args: &str, question: &str| {
        let mut terminal = Terminal::start(place.path(), args, 24, 80);
        terminal.until("a screen", |screen| screen.contains("What happened"));
        let begun = Instant::now();
        terminal.shows(question);
        let time = begun.elapsed();
        terminal.press("q\r");
        assert_eq!(terminal.end(), 0);
        time
    };
    // In the second game the cards are dealt first.
    for (args, question) in [
        ("--against abel --seed 4 --no-save", "Which dragon do you fight?"),
        ("--game tute --seats me,novice,medium --seed 3 --no-save", "Which card do you"),
    ] {
        let best = (0..5).map(|_| time(args, question)).min().unwrap();
        assert!(best < Duration::from_millis(300), "{args}: {best:?}");
    }
}

/// The hash of the seed is seen before the first person takes the keyboard, and stays in the log of
/// each.
#[test]
fn every_log_begins_with_the_hash_of_the_seed() {
    let place = folder();
    let hash = "SHA-256 of their seed, which is shown at the end:";
    let args = "--game tute --seats me,bob:person,random --as ann --no-save --seed 4";
    for (plain, log, close) in [("", "l", "\u{1b}"), (" --plain", "log\r", "")] {
        let args = format!("{args}{plain}");
        let mut terminal = Terminal::start(place.path(), &args, 40, 120);
        terminal.until("a promise", |screen| {
            screen.contains("takes the keyboard") && screen.contains("The dice are fixed.")
        });
        for person in ["ann", "bob"] {
            terminal.shows(&format!("{person} takes the keyboard"));
            terminal.press("\r");
            terminal.shows("Your hand");
            terminal.press(log);
            terminal.shows(hash);
            terminal.press(close);
            terminal.until("closed", |screen| !screen.contains("Esc closes"));
            if person == "ann" {
                terminal.press("1\r");
            }
        }
        terminal.press("\u{3}");
        assert_eq!(terminal.end(), 4);
    }
    // The board of Parchis leaves no room for the log.
    let args = "--game parchis --against random --no-save --seed 3";
    let mut terminal = Terminal::start(place.path(), args, 24, 80);
    terminal.shows("number and Enter choose");
    terminal.press("l");
    let log = terminal.shows(hash);
    let whole = |line: &str| {
        let digits = line.chars().filter(char::is_ascii_hexdigit);
        digits.count() >= 64
    };
    assert!(log.lines().any(whole), "{log}");
    terminal.press("\u{1b}");
    terminal.until("closed", |screen| !screen.contains("Esc closes"));
    // The board is as wide as the window, and is not wrapped.
    terminal.press("b");
    let board = terminal.shows("Esc closes");
    assert!(board.contains(" bQ1 .    19\n"), "{board}");
    terminal.press("\u{3}");
    assert_eq!(terminal.end(), 4);
}

/// `?` explains the questions before the game, and a stranger is the first of the list.
#[test]
fn questions_before_the_game() {
    let place = folder();
    let mut terminal = Terminal::start(place.path(), "--no-save", 24, 80);
    terminal.shows("Which game do you play?");
    terminal.press("?");
    terminal.shows("or with the number or the name of a game");
    terminal.press("dragon\r");
    terminal.shows("1 a stranger: one of them");
    // What explains comes before the list, which is longer than the window.
    terminal.press("?");
    terminal.shows("the name or the id of a player");
    terminal.press("1\r");
    terminal.shows("The stranger");
    terminal.press("q\r");
    assert_eq!(terminal.end(), 0);
}

/// Lines are removed from a terminal before another person takes the keyboard.
#[test]
fn lines_are_cleared_between_persons() {
    let place = folder();
    let args = "--game tute --seats me,ann:person,bet:person --plain --no-save --seed 4";
    let mut terminal = Terminal::start(place.path(), args, 24, 80);
    terminal.shows("takes the keyboard and presses Enter.");
    terminal.press("\r");
    terminal.shows("Your hand");
    terminal.press("1\r");
    terminal.until("cleared", |screen| {
        screen.contains("takes the keyboard") && !screen.contains("hand:")
    });
    assert!(terminal.raw().matches("\u{1b}[3J").count() >= 2);
    terminal.press("\u{3}");
    assert_eq!(terminal.end(), 4);
}
