//! Scenes in a language: the same elements, with other words at the same places.

use super::{Language, Reader};
use crate::drawing::Shape;
use crate::play::show::{Beside, Board, LogLine, Part, Place, Scene, Supply};

impl Language {
    /// What happened, in the language. Dice keep their faces, by which they are drawn.
    #[must_use]
    pub fn told(self, told: &LogLine) -> LogLine {
        LogLine { text: self.text(&told.text), ..told.clone() }
    }

    /// A scene in the language.
    #[must_use]
    pub fn scene(self, scene: &Scene) -> Scene {
        let mut scene = scene.clone();
        if self.is_english() {
            return scene;
        }
        for part in &mut scene.parts {
            match part {
                Part::Tracks { tracks, .. } => {
                    for track in tracks {
                        track.name = self.name(&track.name);
                        track.supply = track
                            .supply
                            .map(|supply| Supply { name: self.fixed(supply.name), ..supply });
                    }
                }
                Part::Pieces { title, pieces } => {
                    *title = self.fixed(title);
                    for piece in pieces {
                        piece.name = self.text(&piece.name);
                    }
                }
                Part::Dice { title, .. } => *title = self.fixed(title),
                Part::Board(board) => self.board(board),
                Part::Text(text) => *text = self.text(text),
            }
        }
        scene
    }

    /// A scene as lines in the language.
    #[must_use]
    pub fn lines(self, scene: &Scene) -> String {
        let lines = |part: &Part| {
            let alone = Scene { parts: vec![part.clone()] };
            match part {
                Part::Board(Board { beside: Some(_), .. }) => self.scene(&alone).to_string(),
                _ => self.text(&alone.to_string()),
            }
        };
        scene.parts.iter().map(lines).collect()
    }

    /// Translates a board. What stands at a place of its own stays there, and what follows words that
    /// have become longer moves with its place.
    fn board(self, board: &mut Board) {
        let Some(forms) = self.0 else { return };
        board.words = self.text(&board.words);
        for shape in board.drawing.iter_mut().flat_map(|drawing| &mut drawing.shapes) {
            if let Shape::Word { word, .. } = shape {
                *word = self.text(word);
            }
        }
        if let Some(beside) = board.beside.take() {
            let paragraphs = beside.paragraphs.iter().map(|words| self.text(words)).collect();
            return board.set_beside(Beside { paragraphs, ..beside });
        }
        let (lines, _) = Reader::of(forms).lines(&board.text);
        let moved = |place: &mut Place| {
            if let Some(Some(line)) = lines.get(place.row) {
                *place = line.place(*place);
            }
        };
        board.inks.iter_mut().for_each(|(place, _)| moved(place));
        board.spots.iter_mut().for_each(|(place, _)| moved(place));
        for aim in &mut board.aims {
            aim.from.iter_mut().chain(&mut aim.to).for_each(moved);
        }
        board.text = lines.iter().flatten().map(|line| &*line.text).collect::<Vec<_>>().join("\n");
    }
}
