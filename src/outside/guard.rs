//! The guard of a program of others, `rivals agent-guard`: a process between a tournament and the
//! program. It starts itself again in a group of its own, which sets the limits and becomes the
//! program, and ends the whole group when the program ends, when it is told so, and when its standard
//! input closes: that is when the tournament is over, or was killed. If the guard itself is killed,
//! on Linux the program ends with it. It is no sandbox.

use std::ffi::OsString;
use std::io;
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Command, exit};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use clap::Args;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{
    Pid, Resource, Rlimit, Signal, WaitId, WaitIdOptions, getrlimit, kill_process_group, setrlimit,
    waitid,
};
use rustix::stdio::{dup2_stderr, dup2_stdout};
use signal_hook::consts::SIGTERM;

use super::process::SIGNALS;

/// The exit code of a guard whose program cannot be started, as of a shell.
const NOT_STARTED: i32 = 127;

/// How long a program has to end by itself, and then after a signal.
const GRACE: Duration = Duration::from_secs(1);

/// The most files that a program opens.
const MOST_FILES: u64 = 256;

/// Start a program, and end it and all that it started when standard input closes.
#[derive(Debug, Args)]
pub(crate) struct GuardArgs {
    /// The most memory of the program
    #[arg(long, value_name = "MIB")]
    memory_mib: Option<u64>,
    /// Become the program, as the child of the guard with this number
    #[arg(long, value_name = "PID")]
    child_of: Option<u32>,
    /// The program and its arguments
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    command: Vec<OsString>,
}

impl GuardArgs {
    /// Ends with the program's exit code, or 128 and the signal that ended it.
    pub(crate) fn run(&self) -> ! {
        let guarded = match self.child_of {
            Some(guard) => Err(self.become_program(guard)),
            None => self.guarded(),
        };
        exit(guarded.unwrap_or_else(|error| {
            eprintln!("{}: {error}", self.command[0].to_string_lossy());
            NOT_STARTED
        }))
    }

    /// Sets the limits, and goes on as the program; returns why that cannot be.
    fn become_program(&self, guard: u32) -> io::Error {
        #[cfg(target_os = "linux")]
        if let Err(error) = rustix::process::set_parent_process_death_signal(Some(Signal::KILL)) {
            return error.into();
        }
        // It may have ended before.
        if std::os::unix::process::parent_id() != guard {
            return io::Error::other("its guard has ended");
        }
        let mut program = Command::new(&self.command[0]);
        program.args(&self.command[1..]);
        // They come last, as they may leave no room for this program.
        limit(Resource::Nofile, MOST_FILES);
        limit(Resource::Core, 0);
        if let Some(mib) = self.memory_mib {
            limit(Resource::As, mib << 20);
        }
        program.exec()
    }

    fn guarded(&self) -> io::Result<i32> {
        let (told, tell) = UnixStream::pair()?;
        signal_hook::low_level::pipe::register(SIGTERM, tell)?;
        let (begun, group) = channel();
        thread::spawn(move || group.recv().map(|group| end(group, &told)));
        // Whatever leaves the group, and is left by who started it, becomes a child of the guard.
        #[cfg(target_os = "linux")]
        rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
        let mut program = Command::new(std::env::current_exe()?);
        program.args(["agent-guard", &format!("--child-of={}", std::process::id())]);
        program.args(self.memory_mib.map(|mib| format!("--memory-mib={mib}")));
        let mut child = program.arg("--").args(&self.command).process_group(0).spawn()?;
        let group = Pid::from_child(&child);
        // The ends of these pipes are the program's alone, so that they end with it.
        let nowhere = std::fs::File::options().write(true).open("/dev/null")?;
        dup2_stdout(&nowhere)?;
        dup2_stderr(&nowhere)?;
        let _ = begun.send(group);
        // It stays a child until its group is gone, so that no other group has its number.
        let ended = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        while waitid(WaitId::Pid(group), ended).is_err_and(|error| error == rustix::io::Errno::INTR)
        {
        }
        let _ = kill_process_group(group, Signal::KILL);
        let status = child.wait()?;
        #[cfg(target_os = "linux")]
        end_others();
        let signal = || SIGNALS + status.signal().unwrap_or_default();
        Ok(status.code().unwrap_or_else(signal))
    }
}

/// The processes that a process has started, or that were left to it.
#[cfg(target_os = "linux")]
pub(super) fn children(process: u32) -> Vec<u32> {
    let threads = std::fs::read_dir(format!("/proc/{process}/task"));
    let lists = threads.into_iter().flatten().flatten();
    let lists = lists.filter_map(|of| std::fs::read_to_string(of.path().join("children")).ok());
    lists
        .flat_map(|list| list.split(' ').filter_map(|id| id.parse().ok()).collect::<Vec<_>>())
        .collect()
}

/// Ends what was left to this process, and then what that leaves to it.
#[cfg(target_os = "linux")]
fn end_others() {
    loop {
        let left = children(std::process::id());
        let left = left.into_iter().filter_map(|id| Pid::from_raw(id.try_into().ok()?));
        let left: Vec<Pid> = left.collect();
        for &process in &left {
            let _ = rustix::process::kill_process(process, Signal::KILL);
            let _ = waitid(WaitId::Pid(process), WaitIdOptions::EXITED);
        }
        if left.is_empty() {
            return;
        }
    }
}

/// Ends the group when standard input closes, in three steps, or at once when the guard is told so.
fn end(group: Pid, told: &UnixStream) {
    let input = io::stdin();
    let closed = |input: &io::Stdin| {
        let mut ends = [PollFd::new(told, PollFlags::IN), PollFd::new(input, PollFlags::empty())];
        while poll(&mut ends, None).is_err() {}
        ends[0].revents().is_empty()
    };
    if closed(&input) {
        for signal in [None, Some(Signal::TERM)] {
            if let Some(signal) = signal {
                let _ = kill_process_group(group, signal);
            }
            let time = Timespec::try_from(GRACE).expect("a second");
            let mut ends = [PollFd::new(told, PollFlags::IN)];
            if matches!(poll(&mut ends, Some(&time)), Ok(1..)) {
                break;
            }
        }
    }
    let _ = kill_process_group(group, Signal::KILL);
}

/// Lowers a limit, as far as it is not lower already.
fn limit(resource: Resource, most: u64) {
    let had = getrlimit(resource).maximum;
    let most = Some(had.map_or(most, |had| had.min(most)));
    let _ = setrlimit(resource, Rlimit { current: most, maximum: most });
}
