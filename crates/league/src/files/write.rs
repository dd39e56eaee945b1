//! Writing result files atomically.

use std::ffi::OsStr;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tempfile::NamedTempFile;

use crate::error::{Error, ErrorKind};

/// The error for a file that could not be completed.
pub fn cannot_write(path: &Path, reason: io::Error) -> Error {
    let message = format!("cannot write {}: {reason}", path.display());
    let help = match reason.kind() {
        io::ErrorKind::NotFound => "create the folder that is missing, or name another one",
        io::ErrorKind::IsADirectory => "it is a folder: name a file",
        io::ErrorKind::NotADirectory | io::ErrorKind::AlreadyExists => {
            "name a folder, and not a file"
        }
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            "choose a place that you may write to"
        }
        _ => "free disk space and run again; an existing file is unchanged",
    };
    Error::new(ErrorKind::Files, message, help)
}

/// The error for a folder in which no files can be written.
fn cannot_write_to(path: &Path, reason: &io::Error) -> Error {
    if path.is_file() {
        let message = format!("cannot write to the folder {}: it is a file", path.display());
        return Error::new(ErrorKind::Files, message, "name a folder; a missing one is created");
    }
    let message = format!("cannot write to the folder {}: {reason}", path.display());
    Error::new(ErrorKind::Files, message, "choose a folder that you may write to")
}

/// The error for a name that belongs to something that is not a file.
pub(crate) fn not_a_file(path: &Path) -> Error {
    let message = format!("cannot replace {}: it is not a file", path.display());
    Error::new(ErrorKind::Files, message, "move it away, or choose another folder")
}

/// Held while files are written, from the first temporary file to the last renaming.
static WRITING: Mutex<()> = Mutex::new(());

/// Waits until no files are being written. None are begun until the returned value is dropped.
pub fn hold_writing() -> MutexGuard<'static, ()> {
    WRITING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How the names of temporary files begin and end; six letters or digits are between.
const TEMPORARY: [&str; 2] = [".rivals-", ".tmp"];

/// The age from which on a temporary file is left over, unless it is locked: locks of another node
/// may not be seen on a shared disk, and no file is written for so long.
const LEFT_OVER: Duration = Duration::from_secs(86_400);

/// A folder that is known to be writable.
#[derive(Clone, Debug)]
pub struct OutputFolder {
    path: PathBuf,
}

impl OutputFolder {
    /// Creates the folder if it is missing, and checks that files of these names can be
    /// written in it. It leaves no file behind, so a run that is killed later does not
    /// either. Temporary files that killed runs left in the folder a day ago are removed.
    ///
    /// # Errors
    /// If the folder cannot be written to, or one of the names is not a file's.
    pub fn prepare(path: &Path, names: &[&str]) -> Result<Self, Error> {
        let folder = Self { path: path.to_owned() };
        let refused = |reason: io::Error| cannot_write_to(path, &reason);
        let _writing = hold_writing();
        make_folder(path).map_err(refused)?;
        remove_orphans(path).map_err(refused)?;
        drop(temporary_in(path).map_err(refused)?);
        for name in names {
            let path = path.join(name);
            if path.exists() && !path.is_file() {
                return Err(not_a_file(&path));
            }
        }
        Ok(folder)
    }

    /// Writes a whole file; on an error the old file stays.
    ///
    /// # Errors
    /// If the disk fails.
    pub fn write(&self, name: &str, contents: &[u8]) -> Result<(), Error> {
        self.write_all(&[(name, contents)])
    }

    /// Writes whole files. All are written to the disk under temporary names first; then
    /// they are renamed one by one, in this order. A symbolic link stays, and the file that it
    /// leads to is written.
    ///
    /// # Errors
    /// If the disk fails.
    pub fn write_all(&self, files: &[(&str, &[u8])]) -> Result<(), Error> {
        let refused = |name: &str, reason| cannot_write(&self.path.join(name), reason);
        let _writing = hold_writing();
        let mut staged = Vec::new();
        for (name, contents) in files {
            let stage = || {
                let place = followed(self.path.join(name))?;
                let path = parent(&place).to_owned();
                Ok((Self { path }.stage(contents)?, place))
            };
            staged.push((name, stage().map_err(|reason| refused(name, reason))?));
        }
        let mut folders = vec![self.path.clone()];
        for (name, (file, place)) in staged {
            let placed = file.persist(&place);
            placed.map_err(|error| refused(name, error.error))?;
            folders.push(parent(&place).to_owned());
        }
        folders.dedup();
        let mut synced = folders.iter().map(|folder| sync_folder(folder));
        synced.try_for_each(|synced| synced).map_err(|reason| {
            let path = self.path.join(files.last().map_or("", |file| file.0));
            let message =
                format!("wrote {}, but could not sync its folder: {reason}", path.display());
            let help = "the file is complete, but a power cut may lose it";
            Error::new(ErrorKind::Files, message, help)
        })
    }

    fn stage(&self, contents: &[u8]) -> io::Result<NamedTempFile> {
        // Without locks on this disk, no run removes such files.
        let (mut file, _) = temporary_in(&self.path)?;
        // The errors of the inner file do not name the temporary path.
        file.as_file_mut().write_all(contents)?;
        file.as_file().sync_all()?;
        Ok(file)
    }
}

/// The path to which symbolic links lead, of a file that may be missing.
fn followed(mut path: PathBuf) -> io::Result<PathBuf> {
    // As many as Linux follows.
    for _ in 0..40 {
        match fs::read_link(&path) {
            Ok(to) => path = parent(&path).join(to),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

/// A new temporary file in the folder of the file that it will be renamed to, and whether it could
/// be locked. The lock tells other runs that the file is not left over.
pub(super) fn temporary_in(folder: &Path) -> io::Result<(NamedTempFile, io::Result<()>)> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(TEMPORARY[0]).suffix(TEMPORARY[1]);
    // Temporary files are private by default; results get the usual permissions of new
    // files, which the user's umask restricts.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    loop {
        let file = builder.tempfile_in(folder)?;
        let locked = match file.as_file().try_lock() {
            Ok(()) => Ok(()),
            // Another run takes it for left over, or did so before it was locked.
            Err(TryLockError::WouldBlock) => continue,
            Err(TryLockError::Error(reason)) => Err(reason),
        };
        if file.path().exists() {
            return Ok((file, locked));
        }
    }
}

/// Removes the temporary files in a folder that no living process writes: old ones that can be
/// locked.
fn remove_orphans(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let is_ours = entry.file_type()?.is_file() && is_temporary(&entry.file_name());
        if !is_ours {
            continue;
        }
        // A file that cannot be opened or locked is another process's.
        let Ok(file) = File::open(entry.path()) else {
            continue;
        };
        let age = file.metadata()?.modified()?.elapsed().unwrap_or_default();
        // It stays locked until it is removed, so that its owner cannot lock it and lose it.
        if age >= LEFT_OVER && file.try_lock().is_ok() {
            match fs::remove_file(entry.path()) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
    }
    Ok(())
}

/// Whether a file has a name such as [`temporary_in`] gives.
fn is_temporary(name: &OsStr) -> bool {
    let [start, end] = TEMPORARY;
    (name.to_str()).and_then(|name| name.strip_prefix(start)?.strip_suffix(end)).is_some_and(
        |random| random.len() == 6 && random.bytes().all(|byte| byte.is_ascii_alphanumeric()),
    )
}

/// Creates a folder and its missing parents, and syncs their parent folders, so that a
/// power cut removes none of them.
pub(super) fn make_folder(path: &Path) -> io::Result<()> {
    let missing = |folder: &&Path| !folder.as_os_str().is_empty() && !folder.exists();
    let new: Vec<&Path> = path.ancestors().take_while(missing).collect();
    fs::create_dir_all(path)?;
    for folder in new {
        sync_folder(parent(folder))?;
    }
    Ok(())
}

/// The folder that a file or a folder is in.
pub(super) fn parent(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Moves a file to another path on the same disk, and creates the folder if it is missing.
/// After a power cut the file is at one of the two paths.
///
/// # Errors
/// If the disk fails.
pub fn move_file(from: &Path, to: &Path) -> Result<(), Error> {
    let moved = || -> io::Result<()> {
        make_folder(parent(to))?;
        fs::rename(from, to)?;
        sync_folder(parent(to))
    };
    moved().map_err(|reason| cannot_write(to, reason))
}

/// Moves a folder aside: renames it to the first of `NAME.1`, `NAME.2`, ... that is free, and
/// returns its new path.
///
/// # Errors
/// If it cannot be renamed.
pub fn move_aside(path: &Path) -> Result<PathBuf, Error> {
    let refused = |reason: io::Error| {
        let message = format!("cannot move the folder {} aside: {reason}", path.display());
        let help = "move it away yourself, or choose another folder with --out";
        Error::new(ErrorKind::Files, message, help)
    };
    let Some(name) = path.file_name() else {
        return Err(refused(io::Error::other("its path does not end in a name")));
    };
    let numbered = |number: u32| {
        let mut name = name.to_owned();
        name.push(format!(".{number}"));
        path.with_file_name(name)
    };
    let free = |path: &PathBuf| path.symlink_metadata().is_err();
    let to = (1..).map(numbered).find(free).expect("numbers do not end");
    let moved = fs::rename(path, &to).and_then(|()| sync_folder(parent(&to)));
    moved.map_err(refused)?;
    Ok(to)
}

/// The folder's lock, which is held until the file is dropped. Waits until no other run
/// holds it. Windows cannot open folders as files, so there is no lock there.
///
/// # Errors
/// If the folder cannot be locked.
pub fn lock_folder(path: &Path) -> Result<Option<File>, Error> {
    if !cfg!(unix) {
        return Ok(None);
    }
    let lock = || -> io::Result<File> {
        let folder = File::open(path)?;
        folder.lock()?;
        Ok(folder)
    };
    lock().map(Some).map_err(|reason| cannot_write_to(path, &reason))
}

/// Syncs a folder, so that the names of new files in it survive a power cut.
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) {
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;

    #[test]
    fn a_file_is_replaced_and_no_other_file_is_left() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("new").join("folder");
        let folder = OutputFolder::prepare(&path, &["a.csv"]).unwrap();
        assert_eq!(fs::read_dir(&path).unwrap().count(), 0);
        folder.write("a.csv", b"old").unwrap();
        folder.write("a.csv", b"new").unwrap();
        assert_eq!(fs::read(path.join("a.csv")).unwrap(), b"new");
        assert_eq!(fs::read_dir(&path).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_and_its_file_is_written() {
        use std::os::unix::fs::symlink;
        let place = tempfile::tempdir().unwrap();
        let [here, there] = ["here", "there"].map(|name| place.path().join(name));
        fs::create_dir(&there).unwrap();
        let folder = OutputFolder::prepare(&here, &[]).unwrap();
        // The first link leads to a second one, whose file is missing at first.
        symlink("../there/b.csv", here.join("a.csv")).unwrap();
        symlink(there.join("c.csv"), there.join("b.csv")).unwrap();
        for text in ["old", "new"] {
            folder.write("a.csv", text.as_bytes()).unwrap();
            assert!(here.join("a.csv").is_symlink() && there.join("b.csv").is_symlink());
            assert_eq!(fs::read_to_string(there.join("c.csv")).unwrap(), text);
        }
        assert_eq!(fs::read_dir(&there).unwrap().count(), 2);
        symlink("d.csv", here.join("d.csv")).unwrap();
        let refused = folder.write("d.csv", b"").unwrap_err();
        assert!(refused.message.ends_with("too many symbolic links"), "{refused}");
    }

    #[test]
    fn what_killed_runs_left_is_removed() {
        let place = tempfile::tempdir().unwrap();
        let names = [
            ".rivals-a1B2c3.tmp",
            ".rivals-backup",
            ".rivals-Z9y8x7.tmp",
            ".rivals-1234567.tmp",
            ".rivals-young1.tmp",
        ];
        let [left, of_user, in_use, other, young] = names.map(|name| place.path().join(name));
        fs::write(&young, b"").unwrap();
        for file in [&left, &of_user, &in_use, &other] {
            let file = File::create(file).unwrap();
            let before = SystemTime::now() - LEFT_OVER;
            file.set_modified(before).unwrap();
        }
        let writing = File::open(&in_use).unwrap();
        writing.lock().unwrap();
        let prepare = || OutputFolder::prepare(place.path(), &[]).unwrap();
        prepare();
        assert!(!left.exists() && of_user.exists() && in_use.exists() && other.exists());
        // Its owner may be on another node, whose locks are not seen here.
        assert!(young.exists());
        drop(writing);
        prepare().write("a.csv", b"new").unwrap();
        assert!(!in_use.exists() && place.path().join("a.csv").exists());
    }

    #[test]
    fn paths_that_cannot_be_written_are_refused_beforehand() {
        let place = tempfile::tempdir().unwrap();
        fs::write(place.path().join("file"), b"").unwrap();
        let refused = |folder: &Path, names: &[&str]| {
            OutputFolder::prepare(folder, names).unwrap_err().message
        };
        let below_a_file = refused(&place.path().join("file"), &[]);
        assert!(below_a_file.starts_with("cannot write to the folder"), "{below_a_file}");
        fs::create_dir(place.path().join("a.csv")).unwrap();
        let in_the_way = refused(place.path(), &["a.csv"]);
        assert!(in_the_way.ends_with("it is not a file"), "{in_the_way}");
    }
}
