//! Which requests are answered, and what every answer forbids the browser.
//!
//! The page of another site must not be able to play here. The `Host` of a request must therefore be one
//! of ours, which refuses a foreign name that has been made to point at this machine, and a request that
//! changes anything must come from our own page. Every answer forbids the browser whatever the page does
//! not need.

use crate::Place;
use crate::api::{MOST_BODY, Problem};
use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, HOST, HeaderValue, ORIGIN};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::sync::Arc;
use std::time::Duration;

/// What the page may load and ask: its own files, its own server and its own engine.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' data:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// How long a request may take to arrive and to be answered. What a search streams comes after that.
const TIME: Duration = Duration::from_secs(20);

/// The names under which the server answers.
pub(crate) struct Guard {
    host: String,
    address: SocketAddr,
}

impl Guard {
    pub(crate) fn new(host: &str, address: SocketAddr) -> Guard {
        Guard { host: host.trim_matches(['[', ']']).to_ascii_lowercase(), address }
    }

    /// Returns where the page is, as a player types it.
    pub(crate) fn place(&self) -> Place {
        let (ip, port) = (self.address.ip(), self.address.port());
        let at = |ip: IpAddr| format!("http://{}/", SocketAddr::new(ip, port));
        if ip.is_unspecified() {
            let outside = own_address().map_or_else(|| format!("http://ADDRESS:{port}/"), at);
            return Place { url: format!("http://localhost:{port}/"), outside: Some(outside) };
        }
        Place { url: at(ip), outside: (!ip.is_loopback()).then(|| at(ip)) }
    }

    /// Returns `true` if this `Host` is ours. A name can be made to point anywhere, an address cannot.
    fn knows(&self, host: &str) -> bool {
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.contains(']') => (name, port.parse().ok()),
            _ => (host, Some(80)),
        };
        let name = name.trim_matches(['[', ']']).to_ascii_lowercase();
        if port != Some(self.address.port()) {
            return false;
        }
        if name == "localhost" || name == self.host {
            return true;
        }
        match name.parse::<IpAddr>() {
            Ok(ip) if self.address.ip().is_loopback() => ip.is_loopback(),
            Ok(_) => true,
            Err(_) => false,
        }
    }

    /// Returns the reason to refuse a request, if there is one.
    fn objection(&self, method: &Method, headers: &HeaderMap) -> Option<Problem> {
        let refuse = |status, message: &str| Some(Problem::new(status, message));
        let text = |value: Option<&HeaderValue>| value.and_then(|v| v.to_str().ok()).map(str::to_owned);
        if [HOST, ORIGIN, CONTENT_TYPE].iter().any(|name| headers.get_all(name).iter().count() > 1) {
            return refuse(StatusCode::BAD_REQUEST, "A header is there twice.");
        }
        let host = text(headers.get(HOST)).unwrap_or_default();
        if !self.knows(&host) {
            return refuse(StatusCode::MISDIRECTED_REQUEST, "This server does not answer to that name.");
        }
        if method != Method::POST {
            return None;
        }
        let own = match text(headers.get(ORIGIN)) {
            Some(origin) => origin.eq_ignore_ascii_case(&format!("http://{host}")),
            // The client is not a browser, or it says in another way where the request comes from.
            None => {
                !headers.contains_key(ORIGIN)
                    && text(headers.get("sec-fetch-site"))
                        .is_none_or(|site| site == "same-origin" || site == "none")
            }
        };
        if !own {
            return refuse(StatusCode::FORBIDDEN, "Requests from other sites are refused.");
        }
        // A body that announces that it is too long is refused before it arrives; one that does not is
        // cut off while it arrives.
        let length = text(headers.get(CONTENT_LENGTH)).and_then(|length| length.parse::<usize>().ok());
        if length.is_some_and(|length| length > MOST_BODY) {
            return Some(Problem::too_long());
        }
        let kind = text(headers.get(CONTENT_TYPE)).unwrap_or_default();
        if kind.split(';').next().is_none_or(|kind| !kind.trim().eq_ignore_ascii_case("application/json")) {
            return refuse(StatusCode::UNSUPPORTED_MEDIA_TYPE, "The body must be application/json.");
        }
        None
    }
}

/// Returns the address of this machine in its network, if it is in one.
///
/// A datagram socket that is connected knows the address it would send from. It sends nothing for that, so
/// the other address need not exist: these are the ones for documentation.
fn own_address() -> Option<IpAddr> {
    let from = |here: &str, there: &str| {
        let socket = UdpSocket::bind(here).ok()?;
        socket.connect(there).ok()?;
        socket.local_addr().ok().map(|address| address.ip())
    };
    from("0.0.0.0:0", "192.0.2.1:9").or_else(|| from("[::]:0", "[2001:db8::1]:9"))
}

/// Refuses what must not be answered, and adds to every response what it forbids the browser.
pub(crate) async fn check(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let mut response = match guard.objection(request.method(), request.headers()) {
        Some(problem) => problem.into_response(),
        None => match tokio::time::timeout(TIME, next.run(request)).await {
            Ok(response) => response,
            Err(_) => Problem::new(StatusCode::REQUEST_TIMEOUT, "The request took too long to arrive.")
                .into_response(),
        },
    };
    let headers = response.headers_mut();
    // Only the files of the page say otherwise.
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    for (name, value) in [
        ("content-security-policy", POLICY),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guard(host: &str, address: &str) -> Guard {
        Guard::new(host, address.parse().unwrap())
    }

    #[test]
    fn only_our_own_names_are_answered() {
        let local = guard("127.0.0.1", "127.0.0.1:8080");
        for host in ["127.0.0.1:8080", "localhost:8080", "LOCALHOST:8080", "[::1]:8080"] {
            assert!(local.knows(host), "{host}");
        }
        for host in
            ["", "localhost", "localhost:81", "evil.example:8080", "192.168.1.5:8080", "127.0.0.1.x:8080"]
        {
            assert!(!local.knows(host), "{host}");
        }
        let open = guard("0.0.0.0", "0.0.0.0:80");
        assert!(open.knows("192.168.1.5") && open.knows("[fe80::1]") && !open.knows("evil.example"));
        let named = guard("cards.home", "10.0.0.7:9000");
        assert!(named.knows("cards.home:9000") && !named.knows("cards.work:9000"));
    }

    #[test]
    fn a_server_that_others_can_reach_says_so() {
        let place = |host, address| guard(host, address).place();
        let local = place("127.0.0.1", "127.0.0.1:8080");
        assert_eq!(local, Place { url: "http://127.0.0.1:8080/".into(), outside: None });
        assert_eq!(place("::1", "[::1]:8080").url, "http://[::1]:8080/");
        let named = place("cards.home", "10.0.0.7:9000");
        assert_eq!(named.outside.as_deref(), Some("http://10.0.0.7:9000/"));
        let open = place("0.0.0.0", "0.0.0.0:81");
        let outside = open.outside.unwrap();
        assert!(open.url == "http://localhost:81/" && outside.ends_with(":81/"), "{outside}");
        assert!(!outside.contains("0.0.0.0"), "{outside}");
    }

    #[test]
    fn other_sites_are_refused() {
        let guard = guard("127.0.0.1", "127.0.0.1:8080");
        let ask = |headers: &[(&'static str, &'static str)]| {
            let mut map = HeaderMap::new();
            map.insert(HOST, HeaderValue::from_static("localhost:8080"));
            map.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
            for (name, value) in headers {
                map.insert(*name, HeaderValue::from_static(value));
            }
            guard.objection(&Method::POST, &map).map(|problem| problem.into_response().status().as_u16())
        };
        assert_eq!(ask(&[]), None);
        assert_eq!(ask(&[("origin", "http://localhost:8080")]), None);
        assert_eq!(ask(&[("origin", "http://evil.example")]), Some(403));
        assert_eq!(ask(&[("origin", "null")]), Some(403));
        assert_eq!(ask(&[("sec-fetch-site", "cross-site")]), Some(403));
        assert_eq!(ask(&[("content-type", "text/plain")]), Some(415));
    }
}
