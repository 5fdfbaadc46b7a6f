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
    /// Sent with every request, whoever asks: names and values of `<httpHeaders>`.
    pub headers: Vec<(String, Secret)>,
}

pub(super) fn read(element: &Element) -> Server {
    let configuration = element.child("configuration");
    let headers = configuration.into_iter().flat_map(|configuration| configuration.list("httpHeaders", "property"));
    let header = |property: &Element| {
        let value = property.child("value").map_or("", |value| &value.text);
        Some((property.text_of("name")?.to_owned(), Secret::new(value)))
    };
    Server {
        id: element.text_of("id").unwrap_or("default").to_owned(),
        username: element.text_of("username").map(str::to_owned),
        password: Secret::new(element.text_of("password").unwrap_or_default()),
        headers: headers.filter_map(header).collect(),
    }
}
