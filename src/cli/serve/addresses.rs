//! How many sockets and connections each address has.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use super::checks::Checks;

/// What is counted of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum What {
    /// A connection, of which a browser has some at a time that are no sockets.
    Connection,
    /// A socket.
    Socket,
}

/// The numbers of what each address has open.
#[derive(Clone, Debug, Default)]
pub(super) struct Addresses(Arc<Mutex<HashMap<(What, IpAddr), usize>>>);

/// One that counts until it is dropped.
#[derive(Debug)]
pub(super) struct Counted {
    addresses: Addresses,
    key: (What, IpAddr),
}

impl Addresses {
    /// Counts one more, unless the address has the most.
    pub(super) fn count(&self, what: What, ip: IpAddr, checks: &Checks) -> Option<Counted> {
        let most = if ip.is_loopback() { checks.own_sockets } else { checks.others_sockets };
        let most = if what == What::Socket { most } else { 2 * most };
        let key = (what, ip);
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = all.entry(key).or_default();
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(Counted { addresses: self.clone(), key })
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut all = self.addresses.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = all.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                all.remove(&self.key);
            }
        }
    }
}

/// The number by which the hall knows an address.
pub(super) fn number(ip: IpAddr) -> rivals_web::Address {
    match ip {
        IpAddr::V4(ip) => u32::from(ip).into(),
        IpAddr::V6(ip) => ip.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_so_many_sockets_and_no_more() {
        let addresses = Addresses::default();
        for (ip, most) in [("192.168.0.7", 64), ("127.0.0.1", 5_500)] {
            let ip: IpAddr = ip.parse().unwrap();
            let count = || addresses.count(What::Socket, ip, &Checks::ALL);
            let mut counted: Vec<Counted> = std::iter::from_fn(count).collect();
            assert_eq!(counted.len(), most);
            counted.pop();
            assert!(count().is_some() && count().is_some());
            assert!(addresses.count(What::Connection, ip, &Checks::ALL).is_some());
        }
        assert!(addresses.0.lock().unwrap().is_empty());
    }
}
