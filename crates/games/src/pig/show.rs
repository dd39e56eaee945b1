//! How Pig is shown: scores and the points at stake, and its actions and rolls in words.

use rand::Rng;

use super::{Face, Pig, PigAction, PigState};
use rivals_core::contest::Present;
use rivals_core::play::show::{
    Colour, Cue, Die, Fate, LogLine, Names, Part, Scene, Track, Trigger,
};
use rivals_core::play::{Game, Logged, LoggedOf, Seat, Turn};

impl Present for Pig {
    fn scene(&self, state: &PigState, names: &Names) -> Scene {
        let goes_on = !matches!(self.turn(state), Turn::Over(_));
        let track = |(seat, score): (Seat, u32)| {
            let moves = goes_on && seat == state.mover;
            Track {
                seat,
                name: names.who(seat).to_owned(),
                score,
                ghost: (moves && state.at_stake > 0).then(|| score + state.at_stake),
                supply: None,
                moves,
            }
        };
        let mut parts = vec![Part::Tracks {
            target: self.target(),
            tracks: state.scores.iter().map(track).collect(),
        }];
        if goes_on && state.at_stake > 0 {
            let mover = names.whom(state.mover);
            parts.push(Part::Text(format!(" {} points at stake for {mover}", state.at_stake)));
        }
        Scene { parts }
    }

    fn told_scene(&self, before: &PigState, after: &PigState, names: &Names) -> Scene {
        let mover = before.mover;
        self.scene(&PigState { mover, ..*after }, names)
    }

    fn reason(&self, state: &PigState, names: &Names) -> String {
        let winner = self.winner(state).map(|seat| names.who(seat));
        winner.map_or_else(String::new, |winner| {
            format!("{winner} reached {} points first.", self.target())
        })
    }

    fn name(&self, _: &PigState, action: PigAction) -> String {
        action.to_string()
    }

    fn question(&self, state: &PigState, _: &Names) -> String {
        match state.at_stake {
            0 => "Your turn begins. Do you roll or hold?".to_owned(),
            points => format!("You have {points} points at stake. Do you roll or hold?"),
        }
    }

    fn odds(&self, _: &PigState) -> Option<String> {
        Some("A roll is a 1, which ends the turn, with 16.7 %.".to_owned())
    }

    fn tell(
        &self,
        before: &PigState,
        step: &LoggedOf<Self>,
        after: &PigState,
        names: &Names,
        _: &mut dyn Rng,
    ) -> Vec<LogLine> {
        let (mover, at_stake) = (before.mover, before.at_stake);
        match *step {
            Logged::Act(_, PigAction::Roll) | Logged::Forfeit(_) => Vec::new(),
            Logged::Act(_, PigAction::Hold) => vec![LogLine::line(format!(
                "{} with {at_stake} points and now {} {}.",
                names.does(mover, "hold"),
                names.verb(mover, "have"),
                after.scores[mover]
            ))],
            Logged::Happen(Face(face)) => {
                let roll = names.does(mover, "roll");
                let text = match (face, at_stake) {
                    (1, 0) => format!("{roll} 1: the turn ends."),
                    (1, lost) => format!("{roll} 1: the turn ends and loses {lost} points."),
                    _ => format!("{roll} {face}: {} points at stake.", after.at_stake),
                };
                let luck = f64::from(u8::from(face != 1)) - 5.0 / 6.0;
                vec![LogLine {
                    text,
                    dice: vec![Die {
                        face: face.to_string(),
                        colour: Colour::Plain,
                        fate: match face {
                            1 => Fate::Lost,
                            _ => Fate::InPlay,
                        },
                    }],
                    cue: Some(Cue { trigger: Trigger::Luck, seat: mover, amount: luck }),
                    event: if face == 1 { "lost" } else { "" },
                }]
            }
        }
    }

    fn explain(&self, state: &PigState, action: PigAction) -> String {
        let at_stake = state.at_stake;
        match action {
            PigAction::Roll => format!(
                "adds 2 to 6 points with probability 83.3 %; a 1 ends the turn{}",
                match at_stake {
                    0 => String::new(),
                    lost => format!(" and loses {lost} points"),
                }
            ),
            PigAction::Hold => format!(
                "scores {at_stake} points, which makes {}",
                state.scores[state.mover] + at_stake
            ),
        }
    }

    fn guide(&self) -> String {
        format!(
            "Aim: the first player with {} points or more wins, at once.\n\
             \n\
             Scores: each player has a track of points. The paler part is what the player would \
             have after holding now (ghost cubes).\n\
             \n\
             Turn: roll the die as often as you like. 2 to 6 are points at stake; a 1 loses them \
             and ends the turn. Hold to score them.",
            self.target()
        )
    }
}
