//! An agent of Pig in Rust without any crate: `rustc -O hold.rs`.

use std::io::{BufRead, Write};

/// What follows a key in a line of JSON.
fn after<'a>(line: &'a str, key: &str) -> Option<&'a str> {
    line.split_once(&format!("\"{key}\":")).map(|(_, rest)| rest)
}

/// The whole number with which a text begins.
fn number(text: &str) -> u32 {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text[..end].parse().unwrap_or(0)
}

fn answer(line: &str) -> Option<String> {
    let ask = after(line, "ask")?;
    if ask.starts_with("\"hello\"") {
        let hello =
            "\"protocol\":1,\"name\":\"My bot in Rust\",\"games\":[\"pig\"],\"deterministic\":true";
        return Some(hello.to_owned());
    }
    if ask.starts_with("\"new\"") {
        return Some("\"ready\":true".to_owned());
    }
    let seat = number(after(line, "seat")?) as usize;
    let points = number(after(line, "at_stake")?);
    let scores = after(line, "scores")?.trim_start_matches('[');
    let score = number(scores.split([',', ']']).nth(seat - 1)?);
    let action = if points >= 20 || score + points >= 100 { "hold" } else { "roll" };
    Some(format!("\"action\":\"{action}\""))
}

fn main() {
    let mut output = std::io::stdout();
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        let Some(id) = after(&line, "id").map(number) else { continue };
        let Some(answer) = answer(&line) else { continue };
        let written = writeln!(output, "{{\"id\":{id},{answer}}}").and_then(|()| output.flush());
        if written.is_err() {
            break;
        }
    }
}
