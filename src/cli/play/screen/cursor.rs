//! The cursor with which arrows choose among the actions of a decision: on a board, or in the
//! list of choices where there is no board.

use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use crate::play::show::{Aim, Board, Colour, Place};

/// Further away than any aim of the same row.
const FAR: isize = 1_000;

/// Where the cursor stands.
#[derive(Clone, Debug, Default)]
pub(super) struct Cursor {
    /// Column and row among the aims; `None` in a list until an arrow is pressed.
    at: Option<(usize, usize)>,
    /// The tool that is preferred.
    tool: usize,
    /// Whether Enter chooses at once: the first Enter of a decision may have been meant for a stop.
    pub ready: bool,
}

impl Cursor {
    /// Begins a decision: on a board, near the place of the last one.
    pub(super) fn begin(&mut self, board: Option<&[Aim]>, again: bool) {
        self.ready = false;
        if !again {
            let (x, y) = self.at.unwrap_or_default();
            let far = |aim: &&Aim| (aim.tool, aim.at.0.abs_diff(x) + aim.at.1.abs_diff(y));
            self.at = board.and_then(|aims| Some(aims.iter().min_by_key(far)?.at));
            self.tool = 0;
        }
    }

    /// The index of the aim on which the cursor stands.
    pub(super) fn choice(&self, aims: &[Aim]) -> Option<usize> {
        let here = |&place: &usize| Some(aims[place].at) == self.at;
        let here = (0..aims.len()).filter(here);
        here.min_by_key(|&place| (aims[place].tool != self.tool, aims[place].tool))
    }

    /// The next action at the same column and row, if there are several.
    pub(super) fn other(&self, aims: &[Aim]) -> Option<usize> {
        let now = self.choice(aims)?;
        let here = (0..aims.len()).filter(|&place| aims[place].at == aims[now].at && place != now);
        here.min_by_key(|&place| (aims[place].tool < aims[now].tool, aims[place].tool))
    }

    /// Changes the tool.
    pub(super) fn turn(&mut self, aims: &[Aim]) {
        if let Some(other) = self.other(aims) {
            self.tool = aims[other].tool;
            self.ready = true;
        }
    }

    /// Moves to the next aim of the row, or else to the nearest one on this side; up and down to the
    /// nearest one of the next row.
    pub(super) fn go(&mut self, aims: &[Aim], across: isize, down: isize) {
        self.ready = true;
        let Some((x, y)) = self.at else {
            let end = if across + down > 0 { aims.first() } else { aims.last() };
            self.at = end.map(|aim| aim.at);
            return;
        };
        // In a single row, up and down are left and right.
        let single = aims.iter().all(|aim| aim.at.1 == y);
        let across = if single { across + down } else { across };
        let step = |aim: &&Aim| {
            let (to_x, to_y) = aim.at;
            #[expect(clippy::cast_possible_wrap, reason = "a board is small")]
            let (right, below) = (to_x as isize - x as isize, to_y as isize - y as isize);
            match across {
                0 => (below * down > 0).then(|| (below.abs(), right.abs(), to_x)),
                // Beyond the row, such as on a map of hexes, the nearest one on this side.
                _ => (right * across > 0).then(|| {
                    let apart = below.abs() + isize::from(below != 0) * FAR;
                    (right.abs() + apart, below.abs(), to_x)
                }),
            }
        };
        let next = aims.iter().filter(|aim| step(aim).is_some()).min_by_key(step);
        self.at = next.map(|aim| aim.at).or(self.at);
    }
}

/// The lines of a board. What can be chosen is bold; what is chosen stands in brackets, and what
/// changes with it in parentheses.
pub(super) fn lines(
    board: &Board,
    aims: &[Aim],
    chosen: Option<usize>,
    style: impl Fn(Colour) -> Style,
) -> Vec<Line<'static>> {
    let mut rows: Vec<Vec<(char, Style)>> = (board.text.lines())
        .map(|line| line.chars().map(|c| (c, Style::new())).collect())
        .collect();
    let mut paint = |place: Place, style: Style| {
        let row = rows.get_mut(place.row).into_iter().flatten();
        for (_, old) in row.skip(place.column).take(place.width) {
            *old = old.patch(style);
        }
    };
    for &(place, colour) in &board.inks {
        paint(place, style(colour));
    }
    for place in aims.iter().filter_map(|aim| aim.from) {
        paint(place, Style::new().add_modifier(Modifier::BOLD));
    }
    if let Some(chosen) = chosen.map(|chosen| &aims[chosen]) {
        let marked = Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD);
        let to = chosen.to.iter().map(|place| (place, ['(', ')']));
        for (place, marks) in to.chain(chosen.from.iter().map(|place| (place, ['[', ']']))) {
            let Some(row) = rows.get_mut(place.row) else {
                continue;
            };
            let end = place.column + place.width;
            if row.len() <= end {
                row.resize(end + 1, (' ', Style::new()));
            }
            row[place.column..end].iter_mut().for_each(|(_, style)| *style = style.patch(marked));
            let sides = [place.column.checked_sub(1), Some(end)];
            for (side, mark) in sides.into_iter().zip(marks) {
                // Neighbours without a space between them are only reversed.
                if let Some(cell) = side.map(|side| &mut row[side]).filter(|cell| cell.0 == ' ') {
                    *cell = (mark, marked);
                }
            }
        }
    }
    let spans = |row: Vec<(char, Style)>| {
        let runs = row.chunk_by(|a, b| a.1 == b.1);
        Line::from_iter(
            runs.map(|run| Span::styled(run.iter().map(|(c, _)| c).collect::<String>(), run[0].1)),
        )
    };
    rows.into_iter().map(spans).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn aim(at: (usize, usize), tool: usize) -> Aim {
        Aim { at, tool, ..Aim::default() }
    }

    /// Every aim can be reached, and the cursor stands on no other place.
    #[test]
    fn arrows_reach_every_aim() {
        let places = [(1, 0), (4, 0), (0, 2), (3, 2), (2, 3)];
        let aims: Vec<Aim> = places.map(|at| aim(at, 0)).to_vec();
        for from in places {
            let mut seen = vec![from];
            let mut next = 0;
            while next < seen.len() {
                for (across, down) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                    let mut cursor = Cursor { at: Some(seen[next]), ..Cursor::default() };
                    cursor.go(&aims, across, down);
                    let at = cursor.choice(&aims).map(|place| aims[place].at).unwrap();
                    if !seen.contains(&at) {
                        seen.push(at);
                    }
                }
                next += 1;
            }
            assert_eq!(seen.len(), places.len(), "from {from:?}");
        }
    }

    /// Left and right leave a row only where it ends.
    #[test]
    fn a_row_that_ends_leads_to_the_nearest_aim_on_its_side() {
        let aims = [(0, 0), (4, 0), (1, 3), (6, 1), (5, 4)].map(|at| aim(at, 0));
        let mut cursor = Cursor { at: Some((0, 0)), ..Cursor::default() };
        for (across, at) in [(1, (4, 0)), (1, (6, 1)), (1, (6, 1)), (-1, (4, 0)), (-1, (0, 0))] {
            cursor.go(&aims, across, 0);
            assert_eq!(cursor.at, Some(at));
        }
    }

    #[test]
    fn a_tool_is_kept_where_it_can_be_used() {
        let aims = [((0, 0), 0), ((0, 0), 2), ((0, 0), 1), ((1, 0), 3), ((2, 0), 0), ((2, 0), 1)];
        let aims = aims.map(|(at, tool)| aim(at, tool));
        let mut cursor = Cursor::default();
        cursor.begin(Some(&aims), false);
        assert_eq!((cursor.choice(&aims), cursor.ready), (Some(0), false));
        cursor.turn(&aims);
        assert_eq!((cursor.choice(&aims), cursor.ready), (Some(2), true));
        cursor.go(&aims, 1, 0);
        assert_eq!(cursor.choice(&aims), Some(3));
        cursor.go(&aims, 0, 1);
        assert_eq!(cursor.choice(&aims), Some(5));
        cursor.turn(&aims);
        assert_eq!(cursor.choice(&aims), Some(4));
        // Without a board, the first arrow shows the cursor.
        cursor.begin(None, false);
        assert_eq!(cursor.choice(&aims), None);
        cursor.go(&aims, 0, -1);
        assert!(cursor.choice(&aims).is_some());
    }
}
