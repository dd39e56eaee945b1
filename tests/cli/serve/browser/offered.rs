//! What a page offers fits what can be done: in the lobby, at a table, in a long question, and at the end.

use serde_json::json;

use super::chrome::Chrome;
use super::{PRESS, begin, begin_against, in_lobby, lobby};

#[test]
fn the_lobby_has_a_language() {
    let Some((mut chrome, _data, _server)) = in_lobby(1280) else { return };
    let play = "document.querySelector('#play-pig').textContent";
    for word in ["Play", "Juga", "Jugar"] {
        chrome.value("document.querySelector('#lang').click()");
        chrome.until(&format!("{play} === '{word}'"));
    }
    // Whoever opens the address of a table without its key is told what to do.
    chrome.value("document.querySelector('#lang').click()");
    chrome.value("document.querySelector('#lang').click()");
    chrome.value("location.hash = '#/t/0123'");
    chrome.until("document.querySelector('#side').textContent.includes('no such table')");
    assert_eq!(chrome.wrong, [""; 0]);
}

#[test]
fn a_table_says_what_is_found_and_takes_one_press() {
    let Some((mut chrome, _data, server)) = in_lobby(375) else { return };
    begin(&mut chrome, "battletech");
    // A telephone knows from the start how high the question is.
    chrome.until("parseInt(document.documentElement.style.getPropertyValue('--docked')) > 0");
    let search = |chrome: &mut Chrome, words: &str| {
        let typed = "dispatchEvent(new Event('input', { bubbles: true }))";
        let field = "document.querySelector('#search')";
        chrome.value(&format!("{field}.value = '{words}'; {field}.{typed}"));
        chrome.value("!document.querySelector('#nothing').hidden")
    };
    // Where a mech goes is a long question.
    for number in 0..60 {
        if chrome.value("Boolean(document.querySelector('#search'))") == true {
            break;
        }
        chrome.value(&format!("{PRESS}({})", 2 * number));
        std::thread::sleep(std::time::Duration::from_millis(120));
    }
    assert_eq!(search(&mut chrome, "zzz"), true);
    assert_eq!(search(&mut chrome, ""), false);
    // A second press of a choice is no second answer, and nothing is said of it.
    lobby(&mut chrome, &server);
    begin_against(&mut chrome, "pig", "hold-20");
    chrome.until("document.querySelector('[data-choice]')");
    let twice = "(one => { one.click(); one.click(); })(document.querySelector('[data-choice]'))";
    chrome.value(twice);
    chrome.until("document.querySelector('#log').childElementCount > 2");
    assert_eq!(chrome.value("document.querySelector('#side').textContent"), "");
    // An invitation has a button that copies it.
    lobby(&mut chrome, &server);
    begin_open(&mut chrome);
    chrome.value("Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { window.copied = text; } } })");
    chrome.value("document.querySelector('[data-copy]').click()");
    chrome.until("document.querySelector('#side').textContent === 'Copied.'");
    assert_eq!(chrome.value("copied.includes('/#/sit/')"), true);
    assert_eq!(chrome.wrong, [""; 0]);
}

/// Makes a table that waits for a person.
fn begin_open(chrome: &mut Chrome) {
    let form = "document.querySelector('form[data-game=pig]')";
    chrome.until(form);
    chrome.value(&format!("{form}.querySelector('[name=seat-2]').value = 'open'"));
    chrome.value(&format!("{form}.requestSubmit()"));
    chrome.until("document.querySelector('input[data-link]')?.value");
}

#[test]
fn the_end_offers_what_is_left() {
    let Some((mut chrome, _data, _server)) = in_lobby(1280) else { return };
    begin(&mut chrome, "tic-tac-toe-sp");
    for number in 0..400 {
        let press = format!("document.querySelector('[data-guess]') ? 'over' : {PRESS}({number})");
        if chrome.value(&press) == "over" {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(110));
    }
    // Of many who may have been it, "No guess" stands open.
    assert_eq!(chrome.value("document.querySelectorAll('#ask .group').length > 0"), true);
    assert_eq!(chrome.value("document.querySelector('#guess-none').checkVisibility()"), true);
    // The guess may be left open: the lobby offers the same stranger for another game.
    chrome.value("document.querySelector('#later').click()");
    chrome.until("document.querySelector('form[data-game=pig] option[value^=stranger-of]')");
    chrome.value("history.back()");
    chrome.until("document.querySelector('#guess-none')");
    chrome.value("document.querySelector('#guess-none').click()");
    chrome.until("document.querySelector('#review-button')");
    let tools = "['hint', 'why', 'undo', 'guide'].map((name) => document.querySelector(`[data-tool=${name}]`).checkVisibility())";
    assert_eq!(chrome.value(tools), json!([false, false, false, true]));
    assert_eq!(chrome.wrong, [""; 0]);
}
