//! The pages that are connected, and what is to be sent to each.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rivals_web::Client;
use tokio::sync::{mpsc, oneshot};

/// The code by which a page that reads too slowly is closed: it connects again and is shown all.
const TOO_SLOW: u16 = 4009;

/// What is sent to a page.
#[derive(Debug)]
pub(super) enum Parcel {
    /// Messages that belong together.
    Messages(Vec<String>),
    /// The end, with this code.
    Close(u16),
}

/// The connected pages. No table waits for one.
#[derive(Debug)]
pub(super) struct Pages {
    connected: Mutex<Connected>,
    /// The most parcels that wait for a page.
    outbox: usize,
}

#[derive(Debug, Default)]
struct Connected {
    pages: HashMap<Client, Page>,
    last: Client,
    /// No page is let in any more.
    closed: bool,
}

#[derive(Debug)]
struct Page {
    outbox: mpsc::Sender<Parcel>,
    /// Ends the connection at once.
    cut: oneshot::Sender<u16>,
    /// Whether the hall knows it; `None` until the hall has read a message of it.
    known: Option<bool>,
}

/// A page's end of [`Pages`].
pub(super) struct Ends {
    pub client: Client,
    pub outbox: mpsc::Receiver<Parcel>,
    pub cut: oneshot::Receiver<u16>,
}

impl Pages {
    pub(super) fn new(outbox: usize) -> Self {
        Self { connected: Mutex::default(), outbox }
    }

    fn all(&self) -> MutexGuard<'_, Connected> {
        self.connected.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets a page in; `None` if the server ends.
    pub(super) fn enter(&self) -> Option<Ends> {
        let mut all = self.all();
        if all.closed {
            return None;
        }
        let (outbox, outgoing) = mpsc::channel(self.outbox);
        let (cut, is_cut) = oneshot::channel();
        all.last += 1;
        let client = all.last;
        all.pages.insert(client, Page { outbox, cut, known: None });
        Some(Ends { client, outbox: outgoing, cut: is_cut })
    }

    /// A page is gone.
    pub(super) fn leave(&self, client: Client) {
        self.all().pages.remove(&client);
    }

    /// Notes whether the hall knows a page.
    pub(super) fn note(&self, client: Client, known: bool) {
        if let Some(page) = self.all().pages.get_mut(&client) {
            page.known = Some(known);
        }
    }

    /// Whether the hall knows a page; `None` if the hall has read no message of it.
    pub(super) fn is_known(&self, client: Client) -> Option<bool> {
        self.all().pages.get(&client).and_then(|page| page.known)
    }

    /// Sends to a page, if it is still there. One that does not keep up is cut off.
    pub(super) fn send(&self, client: Client, parcel: Parcel) {
        let mut all = self.all();
        let Some(page) = all.pages.get(&client) else { return };
        if page.outbox.try_send(parcel).is_err()
            && let Some(page) = all.pages.remove(&client)
        {
            let _ = page.cut.send(TOO_SLOW);
        }
    }

    /// Sends a message to all pages that the hall knows.
    pub(super) fn send_to_all(&self, message: &str) {
        let known: Vec<Client> = (self.all().pages.iter())
            .filter(|(_, page)| page.known == Some(true))
            .map(|(client, _)| *client)
            .collect();
        for client in known {
            self.send(client, Parcel::Messages(vec![message.to_owned()]));
        }
    }

    /// Lets no page in any more.
    pub(super) fn close(&self) {
        self.all().closed = true;
    }

    /// Closes all connections with this code, after what was sent before.
    pub(super) fn end(&self, code: u16) {
        let clients: Vec<Client> = self.all().pages.keys().copied().collect();
        for client in clients {
            self.send(client, Parcel::Close(code));
        }
    }

    /// Whether no page is connected.
    pub(super) fn is_empty(&self) -> bool {
        self.all().pages.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_does_not_read_is_cut_off() {
        let pages = Pages::new(8);
        let mut slow = pages.enter().unwrap();
        let mut quick = pages.enter().unwrap();
        for _ in 0..=8 {
            for client in [slow.client, quick.client] {
                pages.send(client, Parcel::Messages(vec![String::new()]));
            }
            assert!(quick.outbox.try_recv().is_ok());
        }
        assert_eq!(slow.cut.try_recv(), Ok(TOO_SLOW));
        assert!(quick.cut.try_recv().is_err() && !pages.is_empty());
        pages.close();
        assert!(pages.enter().is_none());
        pages.end(1012);
        assert!(matches!(quick.outbox.try_recv(), Ok(Parcel::Close(1012))));
    }
}
