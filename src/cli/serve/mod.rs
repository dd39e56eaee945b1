//! `rivals serve`: tables in a browser, for one person or several.
//!
//! The tables are a [`Hall`], which is driven by one thread; agents think on a pool of others, one
//! thread saves and then sends, and sockets wait on two more. Tests: `tests/cli/serve`.

mod addresses;
mod checks;
mod driver;
mod guests;
mod hosts;
mod http;
mod pages;
mod socket;
#[cfg(test)]
mod tests;
mod writer;

use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, UdpSocket};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc as std_mpsc};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use miette::{IntoDiagnostic, WrapErr, miette};
use rivals_web::{Class, Hall, Limits};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc;
use tokio::time::{interval, sleep};

use super::interrupt::Interrupt;
use super::play::drawn;
use crate::command::data::DataArg;
use crate::command::shared::{LangArg, whole_number};
use crate::command::{Output, Success, help_end, print};
use crate::config::Source;
use crate::outside::externals;
use crate::tables::Catalogue;
use checks::Checks;
use driver::{Driver, Event, Lane, Saving};
use guests::Guests;
use hosts::Hosts;
use http::Server;
use pages::Pages;
use writer::{Lost, Writer};

/// How often the server looks whether it shall end.
const PULSE: Duration = Duration::from_millis(50);

/// How often the hall looks at its clocks.
const TICK: Duration = Duration::from_millis(100);

/// How long pages have to take their last messages.
const LAST: Duration = Duration::from_secs(3);

/// The code that closes sockets when the server ends: pages connect again when it is back.
const ENDS: u16 = 1012;

/// The most messages that wait for the hall, and batches for the writer.
const WAITING: usize = 256;

/// What `--lang` does here.
const LANG: &str = "Language of pages whose browser asks for none that the program has; each page \
                    has a button for it [default: that of LC_ALL, LC_MESSAGES or LANG if it is one \
                    of these, else en]";

/// Play in a browser: serve tables to pages, for one person or several.
///
/// The program prints an address with a new key. Who opens it makes tables, and invites others to
/// their seats by links. Games are saved with those of `rivals play`; a server that was stopped goes
/// on with its tables. Ctrl-C or SIGTERM ends it, with exit code 4.
#[derive(Debug, Args)]
#[command(mut_arg("lang", |arg| arg.help(LANG)))]
#[command(after_help = help_end("
    # a server on a free port, stopped after two seconds
    rivals serve --port 0 & sleep 2; kill $!
"))]
pub(super) struct ServeArgs {
    /// Port; 0 takes any that is free
    #[arg(long, value_name = "P", default_value = "8017", value_parser = whole_number(0..=u16::MAX))]
    port: u16,
    #[command(flatten)]
    data: DataArg,
    /// Name by which a proxy that encrypts reaches the server, as NAME or NAME:PORT; may be repeated
    #[arg(long, value_name = "NAME", value_parser = hosts::allowed_host)]
    allowed_host: Vec<String>,
    /// Let other machines of the network connect, without encryption
    #[arg(long)]
    lan: bool,
    #[command(flatten)]
    lang: LangArg,
    /// The most tables in memory; a table without players rests after ten minutes
    #[arg(long, value_name = "N", default_value = "1000", value_parser = whole_number(1..=100_000_usize))]
    tables: usize,
    /// How long opponents think that are offered to others than the owner
    #[arg(long, value_name = "CLASS", default_value = "slow", value_parser = thinking())]
    thinking: Class,
    /// Rule file that is offered beside the built-in rules; may be repeated
    #[arg(long, value_name = "FILE")]
    rules: Vec<PathBuf>,
    /// File with tables [[external]], each an opponent that is a program of its own, for tables of
    /// the owner
    #[arg(long, value_name = "FILE")]
    external: Option<PathBuf>,
}

/// How long opponents think about a decision.
fn thinking() -> impl TypedValueParser<Value = Class> {
    let named = |name: &'static str, help: &'static str| PossibleValue::new(name).help(help);
    let names = PossibleValuesParser::new([
        named("instant", "At most 1 ms"),
        named("quick", "At most 0.2 seconds"),
        named("slow", "At most 3 seconds"),
    ]);
    names.map(|name| match &*name {
        "instant" => Class::Instant,
        "quick" => Class::Quick,
        "slow" => Class::Slow,
        name => unreachable!("{name} is not among the names"),
    })
}

impl ServeArgs {
    pub(super) fn run(self) -> miette::Result<Output> {
        let interrupt = Interrupt::listen()?;
        let history = self.data.open()?;
        history.sync_fully()?;
        let declared = externals(self.external.as_deref(), &mut [])?;
        let host = Guests::of(self.data.open()?, declared)?;
        let mut games = Catalogue::new(host)?.speaking(self.lang.language());
        for path in &self.rules {
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            games = games.with_rules(&name, Source::read(path)?)?;
        }
        let (listener, local) = self.listen()?;
        let key = format!("{:016x}{:016x}", drawn()?, drawn()?);
        let limits =
            Limits::of_server(self.tables, !self.allowed_host.is_empty()).thinking(self.thinking);
        let hall = Hall::new(Box::new(games), Some(&key)).limited(limits);
        let hall = hall.reached_by(self.outer(local.port()));
        let runtime = Builder::new_multi_thread()
            .worker_threads(2)
            // Two are for what is done at once.
            .max_blocking_threads(2 * thinkers() + 2)
            .enable_all()
            .build()
            .into_diagnostic()
            .wrap_err("no threads can be made")?;
        let threads = Threads::begin(&runtime, hall, history, &self.allowed_host)?;
        let kept = format!("Games are kept in {}.\n", self.data.place()?.display());
        print(&(self.greeting(local, &key) + &kept))?;
        let ended = runtime.block_on(threads.serve(listener, &interrupt));
        // Who thinks now is not waited for.
        runtime.shutdown_background();
        ended?;
        Ok(Output::without_text(Success::Interrupted))
    }

    fn listen(&self) -> miette::Result<(TcpListener, SocketAddr)> {
        let ip = if self.lan { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST };
        let opened = TcpListener::bind((ip, self.port)).and_then(|listener| {
            listener.set_nonblocking(true)?;
            let local = listener.local_addr()?;
            Ok((listener, local))
        });
        opened.map_err(|error| {
            let help = "name another port with --port; 0 takes any that is free";
            miette!(help = help, "port {} cannot be used: {error}", self.port)
        })
    }

    /// The address by which other machines reach the server, if they do.
    fn outer(&self, port: u16) -> Option<String> {
        let proxied = self.allowed_host.first().map(|name| format!("https://{name}"));
        let own = || outer_address().filter(|_| self.lan).map(|ip| format!("http://{ip}:{port}"));
        proxied.or_else(own)
    }

    /// The address, and what else is to be known.
    fn greeting(&self, local: SocketAddr, key: &str) -> String {
        let port = local.port();
        let mut hosts = vec![format!("http://127.0.0.1:{port}")];
        let outer = Some(()).filter(|()| self.lan).and_then(|()| outer_address());
        hosts.extend(outer.map(|ip| format!("http://{ip}:{port}")));
        hosts.extend(self.allowed_host.iter().map(|name| format!("https://{name}")));
        let addresses: Vec<String> =
            hosts.iter().map(|host| format!("{host}/#/key/{key}\n")).collect();
        let mut text = addresses.concat();
        text += "Open this address: its key lets you make tables. Keep it to yourself. Ctrl-C ends \
                 the server.\n";
        if self.lan {
            text += "Every machine that reaches this one can open the page and try keys, and \
                     nothing is encrypted:\nwho listens in the network learns keys and cards.\n";
        }
        text
    }
}

/// How many threads think long at tables, and how many beside them: all cores but one.
fn thinkers() -> usize {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    cores.saturating_sub(1).max(1)
}

/// The address of this machine in its network. Nothing is sent to find it.
fn outer_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // An address for documentation, which no machine has.
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let ip = socket.local_addr().ok()?.ip();
    Some(ip).filter(|ip| !ip.is_loopback() && !ip.is_unspecified())
}

/// The threads of a server beside those of its sockets.
struct Threads {
    server: Server,
    ends: Arc<AtomicBool>,
    hall: JoinHandle<()>,
    writer: JoinHandle<()>,
}

impl Threads {
    fn begin(
        runtime: &Runtime,
        hall: Hall,
        history: crate::history::History,
        allowed: &[String],
    ) -> miette::Result<Self> {
        let pages = Arc::new(Pages::new(Checks::ALL.outbox));
        let (lost, ends) = (Lost::default(), Arc::default());
        let (events, mut incoming) = mpsc::channel(WAITING);
        let (effects, outgoing) = std_mpsc::sync_channel(WAITING);
        let (saving, index) = (Saving::default(), hall.index().into());
        let (done, failing) = (Arc::clone(&saving.done), Arc::clone(&saving.failing));
        let driver = Driver {
            hall,
            pages: Arc::clone(&pages),
            lost: lost.clone(),
            effects,
            events: events.downgrade(),
            pool: runtime.handle().clone(),
            lanes: [(); 2].map(|()| Lane::of(thinkers())),
            saving,
        };
        let writer = Writer {
            history,
            pages: Arc::clone(&pages),
            lost,
            ends: Arc::clone(&ends),
            done,
            failing,
        };
        let named = |name: &str| thread::Builder::new().name(name.to_owned());
        let hall = named("hall").spawn(move || driver.run(&mut incoming));
        let writer = named("writer").spawn(move || writer.run(&outgoing));
        let began = |thread: std::io::Result<JoinHandle<()>>| {
            thread.into_diagnostic().wrap_err("no threads can be made")
        };
        Ok(Self {
            server: Server {
                checks: Checks::ALL,
                hosts: Arc::new(Hosts::new(allowed)),
                pages,
                events,
                addresses: addresses::Addresses::default(),
                index,
            },
            ends,
            hall: began(hall)?,
            writer: began(writer)?,
        })
    }

    /// Serves until the user asks to stop.
    async fn serve(self, listener: TcpListener, interrupt: &Interrupt) -> miette::Result<()> {
        let listener = tokio::net::TcpListener::from_std(listener).into_diagnostic()?;
        let events = self.server.events.clone();
        let ticks = async {
            let mut tick = interval(TICK);
            loop {
                tick.tick().await;
                // A hall that is busy is late anyway.
                let _ = events.try_send(Event::Tick);
            }
        };
        let asked = async {
            while !interrupt.asked() {
                sleep(PULSE).await;
            }
        };
        tokio::select! {
            _ = http::accept(listener, self.server.clone()) => {}
            () = ticks => {}
            () = events.closed() => {}
            () = asked => {}
        }
        self.end(interrupt.asked()).await
    }

    /// Lets the writer finish, and then closes the sockets.
    async fn end(self, asked: bool) -> miette::Result<()> {
        let Self { server, ends, hall, writer } = self;
        server.pages.close();
        ends.store(true, Ordering::Relaxed);
        let _ = server.events.send(Event::End).await;
        let joined = tokio::task::block_in_place(|| (hall.join(), writer.join()));
        server.pages.end(ENDS);
        let gone = async {
            while !server.pages.is_empty() {
                sleep(PULSE).await;
            }
        };
        let _ = tokio::time::timeout(LAST, gone).await;
        match joined {
            (Ok(()), Ok(())) if asked => Ok(()),
            _ => Err(miette!(
                help = "start it again: what was confirmed is kept; report this as a bug",
                "the server failed"
            )),
        }
    }
}
