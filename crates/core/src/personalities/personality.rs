//! A personality: its names, and the figures that decide how it plays.

use serde::Deserialize;

use super::file;
use super::traits::{Habits, Scale, Traits, Values};
use crate::play::{AgentKinds, AgentSpec};
use crate::values::{Invalid, line};

/// The largest number of characters of a name.
const MAX_NAME: usize = 40;
/// The largest number of characters of the sentences `character` and `manner`.
const MAX_CHARACTER: usize = 200;

/// A way to play that is described by figures on scales.
///
/// Reading it with serde checks the ranges; code that changes a field must stay within them.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Personality {
    /// The id, unique in a roster: 1 to 24 lower-case letters, digits and `-`, which is
    /// neither first nor last; not the name of an agent.
    #[serde(deserialize_with = "file::id")]
    pub id: String,
    /// The name for people: one line of 1 to 40 printable characters.
    #[serde(deserialize_with = "line::<_, _, MAX_NAME>")]
    pub name: String,
    /// How it plays, in one sentence of 1 to 200 printable characters.
    #[serde(deserialize_with = "line::<_, _, MAX_CHARACTER>")]
    pub character: String,
    /// How it behaves at the table, in one sentence of 1 to 200 printable characters that does
    /// not tell how it plays: people read it when they choose an opponent.
    #[serde(default, deserialize_with = "line::<_, _, MAX_CHARACTER>")]
    pub manner: Option<String>,
    /// How it decides.
    #[serde(default)]
    pub traits: Traits,
    /// What the end of a turn is worth to it.
    #[serde(default)]
    pub values: Values,
    /// Its habits, in games other than Dragon Slayer.
    #[serde(default)]
    pub habits: Habits,
}

impl Personality {
    /// A personality that plays optimally, in every decision.
    ///
    /// # Examples
    /// ```
    /// use rivals_core::personalities::Personality;
    /// let mut eva = Personality::neutral("eva");
    /// assert!(eva.is_neutral());
    /// eva.traits.risk_aversion = 0.5;
    /// assert!(!eva.is_neutral());
    /// ```
    #[must_use]
    pub fn neutral(id: impl Into<String>) -> Self {
        let id = id.into();
        Self {
            name: id.clone(),
            id,
            character: "Plays optimally.".to_owned(),
            manner: None,
            traits: Traits::default(),
            values: Values::default(),
            habits: Habits::default(),
        }
    }

    /// The personality of the text of a file that was read before, as games keep it; none if it is
    /// wrong, or without the feature `players`, which reads files.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        #[cfg(feature = "players")]
        {
            toml::from_str(text).ok()
        }
        #[cfg(not(feature = "players"))]
        {
            let _ = text;
            None
        }
    }

    /// Checks what reading alone does not: the id names none of the agents of these kinds, and
    /// not every value is 0.
    ///
    /// # Errors
    /// At the first thing that is wrong.
    pub fn validate(&self, agents: AgentKinds) -> Result<(), Invalid> {
        let wrong = |key: &str, message: String, help: &str| Err(Invalid::new(key, message, help));
        if AgentSpec::parse(&self.id, agents).is_ok() {
            let message = format!("id = \"{}\" is the name of an agent", self.id);
            return wrong("id", message, "choose another id");
        }
        if self.values.figures() == [0.0; 5] {
            let help = "give at least one of them a weight above 0";
            return wrong("values", "every value is 0".to_owned(), help);
        }
        Ok(())
    }

    /// The personality's file in TOML, with a comment on each figure.
    #[must_use]
    pub fn to_toml(&self) -> String {
        file::text(self)
    }

    /// Every figure with its scale: the traits, then the values.
    pub fn figures(&self) -> impl Iterator<Item = (Scale, f64)> {
        let traits = Traits::SCALES.into_iter().zip(self.traits.figures());
        traits.chain(Values::SCALES.into_iter().zip(self.values.figures()))
    }

    /// Every habit with its scale.
    pub fn habit_figures(&self) -> impl Iterator<Item = (Scale, f64)> {
        Habits::SCALES.into_iter().zip(self.habits.figures())
    }

    /// This personality with the figure of this key neutral.
    #[must_use]
    pub fn without(&self, key: &str) -> Self {
        self.changed(|scale, figure| if scale.key == key { scale.neutral } else { figure })
    }

    /// This personality with every figure neutral except that of this key.
    #[must_use]
    pub fn with_only(&self, key: &str) -> Self {
        self.changed(|scale, figure| if scale.key == key { figure } else { scale.neutral })
    }

    fn changed(&self, change: impl Fn(&Scale, f64) -> f64) -> Self {
        let figures = self.figures().chain(self.habit_figures());
        self.with_figures(figures.map(|(scale, figure)| change(&scale, figure)))
    }

    /// This personality with these figures: the traits, the values, then the habits, which may be
    /// left out to stay as they are.
    ///
    /// # Panics
    /// If there are fewer figures than scales.
    #[must_use]
    pub fn with_figures(&self, figures: impl IntoIterator<Item = f64>) -> Self {
        let mut figures = figures.into_iter();
        let mut next = |_| figures.next().expect("there are as many figures as scales");
        let traits = Traits::from_figures(std::array::from_fn(&mut next));
        let values = Values::from_figures(std::array::from_fn(&mut next));
        let mut habits = self.habits.figures();
        habits.iter_mut().zip(figures).for_each(|(habit, figure)| *habit = figure);
        Self { traits, values, habits: Habits::from_figures(habits), ..self.clone() }
    }

    /// Whether every figure is neutral, so that it decides as the optimal policy does;
    /// how long it thinks does not matter.
    #[must_use]
    pub fn is_neutral(&self) -> bool {
        self.traits.is_neutral() && self.values.is_neutral() && self.habits.is_neutral()
    }
}
