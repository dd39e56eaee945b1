//! The commands of a session, and what is said to words that are no answer.

use super::{GameLoop, Left, Mode};
use crate::cli::play::words::{COMMANDS, Command};
use crate::play::show::escaped;

impl GameLoop<'_> {
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
                let hint = self.table.hint();
                self.ui.say(&hint);
            }
            Command::Why => {
                let none = "Choices are explained when you decide.";
                self.ui.say(self.table.why().as_deref().unwrap_or(none));
            }
            Command::Log => {
                let log = self.table.log(self.reader());
                let texts: Vec<&str> = log.iter().map(|told| &*told.text).collect();
                self.ui.say(&texts.join("\n"));
            }
            Command::Board => {
                let text = self.session().scene(self.reader()).to_string();
                self.ui.say(&text);
            }
            Command::Undo => match self.table.undo() {
                Ok(()) => {
                    self.ui.say("Your last action is taken back. This game is practice now.");
                    return Ok(true);
                }
                Err(why) => self.ui.say(why),
            },
            Command::Stops(mode) => self.switch(mode),
            Command::Mode => self.switch(self.options.mode.next()),
            Command::Learned => {
                let none = "The opponents expect optimal play of you; with --learn they learn.";
                let text = self.services.learned.clone();
                self.ui.say(text.as_deref().unwrap_or(none));
            }
            Command::Quiet => {
                let remarks = !self.table.has_remarks();
                self.table.set_remarks(remarks);
                self.ui.say(if remarks {
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
    fn switch(&mut self, mode: Mode) {
        self.options.mode = mode;
        self.ui.set_motion(mode != Mode::Automatic);
        self.ui.say(match mode {
            Mode::Interactive => "The game stops at every event; Enter goes on.",
            Mode::Turns => "The game stops after each turn; Enter goes on.",
            Mode::Automatic => "The game stops for decisions only.",
        });
    }

    /// The rules and the commands.
    fn help(&self) -> String {
        let mut text = String::new();
        for paragraph in self.session().guide().split("\n\n") {
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
}
