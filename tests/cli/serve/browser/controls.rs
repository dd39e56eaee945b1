//! What fingers, keys and ears have: targets of a finger's breadth, a drawing that comes closer, letters
//! that can be switched off, the log of one's own, and tones.

use serde_json::json;

use super::chrome::Chrome;
use super::{begin, begin_against, in_lobby};

/// Presses the screen there, as a mouse does.
fn press(chrome: &mut Chrome, x: f64, y: f64) {
    for kind in ["mousePressed", "mouseReleased"] {
        let event = json!({"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1});
        chrome.call("Input.dispatchMouseEvent", event);
    }
}

/// Each place of a board that can be pressed: its id, its middle, and a point beside it that is within
/// a finger's breadth of it and nearest to it of all; in points of the screen.
const BESIDE: &str = r##"(() => {
  const middles = [...document.querySelectorAll("#scene .lit")].map((place) => {
    const { left, top, width, height } = place.getBoundingClientRect();
    return { id: place.id, several: /\(\d+\)$/.test(place.ariaLabel), x: left + width / 2, y: top + height / 2, width, height };
  });
  const far = (one, x, y) => Math.hypot(one.x - x, one.y - y);
  return middles.flatMap((one) => [[0, -21], [0, 21], [-21, 0], [21, 0]].map(([dx, dy]) => ({ id: one.id, x: one.x + dx, y: one.y + dy, small: one.several && (one.width < 40 || one.height < 40) }))
    .filter(({ x, y, small }) => small && middles.every((other) => other === one || far(other, x, y) > far(one, x, y)))
    .filter(({ x, y }) => document.elementFromPoint(x, y)?.closest("svg.drawing")).slice(0, 1));
})()"##;

#[test]
fn a_place_is_met_within_a_fingers_breadth() {
    let Some((mut chrome, _data, _server)) = in_lobby(375) else { return };
    begin(&mut chrome, "parchis");
    chrome.until("document.querySelector('#scene .lit')");
    let places = chrome.value(BESIDE);
    let places = places.as_array().unwrap();
    assert!(!places.is_empty(), "there are places smaller than a finger");
    for place in places {
        chrome.key("Escape");
        press(&mut chrome, place["x"].as_f64().unwrap(), place["y"].as_f64().unwrap());
        let taken = "[...document.querySelectorAll('#scene .taken')].map((one) => one.id)";
        assert_eq!(chrome.value(taken), json!([place["id"]]), "{place}");
    }
    assert_eq!(chrome.wrong, [""; 0]);
}

#[test]
fn a_drawing_comes_closer_and_moves() {
    let Some((mut chrome, _data, _server)) = in_lobby(375) else { return };
    begin(&mut chrome, "battletech");
    chrome.until("document.querySelector('#scene .lit')");
    let width = "document.querySelector('#scene .lit').getBoundingClientRect().width";
    let part = "document.querySelector('#scene svg.drawing').getAttribute('viewBox')";
    let (small, whole) = (chrome.value(width).as_f64().unwrap(), chrome.value(part));
    chrome.key("+");
    chrome.value("document.querySelector('[data-tool=nearer]').click()");
    let near = chrome.value(width).as_f64().unwrap();
    assert!((near / small - 2.25).abs() < 0.01, "{small} {near}");
    // A finger moves it, two fingers bring it closer.
    let before = chrome.value(part);
    let touch = |chrome: &mut Chrome, kind: &str, points: &[(f64, f64)]| {
        let points =
            points.iter().enumerate().map(|(id, (x, y))| json!({"x": x, "y": y, "id": id}));
        let points: Vec<_> = points.collect();
        chrome.call("Input.dispatchTouchEvent", json!({"type": kind, "touchPoints": points}));
    };
    touch(&mut chrome, "touchStart", &[(180.0, 160.0)]);
    touch(&mut chrome, "touchMove", &[(150.0, 140.0)]);
    touch(&mut chrome, "touchMove", &[(120.0, 120.0)]);
    touch(&mut chrome, "touchEnd", &[]);
    assert_ne!(chrome.value(part), before);
    touch(&mut chrome, "touchStart", &[(180.0, 160.0), (200.0, 160.0)]);
    touch(&mut chrome, "touchMove", &[(175.0, 160.0), (205.0, 160.0)]);
    touch(&mut chrome, "touchMove", &[(170.0, 160.0), (210.0, 160.0)]);
    touch(&mut chrome, "touchEnd", &[]);
    assert!(chrome.value(width).as_f64().unwrap() > 1.5 * near);
    // What has the focus is brought into sight.
    chrome.key("ArrowDown");
    let seen = chrome.value(
        "(() => { const box = document.activeElement.getBoundingClientRect(), all = document.querySelector('#scene svg.drawing').getBoundingClientRect(); \
         return document.activeElement.matches('.lit') && box.top >= all.top - 1 && box.bottom <= all.bottom + 1; })()",
    );
    assert_eq!(seen, true);
    chrome.key("0");
    assert_eq!(chrome.value(part), whole);
    assert_eq!(chrome.wrong, [""; 0]);
}

#[test]
fn letters_tones_bars_and_own_lines() {
    let Some((mut chrome, _data, _server)) = in_lobby(1280) else { return };
    begin_against(&mut chrome, "pig", "hold-20");
    chrome.until("document.querySelector('[data-choice]')");
    // Without letter keys no letter, digit or sign does anything; arrows and Enter do.
    chrome.value("document.querySelector('#letters').click()");
    for key in ["h", "1", "?"] {
        chrome.key(key);
    }
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert_eq!(chrome.value("document.querySelector('#side').textContent"), "");
    chrome.value("document.querySelector('#letters').click()");
    chrome.key("h");
    chrome.until("document.querySelectorAll('#side meter').length === 2");
    let sum = "[...document.querySelectorAll('#side meter')].every(({ value }) => value > 0 && value < 1)";
    assert_eq!(chrome.value(sum), true);
    // Tones are those of what happened.
    chrome.value("window.tones = []; AudioContext.prototype.createOscillator = ((make) => function () { const one = make.call(this); const pitch = one.frequency; one.start = () => window.tones.push(Math.round(pitch.value)); one.stop = () => {}; return one; })(AudioContext.prototype.createOscillator)");
    chrome.value("document.querySelector('#sound').click()");
    // A one comes with one of six rolls, and ends nothing but the turn.
    for _ in 0..100 {
        if chrome.value("[659, 247, 165].every((pitch) => window.tones.includes(pitch))") == true {
            break;
        }
        chrome.until("document.querySelector('[data-choice], [data-guess], #review-button')");
        if chrome.value("Boolean(document.querySelector('[data-choice]'))") != true {
            break;
        }
        chrome.value("document.querySelector('[data-choice]').click()");
        std::thread::sleep(std::time::Duration::from_millis(250));
    }
    for (what, pitch) in [("turn", 659), ("roll", 247), ("lost", 165)] {
        assert_eq!(chrome.value(&format!("window.tones.includes({pitch})")), true, "{what}");
    }
    // One's own lines alone.
    let shown = "[...document.querySelectorAll('#log li')].filter((line) => line.checkVisibility()).map((line) => line.textContent)";
    let all = chrome.value(shown);
    chrome.value("document.querySelector('#mine').click()");
    let own = chrome.value(shown);
    let (all, own) = (all.as_array().unwrap(), own.as_array().unwrap());
    assert!(
        own.len() < all.len() && own.iter().any(|line| line.as_str().unwrap().starts_with("You "))
    );
    assert!(!own.iter().any(|line| line.as_str().unwrap().starts_with("hold-20 rolls")), "{own:?}");
    assert_eq!(chrome.wrong, [""; 0]);
}
