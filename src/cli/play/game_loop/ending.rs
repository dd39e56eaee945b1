//! The end of a session: the result, the review, and who the strangers were.

use super::{GameLoop, Left};
use crate::cli::play::ui::{Kind, Prompt, Then};
use crate::cli::play::words::{Command, Meaning, meaning};
use crate::cli::play::{again, replay};
use crate::commands::{Exercise, Reviewed};
use crate::play::{Outcome, Seat};
use crate::session::Session;
use crate::table::{Moment, Posterior, Story, compared, played_optimally, result};
use crate::tables::home::tallied;
use crate::tables::seating::session_of;
use crate::text::number::counted;

/// What the end of a game shows.
struct LastScreen {
    event: String,
    review: String,
    exercises: Vec<Exercise>,
    story: Option<Story>,
}

/// The letters of a curve, the lowest first, and the most of them in a line.
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
const ASCII_BARS: [char; 5] = ['_', '.', '-', '=', '#'];
const BARS_WIDTH: usize = 40;

/// The letters that the terminal can show.
fn bars() -> &'static [char] {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter();
    let mut set = names.filter_map(std::env::var_os).filter(|value| !value.is_empty());
    let of_unicode = |value: std::ffi::OsString| {
        let value = value.to_string_lossy().to_lowercase();
        value.contains("utf-8") || value.contains("utf8")
    };
    if set.next().is_some_and(of_unicode) { &BARS } else { &ASCII_BARS }
}

/// The words that ask for the costliest decisions again.
const TRY_AGAIN: [&str; 3] = ["try again", "again", "t"];

impl GameLoop<'_> {
    /// The end of the game: the result, who the strangers were, how it went, and what is next.
    pub(super) fn end(&mut self, outcome: &Outcome) -> Left {
        let guessed = self.guess();
        let scene = self.session().scene(self.reader());
        self.ui.goes_on(&scene);
        if matches!(guessed, Err(Left::Unfinished)) {
            // The end is not kept, as it would tell who the stranger was.
            let text = result(outcome, self.session());
            self.say_to_all(&text);
            return Left::Unfinished;
        }
        let back = self.tell_result(outcome, guessed.as_ref().ok().and_then(Option::as_ref));
        if self.table.persons().is_empty() && self.ui.stays() {
            return guessed.err().unwrap_or(Left::Over);
        }
        let record = self.session().record();
        let (review, exercises) = match back.filter(|_| !self.table.persons().is_empty()) {
            None => (String::new(), Vec::new()),
            Some(Err(error)) => (format!("There is no review: {error}."), Vec::new()),
            Some(Ok(reviewed)) => {
                let review = format!("{}\n{}", reviewed.curve, reviewed.summary);
                (review, again::costliest(reviewed, &record))
            }
        };
        let story = self.story();
        let event = story.as_ref().map_or_else(String::new, |story| self.event(story));
        // Lines are read once, from the first to the last; a screen has a key for the review.
        let both = self.ui.stays() || event.is_empty();
        for text in [Some(&event), Some(&review).filter(|_| both)].into_iter().flatten() {
            if !text.is_empty() {
                self.ui.say(text);
            }
        }
        match guessed {
            Err(left) => left,
            Ok(_) => self.look_back(&LastScreen { event, review, exercises, story }),
        }
    }

    /// Tells the result and what decided the game, and saves it; returns the review.
    fn tell_result(
        &mut self,
        outcome: &Outcome,
        guessed: Option<&String>,
    ) -> Option<miette::Result<Reviewed>> {
        let mut text = result(outcome, self.session());
        self.say_to_all(&text);
        self.save(true);
        let back = (self.services.review)(&self.session().record());
        let why = match &back {
            Some(Ok(reviewed)) if !reviewed.why.is_empty() => reviewed.why.clone(),
            _ => self.session().reason(),
        };
        let why = Some(why).filter(|why| !why.is_empty());
        for line in [why, self.days_game(outcome)].into_iter().flatten() {
            self.say_to_all(&line);
            text = format!("{text}\n{line}");
        }
        for line in guessed.iter().flat_map(|text| text.lines()) {
            self.say_to_all(line);
        }
        let said = self.table.remark_end(outcome);
        self.show(said);
        self.save(true);
        self.result = text;
        if let (Some(text), false) = (guessed, self.ui.stays()) {
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
        back
    }

    /// The game before its first step.
    fn afresh(&self) -> Option<Box<dyn Session>> {
        let session = self.session();
        session.again(session.header().clone()).ok()
    }

    /// Of a day's game, what optimal play would have made of the same dice.
    fn days_game(&self, outcome: &Outcome) -> Option<String> {
        let header = self.session().header();
        let (seat, _) = header.persons().next()?;
        header.day.as_ref()?;
        let optimal = played_optimally(self.afresh()?)?;
        Some(compared(outcome, &optimal, seat))
    }

    /// The story of the game for the first person.
    fn story(&self) -> Option<Story> {
        let record = self.session().record();
        let (seat, _) = record.header.persons().next()?;
        Story::of(self.afresh()?, &record, seat)
    }

    /// How the game went: the curve, luck against play, and the moments that can be opened.
    fn event(&self, story: &Story) -> String {
        let words = story.curve_in_words();
        // Lines are read aloud.
        let (result, curve) = if self.ui.stays() {
            (String::new(), String::new())
        } else {
            let curve = story.sparkline(BARS_WIDTH, bars());
            (format!("{}\n\n", self.result), format!("{curve}   "))
        };
        format!("{result}Win probability: {curve}{words}.\n{}", story.lines())
    }

    /// Lets the game be looked at, its moments be opened and its costliest decisions be tried again,
    /// before the interface goes or another game begins.
    fn look_back(&mut self, last: &LastScreen) -> Left {
        let moments = last.story.as_ref().map_or(&[][..], |story| &story.moments);
        let prompt = self.what_next(last, moments);
        loop {
            let Ok(words) = self.ask(&prompt) else {
                return Left::Over;
            };
            match meaning(&prompt.choices, &words) {
                Meaning::Choice(moment) => self.ui.say(&moments[moment].shown),
                Meaning::Command(Command::Quit) => return Left::Over,
                Meaning::Command(command) => drop(self.command(command)),
                _ if self.opened(&words, moments).is_some() => {
                    let moment = self.opened(&words, moments);
                    moment.into_iter().for_each(|moment| self.ui.say(&moment.shown));
                }
                _ => match &*words {
                    "review" if last.review.is_empty() => {
                        self.ui.say("There is no review of this game.");
                    }
                    "review" => self.ui.say(&last.review),
                    "end" => self.ui.say(&last.event),
                    "replay" => drop(replay::steps(self.ui, &self.table.session().record())),
                    "rematch" => return Left::Next(Then::Rematch),
                    "new" => return Left::Next(Then::New),
                    _ if TRY_AGAIN.contains(&&*words)
                        && !last.exercises.is_empty()
                        && again::ask(self.ui, &last.exercises) != Left::Interrupted => {}
                    _ => return Left::Over,
                },
            }
        }
    }

    /// The moment that words of a line open.
    fn opened<'a>(&self, words: &str, moments: &'a [Moment]) -> Option<&'a Moment> {
        let number = words.strip_prefix("moment ").or(Some(words).filter(|_| self.ui.is_live()));
        moments.get(number?.parse::<usize>().ok()?.checked_sub(1)?)
    }

    /// The question what is done after the game.
    fn what_next(&self, last: &LastScreen, moments: &[Moment]) -> Prompt {
        // A screen shows the result as long as it stays, and its keys; lines have told it.
        let after = if self.ui.stays() {
            let open = if moments.is_empty() { "" } else { ", or open a moment with \"moment 1\"" };
            let again = if last.exercises.is_empty() {
                "."
            } else {
                "; t, or \"try again\", asks for your costliest decisions once more."
            };
            format!("Write review, replay, rematch or new{open}. Press Enter to leave{again}")
        } else {
            self.result.replace('\n', " ")
        };
        let kind =
            Kind::Over { review: !last.review.is_empty(), again: !last.exercises.is_empty() };
        // Numbers open moments on a screen alone: a script may go on with numbers.
        let numbered = moments.iter().filter(|_| !self.ui.stays());
        let choices = numbered.map(|moment| format!("decision {}", moment.decision));
        let choices = choices.collect();
        Prompt { choices, ..Prompt::new(kind, format!("The game is over. {after}")) }
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
        let candidates = &self.services.candidates;
        let mut lines = self.table.reveal(&guesses, candidates);
        let record = self.table.session().record();
        // Nobody is taught who only looks on.
        for &(seat, _) in guesses.iter().filter(|_| !self.table.persons().is_empty()) {
            let (earlier, games) = self.earlier(seat);
            lines
                .extend(games.iter().map(|game| format!("Its decisions at {game} count as well.")));
            let posterior = self.afresh().and_then(|session| {
                Posterior::of(session, &record, seat, candidates, earlier.as_ref())
            });
            lines.extend(posterior.map(|posterior| posterior.in_words(candidates)));
        }
        self.save(true);
        // The same seed and script give the same output, whatever was played before.
        let live = self.ui.is_live();
        let kept = (self.services.tally)().filter(|_| live).unwrap_or_default();
        let own = if self.is_saved() { [0; 2] } else { tallied(&self.session().record()) };
        let [right, all] = [kept[0] + own[0], kept[1] + own[1]];
        if live && all > 0 {
            lines.push(format!("Your guesses so far: {right} of {all} right."));
        }
        Ok(Some(lines.join("\n")))
    }

    /// What the earlier games of a stranger say of it, and the names of these games.
    fn earlier(&self, seat: Seat) -> (Option<Posterior>, Vec<&str>) {
        let games = self.services.met.iter().filter(|(at, _)| *at == seat);
        let games = games.filter_map(|(_, game)| {
            Some((session_of(&game.record).ok()?, &game.record, game.stranger))
        });
        Posterior::of_games(games, &self.services.candidates)
    }

    fn guess_one(&mut self, masked: &str) -> Result<Option<usize>, Left> {
        let mut question =
            format!("Who was {}? Enter alone makes no guess.", masked.to_lowercase());
        if self.services.keeper.is_some() {
            question += " Write later to leave it open.";
        }
        let choices = self.services.candidates.iter().map(|one| one.name().to_owned()).collect();
        let prompt = Prompt { choices, ..Prompt::new(Kind::Question, question) };
        loop {
            let words = match self.answer(&prompt) {
                // The game is over: what is left out is only the guess.
                Err(Left::Interrupted) => return Err(Left::Interrupted),
                Err(_) => return Ok(None),
                Ok(words) if words.is_empty() => return Ok(None),
                Ok(words) if words == "later" && self.services.keeper.is_some() => {
                    return Err(Left::Unfinished);
                }
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
