//! Pictures of every game: first question, later, and the end, on a telephone, a tablet and a desk, in
//! light and in dark. With `RIVALS_PICTURES=1` they are written to `target/pictures`, to be looked at.

use std::fs;
use std::path::Path;

use serde_json::json;

use super::super::Server;
use super::chrome::Chrome;
use super::{PRESS, begin, lobby};

/// Things that lie on each other, as far as they are not scrolled away.
const OVERLAPS: &str = r##"(() => {
  document.getAnimations().forEach((moves) => moves.finish());
  scrollTo(0, document.body.scrollHeight);
  const clipped = (element) => {
    let { left, top, right, bottom } = element.getBoundingClientRect();
    for (let around = element.parentElement; around; around = around.parentElement) {
      if (getComputedStyle(around).overflowY === "visible") continue;
      const box = around.getBoundingClientRect();
      [left, top, right, bottom] = [Math.max(left, box.left), Math.max(top, box.top), Math.min(right, box.right), Math.min(bottom, box.bottom)];
    }
    return { left, top, right, bottom };
  };
  const things = [...document.querySelectorAll("h1, h2, h3, legend, button, a.button, input, .you, .track, .die, .piece, svg.drawing:not(.ground), pre, p, #log li")];
  const boxes = things.filter((thing) => thing.checkVisibility() && !thing.closest(".words, .skip, svg svg, dialog")).map((thing) => [thing, clipped(thing)]);
  const found = [];
  boxes.forEach(([one, a], place) => {
    for (const [other, b] of boxes.slice(place + 1)) {
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left), down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 1 && down > 1 && !one.contains(other)) found.push(`${one.outerHTML.slice(0, 60)} lies on ${other.outerHTML.slice(0, 60)}`);
    }
  });
  scrollTo(0, 0);
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) found.push(`the page is ${wide} pixels too wide`);
  return found;
})()"##;

/// A picture of the tab as it is, in base 64.
fn picture(chrome: &mut Chrome) -> String {
    chrome.call("Page.captureScreenshot", json!({}))["data"].as_str().unwrap().to_owned()
}

/// Looks at the tab in all widths; returns what is wrong.
fn look(chrome: &mut Chrome, name: &str, all: bool) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/pictures");
    let mut wrong = Vec::new();
    for (width, dark) in
        [(375, false), (1280, true), (768, false), (375, true), (768, true), (1280, false)]
    {
        if !all && (width == 768 || (width == 375) == dark) {
            continue;
        }
        chrome.screen(width, dark);
        let found = chrome.value(OVERLAPS);
        let theme = if dark { "dark" } else { "light" };
        wrong.extend(
            found.as_array().unwrap().iter().map(|what| format!("{name} at {width}: {what}")),
        );
        let picture = picture(chrome);
        if all {
            fs::create_dir_all(&folder).unwrap();
            let bytes = base64(&picture);
            fs::write(folder.join(format!("{name}-{width}-{theme}.png")), bytes).unwrap();
        }
        if picture.len() < 8_000 {
            wrong.push(format!("{name} at {width} is blank: {} bytes", picture.len()));
        }
    }
    wrong
}

/// The bytes of a text in base 64.
fn base64(text: &str) -> Vec<u8> {
    let digit = |c: u8| match c {
        b'A'..=b'Z' => c - b'A',
        b'a'..=b'z' => c - b'a' + 26,
        b'0'..=b'9' => c - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let digits: Vec<u32> =
        text.trim_end_matches('=').bytes().map(|c| u32::from(digit(c))).collect();
    let bytes = digits.chunks(4).flat_map(|four| {
        let sum = (0..4).fold(0, |sum, place| sum << 6 | four.get(place).unwrap_or(&0));
        sum.to_be_bytes()[1..four.len()].to_vec()
    });
    bytes.collect()
}

#[test]
fn pictures_of_every_game_are_whole() {
    let Some(mut chrome) = Chrome::open() else { return };
    let all = std::env::var_os("RIVALS_PICTURES").is_some();
    let scratch = tempfile::tempdir().unwrap();
    let server = Server::start(scratch.path());
    lobby(&mut chrome, &server);
    let mut wrong = look(&mut chrome, "lobby", all);
    for game in ["pig", "dragon-slayer", "parchis", "tic-tac-toe-sp", "tute", "battletech"] {
        lobby(&mut chrome, &server);
        begin(&mut chrome, game);
        wrong.extend(look(&mut chrome, &format!("{game}-first"), all));
        let end = if all { 300 } else { 12 };
        for number in 1..=end {
            let what = chrome.value(&format!("{PRESS}({number})"));
            if number == 12 {
                wrong.extend(look(&mut chrome, &format!("{game}-later"), all));
            }
            if what == "over" {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(if all { 110 } else { 50 }));
        }
        if all {
            wrong.extend(look(&mut chrome, &format!("{game}-last"), all));
        }
    }
    assert_eq!(wrong, [""; 0], "{}", wrong.join("\n"));
    assert_eq!(chrome.wrong, [""; 0]);
}
