//! Paths that shall lead out of the server's few files: no file is read for a request, so that there is
//! no measure that could be left out.

use super::super::Server;
use crate::program::folder;

const PATHS: [&str; 44] = [
    "/a",
    "/a/",
    "/a/.",
    "/a/..",
    "/a/../",
    "/a/../Cargo.toml",
    "/a/../../etc/passwd",
    "/a/./page.css",
    "/a/x/../page.css",
    "/a/%2e%2e/Cargo.toml",
    "/a/%2e%2e%2fCargo.toml",
    "/a/..%2fCargo.toml",
    "/a/..%2f..%2fetc%2fpasswd",
    "/a/%252e%252e%252fetc%252fpasswd",
    "/a/..%5c..%5cwindows",
    "/a/....//....//etc/passwd",
    "/a/..;/etc/passwd",
    "/a/%c0%ae%c0%ae/etc/passwd",
    "/a/%2e%2e%00",
    "/a//etc/passwd",
    "/a/%2fetc%2fpasswd",
    "/a/file:%2f%2f%2fetc%2fpasswd",
    "//etc/passwd",
    "/etc/passwd",
    "/../etc/passwd",
    "/%2e%2e/etc/passwd",
    "/proc/self/environ",
    "/a/index.html",
    "/a/page.css/",
    "/a//page.css",
    "/a/PAGE.CSS",
    "/a/page.css%00",
    "/a/page.css%00.html",
    "/a/page.css%20",
    "/a/page.css.",
    "/a/page.css.gz",
    "/a/page.css~",
    "/a/page%2ecss/x",
    "/games.sqlite",
    "/games.sqlite-wal",
    "/.git/config",
    "/index.html",
    "/up/",
    "/ws/",
];

#[test]
fn paths_lead_nowhere() {
    let data = folder();
    let server = Server::start(data.path());
    let answer = |path: &str| {
        let line = format!("GET {path} HTTP/1.1");
        server.answer(&[&line, "host: 127.0.0.1:PORT", "connection: close"])
    };
    // All but the time is the same.
    let untimed = |answer: String| {
        answer.lines().filter(|line| !line.starts_with("date: ")).collect::<Vec<_>>().join("\n")
    };
    let nothing = untimed(answer("/none"));
    assert!(nothing.starts_with("HTTP/1.1 404 "), "{nothing}");
    assert!(nothing.ends_with("\n\nnothing is here"), "{nothing}");
    for path in PATHS {
        assert_eq!(untimed(answer(path)), nothing, "{path}");
    }
    assert!(answer("/a/page.css").starts_with("HTTP/1.1 200 "));
}
