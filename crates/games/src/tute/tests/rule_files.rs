//! Rule files of Tute.

use rivals_core::play::Game;
use rivals_league::config::{self, Source};

use crate::tute::Tute;

fn read(text: &str) -> Result<String, String> {
    let source = Source::new("rules.toml", text);
    match config::rules::<Tute>(Some(&source)) {
        Ok(game) => Ok(game.identity()),
        Err(error) => {
            let help = miette::Diagnostic::help(&error).unwrap().to_string();
            Err(format!("{error} | {help}"))
        }
    }
}

#[test]
fn rules_are_read() {
    let built_in = "unit = \"hand\"\nmuestra = \"fuera\"\ncontrafallo = false\nultima = 10\n\
                    cantes = \"uno\"\nsin_baza = \"salva\"\n";
    assert_eq!(read("").unwrap(), built_in);
    let text = "unit = \"match\"\nmuestra = \"mano14\"\ncontrafallo = true\nultima = 0\n\
                cantes = \"todos\"\nsin_baza = \"pierde\"\n";
    assert_eq!(read(text).unwrap(), text);
    assert!(read("muestra = \"ultima_baza\"").unwrap().contains("ultima_baza"));
    for (text, message, help) in [
        ("unit = \"game\"", "unit = \"game\" cannot be used", "hand, match"),
        ("ultima = 5", "the last trick cannot have 5 points", "10 or 0"),
        ("contrafallo = 1", "contrafallo = 1 cannot be used", "true or false"),
        ("cante = \"uno\"", "unknown key `cante`", "did you mean cantes?"),
    ] {
        let refusal = read(text).unwrap_err();
        let (left, right) = refusal.split_once(" | ").unwrap();
        assert!(left.contains(message) && right.contains(help), "{refusal}");
    }
}
