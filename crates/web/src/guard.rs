//! Who may ask, and what every answer says to the browser.
//!
//! A page of another site must not play here: the `Host` must be ours (a foreign name that was made
//! to point at this machine is refused), and a request that changes anything must come from our own
//! page. Every answer forbids the browser all that the page does not need.

use crate::api::{MOST_BODY, problem};
use axum::extract::{Request, State};
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE, HOST, HeaderValue, ORIGIN};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

/// What the page may do: its own files, its own server, its own engine.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' data:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// How long a request may take to arrive and be answered; what a search streams comes after that.
const TIME: Duration = Duration::from_secs(20);

/// The names under which the server may be asked.
pub(crate) struct Guard {
    host: String,
    address: SocketAddr,
}

impl Guard {
    pub(crate) fn new(host: &str, address: SocketAddr) -> Guard {
        Guard { host: host.trim_matches(['[', ']']).to_ascii_lowercase(), address }
    }

    /// The address of the page, as one types it.
    pub(crate) fn url(&self) -> String {
        let port = self.address.port();
        let ip = self.address.ip();
        match ip {
            _ if ip.is_unspecified() => format!("http://localhost:{port}/"),
            IpAddr::V6(ip) => format!("http://[{ip}]:{port}/"),
            IpAddr::V4(ip) => format!("http://{ip}:{port}/"),
        }
    }

    /// Is this `Host` one of ours? A name can be made to point anywhere; an address cannot.
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

    /// The reason to refuse a request, if there is one.
    fn objection(&self, method: &Method, headers: &HeaderMap) -> Option<(StatusCode, &'static str)> {
        let text = |value: Option<&HeaderValue>| value.and_then(|v| v.to_str().ok()).map(str::to_owned);
        let host = text(headers.get(HOST)).unwrap_or_default();
        if !self.knows(&host) {
            return Some((StatusCode::MISDIRECTED_REQUEST, "this server is not asked by that name"));
        }
        if method != Method::POST {
            return None;
        }
        let own = match text(headers.get(ORIGIN)) {
            Some(origin) => origin.eq_ignore_ascii_case(&format!("http://{host}")),
            // Not a browser, or a browser that says where the request comes from in another way.
            None => {
                !headers.contains_key(ORIGIN)
                    && text(headers.get("sec-fetch-site"))
                        .is_none_or(|site| site == "same-origin" || site == "none")
            }
        };
        if !own {
            return Some((StatusCode::FORBIDDEN, "requests of other sites are refused"));
        }
        // What says that it is too long need not arrive first; what lies about it is cut off later.
        let length = text(headers.get(CONTENT_LENGTH)).and_then(|length| length.parse::<usize>().ok());
        if length.is_some_and(|length| length > MOST_BODY) {
            return Some((StatusCode::PAYLOAD_TOO_LARGE, "the request is too long"));
        }
        let kind = text(headers.get(CONTENT_TYPE)).unwrap_or_default();
        if kind.split(';').next().is_none_or(|kind| !kind.trim().eq_ignore_ascii_case("application/json")) {
            return Some((StatusCode::UNSUPPORTED_MEDIA_TYPE, "the body must be application/json"));
        }
        None
    }
}

/// Stands before everything else.
pub(crate) async fn check(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let mut response = match guard.objection(request.method(), request.headers()) {
        Some((status, why)) => problem(status, why),
        None => match tokio::time::timeout(TIME, next.run(request)).await {
            Ok(response) => response,
            Err(_) => problem(StatusCode::REQUEST_TIMEOUT, "the request took too long to arrive"),
        },
    };
    let headers = response.headers_mut();
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
    fn other_sites_are_refused() {
        let guard = guard("127.0.0.1", "127.0.0.1:8080");
        let ask = |headers: &[(&'static str, &'static str)]| {
            let mut map = HeaderMap::new();
            map.insert(HOST, HeaderValue::from_static("localhost:8080"));
            map.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
            for (name, value) in headers {
                map.insert(*name, HeaderValue::from_static(value));
            }
            guard.objection(&Method::POST, &map).map(|(status, _)| status.as_u16())
        };
        assert_eq!(ask(&[]), None);
        assert_eq!(ask(&[("origin", "http://localhost:8080")]), None);
        assert_eq!(ask(&[("origin", "http://evil.example")]), Some(403));
        assert_eq!(ask(&[("origin", "null")]), Some(403));
        assert_eq!(ask(&[("sec-fetch-site", "cross-site")]), Some(403));
        assert_eq!(ask(&[("content-type", "text/plain")]), Some(415));
    }
}
