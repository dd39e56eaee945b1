//! What the choices of a decision are worth, and what may come of them, in words.

use super::Table;
use crate::session::{Advice, Next};
use crate::sort;
use crate::text::number::percent;

impl Table {
    /// What the choices are worth.
    pub fn hint(&mut self) -> String {
        self.hint_with_bars().0
    }

    /// The same, and the win probabilities that it names, by choice.
    pub fn hint_with_bars(&mut self) -> (String, Vec<(String, f64)>) {
        let choices = self.choices();
        if choices.is_empty() {
            return ("A hint is given when you decide.".to_owned(), Vec::new());
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
                sort::by(&mut order, |&a, &b| wins[b].total_cmp(&wins[a]));
                let best = wins[order[0]];
                let bars = order.iter().map(|&place| (choices[place].clone(), wins[place]));
                let bars = bars.collect();
                let worth = order.iter().map(|&place| {
                    let lost = best - wins[place];
                    let lost = if lost < 5e-5 {
                        String::new()
                    } else {
                        format!(" (costs {} percentage points)", percent(lost, 2))
                    };
                    format!("{} is worth {} %{lost}", choices[place], percent(wins[place], 2))
                });
                (format!("Hint: {}. {how}", worth.collect::<Vec<_>>().join("; ")), bars)
            }
            Advice::Agent { agent, choice, why, wins, proven } => {
                self.hinted = true;
                let bars = wins.iter().map(|&(place, wins)| (choices[place].clone(), wins));
                let bars = bars.collect();
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
                (format!("Hint: {agent} would choose {}. {why}{worth}", choices[choice]), bars)
            }
            Advice::None => ("There are no hints in this game.".to_owned(), Vec::new()),
        }
    }

    /// What may come of each choice, a line each, after what the game draws of them; `None` where
    /// nobody decides.
    #[must_use]
    pub fn why(&self) -> Option<String> {
        let choices = self.choices();
        let lines = choices.iter().enumerate();
        let lines: Vec<String> = lines
            .map(|(place, name)| format!("{} {name}: {}.", place + 1, self.session.explain(place)))
            .collect();
        (!lines.is_empty()).then(|| self.session.sketch() + &lines.join("\n"))
    }

    /// The choices of a person. Those of an agent would tell what it knows.
    fn choices(&self) -> Vec<String> {
        match self.session.next() {
            Next::Person(_) => self.session.choices(),
            _ => Vec::new(),
        }
    }
}
