//! The end of a session: the result, the review, and who the strangers were.

use super::{GameLoop, Left};
use crate::cli::play::again;
use crate::cli::play::ui::{Kind, Prompt};
use crate::cli::play::words::{Command, Meaning, meaning};
use crate::commands::Exercise;
use crate::play::Outcome;
use crate::table::result;
use crate::text::number::counted;

/// The words that ask for the costliest decisions again.
const TRY_AGAIN: [&str; 3] = ["try again", "again", "t"];

impl GameLoop<'_> {
    /// The end of the game: the result, and who the strangers were.
    pub(super) fn end(&mut self, outcome: &Outcome) -> Left {
        let guessed = self.guess();
        let scene = self.session().scene(self.reader());
        self.ui.goes_on(&scene);
        let mut text = result(outcome, self.session());
        self.say_to_all(&text);
        self.save(true);
        let back = (self.services.review)(&self.session().record());
        let why = match &back {
            Some(Ok(reviewed)) if !reviewed.why.is_empty() => reviewed.why.clone(),
            _ => self.session().reason(),
        };
        if !why.is_empty() {
            self.say_to_all(&why);
            text = format!("{text}\n{why}");
        }
        for line in guessed.iter().flatten().flat_map(|text| text.lines()) {
            self.say_to_all(line);
        }
        let said = self.table.remark_end(outcome);
        self.show(said);
        self.save(true);
        self.result = text;
        if let (Ok(Some(text)), false) = (&guessed, self.ui.stays()) {
            self.ui.say(text);
        }
        let record = self.session().record();
        if record.hints() > 0 {
            let hints = counted(record.hints(), "hint", "hints");
            self.ui.say(&format!("You had {hints}."));
        }
        if record.is_practice() {
            self.ui.say("This game is practice, as an action was taken back.");
        }
        let header = self.session().header();
        if let Some(fair) = &header.fair {
            let disclosure = fair.disclosure(header.seed);
            self.say_to_all(&disclosure);
        }
        let (review, exercises) = match back.filter(|_| !self.table.persons().is_empty()) {
            None => (String::new(), Vec::new()),
            Some(Err(error)) => (format!("There is no review: {error}."), Vec::new()),
            Some(Ok(reviewed)) => {
                let review = format!("{}\n{}", reviewed.curve, reviewed.summary);
                (review, again::costliest(reviewed, &record))
            }
        };
        if !review.is_empty() {
            self.ui.say(&review);
        }
        match guessed {
            Err(left) => left,
            Ok(_) if self.ui.stays() && exercises.is_empty() => Left::Over,
            Ok(_) => self.look_back(&review, &exercises),
        }
    }

    /// Lets the game be looked at, and its costliest decisions be tried again, before the
    /// interface goes.
    fn look_back(&mut self, review: &str, exercises: &[Exercise]) -> Left {
        // A screen shows the result as long as it stays, and its keys; lines have told it.
        let result = self.result.replace('\n', " ");
        let after = if self.ui.stays() {
            "Press Enter to leave; t, or \"try again\", asks for your costliest decisions once \
                 more."
        } else {
            &*result
        };
        let kind = Kind::Over { review: !review.is_empty(), again: !exercises.is_empty() };
        let prompt = Prompt::new(kind, format!("The game is over. {after}"));
        loop {
            let Ok(words) = self.ask(&prompt) else {
                return Left::Over;
            };
            match meaning(&[], &words) {
                Meaning::Command(Command::Quit) => return Left::Over,
                Meaning::Command(command) => drop(self.command(command)),
                _ if words == "review" => {
                    let none = "There is no review of this game.";
                    self.ui.say(if review.is_empty() { none } else { review });
                }
                _ if TRY_AGAIN.contains(&&*words)
                    && !exercises.is_empty()
                    && again::ask(self.ui, exercises) != Left::Interrupted => {}
                _ => return Left::Over,
            }
        }
    }

    /// The result as a sentence; empty while the game goes on.
    pub(in crate::cli::play) fn result(&self) -> &str {
        &self.result
    }

    /// Asks who each stranger was, and reveals them.
    fn guess(&mut self) -> Result<Option<String>, Left> {
        let mut guesses = Vec::new();
        for seat in self.table.strangers() {
            let masked = self.session().names().name(seat).to_owned();
            let nobody = self.table.persons().is_empty();
            guesses.push((seat, if nobody { None } else { self.guess_one(&masked)? }));
        }
        if guesses.is_empty() {
            return Ok(None);
        }
        Ok(Some(self.table.reveal(&guesses, &self.services.candidates).join("\n")))
    }

    fn guess_one(&mut self, masked: &str) -> Result<Option<usize>, Left> {
        let question = format!("Who was {}? Enter alone makes no guess.", masked.to_lowercase());
        let choices = self.services.candidates.iter().map(|one| one.name().to_owned()).collect();
        let prompt = Prompt { choices, ..Prompt::new(Kind::Question, question) };
        loop {
            let words = match self.answer(&prompt) {
                // The game is over: what is left out is only the guess.
                Err(Left::Interrupted) => return Err(Left::Interrupted),
                Err(_) => return Ok(None),
                Ok(words) if words.is_empty() => return Ok(None),
                Ok(words) => words,
            };
            let by_id = self.services.candidates.iter().position(|one| one.id() == words);
            match by_id.map_or_else(|| meaning(&prompt.choices, &words), Meaning::Choice) {
                Meaning::Choice(place) => return Ok(Some(place)),
                Meaning::Command(Command::Quit) => return Ok(None),
                Meaning::Command(command) => drop(self.command(command)?),
                Meaning::Unclear(_) => self.ui.say("Answer with a number or a name of the list."),
            }
        }
    }
}
