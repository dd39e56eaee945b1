//! The colours of stacked parts are told apart with any colour vision.

const STYLE: &str = include_str!("../style.css");

/// The least distance of two colours in CIE76 (Euclidean in CIELAB).
const LEAST: f64 = 15.0;

type Rgb = [f64; 3];

/// Normal vision and full protanopia, deuteranopia and tritanopia, as matrices on linear RGB
/// (Machado, Oliveira and Fernandes 2009).
const VISIONS: [(&str, [Rgb; 3]); 4] = [
    (
        "normal",
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    ),
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
        match part <= 0.04045 {
            true => part / 12.92,
            false => ((part + 0.055) / 1.055).powf(2.4),
        }
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
    let [x, y, z] =
        [xyz[0] / 0.950_47, xyz[1], xyz[2] / 1.088_83].map(|t| match t > 216.0 / 24389.0 {
            true => t.cbrt(),
            false => (24389.0 / 27.0 * t + 16.0) / 116.0,
        });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

fn distance(a: &str, b: &str, vision: &[Rgb; 3]) -> f64 {
    let seen = |hex| lab(product(vision, linear(hex)).map(|part| part.clamp(0.0, 1.0)));
    let squares = seen(a)
        .into_iter()
        .zip(seen(b))
        .map(|(a, b)| (a - b) * (a - b));
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
