//! The client: whole downloads, tried again where that helps, compared with their checksums.

use std::fs::File;
use std::io::{Seek, Write};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use reqwest::header::{CONTENT_LENGTH, CONTENT_TYPE, ETAG, HeaderMap};
use reqwest::{Response, StatusCode, Url};
use tokio::runtime::Runtime;

use super::access::Accesses;
use super::address::{parse, redact, redacted};
use super::checksum::{Algorithm, Digests, Published, Running, of_headers};
use super::contact::{Contact, Contacts};
use super::exchange::Call;
use super::host::{Host, Hosts};
use super::published::{beside, document};
use super::{Download, FetchError, Outcome, Request, Settings, proxies, trust};
use crate::maven::settings::ChecksumPolicy;
use crate::work::Work;

/// Tries of one download.
const MOST_TRIES: u32 = 3;
/// Longest wait that a server may ask for before it is reported instead.
const LONGEST_WAIT: Duration = Duration::from_secs(10);
/// Longest wait for a turn: behind hundreds of downloads of the size of a JDK.
const LONGEST_QUEUE: Duration = Duration::from_secs(24 * 60 * 60);
/// Largest companion; a POM of more than this is not read either.
const LARGEST_COMPANION: u64 = 8 * 1024 * 1024;

/// Downloads files. Connections are kept between downloads; nothing is opened or started before the first one.
pub struct Client {
    settings: Settings,
    contacts: Contacts,
    started: OnceLock<Result<Started, String>>,
    hosts: Hosts,
}

/// The client proper with the threads that drive its connections.
struct Started {
    http: reqwest::Client,
    access: Accesses,
    /// None only while it is dropped.
    runtime: Option<Runtime>,
}

impl Drop for Started {
    fn drop(&mut self) {
        // A connection attempt that hangs must not keep the process from ending.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

impl std::fmt::Debug for Client {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Client").field("settings", &self.settings).finish_non_exhaustive()
    }
}

impl Client {
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        Self { settings, contacts: Contacts::default(), started: OnceLock::new(), hosts: Hosts::default() }
    }

    /// Whether the network is off.
    #[must_use]
    pub fn is_offline(&self) -> bool {
        self.settings.offline
    }

    /// How the last request went to an address that begins with `base`; none: nothing was asked there.
    #[must_use]
    pub fn last_contact(&self, base: &str) -> Option<Contact> {
        self.contacts.last(base)
    }

    /// Remembers that the server of `url` was asked and did not answer for so long.
    pub fn note_silence(&self, url: &str, waited: Duration) {
        self.contacts.note(url, Some(&FetchError::Unanswered { waited }));
    }

    /// Downloads a JAR into `to`, an empty file open for reading and writing. On an error the file holds rubbish.
    ///
    /// The first bytes must be those of a ZIP archive. The checksum is the strongest that the answer's headers hold, else
    /// that of the first sibling file there is (`.sha512`, `.sha256`, `.sha1`, `.md5`). Of one host six files are downloaded
    /// at once; the others wait for their turn, as all do while a host wants to be left alone (`Retry-After`).
    ///
    /// # Errors
    /// Everything of [`FetchError`]. Broken connections, cut bodies, 429 and 5xx are tried three times in all.
    pub fn download(&self, request: &Request, to: &mut File, work: &Work) -> Result<Outcome, FetchError> {
        let url = self.open(&request.url)?;
        self.run(&url, work, async |call, host| {
            let mut tries = 0;
            loop {
                let error = match self.attempt(call, host, &url, request, to).await {
                    Ok(done) => return done,
                    Err(error) => error,
                };
                tries += 1;
                self.pause(call, host, &url, tries, error).await?;
            }
        })
    }

    /// Reads a small document whole.
    ///
    /// # Errors
    /// As [`Client::download`]; [`FetchError::TooLarge`] beyond `limit` bytes. The checksum is that of the answer's headers, else
    /// that of a sibling file that Maven knows (`.sha1`, `.md5`).
    pub fn read(&self, url: &str, limit: u64, checksum: ChecksumPolicy, work: &Work) -> Result<Vec<u8>, FetchError> {
        let address = self.open(url)?;
        self.run(&address, work, async |call, host| self.document(call, host, &address, limit, checksum).await)
    }

    /// A small document, tried again where that helps; once also where it does not agree with its checksum: of what changes
    /// the two may be a moment apart.
    async fn document(
        &self,
        call: Call<'_>,
        host: &Host,
        url: &Url,
        limit: u64,
        checksum: ChecksumPolicy,
    ) -> Result<Vec<u8>, FetchError> {
        let mut tries = 0;
        loop {
            let error = match document(call, url, limit, checksum).await {
                Ok(body) => return Ok(body),
                Err(error) => error,
            };
            tries += 1;
            if tries == 1 && matches!(error, FetchError::Checksum { .. }) {
                call.wait(url, tokio::time::sleep(self.settings.retry_pause)).await?;
            } else {
                self.pause(call, host, url, tries, error).await?;
            }
        }
    }

    /// Whether the server of `url` answers: asked once, what it sends is not read.
    ///
    /// # Errors
    /// As [`Client::read`].
    pub fn greet(&self, url: &str, work: &Work) -> Result<(), FetchError> {
        let address = self.open(url)?;
        self.run(&address, work, async |call, _| call.get(&address, None).await.map(drop))
    }

    fn open(&self, url: &str) -> Result<Url, FetchError> {
        if self.settings.offline {
            return Err(FetchError::Offline { url: redact(url) });
        }
        parse(url)
    }

    fn run<T>(
        &self,
        url: &Url,
        work: &Work,
        job: impl AsyncFnOnce(Call<'_>, &Host) -> Result<T, FetchError>,
    ) -> Result<T, FetchError> {
        let (started, runtime) = self.started(url)?;
        let host = self.hosts.of(url);
        let (http, access) = (&started.http, &started.access);
        let call = |time| Call { http, access, settings: &self.settings, work, end: Instant::now() + time };
        let done = runtime.block_on(async {
            // Its time begins with its turn: whoever is the hundredth to ask has not spent it yet.
            let _turn = call(LONGEST_QUEUE).wait(url, host.turn()).await?;
            let call = call(self.settings.deadline);
            let quiet = host.quiet_for();
            if !quiet.is_zero() {
                call.wait(url, tokio::time::sleep(quiet)).await?;
            }
            job(call, &host).await
        });
        self.contacts.note(url.as_str(), done.as_ref().err());
        done
    }

    fn started(&self, url: &Url) -> Result<(&Started, &Runtime), FetchError> {
        let broken = |cause: &str| FetchError::Broken { url: redacted(url), cause: cause.to_owned() };
        let started = self.started.get_or_init(|| start(&self.settings)).as_ref().map_err(|cause| broken(cause))?;
        let runtime = started.runtime.as_ref().ok_or_else(|| broken("the client is being closed"))?;
        Ok((started, runtime))
    }

    /// A call outside of the queue of its host, and what drives it: one request of a conversation, which has its own end.
    pub(super) fn call<'a>(
        &'a self,
        url: &Url,
        work: &'a Work,
        end: Instant,
    ) -> Result<(Call<'a>, &'a Runtime), FetchError> {
        let (started, runtime) = self.started(url)?;
        let (http, access) = (&started.http, &started.access);
        Ok((Call { http, access, settings: &self.settings, work, end }, runtime))
    }

    pub(super) fn settings(&self) -> &Settings {
        &self.settings
    }

    /// One try: the file, its checksum and its companion at the same time. What is final is told inside.
    async fn attempt(
        &self,
        call: Call<'_>,
        host: &Host,
        url: &Url,
        request: &Request,
        to: &mut File,
    ) -> Result<Result<Outcome, FetchError>, FetchError> {
        let write = |source| FetchError::Write { url: redacted(url), source, needed: None };
        to.set_len(0).and_then(|()| to.rewind()).map_err(write)?;
        // The same stage again, its counters at zero: a second try does not count on where the first broke off.
        call.work.stage(call.work.progress().stage);
        let (mut response, from) = call.get(url, request.etag.as_deref()).await?;
        if response.status() == StatusCode::NOT_MODIFIED {
            return Ok(Ok(Outcome::Unchanged));
        }
        let headers = response.headers().clone();
        let published = async {
            match of_headers(&headers) {
                _ if request.checksum == ChecksumPolicy::Ignore => Ok(None),
                Some((algorithm, digits)) => Ok(Some(Published::Digits(algorithm, digits))),
                None => beside(call, url, &Algorithm::ALL).await,
            }
        };
        let companion = async {
            let companion = request.companion.as_deref();
            let Some(companion) = companion.and_then(|companion| parse(companion).ok()) else { return Ok(Ok(None)) };
            match self.document(call, host, &companion, LARGEST_COMPANION, request.checksum).await {
                Ok(companion) => Ok(Ok(Some(companion))),
                Err(FetchError::Cancelled) => Err(FetchError::Cancelled),
                Err(error) if error.is_refusal() => {
                    tracing::info!("{error}");
                    Ok(Ok(None))
                }
                // Nobody comes back for the companion alone, and it is no reason to download the file again.
                Err(error) => Ok(Err(error)),
            }
        };
        let (arrived, published, companion) =
            tokio::try_join!(body(call, &from, &mut response, to), published, companion)?;
        let companion = match companion {
            Ok(companion) => companion,
            Err(error) => return Ok(Err(error)),
        };
        let ignored = (request.checksum == ChecksumPolicy::Ignore)
            .then(|| "its checksum was not compared: the checksumPolicy of its repository is ignore".to_owned());
        let is_strict = request.checksum == ChecksumPolicy::Fail;
        let taken =
            |what: String| (None, Some(format!("{what}: taken, since the checksumPolicy of its repository is warn")));
        let (checksum, doubt) = match published {
            None => (None, ignored),
            Some(Published::Unreadable(algorithm, published)) => {
                let algorithm = algorithm.name();
                if is_strict {
                    return Err(FetchError::Unreadable { url: redacted(url), algorithm, published });
                }
                taken(format!("what is published as its {algorithm} checksum is none, '{published}'"))
            }
            Some(Published::Digits(algorithm, expected)) => {
                let actual = arrived.digests.of(algorithm, to).map_err(write)?;
                let algorithm = algorithm.name();
                if actual == expected {
                    (Some(algorithm), None)
                } else if is_strict {
                    return Err(FetchError::Checksum { url: redacted(url), algorithm, expected, actual });
                } else {
                    taken(format!("its {algorithm} is {actual}, where {expected} was published"))
                }
            }
        };
        Ok(Ok(Outcome::Downloaded(Download {
            url: redacted(&from),
            bytes: arrived.bytes,
            sha256: arrived.digests.sha256,
            checksum,
            doubt,
            etag: headers.get(ETAG).and_then(|etag| etag.to_str().ok()).map(str::to_owned),
            companion,
        })))
    }

    /// Waits before the next try; gives the error back where there is none.
    async fn pause(
        &self,
        call: Call<'_>,
        host: &Host,
        url: &Url,
        tries: u32,
        error: FetchError,
    ) -> Result<(), FetchError> {
        let pause = self.settings.retry_pause * 4_u32.pow(tries - 1);
        match error.retry_in(pause, LONGEST_WAIT) {
            Some(pause) if tries < MOST_TRIES => {
                tracing::info!("{error}; trying again");
                if error.asks_for_quiet() {
                    host.hush(pause);
                }
                call.wait(url, tokio::time::sleep(pause.max(host.quiet_for()))).await
            }
            _ => Err(error),
        }
    }
}

fn start(settings: &Settings) -> Result<Started, String> {
    // The second of two clients in a process finds it installed: that is no error.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let roots = trust::extra_roots(settings.certificates_file.as_deref(), &settings.certificates_folders);
    let mut builder = reqwest::Client::builder()
        .user_agent(concat!("jardex/", env!("CARGO_PKG_VERSION")))
        .redirect(reqwest::redirect::Policy::none())
        .referer(false)
        .connect_timeout(settings.connect_timeout)
        .read_timeout(settings.idle_timeout)
        .tls_certs_merge(roots);
    builder = proxies::set(builder, &settings.proxies)?;
    let http = builder.build().map_err(|error| format!("the HTTP client could not be set up: {error:?}"))?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .thread_name("jardex-fetch")
        .enable_all()
        .build()
        .map_err(|error| format!("no thread for downloads: {error}"))?;
    Ok(Started { http, access: Accesses::new(&settings.access), runtime: Some(runtime) })
}

struct Arrived {
    bytes: u64,
    digests: Digests,
}

/// Streams the body into the file.
async fn body(call: Call<'_>, url: &Url, response: &mut Response, to: &mut File) -> Result<Arrived, FetchError> {
    let limit = call.settings.max_bytes;
    let too_large = |announced| FetchError::TooLarge { url: redacted(url), limit, announced };
    let announced = content_length(response.headers());
    if let Some(announced) = announced {
        if announced > limit {
            return Err(too_large(Some(announced)));
        }
        call.work.expect_bytes(announced);
    }
    let is_html = response.headers().get(CONTENT_TYPE).is_some_and(|value| value.as_bytes().starts_with(b"text/html"));
    let mut running = Running::default();
    let mut bytes = 0_u64;
    let mut head = Vec::with_capacity(4);
    while let Some(piece) = call.piece(url, response).await? {
        bytes += piece.len() as u64;
        if bytes > limit {
            return Err(too_large(None));
        }
        if head.len() < 4 {
            head.extend(piece.iter().take(4 - head.len()));
            // Seen at the first piece: nobody waits for the rest of what is no JAR.
            if head.len() == 4 {
                require_archive(url, &head, is_html)?;
            }
        }
        running.update(&piece);
        let needed = announced.or(Some(bytes));
        to.write_all(&piece).map_err(|source| FetchError::Write { url: redacted(url), source, needed })?;
        call.work.add_bytes(piece.len() as u64);
    }
    match announced {
        Some(announced) if announced != bytes => {
            Err(FetchError::Cut { url: redacted(url), received: bytes, announced })
        }
        _ => {
            require_archive(url, &head, is_html)?;
            Ok(Arrived { bytes, digests: running.finish() })
        }
    }
}

fn content_length(headers: &HeaderMap) -> Option<u64> {
    headers.get(CONTENT_LENGTH)?.to_str().ok()?.trim().parse().ok()
}

/// The first bytes must be those of an entry, or of the end of an archive without entries.
fn require_archive(url: &Url, head: &[u8], is_html: bool) -> Result<(), FetchError> {
    if head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06") {
        return Ok(());
    }
    let what = match head {
        [] => "the body is empty",
        _ if is_html || head.starts_with(b"<") => "the server sent an HTML page",
        _ => "it does not begin like a ZIP archive",
    };
    Err(FetchError::NotAJar { url: redacted(url), what: what.to_owned() })
}
