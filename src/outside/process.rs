//! A process that reads a line and answers one, behind its guard: see [`super::guard`].
//!
//! The thread of the game polls all three pipes, so that no agent blocks for what it writes, and
//! looks every 50 ms whether the program was asked to stop.

use std::ffi::OsString;
use std::io;
use std::os::fd::AsFd;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rivals_core::play::Watch;
use rivals_core::play::outside::{Failure, Unanswered, Word};
use rivals_league::tournament::external::External;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionbio, read, write};
use rustix::process::{Pid, Signal, kill_process};

use super::program::MOST_LOG;

/// How often a question that has no answer looks whether the program was asked to stop.
const PULSE: Duration = Duration::from_millis(50);

/// The longest line.
const LONGEST_LINE: usize = 1 << 20;

/// The most bytes of blank lines before an answer.
const MOST_BLANK: usize = 16 << 20;

/// How much of standard error is kept.
const KEPT_ERRORS: usize = 64 << 10;

/// How long a process may take to end after its output has.
const ENDING: Duration = Duration::from_secs(1);

/// The exit codes from which on a guard tells the signal that ended its program.
pub(super) const SIGNALS: i32 = 128;

/// What passes from the environment.
const PASSED: [&str; 4] = ["PATH", "HOME", "LANG", "TMPDIR"];

/// A running agent.
#[derive(Debug)]
pub(super) struct Process {
    guard: Child,
    input: Option<ChildStdin>,
    output: ChildStdout,
    /// `None` when the agent has closed it.
    errors: Option<ChildStderr>,
    /// What was read and not used.
    read: Vec<u8>,
    /// The last bytes of standard error, and those that no log has yet.
    told: Vec<u8>,
    fresh_errors: Vec<u8>,
    /// Whether standard error is logged.
    pub(super) logs: bool,
    /// The number of the last question.
    pub(super) asked: u64,
    /// The processor time that was counted.
    cpu_ms: u64,
}

impl Process {
    /// Starts the program of a player, which has asked for nothing yet.
    ///
    /// # Errors
    /// [`Word::Start`].
    pub(super) fn start(external: &External) -> Result<Self, Failure> {
        let failed = |error: io::Error| {
            Failure::new(Word::Start, format!("{} cannot be started: {error}", external.command[0]))
        };
        if !external.folder.is_dir() {
            let what = format!("its folder {} does not exist", external.folder.display());
            return Err(Failure::new(Word::Start, what));
        }
        // The guard is this program, whatever has become of its file.
        let own = std::env::current_exe().map_err(failed)?;
        let memory = external.memory_mib.map(|mib| OsString::from(format!("--memory-mib={mib}")));
        let kept = PASSED.iter().filter_map(|name| Some((name, std::env::var_os(name)?)));
        let mut command = Command::new(own);
        command.arg("agent-guard").args(memory).arg("--").arg(&external.program);
        command.args(&external.command[1..]).env_clear().envs(kept).envs(&external.environment);
        command.current_dir(&external.folder).process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut guard = command.spawn().map_err(failed)?;
        let (input, output, errors) =
            (guard.stdin.take(), guard.stdout.take(), guard.stderr.take());
        let output = output.expect("it is piped");
        let ends = input.iter().map(AsFd::as_fd).chain([output.as_fd()]);
        let ends = ends.chain(errors.iter().map(AsFd::as_fd));
        for end in ends {
            ioctl_fionbio(end, true).map_err(|error| failed(error.into()))?;
        }
        Ok(Self {
            guard,
            input,
            output,
            errors,
            read: Vec::new(),
            told: Vec::new(),
            fresh_errors: Vec::new(),
            logs: false,
            asked: 0,
            cpu_ms: 0,
        })
    }

    /// Writes a line and waits for the line that answers it, at most for `limit`. Also returns the
    /// time from writing to reading.
    ///
    /// # Errors
    /// [`Unanswered`]; the process is then of no further use.
    pub(super) fn exchange(
        &mut self,
        line: &[u8],
        limit: Duration,
        watch: Option<&Watch>,
    ) -> Result<(Vec<u8>, Duration), Unanswered> {
        // The agent may be done before the call that writes returns.
        let (mut left, begun) = (line, Instant::now());
        self.write(&mut left)?;
        let mut blank = 0;
        loop {
            if let Some(answer) = self.line(&mut blank)? {
                return Ok((answer, begun.elapsed()));
            }
            let used = begun.elapsed();
            if used >= limit {
                let hint = if self.read.is_empty() { "; is its output flushed?" } else { "" };
                let what = format!("there was no whole line within {} ms{hint}", limit.as_millis());
                return Err(Unanswered::Failed(Failure::new(Word::Timeout, what)));
            }
            if watch.is_some_and(Watch::stopped) {
                return Err(Unanswered::Stopped);
            }
            self.wait(&mut left, PULSE.min(limit - used))?;
        }
    }

    /// Writes a line that is not answered, if the agent reads.
    pub(super) fn tell(&mut self, line: &[u8]) {
        // One that does not read is found at the next question.
        let _ = self.write(&mut &*line);
    }

    /// Writes as much as the pipe takes.
    fn write(&mut self, left: &mut &[u8]) -> Result<(), Unanswered> {
        while let (Some(input), false) = (&self.input, left.is_empty()) {
            match write(input, left) {
                Ok(count) => *left = &left[count..],
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => break,
                Err(_) => return Err(self.ended("it has closed its standard input")),
            }
        }
        Ok(())
    }

    /// The first line that is not blank among what was read.
    fn line(&mut self, blank: &mut usize) -> Result<Option<Vec<u8>>, Unanswered> {
        let malformed = |what: &str| Unanswered::Failed(Failure::new(Word::Malformed, what));
        let lead = self.read.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        self.read.drain(..lead);
        *blank += lead;
        if *blank > MOST_BLANK {
            return Err(malformed("it wrote 16 MiB of blank lines"));
        }
        let end = self.read.iter().position(|byte| *byte == b'\n');
        if end.unwrap_or(self.read.len()) > LONGEST_LINE {
            return Err(malformed("a line is longer than 1 MiB"));
        }
        let Some(end) = end else {
            return Ok(None);
        };
        let rest = self.read.split_off(end + 1);
        if !rest.iter().all(u8::is_ascii_whitespace) {
            return Err(malformed("it wrote more than one line"));
        }
        Ok(Some(std::mem::replace(&mut self.read, rest)))
    }

    /// Waits for a pipe, and reads what there is.
    fn wait(&mut self, left: &mut &[u8], time: Duration) -> Result<(), Unanswered> {
        let time = Timespec::try_from(time).expect("a short time");
        let mut ends = vec![PollFd::new(&self.output, PollFlags::IN)];
        ends.extend(self.errors.iter().map(|errors| PollFd::new(errors, PollFlags::IN)));
        if !left.is_empty() {
            ends.extend(self.input.iter().map(|input| PollFd::new(input, PollFlags::OUT)));
        }
        let found = poll(&mut ends, Some(&time));
        let came = |at: usize| ends.get(at).is_some_and(|end| !end.revents().is_empty());
        let (answers, errs) = (came(0), self.errors.is_some() && came(1));
        if !matches!(found, Ok(1..)) {
            return Ok(());
        }
        if errs {
            self.read_errors();
        }
        self.write(left)?;
        let mut buffer = [0; 1 << 16];
        match answers.then(|| read(&self.output, &mut buffer)) {
            Some(Ok(0)) => Err(self.ended("its standard output has ended")),
            Some(Ok(count)) => {
                self.read.extend_from_slice(&buffer[..count]);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Reads what is on standard error.
    fn read_errors(&mut self) {
        let mut buffer = [0; 1 << 16];
        while let Some(errors) = &self.errors {
            match read(errors, &mut buffer) {
                Ok(0) => self.errors = None,
                Ok(count) => {
                    self.told.extend_from_slice(&buffer[..count]);
                    if self.logs && self.fresh_errors.len() < MOST_LOG {
                        self.fresh_errors.extend_from_slice(&buffer[..count]);
                    }
                    let over = self.told.len().saturating_sub(KEPT_ERRORS);
                    self.told.drain(..over);
                }
                Err(Errno::INTR) => {}
                Err(_) => break,
            }
        }
    }

    /// The failure of an agent whose pipe has ended.
    fn ended(&mut self, what: &str) -> Unanswered {
        let until = Instant::now() + ENDING;
        let status = loop {
            match self.guard.try_wait() {
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(1)),
                Ok(status) => break status,
                Err(_) => break None,
            }
        };
        let how = match status.map(|status| (status.code(), status.signal())) {
            Some((Some(code @ SIGNALS..), _)) => {
                format!("it was ended by signal {}", code - SIGNALS)
            }
            Some((Some(code), _)) => format!("it ended with exit code {code}"),
            Some((_, Some(signal))) => format!("its guard was ended by signal {signal}"),
            _ => format!("{what}, and it goes on"),
        };
        Unanswered::Failed(Failure::new(Word::Crash, how))
    }

    /// The end of what the agent wrote on standard error, at most this number of bytes.
    pub(super) fn errors(&mut self, most: usize) -> String {
        self.read_errors();
        let from = self.told.len().saturating_sub(most);
        String::from_utf8_lossy(&self.told[from..]).into_owned()
    }

    /// What the agent wrote on standard error since the last call.
    pub(super) fn take_errors(&mut self) -> Vec<u8> {
        self.read_errors();
        std::mem::take(&mut self.fresh_errors)
    }

    /// The number of the process of its guard.
    pub(super) fn id(&self) -> u32 {
        self.guard.id()
    }

    /// The processor time since the last call, in milliseconds; 0 where the system does not tell.
    pub(super) fn cpu(&mut self) -> u64 {
        let all = agent_cpu(self.guard.id()).unwrap_or(self.cpu_ms);
        let more = all.saturating_sub(self.cpu_ms);
        self.cpu_ms = all;
        more
    }

    /// Ends the agent and all that it started, at once.
    pub(super) fn kill(&mut self) {
        self.input = None;
        if let Ok(None) = self.guard.try_wait() {
            // The guard then kills the group.
            let _ = kill_process(Pid::from_child(&self.guard), Signal::TERM);
        }
        self.reap();
    }

    /// Asks the agent to end; [`Self::reap`] waits for that.
    pub(super) fn quit(&mut self) {
        self.tell(b"{\"ask\":\"quit\"}\n");
        self.input = None;
    }

    /// Whether the agent ends within a second when its input does, after `quit` or without it.
    pub(super) fn ends(&mut self, quits: bool) -> bool {
        if quits {
            self.quit();
        }
        self.input = None;
        let begun = Instant::now();
        self.reap();
        begun.elapsed() < ENDING
    }

    /// Waits until the guard has ended, which ends all else within two seconds.
    fn reap(&mut self) {
        let until = Instant::now() + 4 * ENDING;
        let mut pause = Duration::from_micros(50);
        while let Ok(None) = self.guard.try_wait() {
            if Instant::now() > until {
                let _ = self.guard.kill();
                let _ = self.guard.wait();
                return;
            }
            self.read_errors();
            // Nobody reads what it still writes, and a full pipe would keep it.
            let _ = read(&self.output, &mut [0; 1 << 16]);
            thread::sleep(pause);
            pause = (2 * pause).min(Duration::from_millis(5));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.input.is_some() {
            self.quit();
        }
        self.reap();
    }
}

/// The processor time of the program behind a guard and of all that it has started and that runs, or
/// for which it has waited.
#[cfg(target_os = "linux")]
fn agent_cpu(guard: u32) -> Option<u64> {
    let mut ticks = 0;
    let mut open = super::guard::children(guard);
    while let Some(process) = open.pop() {
        open.extend(super::guard::children(process));
        let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        // The name, in brackets, may hold anything; the times are the 14th to 17th fields.
        let fields = stat.rsplit_once(") ")?.1.split(' ').skip(11).take(4);
        ticks += fields.filter_map(|field| field.parse::<u64>().ok()).sum::<u64>();
    }
    Some(ticks * 1000 / rustix::param::clock_ticks_per_second())
}

#[cfg(not(target_os = "linux"))]
fn agent_cpu(_: u32) -> Option<u64> {
    None
}
