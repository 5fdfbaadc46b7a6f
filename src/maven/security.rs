//! Encrypted passwords of settings.xml, and the settings-security.xml that holds the master password.
//!
//! The form is that of plexus-cipher and plexus-sec-dispatcher, which Maven 3 uses: `{base64}` of eight bytes of salt, the
//! length of the padding, AES-128 in CBC mode, and the padding; key and initial vector are SHA-256 of password and salt.
//! Promises: what cannot be decrypted is an error, never the text as it was; errors hold no piece of a password. Maven 4's
//! form is recognised and refused.

use aes::cipher::{Block, BlockModeDecrypt, KeyIvInit};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::xml::{self, Element};
use crate::digest::Sha256;
use crate::text::secret::Secret;

/// The password under which Maven 3 encrypts the master password: it hides it from a glance, no more.
const MASTER_OF_MASTER: &str = "settings.security";
const SALT: usize = 8;
const BLOCK: usize = 16;
/// Longest encrypted password that is looked at.
const LONGEST: usize = 64 * 1024;

/// Why a password was not decrypted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SecurityError {
    #[error(
        "it is encrypted in the form of Maven 4, which jardex cannot decrypt; set the password with \
        JARDEX_REPOSITORY_<ID>_USERNAME and _PASSWORD, or encrypt it with Maven 3"
    )]
    MavenFour,
    #[error("it is damaged, or was encrypted under another master password")]
    Damaged,
    #[error("the master password in {0} is damaged")]
    Master(String),
    #[error("there is no master password in {0}")]
    NoMaster(String),
    #[error("{file} is not readable as settings-security.xml: {what}")]
    Document { file: String, what: String },
}

/// What a settings-security.xml says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Security {
    /// The master password, as it is written.
    Master(Secret),
    /// Another file holds it.
    Elsewhere(String),
}

impl Security {
    /// Reads a settings-security.xml, which `file` names in messages.
    ///
    /// # Errors
    /// It is no such document, or holds neither of the two.
    pub fn read(file: &str, bytes: &[u8]) -> Result<Self, SecurityError> {
        let document = |what: String| SecurityError::Document { file: file.to_owned(), what };
        let root: Element = xml::parse(bytes).map_err(|error| document(error.to_string()))?;
        if let Some(place) = root.text_of("relocation") {
            return Ok(Self::Elsewhere(place.to_owned()));
        }
        let master = root.text_of("master").ok_or_else(|| SecurityError::NoMaster(file.to_owned()))?;
        Ok(Self::Master(Secret::new(master)))
    }
}

/// Whether a password is encrypted: it holds braces that no backslash takes back.
#[must_use]
pub fn is_encrypted(password: &Secret) -> bool {
    between_braces(password.expose()).is_some()
}

/// Whether it is in the form of Maven 4, whose attributes stand in brackets.
#[must_use]
pub fn is_of_maven_four(password: &Secret) -> bool {
    between_braces(password.expose()).is_some_and(|encrypted| encrypted.starts_with('['))
}

/// The master password in clear, out of what settings-security.xml (`file` in messages) holds.
///
/// # Errors
/// It is damaged, or in the form of Maven 4.
pub fn master(written: &Secret, file: &str) -> Result<Secret, SecurityError> {
    let Some(encrypted) = between_braces(written.expose()) else { return Ok(written.clone()) };
    decode(encrypted, MASTER_OF_MASTER).map_err(|error| match error {
        SecurityError::Damaged => SecurityError::Master(file.to_owned()),
        other => other,
    })
}

/// A password in clear, out of its encrypted form.
///
/// # Errors
/// [`SecurityError::Damaged`] and [`SecurityError::MavenFour`].
pub fn decrypt(password: &Secret, master: &Secret) -> Result<Secret, SecurityError> {
    let encrypted = between_braces(password.expose()).ok_or(SecurityError::Damaged)?;
    decode(encrypted, master.expose())
}

/// What stands between the first brace without a backslash and the next closing one: people write remarks around it.
fn between_braces(text: &str) -> Option<&str> {
    let is_plain = |at: usize| !text[..at].ends_with('\\');
    let start = text.match_indices('{').map(|(at, _)| at).find(|at| is_plain(*at))? + 1;
    let end = text[start..].match_indices('}').map(|(at, _)| start + at).find(|at| *at > start && is_plain(*at))?;
    Some(&text[start..end])
}

fn decode(encrypted: &str, password: &str) -> Result<Secret, SecurityError> {
    // Attributes of the form `[name=master,cipher=…]` stand before it where another cipher than Maven 3's was used.
    if encrypted.starts_with('[') {
        return Err(SecurityError::MavenFour);
    }
    if encrypted.len() > LONGEST {
        return Err(SecurityError::Damaged);
    }
    let encoded: String = encrypted.chars().filter(|c| !c.is_whitespace()).collect();
    let bytes = STANDARD.decode(encoded).map_err(|_| SecurityError::Damaged)?;
    let clear = decipher(&bytes, password.as_bytes()).ok_or(SecurityError::Damaged)?;
    String::from_utf8(clear).map(Secret::new).map_err(|_| SecurityError::Damaged)
}

fn decipher(bytes: &[u8], password: &[u8]) -> Option<Vec<u8>> {
    let (salt, rest) = bytes.split_at_checked(SALT)?;
    let (padding, rest) = rest.split_first()?;
    let body = rest.get(..rest.len().checked_sub(usize::from(*padding))?)?;
    if body.is_empty() || body.len() % BLOCK != 0 {
        return None;
    }
    let mut digest = Sha256::default();
    digest.update(password);
    digest.update(salt);
    let key_and_iv = digest.finish();
    let (key, iv) = key_and_iv.split_at(BLOCK);
    let mut cipher = cbc::Decryptor::<aes::Aes128>::new_from_slices(key, iv).ok()?;
    let mut clear = Vec::with_capacity(body.len());
    for block in body.chunks_exact(BLOCK) {
        let mut block = Block::<cbc::Decryptor<aes::Aes128>>::try_from(block).ok()?;
        cipher.decrypt_block(&mut block);
        clear.extend_from_slice(&block);
    }
    without_padding(clear)
}

/// PKCS #7: the last byte says how many of its like there are.
fn without_padding(mut clear: Vec<u8>) -> Option<Vec<u8>> {
    let count = usize::from(*clear.last()?);
    let start = clear.len().checked_sub(count)?;
    let is_whole = (1..=BLOCK).contains(&count) && clear[start..].iter().all(|byte| usize::from(*byte) == count);
    clear.truncate(start);
    is_whole.then_some(clear)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Made by `mvn --encrypt-master-password` and `mvn --encrypt-password` of Maven 3.8.7.
    const MASTER: &str = "{UJLCtdfrxBMHz2n/eMI7HlAGg0eZAF20pNcF2I8SxSk=}";
    const VECTORS: [(&str, &str); 3] = [
        ("{WkyKbGnOMnUHThz2YZIGpyciQ5MK/LKCOU+66rZjtHM=}", "geheim"),
        ("{sWoJ/s1ypjgHyTehvHK4yFqVyRoicJsUoXBHUG0XsVW/mP3u36D/JGyy21gPUVpY}", "pä ss{w}ört€"),
        (
            "{K1kaZ4xwtJgHYPgt62WoQ6fN8/dWaTo6N0LWGpXP+Z24RX5RqJcr45J1L6COYNBektpHX+8jilvxW1dCgC14tyBqZy2hYrs1dtxNs43FRmU=}",
            "a-password-that-is-longer-than-one-block-of-the-cipher",
        ),
    ];

    fn known_master() -> Secret {
        let document = format!("<settingsSecurity><master>{MASTER}</master></settingsSecurity>");
        let Ok(Security::Master(written)) = Security::read("s", document.as_bytes()) else { panic!("a master") };
        master(&written, "s").expect("decrypted")
    }

    #[test]
    fn what_maven_encrypted_is_decrypted() {
        let master = known_master();
        assert_eq!(master.expose(), "hunter2");
        for (encrypted, clear) in VECTORS {
            for written in [encrypted.to_owned(), format!("expires in May {encrypted} ask Joe")] {
                assert_eq!(decrypt(&Secret::new(written), &master).expect("decrypted").expose(), clear);
            }
        }
    }

    #[test]
    fn what_is_damaged_or_foreign_is_an_error_without_a_secret() {
        let master = known_master();
        let cut = &VECTORS[2].0[..40];
        for damaged in ["{}", "{a}", "{COQLCE6DU6GtcS5P=}", &format!("{cut}}}"), "{AAAA}", "{////////////////////////}"]
        {
            let error = decrypt(&Secret::new(damaged), &master).expect_err(damaged);
            assert_eq!(error, SecurityError::Damaged, "{damaged}");
        }
        let other = decrypt(&Secret::new(VECTORS[0].0), &Secret::new("another"));
        assert_eq!(other, Err(SecurityError::Damaged));
        let four = Secret::new("{[name=master,cipher=AES/GCM/NoPadding,version=4.0]vvq66pZ7rkvzSPStGTI9q4QDnsmuDwo=}");
        assert!(is_of_maven_four(&four));
        assert_eq!(decrypt(&four, &master), Err(SecurityError::MavenFour));
        assert!(matches!(Security::read("s", b"<settingsSecurity/>"), Err(SecurityError::NoMaster(_))));
        assert!(matches!(Security::read("s", b"<x"), Err(SecurityError::Document { .. })));
    }

    #[test]
    fn braces_make_a_password_encrypted_and_a_backslash_takes_them_back() {
        for (password, expected) in [
            ("plain", false),
            ("{abc}", true),
            ("remark {abc} remark", true),
            ("\\{abc\\}", false),
            ("{}", false),
            ("{open", false),
            ("}{", false),
        ] {
            assert_eq!(is_encrypted(&Secret::new(password)), expected, "{password}");
        }
    }

    #[test]
    fn no_bytes_make_it_panic() {
        let master = known_master();
        for length in 0..80 {
            for byte in [0_u8, 7, 16, 255] {
                let text = format!("{{{}}}", STANDARD.encode(vec![byte; length]));
                let _ = decrypt(&Secret::new(text), &master);
            }
        }
    }
}
