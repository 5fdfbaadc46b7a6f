//! Servers: the credentials of repositories, by the id of the repository or of the mirror that stands for it.

use crate::maven::xml::Element;
use crate::text::secret::Secret;

/// What one server of settings.xml holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Server {
    pub id: String,
    pub username: Option<String>,
    /// As it is written: it may be encrypted.
    pub password: Secret,
    /// Sent with every request, whoever asks: names and values of `<httpHeaders>`, and of the older `<httpConfiguration>` those
    /// of all requests and of GET, which is what is sent here.
    pub headers: Vec<(String, Secret)>,
}

pub(super) fn read(element: &Element) -> Server {
    let mut headers: Vec<(String, Secret)> = Vec::new();
    if let Some(configuration) = element.child("configuration") {
        let older = configuration.child("httpConfiguration");
        let of = |method: &str| older.and_then(|older| older.child(method));
        let older = ["all", "get"].into_iter().filter_map(of).flat_map(|one| one.list("headers", "property"));
        for property in older.chain(configuration.list("httpHeaders", "property")) {
            let Some(name) = property.text_of("name") else { continue };
            let value = property.child("value").map_or("", |value| &value.text);
            headers.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
            headers.push((name.to_owned(), Secret::new(value)));
        }
    }
    Server {
        id: element.text_of("id").unwrap_or("default").to_owned(),
        username: element.text_of("username").map(str::to_owned),
        password: Secret::new(element.text_of("password").unwrap_or_default()),
        headers,
    }
}
