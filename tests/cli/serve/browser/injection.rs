//! Names that are pages, scripts or styles: they are shown as they were written, and nothing of them
//! runs. Each of the two measures, texts that are escaped and the policy of the page, holds without
//! the other; without both, the attack succeeds.

use serde_json::{Value, json};

use super::super::{Page, Server};
use super::chrome::Chrome;

/// Names of at most 40 characters. Those that would do something call `alert`.
const NAMES: [&str; 60] = [
    "<script>alert(1)</script>",
    "</script><script>alert(2)</script>",
    "<img src=x onerror=alert(3)>",
    "<img src=x onerror='alert(4)'>",
    "<img src=x onerror=\"alert(5)\">",
    "<IMG SRC=x ONERROR=alert(6)>",
    "<img/src=x/onerror=alert(7)>",
    "\"><img src=x onerror=alert(8)>",
    "'><img src=x onerror=alert(9)>",
    "--><img src=x onerror=alert(10)>",
    "</title><img src=x onerror=alert(11)>",
    "</style><img src=x onerror=alert(12)>",
    "</g></svg><img src=x onerror=alert(13)>",
    "<svg onload=alert(14)>",
    "<svg/onload=alert(15)>",
    "<svg><script>alert(16)</script></svg>",
    "<svg><animate onbegin=alert(17) dur=1s>",
    "<svg><set onbegin=alert(18) dur=1s>",
    "<svg><image href=x onerror=alert(19)>",
    "<body onload=alert(20)>",
    "<video src=x onerror=alert(21)>",
    "<video><source onerror=alert(22)>",
    "<audio src=x onerror=alert(23)>",
    "<details open ontoggle=alert(24)>",
    "<input autofocus onfocus=alert(25)>",
    "<a autofocus tabindex=1 onfocus=alert()>",
    "<iframe src=javascript:alert(27)>",
    "<iframe srcdoc='<script>alert()</script>",
    "<iframe onload=alert(29)>",
    "<object data=x onerror=alert(30)>",
    "<embed src=javascript:alert(31)>",
    "<a href=javascript:alert(32)>press</a>",
    "<form action=javascript:alert(33)>",
    "<button formaction=javascript:alert(34)>",
    "<math href=javascript:alert(35)>x</math>",
    "<base href=http://evil.example/>",
    "<link rel=stylesheet href=//evil.exampl>",
    "<style>*{display:none}</style>",
    "<p style=position:fixed;inset:0>x</p>",
    "<meta http-equiv=refresh content=0>",
    "<img src=//evil.example/a>",
    "<script src=//evil.example/a></script>",
    "<plaintext>",
    "<!--",
    "<![CDATA[",
    "<textarea>",
    "<template><b>x</b></template>",
    "<b id=ask data-choice=0>stop</b>",
    "<dialog open id=dialog>x</dialog>",
    "&lt;b&gt;&#60;b&#62;&amp;",
    "&#x3c;img src=x onerror=alert(51)&#x3e;",
    "\\u003cimg src=x onerror=alert(52)\\u003e",
    "%3Cimg src=x onerror=alert(53)%3E",
    "{{constructor.constructor('alert()')()}}",
    "${alert(55)}",
    "javascript:alert(56)",
    "\";alert(57);//",
    "';alert(58);//",
    "` onfocus=alert(59) x=`",
    "\"}}],\"is\":\"table\",\"x\":[{\"a\":\"",
];

/// Notes what runs and what the policy refuses.
const WATCH: &str = "
  window.ran = []; window.refused = [];
  window.alert = (what) => window.ran.push(what ?? 'x');
  addEventListener('securitypolicyviolation', (event) => window.refused.push(event.violatedDirective));
";

/// A table at which six people have these names: the link of those who look on.
fn seated(server: &Server, names: &[&str]) -> String {
    let mut host = server.owner();
    let mut seats = vec![json!({"person": names[0]})];
    seats.extend(names[1..].iter().map(|_| json!("open")));
    let made = host.ask(json!({"do": "new", "game": "pig", "seats": seats, "watch": true}));
    assert_eq!(made["is"], "done", "{}: {made}", names[0]);
    let table = made["table"].as_str().unwrap();
    let shown = host.until(|message| message["is"] == "table");
    let ask = shown["put"]["ask"].as_str().unwrap();
    let links = |page: &str| -> Vec<String> {
        let begin = format!("#/{page}/{table}/");
        let parts = ask.split(&begin).skip(1);
        let mut links: Vec<String> = parts.map(|part| part[..32].to_owned()).collect();
        links.dedup();
        links
    };
    let invitations = links("sit");
    assert_eq!(invitations.len(), names.len() - 1, "{ask}");
    for (invitation, name) in invitations.iter().zip(&names[1..]) {
        let mut guest: Page = server.hello("", None);
        let sit = json!({"do": "sit", "table": table, "invitation": invitation, "name": name});
        let sat = guest.ask(sit);
        assert_eq!(sat["is"], "done", "{name}: {sat}");
    }
    format!("#/watch/{table}/{}", links("watch")[0])
}

/// A tab that notes what runs, with the policy of the page or without.
fn watching(server: &Server, policy: bool) -> Option<Chrome> {
    let mut chrome = Chrome::open()?;
    chrome.call("Page.addScriptToEvaluateOnNewDocument", json!({"source": WATCH}));
    chrome.call("Page.setBypassCSP", json!({"enabled": !policy}));
    chrome.go(&format!("http://127.0.0.1:{}/", server.port));
    chrome.until("document.readyState === 'complete' && document.querySelector('#lobby').textContent.includes('Pig')");
    Some(chrome)
}

/// What was loaded from elsewhere.
const ELSEWHERE: &str = "performance.getEntriesByType('resource').map((entry) => entry.name)
  .filter((name) => !name.startsWith(location.origin + '/a/'))";

#[test]
fn names_are_shown_as_they_were_written() {
    let scratch = tempfile::tempdir().unwrap();
    let server = Server::start(scratch.path());
    let tables: Vec<_> = NAMES.chunks(6).map(|names| (seated(&server, names), names)).collect();
    for policy in [true, false] {
        let Some(mut chrome) = watching(&server, policy) else { return };
        for (link, names) in &tables {
            chrome.value(&format!("location.hash = {}", json!(link)));
            for name in *names {
                let name = json!(name);
                chrome.until(&format!("document.body.textContent.includes({name})"));
            }
        }
        for (what, found) in
            [("ran", "window.ran"), ("refused", "window.refused"), ("loaded", ELSEWHERE)]
        {
            assert_eq!(chrome.value(found), json!([]), "{what}, policy: {policy}");
        }
        assert_eq!(chrome.wrong, [""; 0]);
    }
}

/// As if a text of a message were not escaped: the page makes it a part of itself.
fn unescaped(chrome: &mut Chrome) -> Value {
    let put = "(async (names) => {
      const { policy } = await import('/a/link.js');
      for (const name of names) {
        const place = document.body.appendChild(document.createElement('div'));
        place.innerHTML = policy.createHTML(name);
        await new Promise((resolve) => setTimeout(resolve, 20));
        place.remove();
      }
      await new Promise((resolve) => setTimeout(resolve, 500));
    })";
    // Those that lead elsewhere would end the page in which the others are counted.
    let names: Vec<&&str> = NAMES.iter().filter(|name| !name.contains("http-equiv")).collect();
    chrome.value(&format!("{put}({})", json!(names)));
    chrome.value("window.ran")
}

#[test]
fn the_policy_runs_nothing_that_was_not_escaped() {
    let scratch = tempfile::tempdir().unwrap();
    let server = Server::start(scratch.path());
    for policy in [true, false] {
        let Some(mut chrome) = watching(&server, policy) else { return };
        let ran = unescaped(&mut chrome);
        let ran = ran.as_array().unwrap().len();
        if policy {
            assert_eq!(ran, 0);
            assert!(chrome.value("window.refused.length").as_u64() > Some(10));
            // Other texts than those of the page's own function are refused at once.
            let put = "(() => { try { document.body.innerHTML = '<b>x</b>'; return 'put'; }
                       catch (error) { return error.name; } })()";
            assert_eq!(chrome.value(put), "TypeError");
        } else {
            assert!(ran > 10, "without both measures {ran} of the names run");
        }
    }
}
