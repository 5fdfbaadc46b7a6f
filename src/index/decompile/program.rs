//! What the setting names: a decompiler's JAR, and the Java that runs it.

use std::path::PathBuf;

use crate::config::Config;
use crate::source;
use crate::source::jdk::{self, Places};

/// Which decompiler it is: each takes other arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Vineflower,
    Cfr,
}

impl Kind {
    /// The class that a JAR of it holds.
    const fn class(self) -> &'static str {
        match self {
            Self::Vineflower => "org/jetbrains/java/decompiler/main/decompiler/ConsoleDecompiler.class",
            Self::Cfr => "org/benf/cfr/reader/Main.class",
        }
    }

    /// What people call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Vineflower => "Vineflower",
            Self::Cfr => "CFR",
        }
    }
}

/// A decompiler that can be run.
#[derive(Debug, Clone)]
pub struct Decompiler {
    pub kind: Kind,
    pub jar: PathBuf,
    pub java: PathBuf,
    /// Of its JAR.
    pub digest: String,
    /// What Windows needs to start any program: variables of its own.
    pub environment: Vec<(&'static str, std::ffi::OsString)>,
}

impl Decompiler {
    /// The decompiler that a setting names; none where no setting does.
    ///
    /// # Errors
    /// Why what it names cannot be used.
    pub fn of(config: &Config) -> Option<Result<Self, String>> {
        let jar = config.decompiler.clone()?;
        Some(Self::at(config, jar))
    }

    fn at(config: &Config, jar: PathBuf) -> Result<Self, String> {
        let shown = jar.display().to_string();
        let located = source::jar_file(&shown, &jar)
            .map_err(|failure| format!("the setting decompiler names what cannot be read: {}", failure.message))?;
        let holds = |kind: &Kind| {
            let entries = located.tree.entries();
            entries.binary_search_by(|entry| entry.path.as_str().cmp(kind.class())).is_ok()
        };
        let kind = [Kind::Vineflower, Kind::Cfr].into_iter().find(holds);
        let kind =
            kind.ok_or_else(|| format!("the setting decompiler names {shown}, which is neither Vineflower nor CFR"))?;
        let java = jdk::java(&Places::of(config));
        let java = java.ok_or("no java was found to run the decompiler with; set JARDEX_JDK_HOME")?;
        let kept = |name: &'static str| Some((name, config.environment.get(name)?.to_owned()));
        let environment = ["SYSTEMROOT"].into_iter().filter_map(kept).collect();
        Ok(Self { kind, jar, java, digest: located.digest, environment })
    }
}
