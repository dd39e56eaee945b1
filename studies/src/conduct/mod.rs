//! Whether a personality is the same in every game: the tests T1 to T6 of `docs/personalities.md`,
//! on the committed files and on probes, with what would falsify them.
//!
//! Each game is calibrated beforehand, on another seed, and stays as it is here. Players of all
//! games decide in the same positions ([`bank`]), of which what is at stake is computed once.

mod bank;
mod examples;
mod findings;
mod indices;
mod judges;
mod old_and_new;
mod pieces;
mod players;
mod prediction;
mod report;
mod skill;
mod sobol;
mod specificity;
mod statistics;
mod together;
mod transfer;
mod verdicts;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use miette::{Result, ensure};
use rivals_core::document::Document;
use rivals_core::personalities::{Personality, Units};
use rivals_core::play::Game;
use rivals_core::text::number::{count, duration};
use rivals_games::battletech::BattleTech;
use rivals_games::parchis::Parchis;
use rivals_games::pig::Pig;
use rivals_games::tic_tac_toe_sp::TicTacToe;
use rivals_games::tute::Tute;
use rivals_league::results::{FolderReader, ManifestEntry};
use rivals_league::text::csv;
use rivals_report::{html, markdown};

use crate::folder::{FOLDER, FilesArgs, Made};
use bank::Bank;
use findings::{Findings, contradictions};
use judges::Tested;
use pieces::Pieces;
use prediction::{Explained, attentive};
use transfer::Table;

/// The name of the study, as the manifest has it, and its folder in that of studies.
const NAME: &str = "conduct";

/// The file of verdicts.
const VERDICTS: &str = "verdicts.csv";

#[derive(Args)]
pub(crate) struct ConductArgs {
    #[command(flatten)]
    files: FilesArgs,
    /// Run a small form in two minutes, and print its verdicts only
    #[arg(long, conflicts_with_all = ["reduced", "check"])]
    small: bool,
    /// Run a reduced form in 20 minutes, and fail if it contradicts the verdicts of the folder
    #[arg(long, conflicts_with = "check")]
    reduced: bool,
    /// Seed of the reduced form
    #[arg(long, requires = "reduced", default_value_t = Form::REDUCED.seed)]
    seed: u64,
    /// Folder of finished parts, from which a run goes on that was stopped
    #[arg(long, value_name = "DIR", default_value = "target/conduct")]
    parts: PathBuf,
}

/// How much is measured, which is fixed before anything is.
#[derive(Clone, Copy, Debug)]
struct Form {
    name: &'static str,
    /// The seed of games and of what is resampled; that of the calibration is another one.
    seed: u64,
    probes: usize,
    /// The first of them, whose figures are fitted.
    fits: usize,
    /// Of each game: the blocks of games, and the decisions of a block in the game that takes
    /// longest.
    blocks: usize,
    decisions: usize,
    /// The budgets of a player that the judge has, where the game is not solved.
    judge: u32,
    /// The options of the decisions of a fit at most, and the decisions by which a player is to be
    /// recognised.
    fitted: usize,
    recognised: usize,
    /// The games of each calculation in the game that takes longest.
    games: u64,
    /// The decisions of each personality at Dragon Slayer.
    visits: usize,
    /// How often players and blocks are resampled: but in the small form, enough that a p-value can
    /// survive the correction for all indices and pairs of games.
    draws: usize,
}

impl Form {
    /// What the gate runs.
    const SMALL: Self = Self {
        name: "small",
        seed: 2030,
        probes: 6,
        fits: 6,
        blocks: 4,
        decisions: 10,
        judge: 2,
        fitted: 200,
        recognised: 20,
        games: 2,
        visits: 10,
        draws: 400,
    };

    const REDUCED: Self = Self {
        name: "reduced",
        seed: 2029,
        probes: 16,
        fits: 16,
        blocks: 10,
        decisions: 20,
        judge: 4,
        fitted: 3_000,
        recognised: 100,
        games: 20,
        visits: 100,
        draws: 8_000,
    };

    const FULL: Self = Self {
        name: "full",
        seed: 2028,
        probes: 64,
        fits: 16,
        blocks: 20,
        decisions: 50,
        judge: 20,
        fitted: 8_000,
        recognised: 200,
        games: 240,
        visits: 200,
        draws: 8_000,
    };
}

/// The game with its decisions, and the rows of its skill.
type Played = (Bank, Vec<skill::Row>);

/// Plays a game in a form of the study, with the units of a calibration.
fn played<G: Tested>(game: G, units: &Arc<Units>, form: &Form, pieces: &Pieces) -> Result<Played> {
    let game = Arc::new(game);
    eprintln!("{}: decisions", G::NAME);
    let bank = Bank::collect(&game, units, form, pieces)?;
    eprintln!("{}: games of the calculations", G::NAME);
    let skill = skill::rows(&game, &bank, form, pieces)?;
    Ok((bank, skill))
}

/// The calibration of a game.
///
/// An [`Invalid`](rivals_core::values::Invalid) says which command measures one that is missing.
fn units<G: Tested>() -> Result<Arc<Units>> {
    let calibrated = G::character(&Personality::neutral("calibrated"))?;
    let character = calibrated.character.expect("it is a personality");
    Ok(Arc::clone(&character.units))
}

/// Tests files and probes in these games.
fn found(
    played: Vec<Played>,
    files: &[Personality],
    form: &Form,
    pieces: &Pieces,
) -> Result<Findings> {
    let (banks, skill): (Vec<Bank>, Vec<Vec<skill::Row>>) = played.into_iter().unzip();
    let probes = players::probes(form.probes);
    eprintln!("choices of {} players", count((files.len() + probes.len()) as u64));
    let table = Table::new(&banks, &probes);
    let mut indices = table.rows(&probes);
    indices.extend(Table::new(&banks, files).rows(files));
    let transfer = table.transfer(form);
    let specificity = specificity::rows(&banks, &probes, &table, form);
    let probes: Vec<Personality> = probes.iter().take(form.fits).map(attentive).collect();
    let predicted = Explained::new(&banks, &probes, true, form, pieces)?;
    let (recovery, fitted) = (predicted.recovery(form), predicted.fitted_rows());
    let (recognition, recognised) =
        Explained::new(&banks, files, false, form, pieces)?.recognition(form);
    Ok(Findings {
        calibration: skill.into_iter().flatten().collect(),
        indices,
        transfer,
        recovery,
        fitted,
        recognition,
        recognised,
        specificity,
        old_and_new: Vec::new(),
        decisions: banks.iter().filter_map(|bank| examples::row(bank, files)).collect(),
    })
}

/// The calibrations of all games of the study, before anything is played.
fn calibrations() -> Result<[Arc<Units>; 5]> {
    Ok([
        units::<Pig>()?,
        units::<Parchis>()?,
        units::<TicTacToe>()?,
        units::<Tute>()?,
        units::<BattleTech>()?,
    ])
}

/// What a form finds, in all games.
fn measured(form: &Form, units: &[Arc<Units>; 5], pieces: &Pieces) -> Result<Findings> {
    let [pig, parchis, tic_tac_toe, tute, battletech] = units;
    let played = vec![
        played(Pig::new(Default::default())?, pig, form, pieces)?,
        played(Parchis::UGR22, parchis, form, pieces)?,
        played(TicTacToe::default(), tic_tac_toe, form, pieces)?,
        played(Tute::default(), tute, form, pieces)?,
        played(BattleTech::default(), battletech, form, pieces)?,
    ];
    let mut findings = found(played, &players::files(), form, pieces)?;
    findings.old_and_new = pieces.part("old-and-new", || old_and_new::rows(form))?;
    Ok(findings)
}

/// The verdicts of a folder of results.
fn known(results: &Path) -> Result<Vec<verdicts::Row>> {
    let help = "run `cargo run --release -p rivals-studies -- conduct`";
    let studies = FolderReader::open(&results.join(FOLDER).join(NAME), help)?;
    Ok(studies.entry(NAME, help.to_owned())?.rows(VERDICTS)?)
}

impl ConductArgs {
    /// Runs the form that is asked for.
    pub(crate) fn run(self) -> Result<()> {
        let form = match (self.small, self.reduced) {
            (true, _) => Form::SMALL,
            (_, true) => Form { seed: self.seed, ..Form::REDUCED },
            _ => Form::FULL,
        };
        // Parts of another calibration are made again.
        let units = calibrations()?;
        let digests = units.each_ref().map(|units| &*units.digest);
        let run = format!("{} {form:?} {digests:?}", env!("CARGO_PKG_VERSION"));
        let folder = self.parts.join(format!("{}-{}", form.name, form.seed));
        let pieces = Pieces::new((!self.small).then_some(folder), &run)?;
        let findings = measured(&form, &units, &pieces)?;
        let took = duration(Duration::from_secs_f64(pieces.seconds()));
        println!("The parts that are kept took {took}, each on its core.");
        if !self.small && !self.reduced {
            return self.files.finish_in(NAME, made(&form, &findings));
        }
        let verdicts = findings.verdicts();
        let answer = Document::answer("Verdicts", vec![report::of_verdicts(&verdicts)]);
        print!("{}", markdown(&answer, None));
        if self.reduced {
            let contradicted = contradictions(&known(&self.files.results)?, &verdicts);
            ensure!(contradicted.is_empty(), "contradicted: {}", contradicted.join("; "));
        }
        Ok(())
    }
}

/// The files of the study.
fn made(form: &Form, findings: &Findings) -> Made {
    let document = report::document(form, findings);
    let entry = ManifestEntry { seed: Some(form.seed), ..ManifestEntry::new(NAME, "all", "") };
    let files = vec![
        ("calibration.csv", csv(&findings.calibration)),
        ("indices.csv", csv(&findings.indices)),
        ("transfer.csv", csv(&findings.transfer)),
        ("recovery.csv", csv(&findings.recovery)),
        ("fitted.csv", csv(&findings.fitted)),
        ("recognition.csv", csv(&findings.recognition)),
        ("recognised.csv", csv(&findings.recognised)),
        ("specificity.csv", csv(&findings.specificity)),
        ("old_and_new.csv", csv(&findings.old_and_new)),
        ("decisions.csv", csv(&findings.decisions)),
        (VERDICTS, csv(findings.verdicts())),
        ("report.md", markdown(&document, None)),
        ("report.html", html(&document)),
    ];
    Made { entry, files }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rivals_core::contest::Calibration;
    use rivals_core::contest::Players;
    use rivals_core::personalities::{Level, SeatUnits};
    use verdicts::Verdict;

    const TINY: Form = Form {
        name: "tiny",
        seed: 7,
        probes: 5,
        fits: 5,
        blocks: 2,
        decisions: 8,
        judge: 2,
        fitted: 30,
        recognised: 8,
        games: 1,
        visits: 10,
        draws: 200,
    };

    /// Units of a game that was not calibrated.
    fn roughly<G: Game>(kappa: f64, k: f64) -> Arc<Units> {
        let of = SeatUnits { seats: 2, games: 1, decisions: 1, kappa, k, fair: 0.5 };
        let level = Level { calculation: 0.5, tau: 0.1, kept: 0.5, error: 0.1, games: 1 };
        Arc::new(Units {
            game: G::NAME.to_owned(),
            reference: String::new(),
            seed: 1,
            seats: vec![of],
            calculation: vec![level],
            digest: String::new(),
        })
    }

    /// Two games, few players: what a form finds, twice the same; and every file has rows.
    #[test]
    fn a_tiny_study() {
        let pieces = || Pieces::new(None, "tiny").unwrap();
        let study = || {
            let pig = Arc::new(Pig::to(40));
            let measured = Calibration::new(&pig, 5, &|_, _| {}).unwrap().seat_units(2, 20, 1);
            let units = roughly::<Pig>(measured.kappa, measured.k);
            let played_pig = played(Pig::to(40), &units, &TINY, &pieces()).unwrap();
            let units = roughly::<TicTacToe>(0.1, 0.2);
            let game = Arc::new(TicTacToe::default());
            let bank = Bank::collect(&game, &units, &TINY, &pieces()).unwrap();
            let files = &players::files()[..3];
            found(vec![played_pig, (bank, Vec::new())], files, &TINY, &pieces()).unwrap()
        };
        let found = study();
        assert_eq!(found.indices.len(), 2 * (3 + 5) * indices::INDICES.len());
        assert_eq!(found.transfer.len(), indices::INDICES.len());
        let loss = found.transfer.iter().find(|row| row.index == "loss").unwrap();
        assert_eq!(loss.players, 5);
        let of_harm = found.transfer.iter().find(|row| row.index == "harm").unwrap();
        assert_eq!(of_harm.verdict, Verdict::CannotBeMeasured);
        for row in &found.recovery {
            let losses = [row.loss_of_mean_player, row.loss_of_fitted, row.loss_of_true];
            assert!(losses.iter().all(|loss| loss.is_finite() && *loss >= 0.0), "{row:?}");
        }
        assert_eq!((found.recovery.len(), found.recognised.len()), (2, 3));
        // Four trials of each of three players in each order of the games.
        let trials: u64 = found.recognition.iter().map(|row| row.times).sum();
        assert_eq!(trials, 4 * 3 * 2);
        assert_eq!(found.calibration.len(), 1);
        let made = made(&TINY, &found);
        // Dragon Slayer is not played, and among so few decisions two may not differ by one figure.
        let empty = ["old_and_new.csv", "decisions.csv"];
        let full = |(name, text): &(&str, String)| empty.contains(name) || text.lines().count() > 1;
        assert!(made.files.iter().all(full));
        assert_eq!(made.files, super::made(&TINY, &study()).files);
    }

    /// The small form contradicts no verdict of the committed files.
    #[test]
    fn a_small_study() {
        let units = calibrations().unwrap();
        let pieces = Pieces::new(None, "small").unwrap();
        let verdicts = measured(&Form::SMALL, &units, &pieces).unwrap().verdicts();
        let known = known(Path::new("../results")).unwrap();
        assert_eq!(known.len(), verdicts.len());
        let contradicted = contradictions(&known, &verdicts);
        assert!(contradicted.is_empty(), "{contradicted:?}");
    }

    /// Before a game is calibrated, the study says so and how to do it.
    #[test]
    fn a_game_is_calibrated_first() {
        match Pig::CONDUCT.unwrap().units {
            Some(_) => assert_eq!(units::<Pig>().unwrap().game, Pig::NAME),
            None => {
                let error = units::<Pig>().unwrap_err();
                assert_eq!(error.to_string(), "the calibration of pig is missing");
                let help = error.help().unwrap().to_string();
                assert_eq!(help, "write it with rivals calibrate pig");
            }
        }
    }
}
