//! Tables in a real browser: played by pressing and by keys, at several widths, over a restart of the
//! server, and as a screen reader hears them.

mod alone;
mod chrome;
mod controls;
mod injection;
mod kills;
mod looking_back;
mod offered;
mod pictures;
mod same;

use std::fs;

use tempfile::TempDir;

use super::Server;
use crate::program::{done, rivals};
use chrome::Chrome;

/// Presses something of the question that can be pressed, by a number; says what was done.
const PRESS: &str = r##"(number => {
  const one = (selector) => document.querySelector(selector);
  if (one("#dialog").open) return one("#dialog-yes").click(), "confirmed";
  if (one("#review-button")) return "over";
  const guess = one("[data-guess]");
  if (guess) return guess.click(), "guessed";
  const lit = [...document.querySelectorAll("#scene .lit")];
  if (lit.length && number % 2) return lit[number % lit.length].dispatchEvent(new MouseEvent("click", { bubbles: true })), "picked";
  const choices = [...document.querySelectorAll("[data-choice]")].filter((choice) => choice.offsetParent);
  if (choices.length) return choices[number % choices.length].click(), "chosen";
  const group = [...document.querySelectorAll("#ask summary")].find((group) => group.checkVisibility());
  if (group) return group.click(), "opened";
  return "waits";
})"##;

/// What a reader must never see: a page that scrolls sideways, and targets too small for a finger.
const COMPLAINTS: &str = r##"(() => {
  const found = [];
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) found.push(`the page is ${wide} pixels too wide`);
  for (const button of document.querySelectorAll("#ask :is(button, summary), #tools button, #zoom button, #chronicle button")) {
    const { width, height } = button.getBoundingClientRect();
    if (button.checkVisibility() && innerWidth < 600 && (width < 44 || height < 44)) found.push(`${button.textContent} is ${width} x ${height}`);
  }
  const ask = document.querySelector("#ask");
  if ([...ask.querySelectorAll("button, summary")].filter((one) => one.checkVisibility() && !one.closest("[open]")).length > 24) found.push("too many choices");
  if (ask.querySelector("button") && innerWidth < 600 && !scrollY && ask.getBoundingClientRect().bottom > innerHeight + 1) found.push("the question is below the screen");
  if (!document.querySelector("#scene").textContent.trim() && !document.querySelector("#scene svg")) found.push("nothing is drawn");
  return found;
})()"##;

/// Opens the lobby with the owner's key, without pauses between events.
fn lobby(chrome: &mut Chrome, server: &Server) {
    chrome.go(&format!("http://127.0.0.1:{}/up", server.port));
    chrome.until("location.pathname === '/up'");
    chrome.value("localStorage.setItem('settings', JSON.stringify({ speed: 'off' }))");
    chrome.go(&format!("http://127.0.0.1:{}/#/key/{}", server.port, server.key));
    chrome.until("location.pathname === '/' && document.querySelector('form[data-game]')");
}

/// A tab of this width in the lobby, with the server and the folder of its data; `None` without a
/// browser.
fn in_lobby(width: u32) -> Option<(Chrome, TempDir, Server)> {
    let mut chrome = Chrome::open()?;
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    chrome.screen(width, false);
    lobby(&mut chrome, &server);
    Some((chrome, data, server))
}

/// Begins a game of the lobby against this opponent.
fn begin_against(chrome: &mut Chrome, game: &str, opponent: &str) {
    chrome.until(&format!("document.querySelector('form[data-game={game}]')"));
    let choice = format!("document.querySelector('form[data-game={game}] [name=seat-2]')");
    chrome.value(&format!("{choice}.value = '{opponent}'"));
    begin(chrome, game);
}

/// Begins a game of the lobby as it is offered.
fn begin(chrome: &mut Chrome, game: &str) {
    chrome.until(&format!("document.querySelector('form[data-game={game}]')"));
    chrome.value(&format!("document.querySelector('form[data-game={game}]').requestSubmit()"));
    chrome.until("location.hash.startsWith('#/t/') && document.querySelector('#scene').innerHTML");
}

#[test]
fn every_game_is_played_by_pressing() {
    let Some(mut chrome) = Chrome::open() else { return };
    let scratch = tempfile::tempdir().unwrap();
    let server = Server::start(scratch.path());
    for (width, game, least) in [
        (1280, "pig", 2),
        (375, "dragon-slayer", 2),
        (375, "parchis", 4),
        (768, "tic-tac-toe-sp", 2),
        (375, "tute", 4),
        (1280, "battletech", 4),
    ] {
        chrome.screen(width, width == 768);
        lobby(&mut chrome, &server);
        begin(&mut chrome, game);
        let (mut pressed, mut number) = (0, 0);
        while pressed < 12 {
            number += 1;
            let what = chrome.value(&format!("{PRESS}({number})"));
            if what == "over" {
                break;
            }
            pressed += u32::from(what == "chosen" || what == "picked");
            let found = chrome.value(COMPLAINTS);
            assert_eq!(found.as_array().map(Vec::len), Some(0), "{game} at {width}: {found}");
        }
        assert!(pressed >= least, "{game}: {pressed}");
    }
    assert_eq!(chrome.wrong, [""; 0]);
}

/// Counts the steps that come, and notes when lines of the log are told.
const TOLD: &str = r##"
  window.came = document.querySelector("#log").childElementCount;
  window.tellings = [], window.nexts = [];
  window.heard = JSON.parse;
  JSON.parse = (text) => { const read = window.heard(text); window.came += read?.is === "step"; return read; };
  new MutationObserver((changes) => window.tellings.push({ at: performance.now(), lines: changes.flatMap(({ addedNodes }) => [...addedNodes]).length }))
    .observe(document.querySelector("#log"), { childList: true });
"##;

/// At a pace, in turns and in steps, each waits for the one before it; a key ends the wait.
#[test]
fn steps_are_told_one_after_the_other() {
    let Some((mut chrome, _data, _server)) = in_lobby(1280) else { return };
    begin_against(&mut chrome, "dragon-slayer", "abel");
    let told = "document.querySelector('#log').childElementCount";
    let press = |chrome: &mut Chrome, button: &str| {
        chrome.until(&format!("document.querySelector('{button}')"));
        chrome.value(&format!("document.querySelector('{button}').click()"))
    };
    chrome.until("document.querySelector('[data-choice]')");
    // From off to slow: what comes is told step by step, however slow this machine is.
    press(&mut chrome, "#speed");
    chrome.value(TOLD);
    let more = format!("(document.querySelector('[data-choice]')?.click(), came > {told} + 1)");
    chrome.until(&format!("{more} && tellings.length > 1"));
    assert_eq!(chrome.value("tellings.every(({ lines }) => lines === 1)"), true);
    let gap = "Math.min(...tellings.slice(1).map(({ at }, place) => at - tellings[place].at))";
    assert!(chrome.value(gap).as_f64().unwrap() > 100.0);
    chrome.until("document.querySelector('#roll .die')?.offsetParent");
    // All that has come is told at once.
    while chrome.value("tellings.some(({ lines }) => lines > 1)") != true {
        chrome.until(&more);
        chrome.key("Enter");
    }
    for _ in 0..3 {
        press(&mut chrome, "#speed");
    }
    press(&mut chrome, "#mode");
    // Each step waits for a press, and a press tells one.
    chrome.until(&format!(
        "(() => {{
           const one = document.querySelector('#next, [data-choice], [data-do=go]'), before = {told};
           const key = `${{one?.id}} ${{before}}`;
           if (one && key !== window.pressed) one.click();
           if (one?.id === 'next') nexts.push({told} - before);
           window.pressed = key;
           return nexts.length > 3;
         }})()"
    ));
    assert_eq!(chrome.value("nexts.every((lines) => lines === 1)"), true);
    assert_eq!(chrome.wrong, [""; 0]);
}

/// A game by the digits alone, and what a screen reader hears is what the terminal says in the same
/// game.
#[test]
fn a_game_by_keys_is_heard_as_in_the_terminal() {
    let Some((mut chrome, folder, _server)) = in_lobby(1280) else { return };
    begin_against(&mut chrome, "pig", "hold-20");
    let mut answers = String::new();
    let over = "document.querySelector('#review-button, [data-guess]')";
    while chrome.value(&format!("Boolean({over})")) != true {
        // It rolls until much is at stake.
        let key = if answers.len() % 10 < 6 { "1" } else { "2" };
        let before = chrome.value("document.querySelector('#log').childElementCount");
        chrome.until(&format!("document.querySelector('[data-choice]') || {over}"));
        if chrome.value(&format!("Boolean({over})")) == true {
            break;
        }
        let one = chrome.value("document.querySelectorAll('[data-choice]').length") == 1;
        let key = if one { "1" } else { key };
        // A page may send ten messages in a second.
        std::thread::sleep(std::time::Duration::from_millis(250));
        chrome.key(key);
        answers += &format!("{key}\n");
        chrome.until(&format!(
            "document.querySelector('#log').childElementCount > {before} || {over}"
        ));
    }
    let heard = chrome.heard();
    let data = folder.path().to_str().unwrap();
    let exported = done(&["history", "export", "--data", data]);
    let header: serde_json::Value = serde_json::from_str(exported.lines().next().unwrap()).unwrap();
    let script = folder.path().join("answers.txt");
    fs::write(&script, answers + "\n\n").unwrap();
    let seed = header["seed"].to_string();
    let output = rivals(&["play", "--game", "pig", "--plain", "--no-save", "--mode", "automatic"])
        .args(["--against", "hold-20", "--seed", &seed, "--script"])
        .arg(&script)
        .output()
        .unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    let mut lines = said.lines().map(str::trim);
    let told: Vec<&String> = heard.iter().filter(|line| line.contains("roll")).collect();
    assert!(told.len() > 5, "{heard:?}");
    for line in told {
        assert!(lines.any(|said| said == line), "{line:?} is not said then in\n{said}");
    }
    assert_eq!(chrome.wrong, [""; 0]);
}
