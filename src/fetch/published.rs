//! What a server publishes as the checksum of a file, and small documents that are compared with it.

use reqwest::Url;

use super::FetchError;
use super::address::{redacted, sibling};
use super::checksum::{Algorithm, Published, of_bytes};
use super::exchange::Call;
use crate::maven::settings::ChecksumPolicy;

/// Largest checksum file: some hold a line for people beside the digits.
const LARGEST_CHECKSUM: u64 = 4 * 1024;

/// The checksum of the first sibling file that is there. A server that refuses siblings (401, 403: object stores say so
/// of what is not there) has none; one that fails is tried again with the download.
pub(super) async fn beside(
    call: Call<'_>,
    url: &Url,
    algorithms: &[Algorithm],
) -> Result<Option<Published>, FetchError> {
    for algorithm in algorithms {
        let file = sibling(url, &format!(".{}", algorithm.name()));
        match call.small(&file, LARGEST_CHECKSUM, ChecksumPolicy::Fail).await {
            Ok((text, _)) => {
                if let Some(published) = Published::in_file(*algorithm, &text) {
                    return Ok(Some(published));
                }
            }
            Err(FetchError::TooLarge { .. }) if algorithm.is_mavens() => {
                let what = format!("more than {LARGEST_CHECKSUM} bytes");
                return Ok(Some(Published::Unreadable(*algorithm, what)));
            }
            Err(error) if error.is_refusal() => {}
            Err(error) => return Err(error),
        }
    }
    Ok(None)
}

/// A document of at most `limit` bytes, compared with the checksum in the headers of its answer, else with the one beside it
/// that Maven asks for: others would be a request each for what few repositories have of so small a file.
pub(super) async fn document(
    call: Call<'_>,
    url: &Url,
    limit: u64,
    policy: ChecksumPolicy,
) -> Result<Vec<u8>, FetchError> {
    let (body, is_compared) = call.small(url, limit, policy).await?;
    if is_compared || policy == ChecksumPolicy::Ignore {
        return Ok(body);
    }
    match beside(call, url, &[Algorithm::Sha1, Algorithm::Md5]).await {
        Ok(Some(published)) => compare(url, &body, published, policy)?,
        Ok(None) => {}
        Err(error) if policy == ChecksumPolicy::Warn && !matches!(error, FetchError::Cancelled) => {
            tracing::warn!("{error}; not compared, since the checksumPolicy of its repository is warn");
        }
        Err(error) => return Err(error),
    }
    Ok(body)
}

/// Whether a document is what was published: an error where it is not, unless the policy is laxer.
pub(super) fn compare(url: &Url, body: &[u8], published: Published, policy: ChecksumPolicy) -> Result<(), FetchError> {
    let url = redacted(url);
    let error = match published {
        Published::Unreadable(algorithm, published) => {
            FetchError::Unreadable { url, algorithm: algorithm.name(), published }
        }
        Published::Digits(algorithm, expected) => {
            let actual = of_bytes(algorithm, body);
            if actual == expected {
                return Ok(());
            }
            FetchError::Checksum { url, algorithm: algorithm.name(), expected, actual }
        }
    };
    if policy == ChecksumPolicy::Fail {
        return Err(error);
    }
    tracing::warn!("{error}; taken, since the checksumPolicy of its repository is laxer");
    Ok(())
}
