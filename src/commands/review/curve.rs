//! Shares of the win over a game, drawn in letters.

/// The lines and columns of the curve.
const ROWS: usize = 4;
const COLUMNS: usize = 64;

/// Shares of the win at the numbered turns or decisions of a game, as bars side by side: `.` is half
/// a line. The chart is low, so that what cost most stands below it on the same screen.
pub(crate) fn curve(title: &str, of: &str, shares: &[(usize, f64)]) -> String {
    let ends = shares.first().zip(shares.last());
    let every = shares.len().div_ceil(COLUMNS).max(1);
    let shown: Vec<(usize, f64)> =
        shares.rchunks(every).rev().filter_map(|part| part.last().copied()).collect();
    let wide = if shown.len() * 2 <= COLUMNS { 2 } else { 1 };
    let mut text = format!("{title}\n");
    for row in (1..=ROWS).rev() {
        let bars = shown.iter().map(|(_, share)| {
            let bar = match share * ROWS as f64 - row as f64 {
                full if full >= -0.25 => "#",
                half if half >= -0.75 => ".",
                _ => " ",
            };
            format!("{bar:<wide$}")
        });
        let label = row * 100 / ROWS;
        text += format!("{label:>3} |{}", bars.collect::<String>()).trim_end();
        text.push('\n');
    }
    text + &ends
        .map_or_else(String::new, |(first, last)| format!("{of} {} to {}\n", first.0, last.0))
}
