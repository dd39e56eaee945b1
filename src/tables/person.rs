//! What the games of a person say of it.

use super::library::{Library, own_games, player};
use crate::commands::review::{self, OwnGame, Reviews};
use crate::document::Document;
use crate::play::Seat;
use crate::play::show::escaped;
use crate::report::person::{
    Character, Finished, LineUp, Profile, Strength, line_ups, person, share_of_win,
};
use crate::report::personalities::figures;
use crate::text::number::{counted, percent};

/// The report on a person.
pub(crate) struct Portrait {
    pub document: Document,
    /// What it decided like, if its decisions tell.
    pub character: Option<Character>,
    pub line_ups: Vec<LineUp>,
}

impl Portrait {
    /// The report on the person of this name, and why damaged games are left out.
    ///
    /// # Errors
    /// If the games cannot be read, or nobody has this name.
    pub(crate) fn of(
        library: &dyn Library,
        name: &str,
    ) -> miette::Result<(Self, Vec<miette::Report>)> {
        let (games, left_out, damaged) = own_games(library, name)?;
        let name = escaped(name);
        let mut profiles = profiles(&name, &games)?;
        let finished: Vec<Finished> = games.iter().map(finished).collect();
        let document = person(&name, &finished, left_out, &profiles);
        let character = profiles.iter_mut().find_map(|(_, profile)| profile.character.take());
        Ok((Self { document, character, line_ups: line_ups(&finished) }, damaged))
    }

    /// The document with the drawing of the character.
    pub(crate) fn drawn(&self) -> Document {
        let mut document = self.document.clone();
        // Nothing is drawn of a character of which nothing is known.
        let known = self.character.as_ref().filter(|character| character.is_known());
        let sections = document.sections.last_mut();
        if let (Some(character), Some(section)) = (known, sections) {
            section.blocks.extend(figures(&character.personality));
        }
        document
    }
}

/// What the games of a person say of it, by the games that can tell.
fn profiles(name: &str, games: &[OwnGame]) -> miette::Result<Vec<(&'static str, Profile)>> {
    let profile = |(game, reviews): (&'static str, Reviews)| {
        let of_game = |row: &&OwnGame| row.1.header.game == game;
        let own: Vec<OwnGame> = games.iter().filter(of_game).cloned().collect();
        Ok((game, (reviews.profile)(name, &own)?))
    };
    review::all().map(profile).collect()
}

/// The strength of a person without its luck in these games, a line each for the games that tell it,
/// each after a line end.
pub(crate) fn strengths(games: &[OwnGame]) -> String {
    // An estimate from few games may lie outside of what is possible.
    let share = |share: f64| percent(share.clamp(0.0, 1.0), 0);
    let judged = profiles("", games).unwrap_or_default().into_iter();
    let lines = judged.filter_map(|(game, profile)| {
        let results: Vec<f64> = profile.games.iter().map(|one| one.without_luck).collect();
        let Strength { mean, interval, .. } = Strength::of(&results)?;
        let interval = interval.map_or_else(String::new, |(low, high)| {
            format!(", 95 % interval {} to {}", share(low), share(high))
        });
        let games = counted(results.len() as u64, "game", "games");
        Some(format!(
            "\nStrength in {game} against all opponents: without luck you would win {} % ({games} of \
             two{interval}).",
            share(mean)
        ))
    });
    lines.collect()
}

fn finished((_, record, seat): &OwnGame) -> Finished {
    let seats = record.header.seats.iter().zip((0..).map(Seat));
    let others = seats.filter(|(_, other)| other != seat);
    // The person did not know who the strangers were.
    let others = others.map(|(participant, _)| player(participant, false)).collect();
    Finished { game: record.header.game.clone(), others, share: share_of_win(record, *seat) }
}
