//! What the server checks of connections and sockets. Tests leave single checks out, to show that
//! each attack succeeds without just its own.

use std::time::Duration;

/// The checks; [`Checks::ALL`] everywhere but in tests.
#[derive(Clone, Copy, Debug)]
pub(super) struct Checks {
    /// Whether requests must name a host of the server.
    pub hosts: bool,
    /// Whether sockets must come from a page of the server.
    pub origins: bool,
    /// How long the headers of a request may take.
    pub headers: Duration,
    /// The longest headers of a request in bytes.
    pub longest_headers: usize,
    /// The longest message of a page in bytes.
    pub longest: usize,
    /// Whether messages must be text.
    pub text: bool,
    /// How long a page has to say hello.
    pub hello: Duration,
    /// How long a page may be silent; a browser answers a ping by itself.
    pub silence: Duration,
    /// The most parcels that wait for a page which reads too slowly.
    pub outbox: usize,
    /// The most sockets of this machine, to which also a proxy and its pages belong.
    pub own_sockets: usize,
    /// The most sockets of another machine.
    pub others_sockets: usize,
}

impl Checks {
    /// Those of a server.
    pub(super) const ALL: Self = Self {
        hosts: true,
        origins: true,
        headers: Duration::from_secs(5),
        longest_headers: 8 << 10,
        longest: rivals_web::LONGEST,
        text: true,
        hello: Duration::from_secs(5),
        silence: Duration::from_secs(45),
        outbox: 64,
        own_sockets: 5_500,
        others_sockets: 64,
    };
}
