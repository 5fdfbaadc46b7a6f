//! Trust roots beyond what the platform's verifier takes by itself.
//!
//! On Linux and the BSDs that verifier reads SSL_CERT_FILE and SSL_CERT_DIR in place of the system's store; on macOS
//! and Windows it reads the system's store and not the variables. Both are wanted together everywhere, so what it
//! leaves out is added here.

use std::path::{Path, PathBuf};

use reqwest::Certificate;
use rustls::RootCertStore;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;

use crate::fs::{self, FileKind};

/// Largest file of certificates that is read; whole stores have some 250 KiB.
const LARGEST_BUNDLE: u64 = 16 * 1024 * 1024;

/// Where systems without a certificate API keep the store as one file: Debian, Alpine and Arch; Fedora and its kin (two
/// places); SUSE; the BSDs. The first that exists is it.
const SYSTEM_BUNDLES: [&str; 5] = [
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem",
    "/etc/ssl/cert.pem",
];

/// The certificates to trust besides the platform's, where a file or folder is named. What cannot be read is logged and
/// left out: the connection then says which certificate was not trusted.
pub(super) fn extra_roots(file: Option<&Path>, folders: &[PathBuf]) -> Vec<Certificate> {
    if file.is_none() && folders.is_empty() {
        return Vec::new();
    }
    let mut bundles: Vec<PathBuf> = file.into_iter().map(Path::to_path_buf).collect();
    for folder in folders {
        match fs::list(folder) {
            Ok(listed) => {
                // Some systems keep another program's store in a folder of its own there.
                bundles.extend(listed.into_iter().filter(|file| file.kind != FileKind::Folder).map(|file| file.path));
            }
            Err(error) => tracing::warn!("SSL_CERT_DIR is not used: {error}"),
        }
    }
    bundles.extend(SYSTEM_BUNDLES.iter().map(PathBuf::from).find(|path| fs::exists(path)));
    let mut store = RootCertStore::empty();
    let mut seen = std::collections::HashSet::new();
    let mut roots = Vec::new();
    for path in bundles {
        let bytes = match fs::read(&path, LARGEST_BUNDLE) {
            Ok(bytes) => bytes,
            Err(error) => {
                tracing::warn!("a file of trust roots is not used: {error}");
                continue;
            }
        };
        for certificate in CertificateDer::pem_slice_iter(&bytes).flatten() {
            // One certificate that the verifier cannot take would otherwise make it refuse all of them.
            if seen.insert(certificate.to_vec()) && store.add(certificate.clone()).is_ok() {
                roots.extend(Certificate::from_der(&certificate));
            }
        }
    }
    roots
}
