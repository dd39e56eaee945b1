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
    assert!(read_rules::<Tute>("muestra = \"ultima_baza\"").unwrap().contains("ultima_baza"));
    refuses::<Tute>(&[
        ("unit = \"game\"", "unit = \"game\" cannot be used", "hand, match"),
        ("ultima = 5", "the last trick cannot have 5 points", "10 or 0"),
        ("contrafallo = 1", "contrafallo = 1 cannot be used", "true or false"),
        ("cante = \"uno\"", "unknown key `cante`", "did you mean cantes?"),
    ]);
}
