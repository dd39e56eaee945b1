//! The parts of a run that are finished: a run that is stopped goes on where it was.

use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use miette::{IntoDiagnostic, Result, WrapErr};
use rivals_core::sha256::sha256;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::sync::Mutex;

/// A part, as its file has it.
#[derive(Serialize, Deserialize)]
struct Part<T> {
    /// What it was made of; a part that was made of something else is made again.
    run: String,
    /// How long it took, on one core.
    seconds: f64,
    made: T,
}

/// The folder of the parts of a run.
pub(super) struct Pieces {
    /// `None` to keep nothing.
    folder: Option<PathBuf>,
    /// What the run is made of.
    run: String,
    /// The seconds of all parts so far, on one core.
    seconds: Mutex<f64>,
}

impl Pieces {
    /// The parts of a run that is made of what a text says, in a folder.
    pub(super) fn new(folder: Option<PathBuf>, run: &str) -> Result<Self> {
        if let Some(folder) = &folder {
            let made = fs::create_dir_all(folder).into_diagnostic();
            made.wrap_err_with(|| format!("cannot make the folder {}", folder.display()))?;
        }
        Ok(Self { folder, run: sha256(run.as_bytes()), seconds: Mutex::default() })
    }

    /// The part with this name, from its file, or made now and kept there.
    pub(super) fn part<T: Serialize + DeserializeOwned>(
        &self,
        name: &str,
        make: impl FnOnce() -> Result<T>,
    ) -> Result<T> {
        let path = self.folder.as_ref().map(|folder| folder.join(format!("{name}.json")));
        let text = path.as_ref().and_then(|path| fs::read_to_string(path).ok());
        // A file that was cut off is made again as well.
        let known = text.and_then(|text| serde_json::from_str::<Part<T>>(&text).ok());
        if let Some(part) = known.filter(|part| part.run == self.run) {
            self.took(part.seconds);
            return Ok(part.made);
        }
        let begun = Instant::now();
        let made = make()?;
        let part = Part { run: self.run.clone(), seconds: begun.elapsed().as_secs_f64(), made };
        self.took(part.seconds);
        if let Some(path) = path {
            let text = serde_json::to_string(&part).into_diagnostic()?;
            let whole = path.with_extension("new");
            let kept = fs::write(&whole, text).and_then(|()| fs::rename(&whole, &path));
            let kept = kept.into_diagnostic();
            kept.wrap_err_with(|| format!("cannot write {}", path.display()))?;
        }
        Ok(part.made)
    }

    fn took(&self, seconds: f64) {
        *self.seconds.lock().expect("no part panics while it counts") += seconds;
    }

    /// The seconds of all parts, also of those of earlier runs.
    pub(super) fn seconds(&self) -> f64 {
        *self.seconds.lock().expect("no part panics while it counts")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use miette::bail;

    #[test]
    fn a_part_is_made_once_for_a_run() {
        let folder = std::env::temp_dir().join(format!("rivals-conduct-{}", std::process::id()));
        let open = |run: &str| Pieces::new(Some(folder.clone()), run).unwrap();
        let made = open("one").part("part", || Ok(vec![0.1, 1.0 / 3.0])).unwrap();
        assert_eq!(made, [0.1, 1.0 / 3.0]);
        assert_eq!(open("one").part::<Vec<f64>>("part", || bail!("made again")).unwrap(), made);
        assert!(open("two").part::<Vec<f64>>("part", || bail!("made again")).is_err());
        // Cut off, it is made again.
        fs::write(folder.join("part.json"), "{\"run\":").unwrap();
        assert_eq!(open("one").part("part", || Ok(vec![2.0])).unwrap(), [2.0]);
        fs::remove_dir_all(&folder).unwrap();
    }
}
