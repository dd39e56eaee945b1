//! The few addresses of the server, the headers of every answer, and its own loop of connections,
//! as that of axum sets no limit of time for headers.

use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Extension, Path, Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{StatusCode, Uri};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Router, body::Body};
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use rivals_web::files::FILES;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::time::{sleep, timeout};

use super::addresses::{Addresses, What};
use super::checks::Checks;
use super::driver::Event;
use super::hosts::Hosts;
use super::pages::Pages;
use super::socket;
use crate::report::region_style;

/// How long a connection may last that is no socket.
const REQUESTS: Duration = Duration::from_secs(60);

/// The most connections at a time; others wait.
const MOST_CONNECTIONS: usize = 6_000;

/// The headers of every answer.
const EVERY: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
         connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
         require-trusted-types-for 'script'; trusted-types rivals",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (header::CACHE_CONTROL, "no-cache"),
];

/// What every request needs.
#[derive(Clone)]
pub(super) struct Server {
    pub checks: Checks,
    pub hosts: Arc<Hosts>,
    pub pages: Arc<Pages>,
    pub events: mpsc::Sender<Event>,
    pub addresses: Addresses,
    /// The first page.
    pub index: Arc<str>,
}

/// The connection of a request.
#[derive(Clone)]
pub(super) struct Peer {
    local: SocketAddr,
    /// The other end.
    pub from: IpAddr,
    /// It counts as long as this is held.
    _permit: Arc<OwnedSemaphorePermit>,
}

/// Takes connections for ever.
pub(super) async fn accept(listener: TcpListener, server: Server) -> Infallible {
    let (addresses, checks) = (server.addresses.clone(), server.checks);
    let router = Router::new()
        .route("/", get(index))
        .route("/a/{name}", get(file))
        .route("/ws", get(open))
        .route("/up", get(async || text(StatusCode::OK, "up")))
        .fallback(async || missing())
        .layer(middleware::from_fn_with_state(server.clone(), guarded))
        .with_state(server);
    let most = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    loop {
        let permit = Arc::clone(&most).acquire_owned().await.expect("it is never closed");
        match listener.accept().await {
            Ok((stream, from)) => {
                let Some(counted) = addresses.count(What::Connection, from.ip(), &checks) else {
                    continue;
                };
                let router = router.clone();
                drop(tokio::spawn(async move {
                    connection(stream, &checks, from.ip(), router, permit).await;
                    drop(counted);
                }));
            }
            // No more files may be open: some connection ends first.
            Err(_) => sleep(Duration::from_millis(100)).await,
        }
    }
}

/// Answers the requests of a connection, until it is a socket or ends.
async fn connection(
    stream: TcpStream,
    checks: &Checks,
    from: IpAddr,
    router: Router,
    permit: OwnedSemaphorePermit,
) {
    let Ok(local) = stream.local_addr() else { return };
    let _ = stream.set_nodelay(true);
    let peer = Peer { local, from, _permit: Arc::new(permit) };
    let answers = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
        request.extensions_mut().insert(peer.clone());
        answers.call(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(checks.headers)
        .max_buf_size(checks.longest_headers)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let _ = timeout(REQUESTS, connection).await;
}

/// Refuses requests by other names and sockets of other pages, and sets the headers of all answers.
async fn guarded(
    State(server): State<Server>,
    Extension(peer): Extension<Peer>,
    request: Request<Body>,
    next: Next,
) -> Response {
    let refused = refusal(&server, peer.local, request.uri(), request.headers());
    let mut answer = match refused {
        Some(refused) => refused,
        None => next.run(request).await,
    };
    for (name, value) in EVERY {
        answer.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    answer
}

fn refusal(server: &Server, local: SocketAddr, uri: &Uri, headers: &HeaderMap) -> Option<Response> {
    let Server { checks, hosts, .. } = server;
    let known = |host: &str| !checks.hosts || hosts.knows(host, local);
    let named = !checks.hosts || only(headers, &header::HOST).is_some_and(known);
    // A request may name a host in its first line as well.
    if !named || !uri.authority().is_none_or(|authority| known(authority.as_str())) {
        let text = "rivals serves this address by its own name only; --allowed-host NAME allows \
                    another";
        return Some(self::text(StatusCode::MISDIRECTED_REQUEST, text));
    }
    let own = || only(headers, &header::ORIGIN).is_some_and(|from| hosts.is_origin(from, local));
    if uri.path() == "/ws" && checks.origins && !own() {
        let text = "only the pages of this server may open sockets";
        return Some(self::text(StatusCode::FORBIDDEN, text));
    }
    None
}

/// The value of a header that is there once.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

fn text(status: StatusCode, text: &'static str) -> Response {
    typed(status, "text/plain", format!("{text}\n").into())
}

fn typed(status: StatusCode, mime: &str, body: Body) -> Response {
    let mime = format!("{mime}; charset=utf-8");
    (status, [(header::CONTENT_TYPE, mime)], body).into_response()
}

fn missing() -> Response {
    text(StatusCode::NOT_FOUND, "nothing is here")
}

async fn index(State(server): State<Server>) -> Response {
    typed(StatusCode::OK, "text/html", server.index.to_string().into())
}

async fn file(Path(name): Path<String>) -> Response {
    match FILES.iter().find(|file| file.name == name) {
        Some(file) => typed(StatusCode::OK, file.mime, file.with_reviews(&region_style()).into()),
        None => missing(),
    }
}

async fn open(
    State(server): State<Server>,
    Extension(peer): Extension<Peer>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let Some(counted) = server.addresses.count(What::Socket, peer.from, &server.checks) else {
        return text(StatusCode::SERVICE_UNAVAILABLE, "this address has too many sockets");
    };
    match server.pages.enter() {
        Some(ends) => socket::open(upgrade, ends, server, (peer, counted)),
        None => text(StatusCode::SERVICE_UNAVAILABLE, "the server ends"),
    }
}
