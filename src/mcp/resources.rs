//! The one resource: how the server stands, for those who watch it.

use rmcp::model::{ReadResourceResult, Resource, ResourceContents};

use crate::config::Format;
use crate::index::Explorer;
use crate::tools;
use crate::tools::page::Page;

/// Its address.
pub(super) const HEALTH: &str = "jardex://health";

/// It in a list.
pub(super) fn health(format: Format) -> Resource {
    Resource::new(HEALTH, "health")
        .with_title("Health of jardex")
        .with_description(
            "How the cache and the repositories stand: what get_server_info answers, without the settings.",
        )
        .with_mime_type(mime_type(format))
}

/// What it holds now.
pub(super) fn read_health(explorer: &Explorer, format: Format) -> ReadResourceResult {
    let health = tools::health(explorer);
    let text = match format {
        Format::Json => health.json().to_string(),
        Format::Text => {
            let mut page = Page::default();
            health.page(&mut page);
            page.plain()
        }
    };
    ReadResourceResult::new(vec![ResourceContents::text(text, HEALTH).with_mime_type(mime_type(format))])
}

fn mime_type(format: Format) -> &'static str {
    match format {
        Format::Json => "application/json",
        Format::Text => "text/plain",
    }
}

#[cfg(test)]
mod tests {
    use rmcp::model::ProtocolVersion;

    /// The tools' room cannot ask the library what it speaks.
    #[test]
    fn the_versions_that_are_told_are_those_that_are_spoken() {
        let spoken: Vec<_> = ProtocolVersion::KNOWN_VERSIONS.iter().rev().map(ProtocolVersion::as_str).collect();
        assert_eq!(crate::tools::PROTOCOL_VERSIONS[..], spoken[..]);
    }
}
