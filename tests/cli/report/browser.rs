//! Reports in headless Chromium, at several widths, in light and in dark. `checks.js` looks for
//! defects that a reader must never see.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::folder;
use crate::program::done;

const CHECKS: &str = include_str!("checks.js");

/// The environment variable that makes a missing browser a failure.
const REQUIRED: &str = "RIVALS_REQUIRE_BROWSER";

/// The widths of a desktop screen and of a telephone.
const WIDTHS: [u32; 2] = [1280, 390];

/// Those of a tablet and of a large screen, on which less can go wrong.
const OTHERS: [u32; 2] = [768, 1920];

/// The browser; `None` if there is none and none is required.
pub(crate) fn chromium() -> Option<PathBuf> {
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let found = std::env::var_os("PATH").and_then(|path| {
        std::env::split_paths(&path)
            .flat_map(|folder| names.map(|name| folder.join(name)))
            .find(|file| file.is_file())
    });
    if found.is_none() {
        assert!(
            std::env::var_os(REQUIRED).is_none(),
            "{REQUIRED} is set and there is no Chromium: install the package chromium"
        );
        eprintln!("skipped: Chromium is not installed");
    }
    found
}

/// A page that shows each report in a frame of its width, one after the other, and writes down the
/// complaints about them. Frames are used because Chromium's windows are never narrower than 500.
fn page(reports: &[(&str, u32)]) -> String {
    // Inside a script, no text may look like the end of the script.
    let quoted = serde_json::to_string(reports).unwrap().replace("</", "<\\/");
    format!(
        r#"<!doctype html><meta charset="utf-8"><body style="margin:0"><pre></pre>
<script>{CHECKS}
const reports = {quoted}, results = [];
const next = () => {{
  if (reports.length === 0) {{
    document.querySelector("pre").textContent = JSON.stringify(results);
    return;
  }}
  const [report, across] = reports.shift(), frame = document.createElement("iframe");
  frame.style = `border:0;width:${{across}}px;height:900px`;
  frame.onload = () => {{
    const found = complaints(frame.contentWindow);
    if (frame.contentDocument.querySelector("script")) found.push(...presses(frame.contentWindow));
    const dark = frame.contentWindow.matchMedia("(prefers-color-scheme: dark)").matches;
    results.push({{ found, dark, width: frame.contentWindow.innerWidth }});
    frame.remove();
    next();
  }};
  frame.srcdoc = report;
  document.body.prepend(frame);
}};
next();
</script>"#
    )
}

/// Shows a page in Chromium; returns its standard output and what pages wrote to their consoles.
fn run(chromium: &Path, dark: bool, page: &str) -> (String, Vec<String>) {
    let profile = tempfile::tempdir().unwrap();
    let file = profile.path().join("page.html");
    fs::write(&file, page).unwrap();
    let output = Command::new(chromium)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--window-size=1400,1000"])
        .args(["--enable-logging=stderr", "--virtual-time-budget=20000", "--dump-dom"])
        // 0 is dark, 1 is light.
        .arg(format!("--blink-settings=preferredColorScheme={}", u8::from(!dark)))
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .arg(format!("file://{}", file.display()))
        .output()
        .expect("Chromium starts");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    let console = errors.lines().filter(|line| line.contains("CONSOLE"));
    (
        String::from_utf8(output.stdout).expect("pages are UTF-8"),
        console.map(str::to_owned).collect(),
    )
}

#[test]
fn nothing_is_wrong_in_a_browser() {
    let Some(chromium) = chromium() else { return };
    let report = folder::html();
    let (before, rest) = report.split_once("<script>").unwrap();
    let (_, after) = rest.split_once("</script>").unwrap();
    let without = format!("{before}{after}");
    let whole = WIDTHS.map(|width| (report, width));
    let others = OTHERS.map(|width| (report, width));
    let without = WIDTHS.map(|width| (&*without, width));
    nothing_is_wrong(&chromium, &[whole, without, others].concat(), false);
    nothing_is_wrong(&chromium, &whole, true);
}

fn nothing_is_wrong(chromium: &Path, reports: &[(&str, u32)], dark: bool) {
    let (dom, console) = run(chromium, dark, &page(reports));
    assert!(console.is_empty(), "{console:#?}");
    let results: Vec<serde_json::Value> = serde_json::from_str(&result(&dom)).unwrap();
    assert_eq!(results.len(), reports.len());
    for (number, (result, (_, width))) in results.iter().zip(reports).enumerate() {
        assert_eq!(result["width"], *width, "{result}");
        assert_eq!(result["dark"], dark, "{result}");
        let found = result["found"].as_array().unwrap();
        assert!(found.is_empty(), "report {number}, {width} wide, dark {dark}: {found:#?}");
    }
}

/// The committed results of the other games, with boards, long names, and more than two seats.
#[test]
fn nothing_is_wrong_with_results_of_other_games() {
    let Some(chromium) = chromium() else { return };
    let games = ["parchis", "tic_tac_toe_sp", "tute", "battletech"];
    let reports = games.map(|game| done(&["report", &format!("results/{game}"), "--out", "-"]));
    for (width, dark) in [(1280, true), (390, false)] {
        let reports: Vec<_> = reports.iter().map(|report| (&**report, width)).collect();
        nothing_is_wrong(&chromium, &reports, dark);
    }
}

/// Tests the checks themselves with a page that has every defect.
#[test]
fn a_bad_page_is_found_out() {
    let Some(chromium) = chromium() else { return };
    let bad = r##"<!doctype html><html><body style="background:#fff">
        <p style="color:#ccc">faint</p><div style="width:3000px">wide</div><a href="#x">nowhere</a>
        <p id="two"></p><p id="two"></p>
        <svg viewBox="0 0 100 50" width="300" height="150"><title>t</title>
        <text x="10" y="20" style="font-size:3px">one upon</text><text x="12" y="21">another</text><text x="95" y="40">cut off</text>
        </svg><figure id="board"><p class="figure-title">board</p><svg viewBox="0 0 9 9" width="100"></svg></figure>
        <dl class="headlines" style="width:60px"><dd class="large" style="overflow-wrap:anywhere">minimax:4:evaluations</dd></dl>
        <section id="standings" style="width:200px"><div class="table" style="overflow:auto"><table style="width:900px;border-collapse:collapse">
        <tbody><tr><th class="name">Ann</th><td>-0.0</td></tr></tbody></table></div></section></body></html>"##;
    let (dom, _) = run(&chromium, false, &page(&[(bad, 1280)]));
    let found = result(&dom);
    for complaint in [
        "contrast",
        "wide on a screen",
        "leads nowhere",
        "two elements are #two",
        "overlapping",
        "cut: ",
        "has no desc",
        "letters of 9.0 px",
        "#board has no title",
        "px before the page",
        "a zero with a sign",
        "broken in a word",
        "no row lines",
        "the standings are 900 wide in 200",
    ] {
        assert!(found.contains(complaint), "{complaint} is not in {found}");
    }
}

/// The result that the page wrote; Chromium writes three characters as entities.
fn result(dom: &str) -> String {
    let after = dom.split("<pre>").nth(1).expect("the page has its result");
    let text = after.split("</pre>").next().expect("elements end");
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}
