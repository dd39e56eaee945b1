//! A game that is over: its steps, a link to it, and what the home and the pages about all games show.

use super::super::Server;
use super::chrome::Chrome;
use super::{begin_against, lobby};
use crate::program::done;

/// Opens the lobby as Ana, with the owner's key.
fn as_ana(chrome: &mut Chrome, server: &Server) {
    chrome.value("localStorage.setItem('settings', JSON.stringify({ speed: 'off', name: 'ana' }))");
    chrome.go("about:blank");
    chrome.go(&format!("http://127.0.0.1:{}/#/key/{}", server.port, server.key));
}

#[test]
fn a_finished_game_is_looked_back_upon() {
    let Some(mut chrome) = Chrome::open() else { return };
    let scratch = tempfile::tempdir().unwrap();
    let data = scratch.path().to_str().unwrap();
    // A game of the terminal, in which much is lost.
    let script = scratch.path().join("answers.txt");
    std::fs::write(&script, "1\n".repeat(400)).unwrap();
    let game = ["play", "--game", "pig", "--against", "hold-20", "--seed", "5", "--data", data];
    done(&[&game[..], &["--as", "ana", "--script", script.to_str().unwrap()]].concat());
    let server = Server::start(scratch.path());
    lobby(&mut chrome, &server);
    as_ana(&mut chrome, &server);
    chrome.until("document.querySelector('#home a[href=\"#/r/1\"]')");
    chrome.value("document.querySelector('#home a[href=\"#/r/1\"]').click()");
    chrome.until("document.querySelector('#review h2') && document.querySelector('.moments')");

    // A moment, then a step on by key, and back to the end.
    chrome.value("document.querySelector('.moments button').click()");
    chrome.until("document.querySelector('#step')?.value > 0");
    let step = chrome.value("+document.querySelector('#step').value").as_u64().unwrap();
    chrome.key("]");
    chrome.until(&format!("document.querySelector('#step').value == {}", step + 1));
    chrome.value("document.querySelector('[data-leave]').click()");
    chrome.until("document.querySelector('#replay')");

    // Whoever has the link sees the game and its review, and nothing else.
    chrome.value("document.querySelector('#share').click()");
    chrome.until("document.querySelector('#dialog').open");
    let link = chrome.value("document.querySelector('#dialog-input').value");
    chrome.value("localStorage.clear()");
    chrome.go("about:blank");
    chrome.go(link.as_str().unwrap());
    chrome.until("document.querySelector('#review-button')");
    chrome.value("document.querySelector('#review-button').click()");
    chrome.until("document.querySelector('#review h2')");
    chrome.value("location.hash = '#/'");
    chrome.until("document.querySelector('#lobby h1') && !document.querySelector('#home')");

    // All games of a person, and its costly decisions.
    as_ana(&mut chrome, &server);
    chrome.until("document.querySelector('#home a[href=\"#/p/ana\"]')");
    chrome.value("location.hash = '#/p/ana'");
    chrome.until(
        "document.querySelector('#page .games a') && document.querySelector('#report table')",
    );
    chrome.value("location.hash = '#/practice'");
    chrome.until("document.querySelector('[data-tried]')");
    chrome.value("document.querySelector('[data-tried]').click()");
    chrome.until("document.querySelector('#page .said')");

    // The same again in one press.
    chrome.value("location.hash = '#/'");
    begin_against(&mut chrome, "pig", "hold-25");
    chrome.value("location.hash = '#/'");
    chrome.until("document.querySelector('#now') && !document.querySelector('#now').hidden");
    chrome.value("document.querySelector('#now').click()");
    chrome.until("location.hash.startsWith('#/t/') && document.querySelector('#scene').innerHTML");
    assert_eq!(chrome.wrong, [""; 0]);
}

/// What a Catalan or Spanish page shows of a finished game is not English.
#[test]
fn a_finished_game_is_told_in_the_language_of_the_page() {
    let Some(mut chrome) = Chrome::open() else { return };
    let scratch = tempfile::tempdir().unwrap();
    let data = scratch.path().to_str().unwrap();
    let script = scratch.path().join("answers.txt");
    std::fs::write(&script, "1\n".repeat(400)).unwrap();
    let game = ["play", "--game", "pig", "--against", "hold-20", "--seed", "5", "--data", data];
    done(&[&game[..], &["--as", "ana", "--script", script.to_str().unwrap()]].concat());
    let server = Server::start(scratch.path());
    for (language, decision) in [("ca", "Decisió "), ("es", "Decisión ")] {
        lobby(&mut chrome, &server);
        chrome.value(&format!("localStorage.setItem('settings', JSON.stringify({{ speed: 'off', name: 'ana', lang: '{language}' }}))"));
        chrome.go("about:blank");
        chrome.go(&format!("http://127.0.0.1:{}/#/key/{}", server.port, server.key));
        chrome.until("document.querySelector('#home a[href=\"#/r/1\"]')");
        chrome.value("document.querySelector('#home a[href=\"#/r/1\"]').click()");
        chrome.until("document.querySelector('.moments')");
        let moments = chrome.value("document.querySelector('.moments').innerText");
        let all = moments.as_str().unwrap().lines().all(|line| line.starts_with(decision));
        assert!(all, "{moments}");
        chrome.value("document.querySelector('.moments button').click()");
        chrome.until("document.querySelector('#step')?.value > 0");
        let note = chrome.value("document.querySelector('.replay legend').innerText");
        let english = ["Step", "Decision ", "choose", "worth", "Chance"];
        assert!(!english.iter().any(|word| note.as_str().unwrap().contains(word)), "{note}");
    }
    assert_eq!(chrome.wrong, [""; 0]);
}
