//! One request and its answer, redirects followed by hand, cancel flag and deadline looked at all the while.

use std::pin::pin;
use std::time::{Duration, Instant, SystemTime};

use reqwest::header::{CONTENT_ENCODING, HeaderMap, IF_NONE_MATCH, LOCATION, RETRY_AFTER};
use reqwest::{RequestBuilder, Response, StatusCode, Url};

use super::access::Accesses;
use super::address::{redact, redacted, redirect};
use super::checksum::{self, Published};
use super::published::compare;
use super::{FetchError, Settings};
use crate::maven::settings::ChecksumPolicy;
use crate::work::Work;

/// Redirects that are followed; browsers follow 20, repositories need one or two.
pub(super) const MOST_REDIRECTS: usize = 5;

/// How often a waiting call looks at its cancel flag.
const CANCEL_INTERVAL: Duration = Duration::from_millis(50);

/// One call: the limits that hold for all its requests.
#[derive(Clone, Copy)]
pub(super) struct Call<'a> {
    pub http: &'a reqwest::Client,
    pub access: &'a Accesses,
    pub settings: &'a Settings,
    pub work: &'a Work,
    pub end: Instant,
}

impl Call<'_> {
    /// Waits for `future`, but not beyond the cancel flag or the deadline.
    pub async fn wait<T>(&self, url: &Url, future: impl Future<Output = T>) -> Result<T, FetchError> {
        let mut future = pin!(future);
        loop {
            if self.work.is_cancelled() {
                return Err(FetchError::Cancelled);
            }
            let left = self.end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(FetchError::Deadline { url: redacted(url), after: self.settings.deadline });
            }
            if let Ok(value) = tokio::time::timeout(left.min(CANCEL_INTERVAL), &mut future).await {
                return Ok(value);
            }
        }
    }

    /// Asks for `url` and follows redirects; gives the answer with a success status (or 304 where `etag` was sent) and
    /// the URL that gave it. A body must not be encoded.
    pub async fn get(&self, url: &Url, etag: Option<&str>) -> Result<(Response, Url), FetchError> {
        let (response, url) = self.follow(url, etag).await?;
        if let Some(encoding) = response.headers().get(CONTENT_ENCODING).filter(|value| *value != "identity") {
            let encoding = String::from_utf8_lossy(encoding.as_bytes()).escape_debug().to_string();
            return Err(FetchError::Encoded { url: redacted(&url), encoding });
        }
        Ok((response, url))
    }

    /// Sends one request to `url`, through its proxy or none.
    pub async fn reach(&self, url: &Url, request: RequestBuilder) -> Result<Response, FetchError> {
        if let Some(what) = self.settings.proxies.refusal(url) {
            return Err(FetchError::Address { url: redacted(url), what });
        }
        let response = self.wait(url, request.send()).await?;
        response.map_err(|error| self.transport(url, error))
    }

    async fn follow(&self, url: &Url, etag: Option<&str>) -> Result<(Response, Url), FetchError> {
        // Of the first address alone: where a redirect leaves its origin, they stay behind.
        let mut access = self.access.of(url);
        let mut url = url.clone();
        let (mut redirects, mut login_was_sent) = (0, false);
        loop {
            let mut request = self.http.get(url.clone());
            if let Some(access) = access {
                (request, login_was_sent) = access.add_to(request);
            }
            if let Some(etag) = etag {
                request = request.header(IF_NONE_MATCH, etag);
            }
            tracing::debug!(url = redacted(&url), "asking");
            let response = self.reach(&url, request).await?;
            let status = response.status();
            if status.is_success() || (status == StatusCode::NOT_MODIFIED && etag.is_some()) {
                return Ok((response, url));
            }
            if let Some(access) = access.filter(|_| status == StatusCode::UNAUTHORIZED) {
                access
                    .answer(response.headers(), login_was_sent)
                    .map_err(|what| FetchError::Credentials { url: redacted(&url), what })?;
                continue;
            }
            let location = response.headers().get(LOCATION).filter(|_| status.is_redirection());
            let Some(location) = location else {
                let retry_after = retry_after(response.headers());
                return Err(FetchError::Status { url: redacted(&url), status: status.as_u16(), retry_after });
            };
            redirects += 1;
            if redirects > MOST_REDIRECTS {
                let what = format!("more than {MOST_REDIRECTS} times");
                return Err(FetchError::Redirect { url: redacted(&url), what });
            }
            let next = redirect(&url, &String::from_utf8_lossy(location.as_bytes()))?;
            access = access.filter(|_| next.origin() == url.origin());
            url = next;
        }
    }

    /// The whole body, of at most `limit` bytes, and whether a checksum was in the headers: one that does not agree is an error
    /// unless the policy is laxer.
    pub async fn small(&self, url: &Url, limit: u64, policy: ChecksumPolicy) -> Result<(Vec<u8>, bool), FetchError> {
        let (mut response, url) = self.get(url, None).await?;
        let published = checksum::of_headers(response.headers());
        let mut body = Vec::new();
        while let Some(piece) = self.piece(&url, &mut response).await? {
            body.extend_from_slice(&piece);
            if body.len() as u64 > limit {
                return Err(FetchError::TooLarge { url: redacted(&url), limit, announced: None });
            }
        }
        let Some((algorithm, expected)) = published else { return Ok((body, false)) };
        compare(&url, &body, Published::Digits(algorithm, expected), policy)?;
        Ok((body, true))
    }

    /// The next piece of a body; none at its end.
    pub async fn piece(
        &self,
        url: &Url,
        response: &mut Response,
    ) -> Result<Option<impl AsRef<[u8]> + std::ops::Deref<Target = [u8]> + use<>>, FetchError> {
        let piece = self.wait(url, response.chunk()).await?;
        piece.map_err(|error| self.transport(url, error))
    }

    /// What went wrong below HTTP. reqwest's own text repeats the URL, secrets and all: only the causes are told.
    pub fn transport(&self, url: &Url, error: reqwest::Error) -> FetchError {
        let shown = redacted(url);
        if error.is_timeout() {
            let after = if error.is_connect() { self.settings.connect_timeout } else { self.settings.idle_timeout };
            return FetchError::Silent { url: shown, after };
        }
        let error = error.without_url();
        let mut causes: Vec<String> = Vec::new();
        let mut cause: Option<&dyn std::error::Error> = Some(&error);
        while let Some(current) = cause {
            let text = current.to_string();
            if !causes.iter().any(|known| known.contains(&text)) {
                causes.push(text);
            }
            cause = current.source();
        }
        let cause = causes.join(": ").replace(url.as_str(), &redact(url.as_str()));
        FetchError::Broken { url: shown, cause: cause.escape_debug().to_string() }
    }
}

/// The Retry-After header: seconds, or a date.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let value = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    match value.parse() {
        Ok(seconds) => Some(Duration::from_secs(seconds)),
        Err(_) => seconds_until(value),
    }
}

/// The time from now to an HTTP date (`Sun, 06 Nov 1994 08:49:37 GMT`, the one form that servers may send).
fn seconds_until(date: &str) -> Option<Duration> {
    const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let mut words = date.split_once(", ")?.1.split(' ');
    let day: u64 = words.next()?.parse().ok()?;
    let month = words.next()?;
    let month = MONTHS.iter().position(|name| *name == month)? as u64 + 1;
    let year: u64 = words.next()?.parse().ok().filter(|year| (1970..10_000).contains(year))?;
    let mut clock = words.next()?.splitn(3, ':').map(str::parse::<u64>);
    let (hour, minute, second) = (clock.next()?.ok()?, clock.next()?.ok()?, clock.next()?.ok()?);
    // Days since 1970 in the calendar whose years begin in March, so that the leap day comes last.
    let (year, month) = if month <= 2 { (year - 1, month + 9) } else { (year, month - 3) };
    let days = year * 365 + year / 4 - year / 100 + year / 400 + (month * 153 + 2) / 5 + day.checked_sub(1)?;
    let days = days.checked_sub(719_468)?;
    let at = days * 86_400 + hour * 3_600 + minute * 60 + second;
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).ok()?.as_secs();
    Some(Duration::from_secs(at.saturating_sub(now)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retry_after_is_read_as_seconds_and_as_a_date() {
        let with = |value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(RETRY_AFTER, reqwest::header::HeaderValue::from_static(value));
            retry_after(&headers)
        };
        assert_eq!(with("7"), Some(Duration::from_secs(7)));
        assert_eq!(with("Sun, 06 Nov 1994 08:49:37 GMT"), Some(Duration::ZERO));
        assert!(with("Fri, 31 Dec 2999 23:59:59 GMT").is_some_and(|after| after.as_secs() > 1_000_000));
        assert_eq!(with("soon"), None);
    }
}
