//! The commands of a session, and what is said to words that are no answer.

use super::{GameLoop, Left};
use crate::cli::play::words::{COMMANDS, Command};
use crate::play::record::Entry;
use crate::play::session::Advice;
use crate::play::show::escaped;
use crate::text::number::percent;

impl GameLoop<'_> {
    /// Whether the last action is that of another person at a table at which not all see the same:
    /// the person who decides has seen it.
    fn was_seen(&self) -> bool {
        let last = self.session.entries().iter().rev().find_map(|entry| match entry {
            Entry::Act { seat, .. } => Some(*seat),
            _ => None,
        });
        self.secret() && last.is_some_and(|seat| seat != self.reader().0 + 1)
    }

    /// Why words are no answer.
    pub(super) fn refusal(&self, words: &str, several: &[usize], choices: &[String]) -> String {
        let words = escaped(words);
        match several {
            [] if words.is_empty() => {
                "Answer with a number or a word; ? lists the words.".to_owned()
            }
            [] => format!(
                "\"{words}\" is not possible now. Answer with a number from 1 to {}; ? lists the \
                 words.",
                choices.len()
            ),
            several => {
                let names: Vec<&str> = several.iter().map(|&place| &*choices[place]).collect();
                format!("\"{words}\" may be {}.", names.join(" or "))
            }
        }
    }

    /// Does what a command says; returns whether the situation has changed.
    ///
    /// # Errors
    /// [`Left::Unfinished`] if the command is to quit.
    pub(super) fn command(&mut self, command: Command) -> Result<bool, Left> {
        match command {
            Command::Hint => {
                let hint = self.hint();
                self.ui.say(&hint);
            }
            Command::Why => self.why(),
            Command::Log => {
                let log = &self.logs[usize::from(self.reader().0)];
                let texts: Vec<&str> = log.iter().map(|told| &*told.text).collect();
                self.ui.say(&texts.join("\n"));
            }
            Command::Board => {
                let text = self.session.scene(self.reader()).to_string();
                self.ui.say(&text);
            }
            Command::Undo => {
                if self.was_seen() {
                    self.ui.say("There is nothing to take back: you have seen the last action.");
                } else if self.session.undo() {
                    // The action before one that nobody was asked for.
                    if self.session.goes_without_asking() {
                        self.session.undo();
                    }
                    self.ui.say("Your last action is taken back. This game is practice now.");
                    return Ok(true);
                } else {
                    self.ui.say(
                        "There is nothing to take back: an action stands once chance or another \
                         player has acted.",
                    );
                }
            }
            Command::Automatic => self.switch(false),
            Command::Interactive => self.switch(true),
            Command::Mode => self.switch(!self.options.interactive),
            Command::Quiet => {
                self.options.remarks = !self.options.remarks;
                self.ui.say(if self.options.remarks {
                    "The other players remark upon the game."
                } else {
                    "The other players are silent."
                });
            }
            Command::Help => {
                let text = self.help();
                self.ui.say(&text);
            }
            Command::Quit => return Err(Left::Unfinished),
        }
        Ok(false)
    }

    /// Changes where the game stops.
    fn switch(&mut self, interactive: bool) {
        self.options.interactive = interactive;
        self.ui.say(if interactive {
            "The game stops at every event; Enter goes on."
        } else {
            "The game stops for decisions only."
        });
    }

    /// The rules and the commands.
    fn help(&self) -> String {
        let mut text = String::new();
        for paragraph in self.session.guide().split("\n\n") {
            text += &textwrap::fill(paragraph, 74);
            text.push('\n');
        }
        text += "Answer with a number, or with the words of a choice or a part of them.\n\
                 On the screen, arrows move a cursor among the choices, Tab changes what is done\n\
                 there, and Enter chooses.\n";
        for (name, _, about) in COMMANDS {
            text += &format!("{name}: {about}.\n");
        }
        text
    }

    /// What the choices are worth.
    pub(super) fn hint(&mut self) -> String {
        let choices = self.session.choices();
        if choices.is_empty() {
            return "A hint is given when you decide.".to_owned();
        }
        let advice = self.session.advice();
        let how = match advice {
            Advice::Exact(_) => {
                "These win probabilities are exact, if all play optimally from then on."
            }
            _ => {
                "These win probabilities are estimates, as in a game of two against your strongest \
                 rival."
            }
        };
        match advice {
            Advice::Exact(wins) | Advice::Estimate(wins) => {
                self.hinted = true;
                let mut order: Vec<usize> = (0..choices.len()).collect();
                // The order of equal choices is the canonical one.
                order.sort_by(|&a, &b| wins[b].total_cmp(&wins[a]));
                let best = wins[order[0]];
                let worth = order.iter().map(|&place| {
                    let lost = best - wins[place];
                    let lost = if lost < 5e-5 {
                        String::new()
                    } else {
                        format!(" (costs {} percentage points)", percent(lost, 2))
                    };
                    format!("{} is worth {} %{lost}", choices[place], percent(wins[place], 2))
                });
                format!("Hint: {}. {how}", worth.collect::<Vec<_>>().join("; "))
            }
            Advice::Agent { agent, choice, why, wins, proven } => {
                self.hinted = true;
                let worth = wins
                    .iter()
                    .map(|&(place, wins)| format!("{} {} %", choices[place], percent(wins, 0)));
                let worth = match (proven, wins.is_empty()) {
                    (Some(share), _) => format!(
                        "A search proves that this is worth {} % with the best play of all.",
                        percent(share, 0)
                    ),
                    (None, true) => "No search proves what it is worth.".to_owned(),
                    (None, false) => format!(
                        "It estimates the probability that you win, alone or with others: {}.",
                        worth.collect::<Vec<_>>().join(", ")
                    ),
                };
                let why = why.map_or_else(String::new, |why| format!("{why}. "));
                format!("Hint: {agent} would choose {}. {why}{worth}", choices[choice])
            }
            Advice::None => "There are no hints in this game.".to_owned(),
        }
    }

    /// Says what may come of each choice.
    fn why(&mut self) {
        let choices = self.session.choices();
        let lines = choices.iter().enumerate();
        let lines: Vec<String> = lines
            .map(|(place, name)| format!("{} {name}: {}.", place + 1, self.session.explain(place)))
            .collect();
        if lines.is_empty() {
            self.ui.say("Choices are explained when you decide.")
        } else {
            self.ui.say(&(self.session.sketch() + &lines.join("\n")))
        }
    }
}
