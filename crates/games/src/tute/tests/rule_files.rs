//! Rule files of Tute.

use crate::tests::{read_rules, refuses};
use crate::tute::Tute;

#[test]
fn rules_are_read() {
    let built_in = "unit = \"hand\"\nmuestra = \"fuera\"\ncontrafallo = false\nultima = 10\n\
                    cantes = \"uno\"\nsin_baza = \"salva\"\n";
    assert_eq!(read_rules::<Tute>("").unwrap(), built_in);
    let text = "unit = \"match\"\nmuestra = \"mano14\"\ncontrafallo = true\nultima = 0\n\
                cantes = \"todos\"\nsin_baza = \"pierde\"\n";
    assert_eq!(read_rules::<Tute>(text).unwrap(), text);
    // Newer keys with their usual values are no part of the text.
    let text = format!("{built_in}porotos = 20\ncapote = false\ntute = false\nexchange = \"7\"\n");
    assert_eq!(read_rules::<Tute>(&text).unwrap(), text);
    let usual = "porotos = 4\ncapote = true\ntute = true\nexchange = \"off\"\n";
    assert_eq!(read_rules::<Tute>(usual).unwrap(), built_in);
    assert!(read_rules::<Tute>("muestra = \"ultima_baza\"").unwrap().contains("ultima_baza"));
    refuses::<Tute>(&[
        ("unit = \"game\"", "unit = \"game\" cannot be used", "hand, match"),
        ("ultima = 5", "the last trick cannot have 5 points", "10 or 0"),
        ("contrafallo = 1", "contrafallo = 1 cannot be used", "true or false"),
        ("porotos = 0", "porotos = 0 is out of range", "from 1 to 20"),
        ("porotos = 21", "porotos = 21 is out of range", "from 1 to 20"),
        ("capote = \"no\"", "capote = \"no\" cannot be used", "true or false"),
        ("exchange = 7", "exchange = 7 cannot be used", "a text"),
        ("exchange = \"3\"", "exchange = \"3\" cannot be used", "off, 7, 2, both"),
        ("muestra = \"mano14\"\nexchange = \"2\"", "no card lies open", "exchange = \"off\""),
        ("cante = \"uno\"", "unknown key `cante`", "did you mean cantes?"),
    ]);
}
