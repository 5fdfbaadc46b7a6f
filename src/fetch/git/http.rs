//! Git over HTTP: the requests of the protocol, made by the client that makes all the others.

use std::cell::RefCell;
use std::io::{self, BufRead, Read, Write};
use std::rc::Rc;

use gix_transport::Protocol;
use gix_transport::client::blocking_io::Transport;
use gix_transport::client::blocking_io::http::{
    GetResponse, Http, PostBodyDataKind, PostResponse, Transport as HttpTransport,
};
use reqwest::header::{CONTENT_ENCODING, HeaderMap, HeaderName, HeaderValue, LOCATION};
use reqwest::{Method, Response, StatusCode, Url};

use super::{Address, Session, credentials};
use crate::fetch::address::{parse, redacted, redirect};
use crate::fetch::exchange::MOST_REDIRECTS;
use crate::fetch::{FetchError, redact};

/// Most that is sent in one request: what is asked for is told in some kilobytes.
const LARGEST_QUESTION: usize = 16 * 1024 * 1024;

/// What every smart server answers the first request at.
const FIRST: &str = "/info/refs";

pub(super) fn connect<'s>(session: &'s Session<'s>, address: &Address) -> Result<Box<dyn Transport + 's>, FetchError> {
    let shown = address.shown();
    let url = gix::url::parse(shown.as_str()).map_err(|error| session.cause(error))?;
    let connection = Connection { session, address: address.clone(), moved: Rc::default() };
    Ok(Box::new(HttpTransport::new_http(connection, url, Protocol::V2, false)))
}

struct Connection<'s> {
    session: &'s Session<'s>,
    address: Address,
    /// Where the repository is, once a redirect has said so.
    moved: Rc<RefCell<Option<String>>>,
}

impl<'s> Connection<'s> {
    fn exchange(
        &self,
        method: Method,
        url: &str,
        lines: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> Result<Exchange<'s>, FetchError> {
        let mut headers = HeaderMap::new();
        for line in lines {
            let pair = line.as_ref().split_once(':');
            let pair =
                pair.and_then(|(name, value)| Some((name.parse::<HeaderName>().ok()?, value.trim().parse().ok()?)));
            let (name, value): (HeaderName, HeaderValue) =
                pair.ok_or_else(|| self.session.cause("a header of the protocol is malformed"))?;
            headers.insert(name, value);
        }
        Ok(Exchange {
            session: self.session,
            address: self.address.clone(),
            moved: Rc::clone(&self.moved),
            method,
            url: parse(url)?,
            headers,
            question: Vec::new(),
            answer: None,
        })
    }
}

impl<'s> Http for Connection<'s> {
    type Headers = Lines<'s>;
    type ResponseBody = Body<'s>;
    type PostBody = Question<'s>;

    fn get(
        &mut self,
        url: &str,
        _base_url: &str,
        headers: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> Result<GetResponse<Lines<'s>, Body<'s>>, gix::Error> {
        let exchange = self.exchange(Method::GET, url, headers);
        let mut exchange = exchange.map_err(|error| gix::Error::from_error(self.session.broken(error)))?;
        exchange.send().map_err(gix::Error::from_error)?;
        let shared = Rc::new(RefCell::new(exchange));
        Ok(GetResponse { headers: Lines::of(&shared), body: Body::of(&shared) })
    }

    fn post(
        &mut self,
        url: &str,
        _base_url: &str,
        headers: impl IntoIterator<Item = impl AsRef<str>>,
        _body: PostBodyDataKind,
    ) -> Result<PostResponse<Lines<'s>, Body<'s>, Question<'s>>, gix::Error> {
        let exchange = self.exchange(Method::POST, url, headers);
        let exchange = exchange.map_err(|error| gix::Error::from_error(self.session.broken(error)))?;
        let shared = Rc::new(RefCell::new(exchange));
        Ok(PostResponse {
            post_body: Question(Rc::clone(&shared)),
            headers: Lines::of(&shared),
            body: Body::of(&shared),
        })
    }

    fn configure(&mut self, _config: &dyn std::any::Any) -> Result<(), gix::Error> {
        Ok(())
    }

    fn redirected_base_url(&self) -> Option<String> {
        self.moved.borrow().clone()
    }
}

/// One request and its answer. A question is written first; it is sent when somebody wants the answer.
struct Exchange<'s> {
    session: &'s Session<'s>,
    address: Address,
    moved: Rc<RefCell<Option<String>>>,
    method: Method,
    url: Url,
    headers: HeaderMap,
    question: Vec<u8>,
    answer: Option<Response>,
}

type Shared<'s> = Rc<RefCell<Exchange<'s>>>;

impl Exchange<'_> {
    /// Sends the request, where that was not done yet.
    fn send(&mut self) -> io::Result<()> {
        if self.answer.is_some() {
            return Ok(());
        }
        match self.ask() {
            Ok(answer) => {
                self.answer = Some(answer);
                Ok(())
            }
            Err(error) => Err(self.session.broken(error)),
        }
    }

    fn ask(&mut self) -> Result<Response, FetchError> {
        let mut redirects = 0;
        loop {
            let response = self.ask_once()?;
            let status = response.status();
            let url = || redacted(&self.url);
            if status.is_success() {
                let encoding = response.headers().get(CONTENT_ENCODING).filter(|value| *value != "identity");
                if let Some(encoding) = encoding {
                    let encoding = String::from_utf8_lossy(encoding.as_bytes()).escape_debug().to_string();
                    return Err(FetchError::Encoded { url: url(), encoding });
                }
                self.note_move();
                return Ok(response);
            }
            let location = response.headers().get(LOCATION).filter(|_| status.is_redirection());
            if let Some(location) = location {
                redirects += 1;
                self.url = self.follow(&String::from_utf8_lossy(location.as_bytes()), redirects)?;
            } else if status == StatusCode::UNAUTHORIZED && self.ask_helper() {
                tracing::debug!(url = url(), "asking again as the credential helper says");
            } else {
                return Err(FetchError::Status { url: url(), status: status.as_u16(), retry_after: None });
            }
        }
    }

    fn ask_once(&self) -> Result<Response, FetchError> {
        let Session { client, work, end, .. } = *self.session;
        let (call, runtime) = client.call(&self.url, work, end)?;
        let mut request = call.http.request(self.method.clone(), self.url.clone()).headers(self.headers.clone());
        if let Some(login) = &*self.session.login.borrow() {
            request = request.basic_auth(&login.user, Some(&login.password));
        }
        if self.method == Method::POST {
            request = request.body(self.question.clone());
        }
        tracing::debug!(method = %self.method, url = redacted(&self.url), "asking");
        runtime.block_on(call.reach(&self.url, request))
    }

    /// Where a redirect leads: elsewhere on the same host at most, and only for the first request.
    fn follow(&self, location: &str, redirects: usize) -> Result<Url, FetchError> {
        let to = redirect(&self.url, location)?;
        let refuse = |what: String| FetchError::Redirect { url: redacted(&self.url), what };
        if to.origin() != self.url.origin() {
            return Err(refuse(format!("to another host ('{}'), which is not followed", redacted(&to))));
        }
        if self.method != Method::GET || !to.path().ends_with(FIRST) || redirects > MOST_REDIRECTS {
            return Err(refuse(format!("to '{}', which is no Git repository", redacted(&to))));
        }
        Ok(to)
    }

    /// The requests that follow go where the first one was answered.
    fn note_move(&self) {
        let base = self.url.path().strip_suffix(FIRST);
        let Some(base) = base.filter(|_| self.method == Method::GET) else { return };
        let mut url = self.url.clone();
        url.set_path(base);
        url.set_query(None);
        if redact(url.as_str()) != self.address.shown() {
            self.moved.replace(Some(url.to_string()));
        }
    }

    /// Whether the credential helper, where it may be asked, knew something that was not tried.
    fn ask_helper(&self) -> bool {
        let session = self.session;
        if !session.client.settings().git.credential_helper || session.helper_asked.replace(true) {
            return false;
        }
        let login = credentials::ask_helper(&self.address, || session.check().is_ok());
        let is_new = login.is_some() && login != *session.login.borrow();
        if is_new {
            session.login.replace(login);
        }
        is_new
    }

    /// The next piece of the answer; none at its end.
    fn piece(&mut self) -> io::Result<Option<Vec<u8>>> {
        self.send()?;
        let piece = self.next_piece();
        piece.map_err(|error| self.session.broken(error))
    }

    fn next_piece(&mut self) -> Result<Option<Vec<u8>>, FetchError> {
        let Session { client, work, end, .. } = *self.session;
        let (call, runtime) = client.call(&self.url, work, end)?;
        let Some(response) = &mut self.answer else { return Ok(None) };
        let piece = runtime.block_on(call.piece(&self.url, response))?;
        let piece = piece.map(|piece| piece.to_vec());
        self.session.take(piece.as_ref().map_or(0, Vec::len))?;
        Ok(piece)
    }
}

/// What is asked.
struct Question<'s>(Shared<'s>);

impl Write for Question<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut exchange = self.0.borrow_mut();
        if exchange.question.len() + bytes.len() > LARGEST_QUESTION {
            return Err(io::Error::other("the question is too long"));
        }
        exchange.question.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The headers of the answer, a line each.
struct Lines<'s> {
    exchange: Shared<'s>,
    text: Option<io::Cursor<Vec<u8>>>,
}

impl<'s> Lines<'s> {
    fn of(exchange: &Shared<'s>) -> Self {
        Self { exchange: Rc::clone(exchange), text: None }
    }

    fn text(&mut self) -> io::Result<&mut io::Cursor<Vec<u8>>> {
        if self.text.is_none() {
            let mut exchange = self.exchange.borrow_mut();
            exchange.send()?;
            let mut text = Vec::new();
            for (name, value) in exchange.answer.iter().flat_map(Response::headers) {
                text.extend_from_slice(name.as_str().as_bytes());
                text.extend_from_slice(b": ");
                text.extend(value.as_bytes().iter().filter(|byte| byte.is_ascii()));
                text.push(b'\n');
            }
            self.text = Some(io::Cursor::new(text));
        }
        self.text.as_mut().ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
    }
}

impl Read for Lines<'_> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        self.text()?.read(to)
    }
}

impl BufRead for Lines<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.text()?.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        if let Some(text) = &mut self.text {
            text.consume(count);
        }
    }
}

/// The body of the answer.
struct Body<'s> {
    exchange: Shared<'s>,
    piece: Vec<u8>,
    at: usize,
}

impl<'s> Body<'s> {
    fn of(exchange: &Shared<'s>) -> Self {
        Self { exchange: Rc::clone(exchange), piece: Vec::new(), at: 0 }
    }
}

impl Read for Body<'_> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let piece = self.fill_buf()?;
        let count = to.len().min(piece.len());
        to[..count].copy_from_slice(&piece[..count]);
        self.consume(count);
        Ok(count)
    }
}

impl BufRead for Body<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.at == self.piece.len() {
            match self.exchange.borrow_mut().piece()? {
                Some(piece) => (self.piece, self.at) = (piece, 0),
                None => break,
            }
        }
        Ok(&self.piece[self.at..])
    }

    fn consume(&mut self, count: usize) {
        self.at = (self.at + count).min(self.piece.len());
    }
}
