//! Whom the server answers: requests that name it by its own address, and sockets of its own page.
//!
//! A name of another site may lead to this machine, and a page of another site may open a socket to
//! it: both are refused by what the browser says of them, which no page can change.

use std::net::SocketAddr;

/// The names by which the server is known beside its addresses.
#[derive(Clone, Debug)]
pub(super) struct Hosts {
    /// The names of a proxy that encrypts, with a port if it is not that of https.
    allowed: Vec<String>,
}

impl Hosts {
    pub(super) fn new(allowed: &[String]) -> Self {
        Self { allowed: allowed.iter().map(|name| name.to_lowercase()).collect() }
    }

    /// Whether a request to this address may name this host.
    pub(super) fn knows(&self, host: &str, local: SocketAddr) -> bool {
        let host = host.to_lowercase();
        self.allowed.contains(&host) || own(local).contains(&host)
    }

    /// Whether a page of this origin may open a socket to this address.
    pub(super) fn is_origin(&self, origin: &str, local: SocketAddr) -> bool {
        match origin.split_once("://") {
            Some(("http", host)) => own(local).iter().any(|own| own == host),
            Some(("https", host)) => self.allowed.iter().any(|allowed| allowed == host),
            _ => false,
        }
    }
}

/// The hosts of an address of this machine.
fn own(local: SocketAddr) -> Vec<String> {
    let (ip, port) = (local.ip(), local.port());
    let mut names = vec![local.to_string()];
    if ip.is_loopback() {
        names.push(format!("localhost:{port}"));
    }
    // A browser leaves the port of http out.
    if port == 80 {
        let short = names.iter().filter_map(|name| name.strip_suffix(":80"));
        let short: Vec<String> = short.map(str::to_owned).collect();
        names.extend(short);
    }
    names
}

/// A name for `--allowed-host`, with a port or without.
///
/// # Errors
/// The help text.
pub(super) fn allowed_host(text: &str) -> Result<String, String> {
    let (name, port) = text.split_once(':').unwrap_or((text, "443"));
    let letters = |part: &str| {
        let inner = part.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
        !part.is_empty() && inner && !part.starts_with('-') && !part.ends_with('-')
    };
    if name.split('.').all(letters) && port.parse::<u16>().is_ok_and(|port| port > 0) {
        Ok(text.strip_suffix(":443").unwrap_or(text).to_owned())
    } else {
        Err("write a name such as games.example.org, or NAME:PORT".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `super::tests` lists names and origins that do not.
    #[test]
    fn own_names_and_origins_pass() {
        let hosts = Hosts::new(&["Games.example".to_owned(), "other.example:8443".to_owned()]);
        let local: SocketAddr = "127.0.0.1:8017".parse().unwrap();
        for host in [
            "127.0.0.1:8017",
            "localhost:8017",
            "LOCALHOST:8017",
            "games.example",
            "GAMES.EXAMPLE",
            "other.example:8443",
        ] {
            assert!(hosts.knows(host, local), "{host}");
        }
        for origin in [
            "http://127.0.0.1:8017",
            "http://localhost:8017",
            "https://games.example",
            "https://other.example:8443",
        ] {
            assert!(hosts.is_origin(origin, local), "{origin}");
        }
    }

    /// In a network the server is known by the address that was connected to, and by no name.
    #[test]
    fn other_addresses_have_no_names() {
        let hosts = Hosts::new(&[]);
        let local: SocketAddr = "192.168.0.7:80".parse().unwrap();
        assert!(hosts.knows("192.168.0.7:80", local) && hosts.knows("192.168.0.7", local));
        assert!(hosts.is_origin("http://192.168.0.7", local));
        assert!(!hosts.knows("localhost:80", local) && !hosts.knows("192.168.0.8:80", local));
    }

    #[test]
    fn allowed_hosts_are_names() {
        for (text, name) in [("a.b", "a.b"), ("a.b:443", "a.b"), ("a-1:8443", "a-1:8443")] {
            assert_eq!(allowed_host(text).as_deref(), Ok(name));
        }
        for text in
            ["", "https://a.b", "a.b/", "a.b:", "a.b:0", "a.b:99999", "*.b", "a..b", "-a", "a b"]
        {
            assert!(allowed_host(text).is_err(), "{text}");
        }
    }
}
