//! Repositories elsewhere: from a reference to a commit whose files are in the store.
//!
//! A reference is looked up at the remote each time it is asked for explicitly, and only what it needs is fetched: its
//! commit without parents. A commit that is known already asks nobody. Where a server does not give a commit by its
//! number, or only its first digits are known, branches and tags are fetched with their history, within the byte limit.

use std::cell::Cell;
use std::num::NonZeroU32;

use gix::ObjectId;
use gix::progress::Discard;
use gix::protocol::handshake::Ref;
use gix::protocol::transport::client::blocking_io::Transport;
use gix::remote::Direction;
use gix::remote::fetch::{Prepare, Shallow, Tags};

use super::local;
use super::reference::{Reference, commit_of};
use super::store::Store;
use super::tree::Unreadable;
use super::{Wanted, clone_failed, located, not_supported, ref_not_found};
use crate::cache::Cache;
use crate::error::{Failure, Status};
use crate::fetch::git::{Address, Session};
use crate::fetch::{Client, FetchError};
use crate::source::Located;
use crate::text::escape::visible_on_one_line;
use crate::work::Work;

/// Longest message of the protocol's that is passed on, in characters.
const LONGEST_MESSAGE: usize = 300;

/// The URL that gix knows a remote by: it connects to nothing by itself.
const NOBODY: &str = "https://remote.invalid/";

/// The files of a commit of the repository at `address`.
///
/// # Errors
/// `git_clone_failed` when the remote cannot be reached, refuses or is too large, `git_ref_not_found`, `offline`,
/// `resource_not_found` for a folder that is not there, `invalid_source` beyond the limits of sources, `invalid_argument`.
pub fn remote(
    cache: &Cache,
    client: &Client,
    address: &Address,
    wanted: &Wanted<'_>,
    threads: usize,
    work: &Work,
) -> Result<Located, Failure> {
    let uri = address.shown();
    let reference = Reference::parse(wanted.git_ref)?;
    let known = wanted.known.and_then(|known| ObjectId::from_hex(known.as_bytes()).ok());
    let mut is_second = false;
    // The store is suspected only: an answer that broke off or was none says nothing of what was fetched before.
    let mut aside = None;
    loop {
        work.stage(format!("fetching {uri}"));
        let store = Store::open(cache, &uri, threads, work)?;
        let is_doubtful = Cell::new(false);
        let fetching = Fetching { store: &store, client, address, uri: &uri, work, is_doubtful: &is_doubtful };
        let (commit, note) = match fetching.resolve(&reference, known) {
            Ok(resolved) => resolved,
            Err(failure) if is_doubtful.get() && !store.is_new && !is_second => {
                tracing::warn!("{}; fetching again, into an empty store", failure.message);
                aside = store.set_aside();
                is_second = true;
                continue;
            }
            Err(failure) => {
                if let Some(aside) = aside {
                    store.discard();
                    aside.put_back();
                }
                return Err(failure);
            }
        };
        match located(&uri, store.repository.clone(), commit, wanted, store.temporary.clone(), work) {
            Ok(mut located) => {
                located.notes.extend(note);
                return Ok(located);
            }
            // Something was taken out of the store: it is filled again, once.
            Err(Unreadable::Missing(failure)) if !is_second => {
                tracing::warn!("{}; fetching again", failure.message);
                store.discard();
                is_second = true;
            }
            Err(unreadable) => return Err(unreadable.into_failure()),
        }
    }
}

/// What one look-up needs.
struct Fetching<'a> {
    store: &'a Store,
    client: &'a Client,
    address: &'a Address,
    uri: &'a str,
    work: &'a Work,
    /// It failed for no reason that is known: the store may be damaged.
    is_doubtful: &'a Cell<bool>,
}

/// How a look-up by name ended.
enum ByName {
    Found(ObjectId),
    /// The remote has nothing of that name; the references it told of that may hold the first digits of a commit.
    Absent(Vec<Ref>),
}

impl Fetching<'_> {
    /// The commit, which is in the store then, and what is worth saying of how it was found.
    fn resolve(
        &self,
        reference: &Reference<'_>,
        known: Option<ObjectId>,
    ) -> Result<(ObjectId, Option<String>), Failure> {
        if let Some(id) = known.or(reference.commit()) {
            if let Some(commit) = commit_of(&self.store.repository, id) {
                return Ok((commit, None));
            }
            return Ok((self.by_number(reference, id)?, None));
        }
        if self.client.is_offline() {
            return self.remembered(reference);
        }
        let session = Session::new(self.client, self.address, self.work)?;
        match self.by_name(&session, reference)? {
            ByName::Found(commit) => Ok((commit, None)),
            ByName::Absent(refs) => Ok((self.by_digits(reference, &refs)?, None)),
        }
    }

    /// What the reference stood for when the remote was asked last.
    fn remembered(&self, reference: &Reference<'_>) -> Result<(ObjectId, Option<String>), Failure> {
        let repository = &self.store.repository;
        let kept = reference.names().into_iter().find_map(|name| commit_of(repository, self.store.remembered(&name)?));
        match kept {
            Some(commit) => {
                let note = format!(
                    "the network is off: '{}' is what {} had when it was asked last",
                    reference.shown(),
                    self.uri
                );
                Ok((commit, Some(note)))
            }
            // The first digits of a commit need nobody else, where it is here.
            None if reference.prefix().is_some() => local::find(self.uri, repository, reference)
                .map(|commit| (commit, None))
                .map_err(|_| FetchError::Offline { url: self.uri.to_owned() }.into()),
            None => Err(FetchError::Offline { url: self.uri.to_owned() }.into()),
        }
    }

    /// Asks for the names that the reference may stand for, and fetches what the first of them has.
    fn by_name(&self, session: &Session<'_>, reference: &Reference<'_>) -> Result<ByName, Failure> {
        let names = reference.names();
        let specs: Vec<String> = names.iter().map(|name| format!("+{name}:{}", Store::reference(name))).collect();
        let remote = self.prepared(&specs)?;
        let connection = session.connect(self.address).map_err(refused)?;
        session.watched(|stop| {
            let prepared = remote.to_connection_with_transport(connection);
            // The first digits of a commit may be those of any reference: all of them are to be told.
            let prepared = self.handshake(session, prepared, reference.prefix().is_none())?;
            let told = prepared.ref_map();
            let of = |name: &String| {
                let mapping = told
                    .mappings
                    .iter()
                    .find(|one| one.remote.as_name().is_some_and(|given| given == name.as_str()))?;
                Some((name.clone(), mapping.remote.as_id()?.to_owned()))
            };
            let Some((name, id)) = names.iter().find_map(of) else {
                return Ok(ByName::Absent(told.remote_refs.clone()));
            };
            if commit_of(&self.store.repository, id).is_none() {
                self.receive(session, prepared, depth(1), stop)?;
            }
            self.store.remember(&name, id);
            match commit_of(&self.store.repository, id) {
                Some(commit) => Ok(ByName::Found(commit)),
                None => Err(ref_not_found(self.uri, reference, ": what has that name is no commit")),
            }
        })
    }

    /// A commit by its number: just it, where the server gives that.
    fn by_number(&self, reference: &Reference<'_>, id: ObjectId) -> Result<ObjectId, Failure> {
        let session = Session::new(self.client, self.address, self.work)?;
        let number = id.to_string();
        let spec = format!("{number}:{}", Store::reference(&number));
        match self.fetch(&session, &[spec], depth(1)) {
            Ok(()) => {}
            Err(Unfetched::Refused(failure)) => return Err(failure),
            Err(Unfetched::ByServer(failure)) => {
                tracing::info!("{}: {}; fetching branches and tags", self.uri, failure.message);
                self.is_doubtful.set(false);
                self.everything()?;
            }
        }
        commit_of(&self.store.repository, id).ok_or_else(|| ref_not_found(self.uri, reference, ""))
    }

    /// A commit by its first digits: a branch or tag that stands for it, else any commit of any of them.
    fn by_digits(&self, reference: &Reference<'_>, refs: &[Ref]) -> Result<ObjectId, Failure> {
        let Some(prefix) = reference.prefix() else { return Err(ref_not_found(self.uri, reference, "")) };
        let begins_so = |id: &gix::oid| prefix.cmp_oid(id).is_eq();
        let told = refs.iter().filter_map(|one| {
            let (_, target, peeled) = one.unpack();
            peeled.or(target).filter(|id| begins_so(id)).map(ToOwned::to_owned)
        });
        let mut told: Vec<ObjectId> = told.collect();
        told.sort_unstable();
        told.dedup();
        if let [one] = told[..] {
            return self.by_number(reference, one);
        }
        self.everything()?;
        local::find(self.uri, &self.store.repository, reference)
    }

    /// Fetches all branches and tags with their history.
    fn everything(&self) -> Result<(), Failure> {
        let session = Session::new(self.client, self.address, self.work)?;
        let below = Store::everything();
        let specs = ["heads", "tags"].map(|kind| format!("+refs/{kind}/*:{below}/{kind}/*"));
        let is_shallow = self.store.repository.is_shallow().unwrap_or(true);
        let history = if is_shallow { Shallow::undo() } else { Shallow::NoChange };
        self.fetch(&session, &specs, history).map_err(|unfetched| match unfetched {
            Unfetched::Refused(failure) | Unfetched::ByServer(failure) => failure,
        })
    }

    fn fetch(&self, session: &Session<'_>, specs: &[String], history: Shallow) -> Result<(), Unfetched> {
        let remote = self.prepared(specs).map_err(Unfetched::Refused)?;
        let connection = session.connect(self.address).map_err(|error| Unfetched::Refused(refused(error)))?;
        session.watched(|stop| {
            let prepared = self.handshake(session, remote.to_connection_with_transport(connection), true);
            let prepared = prepared.map_err(Unfetched::Refused)?;
            match prepared.with_shallow(history).receive(Discard, stop) {
                Ok(_) => Ok(()),
                Err(error) => Err(self.unfetched(session, &error)),
            }
        })
    }

    fn prepared(&self, specs: &[String]) -> Result<gix::Remote<'_>, Failure> {
        let remote = self.store.repository.remote_at_without_url_rewrite(NOBODY);
        let remote = remote.map(|remote| remote.with_fetch_tags(Tags::None));
        let remote = remote.and_then(|remote| {
            remote.with_refspecs(specs.iter().map(|spec| gix::bstr::BStr::new(spec.as_bytes())), Direction::Fetch)
        });
        remote.map_err(|error| clone_failed(self.uri, told(&error)))
    }

    fn handshake<'r, T: Transport>(
        &self,
        session: &Session<'_>,
        connection: gix::remote::Connection<'_, 'r, 'r, T>,
        only_named: bool,
    ) -> Result<Prepare<'r, 'r, T>, Failure> {
        // Who to be is settled below the protocol; nobody is asked.
        let connection = connection.with_credentials(|_| Ok(None)).with_transport_options(Box::new(()));
        let options = gix::remote::ref_map::Options {
            prefix_from_spec_as_filter_on_remote: only_named,
            ..gix::remote::ref_map::Options::default()
        };
        let prepared = session.listing(|| connection.prepare_fetch(Discard, options));
        prepared.map_err(|error| self.failed(session, &error))
    }

    fn receive<T: Transport>(
        &self,
        session: &Session<'_>,
        prepared: Prepare<'_, '_, T>,
        history: Shallow,
        stop: &std::sync::atomic::AtomicBool,
    ) -> Result<(), Failure> {
        let received = prepared.with_shallow(history).receive(Discard, stop);
        received.map_err(|error| self.failed(session, &error))?;
        self.store.share_packs();
        Ok(())
    }

    fn unfetched(&self, session: &Session<'_>, error: &gix::Error) -> Unfetched {
        let why = session.failure();
        // The server said no in its own words: everything that breaks a connection is known to the session.
        let is_by_server = match &why {
            None => true,
            Some(FetchError::Broken { cause, .. }) => cause.contains("not our ref") || cause.contains("not advertised"),
            Some(_) => false,
        };
        let failure = self.told(why, error);
        if is_by_server && failure.status == Status::GitCloneFailed {
            Unfetched::ByServer(failure)
        } else {
            Unfetched::Refused(failure)
        }
    }

    fn failed(&self, session: &Session<'_>, error: &gix::Error) -> Failure {
        self.told(session.failure(), error)
    }

    fn told(&self, why: Option<FetchError>, error: &gix::Error) -> Failure {
        if let Some(why) = why {
            return refused(why);
        }
        let why = told(error);
        if OTHER_OBJECTS.iter().any(|said| why.contains(said)) {
            return not_supported(self.uri);
        }
        self.store.write_failure(error).unwrap_or_else(|| {
            self.is_doubtful.set(true);
            clone_failed(self.uri, why).hint("check the address: it is what `git clone` takes")
        })
    }
}

/// What `gix` says of a repository that names its objects by SHA-256: of its capabilities, of its references with longer names.
const OTHER_OBJECTS: [&str; 2] = ["used by the remote is unsupported: sha256", "hash sized 64 hexadecimal"];

/// Why nothing was fetched.
enum Unfetched {
    /// The server does not give what was asked for in this way.
    ByServer(Failure),
    Refused(Failure),
}

/// What stopped a connection, as git_clone_failed.
fn refused(error: FetchError) -> Failure {
    let hint = match &error {
        FetchError::Status { status: 401 | 403 | 404, .. } => Some(
            "check the address; a private repository wants a token bound to its host (JARDEX_GIT_TOKEN=host=token; host:port=token where the address has a port), or ssh",
        ),
        FetchError::Redirect { .. } => Some("register the address that it leads to, if that is the right one"),
        FetchError::Broken { cause, .. } if cause.contains("Host key verification failed") => {
            Some("connect once with ssh, compare the host's key, and let it into known_hosts")
        }
        FetchError::Broken { cause, .. } if cause.contains("Permission denied") => {
            Some("ssh has no key that the host takes: load it into the agent, or name it in ssh's config")
        }
        FetchError::TooLarge { .. } => Some(
            "name a branch, a tag or a whole commit, which needs less; or raise the limit: --max-download or JARDEX_MAX_DOWNLOAD",
        ),
        _ => None,
    };
    let mut failure = Failure::from(error);
    if failure.status == Status::DownloadFailed {
        failure.status = Status::GitCloneFailed;
    }
    match hint {
        Some(hint) => failure.hint(hint),
        None => failure,
    }
}

fn depth(commits: u32) -> Shallow {
    NonZeroU32::new(commits).map_or(Shallow::NoChange, Shallow::DepthAtRemote)
}

/// The protocol's own words, which may be the server's.
fn told(error: &gix::Error) -> String {
    let mut causes: Vec<String> = Vec::new();
    for cause in error.iter_errors() {
        let cause = cause.to_string();
        if !cause.is_empty() && !causes.iter().any(|known| known.contains(&cause)) {
            causes.push(cause);
        }
    }
    let whole = causes.join(": ");
    let shown = visible_on_one_line(&whole);
    match shown.char_indices().nth(LONGEST_MESSAGE) {
        Some((end, _)) => format!("{}…", &shown[..end]),
        None => shown.into_owned(),
    }
}
