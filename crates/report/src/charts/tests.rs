//! The colours of the page: those of stacked parts are told apart with any colour vision, and all
//! letters and marks contrast with what is behind them.

use std::collections::BTreeMap;

const STYLE: &str = include_str!("../style.css");

/// The least distance of two colours in CIE76 (Euclidean in CIELAB).
const LEAST: f64 = 15.0;

type Rgb = [f64; 3];

/// Normal vision and full protanopia, deuteranopia and tritanopia, as matrices on linear RGB
/// (Machado, Oliveira and Fernandes 2009).
const VISIONS: [(&str, [Rgb; 3]); 4] = [
    ("normal", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    (
        "protanopia",
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ],
    ),
    (
        "deuteranopia",
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ],
    ),
    (
        "tritanopia",
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ],
    ),
];

fn product(matrix: &[Rgb; 3], colour: Rgb) -> Rgb {
    let row = |row: &Rgb| row.iter().zip(colour).map(|(a, b)| a * b).sum();
    [row(&matrix[0]), row(&matrix[1]), row(&matrix[2])]
}

/// Linear RGB of a colour such as `#0b5ca8`.
fn linear(hex: &str) -> Rgb {
    [1, 3, 5].map(|at| {
        let part = f64::from(u8::from_str_radix(&hex[at..at + 2], 16).unwrap()) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    })
}

/// CIELAB of linear RGB, with the white point D65.
fn lab(colour: Rgb) -> [f64; 3] {
    let xyz = [
        [0.412_456_4, 0.357_576_1, 0.180_437_5],
        [0.212_672_9, 0.715_152_2, 0.072_175],
        [0.019_333_9, 0.119_192, 0.950_304_1],
    ];
    let xyz = product(&xyz, colour);
    let [x, y, z] = [xyz[0] / 0.950_47, xyz[1], xyz[2] / 1.088_83]
        .map(|t| if t > 216.0 / 24389.0 { t.cbrt() } else { (24389.0 / 27.0 * t + 16.0) / 116.0 });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

fn distance(a: &str, b: &str, vision: &[Rgb; 3]) -> f64 {
    let seen = |hex| lab(product(vision, linear(hex)).map(|part| part.clamp(0.0, 1.0)));
    let squares = seen(a).into_iter().zip(seen(b)).map(|(a, b)| (a - b) * (a - b));
    squares.sum::<f64>().sqrt()
}

/// The colours of `s0` to `s3`, in light and in dark.
fn schemes() -> Vec<[String; 4]> {
    let blocks = STYLE.split("--s0: ").skip(1);
    let colour = |block: &str, name: usize| {
        let from = block.split(&format!("--s{name}: ")).nth(1).unwrap();
        from[..7].to_owned()
    };
    let schemes = blocks.map(|block| {
        let block = format!("--s0: {block}");
        [0, 1, 2, 3].map(|name| colour(&block, name))
    });
    schemes.collect()
}

#[test]
fn parts_differ_with_any_colour_vision() {
    let schemes = schemes();
    assert_eq!(schemes.len(), 2, "light and dark");
    for colours in schemes {
        for (at, a) in colours.iter().enumerate() {
            for b in &colours[..at] {
                for (name, vision) in &VISIONS {
                    let distance = distance(a, b, vision);
                    assert!(distance >= LEAST, "{a} and {b} in {name}: {distance:.1}");
                }
            }
        }
    }
}

/// Known distances: black and white, and sRGB's red and green.
#[test]
fn distances_are_those_of_cielab() {
    let normal = &VISIONS[0].1;
    assert!((distance("#000000", "#ffffff", normal) - 100.0).abs() < 0.01);
    assert!((distance("#ff0000", "#00ff00", normal) - 170.58).abs() < 0.1);
}

/// A colour of the page in one of its schemes.
fn colours(scheme: &str) -> BTreeMap<String, String> {
    let parts = scheme.split("--").skip(1);
    let named = parts.filter_map(|part| part.split_once(": "));
    let colour = |text: &str| {
        let hex = text.split(';').next().unwrap_or_default().to_owned();
        match hex.strip_prefix('#').filter(|hex| hex.len() == 3) {
            Some(short) => format!("#{}", short.chars().flat_map(|c| [c, c]).collect::<String>()),
            None => hex,
        }
    };
    named.map(|(name, text)| (name.to_owned(), colour(text))).collect()
}

/// The contrast of two colours by WCAG 2.2.
fn contrast(a: &str, b: &str) -> f64 {
    let luminance = |hex: &str| {
        let [red, green, blue] = linear(hex);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    };
    let (one, other) = (luminance(a), luminance(b));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// Letters on what is behind them: at least 4.5.
fn letters() -> Vec<(String, String)> {
    let mut pairs = Vec::new();
    let mut on = |ink: &str, grounds: &[&str]| {
        pairs.extend(grounds.iter().map(|ground| (ink.to_owned(), (*ground).to_owned())));
    };
    on("ink", &["paper", "box"]);
    on("soft", &["paper", "box"]);
    on("link", &["paper", "box"]);
    on("paper", &["ink"]);
    on("ink", &["b-yellow", "b-blue", "b-red", "b-green", "b-safe"]);
    for colour in ["yellow", "blue", "red", "green"] {
        on(&format!("on-{colour}"), &[&format!("p-{colour}")]);
    }
    // The values of the cells of a matrix; black is written as a colour.
    on("on-end", &["h0", "h1", "h9", "h10"]);
    on("black", &["h2", "h8"]);
    on("on-middle", &["h3", "h4", "h5", "h6", "h7"]);
    pairs
}

/// Marks on what is behind them: at least 3. Pieces and the squares of boards have an outline.
fn marks() -> Vec<(&'static str, &'static str)> {
    let mut pairs = vec![("soft", "paper"), ("ink", "paper")];
    pairs.extend(["s0", "s1", "s2", "s3"].map(|mark| (mark, "paper")));
    for ground in ["b-yellow", "b-blue", "b-red", "b-green", "b-safe"] {
        pairs.extend([("ink", ground), ("soft", ground)]);
    }
    pairs
}

#[test]
fn letters_and_marks_contrast() {
    let schemes: Vec<_> = STYLE.split(":root {").skip(1).take(2).collect();
    for scheme in schemes {
        let mut colours = colours(scheme.split('}').next().unwrap());
        colours.insert("black".to_owned(), "#000000".to_owned());
        let check = |front: &str, behind: &str, least: f64| {
            let contrast = contrast(&colours[front], &colours[behind]);
            assert!(contrast >= least, "{front} on {behind}: {contrast:.2}");
        };
        for (ink, ground) in letters() {
            check(&ink, &ground, 4.5);
        }
        for (mark, ground) in marks() {
            check(mark, ground, 3.0);
        }
        // No colour is forgotten, but the thin lines of grids and the scale of maps without letters.
        let letters = letters();
        let used = |name: &str| {
            let in_letters = letters.iter().any(|(ink, ground)| ink == name || ground == name);
            in_letters || marks().iter().any(|&(mark, ground)| mark == name || ground == name)
        };
        for name in colours.keys() {
            let exempt = name == "rule" || name == "missing" || name.starts_with('q');
            assert!(exempt || used(name), "{name} has no pair");
        }
    }
    assert!((contrast("#000000", "#ffffff") - 21.0).abs() < 1e-9);
    // The letters of which this test is a consequence.
    assert!(contrast("#1d2125", "#0b5ca8") < 2.5);
}
