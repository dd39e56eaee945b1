//! `rivals play` on a real pseudo-terminal: a game to its end, windows of other sizes,
//! interruptions, and a terminal that is as it was before.

use std::io::{Read, Write};
use std::num::NonZero;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

use crate::program::folder;

/// The program on a terminal, with what the terminal shows.
struct Terminal {
    master: Box<dyn MasterPty + Send>,
    writer: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    parser: Arc<Mutex<vt100::Parser>>,
    raw: Arc<Mutex<Vec<u8>>>,
}

fn size(rows: u16, cols: u16) -> PtySize {
    PtySize {
        rows,
        cols,
        pixel_width: 0,
        pixel_height: 0,
    }
}

fn cells(count: u16) -> NonZero<u16> {
    NonZero::new(count).unwrap()
}

impl Terminal {
    fn start(data: &Path, args: &[&str], rows: u16, cols: u16) -> Self {
        let pair = native_pty_system().openpty(size(rows, cols)).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_rivals"));
        command.arg("play");
        command.args(args);
        command.cwd(env!("CARGO_MANIFEST_DIR"));
        command.env("RIVALS_DATA", data);
        command.env("TERM", "xterm-256color");
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let parser = Arc::new(Mutex::new(vt100::Parser::new(cells(rows), cells(cols), 0)));
        let raw = Arc::new(Mutex::new(Vec::new()));
        let mut reader = pair.master.try_clone_reader().unwrap();
        let (screen, bytes) = (Arc::clone(&parser), Arc::clone(&raw));
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(read @ 1..) = reader.read(&mut buffer) {
                screen.lock().unwrap().process(&buffer[..read]);
                bytes.lock().unwrap().extend_from_slice(&buffer[..read]);
            }
        });
        Self {
            writer: pair.master.take_writer().unwrap(),
            master: pair.master,
            child,
            parser,
            raw,
        }
    }

    fn screen(&self) -> String {
        self.parser.lock().unwrap().screen().contents()
    }

    fn press(&mut self, keys: &str) {
        self.writer.write_all(keys.as_bytes()).unwrap();
        self.writer.flush().unwrap();
    }

    /// Waits until the screen is as it should be.
    fn until(&self, what: &str, right: impl Fn(&str) -> bool) -> String {
        let begun = Instant::now();
        loop {
            let screen = self.screen();
            if right(&screen) {
                return screen;
            }
            assert!(
                begun.elapsed() < Duration::from_secs(30),
                "never {what}:\n{screen}"
            );
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn shows(&self, text: &str) -> String {
        self.until(text, |screen| screen.contains(text))
    }

    /// Waits for the end; returns the exit code.
    fn end(&mut self) -> u32 {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                std::thread::sleep(Duration::from_millis(100));
                return status.exit_code();
            }
            assert!(begun.elapsed() < Duration::from_secs(30), "it does not end");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Checks that the terminal is as before: the usual screen, and a cursor.
    fn is_restored(&self) {
        let parser = self.parser.lock().unwrap();
        assert!(!parser.screen().alternate_screen());
        assert!(!parser.screen().hide_cursor());
        let raw = self.raw.lock().unwrap();
        let raw = String::from_utf8_lossy(&raw);
        assert!(raw.contains("\u{1b}[?1049h"), "it never was a full screen");
        // No mouse was captured.
        assert!(!raw.contains("\u{1b}[?1000h"));
    }
}

#[test]
fn a_game_to_its_end() {
    let place = folder();
    let args = [
        "--game",
        "pig",
        "--against",
        "hold-20",
        "--seed",
        "4",
        "--mode",
        "automatic",
    ];
    let mut terminal = Terminal::start(place.path(), &args, 24, 80);
    let begun = Instant::now();
    let first = terminal.shows("Do you roll or hold?");
    assert!(
        first.contains("Scores, to 100") && first.contains("h hint"),
        "{first}"
    );
    while terminal.child.try_wait().unwrap().is_none() {
        assert!(
            begun.elapsed() < Duration::from_secs(120),
            "{}",
            terminal.screen()
        );
        let screen = terminal.screen();
        if screen.contains("game is over") || screen.contains("press Enter to leave") {
            break;
        }
        // Roll until there are ten points at stake, then hold. Other keys skip waits.
        let hold = screen.contains("points at stake. Do you") && !screen.contains("You have ");
        let stake = screen.split("You have ").nth(1).and_then(|rest| {
            rest.split(' ')
                .next()
                .and_then(|points| points.parse::<u32>().ok())
        });
        terminal.press(match stake {
            Some(10..) => "2",
            _ if hold => "2",
            _ => "1",
        });
        std::thread::sleep(Duration::from_millis(30));
    }
    terminal.shows("the game: ");
    terminal.press("\r");
    assert_eq!(terminal.end(), 0);
    terminal.is_restored();
}

#[test]
fn windows_of_other_sizes() {
    let place = folder();
    let args = ["--against", "abel", "--seed", "4", "--no-save"];
    let mut terminal = Terminal::start(place.path(), &args, 24, 80);
    terminal.shows("Which dragon do you fight?");
    for (rows, cols) in [(40, 120), (30, 100), (10, 40), (24, 80)] {
        terminal
            .parser
            .lock()
            .unwrap()
            .screen_mut()
            .set_size(cells(rows), cells(cols));
        terminal.master.resize(size(rows, cols)).unwrap();
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
    assert!(terminal.screen().contains("The game is not saved."));
}

#[test]
fn interruptions() {
    let place = folder();
    let args = ["--against", "abel", "--seed", "4"];
    let mut terminal = Terminal::start(place.path(), &args, 24, 80);
    terminal.shows("Which dragon do you fight?");
    terminal.press("\u{3}");
    assert_eq!(terminal.end(), 4);
    terminal.is_restored();
    assert!(
        terminal.screen().contains("The game is saved"),
        "{}",
        terminal.screen()
    );
    // SIGTERM as well, while an opponent thinks or not.
    let mut terminal = Terminal::start(place.path(), &["--resume"], 24, 80);
    terminal.shows("Which dragon do you fight?");
    let id = terminal.child.process_id().unwrap().to_string();
    let sent = std::process::Command::new("kill")
        .args(["-TERM", &id])
        .status();
    assert!(sent.unwrap().success());
    assert_eq!(terminal.end(), 4);
    terminal.is_restored();
}

#[test]
fn small_and_dumb_terminals_get_lines() {
    let place = folder();
    let args = ["--against", "abel", "--seed", "4", "--no-save"];
    let mut terminal = Terminal::start(place.path(), &args, 20, 80);
    terminal.shows("1 fight blue, 2 fight green, 3 fight red");
    terminal.press("quit\r");
    assert_eq!(terminal.end(), 0);
    assert!(!String::from_utf8_lossy(&terminal.raw.lock().unwrap()).contains("\u{1b}[?1049h"));
    // Ctrl-C in lines.
    let args = ["--against", "abel", "--seed", "4", "--no-save", "--plain"];
    let mut terminal = Terminal::start(place.path(), &args, 24, 80);
    terminal.shows("1 fight blue");
    terminal.press("\u{3}");
    assert_eq!(terminal.end(), 4);
}
