//! The folder `results/studies`: what a study makes is written there, or compared with what is there.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use miette::{IntoDiagnostic, Result, WrapErr, ensure};
use rivals_league::results::{FileEntry, Manifest, ManifestEntry, Program, ResultsFolder};

/// The folder of studies, in that of results.
pub(crate) const FOLDER: &str = "studies";

/// What a study made.
pub(crate) struct Made {
    /// Its entry of the manifest, which lists no files yet.
    pub entry: ManifestEntry,
    /// The names and texts of its files.
    pub files: Vec<(&'static str, String)>,
}

#[derive(Args)]
pub(crate) struct FilesArgs {
    /// Folder of results; its folder studies is written
    #[arg(long, value_name = "DIR", default_value = "results")]
    pub results: PathBuf,
    /// Write nothing, but fail at the first file that differs
    #[arg(long)]
    check: bool,
}

impl FilesArgs {
    /// Writes what a study made, or compares it with what is there.
    pub(crate) fn finish(&self, made: Made) -> Result<()> {
        self.finish_at(&self.results.join(FOLDER), made)
    }

    /// As [`Self::finish`], in a folder of that of studies.
    pub(crate) fn finish_in(&self, within: &str, made: Made) -> Result<()> {
        self.finish_at(&self.results.join(FOLDER).join(within), made)
    }

    fn finish_at(&self, folder: &Path, made: Made) -> Result<()> {
        let names: Vec<&str> = made.files.iter().map(|(name, _)| *name).collect();
        let command = made.entry.command.clone();
        if !self.check {
            let to = ResultsFolder::prepare(folder, &command, &names)?;
            to.by(Program::RivalsStudies).write(made.entry, &made.files)?;
            println!("Wrote {} to {}.", names.join(" and "), folder.display());
            return Ok(());
        }
        for (name, text) in &made.files {
            let path = folder.join(name);
            let there = fs::read_to_string(&path).into_diagnostic();
            let there = there.wrap_err_with(|| format!("cannot read {}", path.display()))?;
            ensure!(there == *text, "{} is not what the study {command} writes", path.display());
        }
        let entry = ManifestEntry { files: FileEntry::all(&made.files), ..made.entry };
        let manifest = Manifest::of(folder)?;
        ensure!(
            manifest.entry(&command) == Some(&entry),
            "{}: the manifest has another entry of the study {command}",
            folder.display()
        );
        println!("{} in {} are what the study writes.", names.join(" and "), folder.display());
        Ok(())
    }
}
