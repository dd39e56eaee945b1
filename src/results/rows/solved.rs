//! Rows of odds, of ranked dice, and of the solved game.

use super::{
    Checked, at_least_one, at_most, finite, interval, not_negative, rate_of, rates, refuse, word,
};
use crate::games::dragon_slayer::FACES;
use crate::games::dragon_slayer::results::solve::{STOPS, StopRow, VALUES, ValueRow};
use crate::games::dragon_slayer::results::{inference, odds};
use crate::results::table::{Fault, Row};

impl Row for odds::Row {
    const FILE: &'static str = odds::FILE;

    fn check(&self) -> Result<(), Fault> {
        let dice = u64::from(self.warrior_dice);
        at_least_one("warrior_dice", dice)?;
        at_most("dice_left", self.dice_left as u64, "warrior_dice", dice)?;
        at_least_one("trials", self.trials)?;
        at_most("count", self.count, "trials", self.trials)?;
        rate_of("estimate", self.estimate, [self.count, self.trials])?;
        rates([
            ("low", self.low),
            ("high", self.high),
            ("exact", self.exact),
        ])?;
        rates([("published", self.published)])?;
        interval(
            ["low", "estimate", "high"],
            [self.low, self.estimate, self.high].map(Some),
        )?;
        finite("z", self.z)
    }
}

impl Row for inference::Row {
    const FILE: &'static str = inference::FILE;

    fn check(&self) -> Result<(), Fault> {
        word("role", &self.role, &["warrior", "dragon"])?;
        let warrior = self.role == "warrior";
        if warrior != self.dragon.is_none() {
            return refuse("dragon", "a dragon's name, or empty for the warrior");
        }
        at_least_one("rank", self.rank as u64)?;
        let faces = match warrior {
            true => [self.axe, self.shield],
            false => [self.part, self.mountain],
        };
        let others = match warrior {
            true => [("part", self.part), ("mountain", self.mountain)],
            false => [("axe", self.axe), ("shield", self.shield)],
        };
        for (column, value) in others {
            if value.is_some() {
                return refuse(column, format!("empty for the {}", self.role));
            }
        }
        let sum: u64 = faces.iter().flatten().map(|&faces| u64::from(faces)).sum();
        if faces.contains(&None) || sum + u64::from(self.flame) != u64::from(FACES) {
            return refuse("flame", format!("what makes the die's faces {FACES}"));
        }
        finite("relative_log_likelihood", self.relative_log_likelihood)?;
        if self
            .relative_log_likelihood
            .is_some_and(|value| value > 0.0)
        {
            return refuse("relative_log_likelihood", "0 or less");
        }
        not_negative("chi_square", self.chi_square)
    }
}

impl Row for ValueRow {
    const FILE: &'static str = VALUES;

    fn check(&self) -> Checked {
        word("to_move", &self.to_move, &["first", "second"])?;
        rates([("first_wins", self.first_wins)])
    }
}

impl Row for StopRow {
    const FILE: &'static str = STOPS;

    fn check(&self) -> Checked {
        word("to_move", &self.to_move, &["first", "second"])?;
        at_least_one("dice", u64::from(self.dice))
    }
}
