//! The table of settings: what there is to set, how it is spelled, what it takes, what holds when nobody sets it.
//!
//! A row drives the flag, the variable, the key of config.toml, the help and `jardex config`. A new setting is a row
//! here and a line in `load`.

use std::time::Duration;

/// The tool selection that offers everything.
pub const ALL_TOOLS: &str = "all";
/// The log filter when none is set.
pub const DEFAULT_LOG: &str = "warn";
/// The ssh program when none is set: the one on the path.
pub const DEFAULT_SSH: &str = "ssh";
/// Largest download when none is set: 1 GiB, ten times the largest sources JAR on Maven Central.
pub const DEFAULT_MAX_DOWNLOAD: u64 = 1 << 30;
/// Longest download when none is set: a gigabyte at two megabytes a second, rounded.
pub const DEFAULT_DOWNLOAD_DEADLINE: Duration = Duration::from_secs(10 * 60);
/// Longest run of a decompiler when none is set: twenty times what a library of three thousand classes takes.
pub const DEFAULT_DECOMPILER_DEADLINE: Duration = Duration::from_secs(10 * 60);

/// One setting.
#[derive(Debug)]
pub struct Setting {
    /// The key of config.toml, and the name in answers.
    pub name: &'static str,
    /// The flag without its dashes.
    pub flag: &'static str,
    /// The environment variable.
    pub variable: &'static str,
    pub kind: Kind,
    pub scope: Scope,
    /// What the flag's value is called in help; empty for a switch.
    pub placeholder: &'static str,
    /// What holds when nothing is set, in words.
    pub default: &'static str,
    /// What it is, one sentence without a period.
    pub help: &'static str,
}

/// What a setting takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A path; `~/` is the home folder, a relative one counts from the working directory or from the file it stands in.
    Path,
    /// `true` or `false`.
    Switch,
    /// A whole number within these bounds.
    Count { min: u64, max: u64 },
    /// A size: `1GiB`, `512MiB`, `1000000`.
    Bytes,
    /// A time: `90s`, `10m`, `1h`, seconds without a unit.
    Seconds,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// Free text.
    Text,
    /// Repositories: `id=url`, `url` or `central`, separated by commas.
    Repositories,
    /// Groups of repositories: `id=pattern pattern… [only]`, separated by commas.
    Groups,
}

/// Where a setting's flag is offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// By every command.
    Everywhere,
    /// By `jardex mcp` (and `jardex config`) only.
    Server,
}

/// Every setting, in the order people read them.
pub static SETTINGS: &[Setting] = &[
    Setting {
        name: "home",
        flag: "home",
        variable: "JARDEX_HOME",
        kind: Kind::Path,
        scope: Scope::Everywhere,
        placeholder: "DIR",
        default: "the platform's cache directory, jardex",
        help: "Cache root: indexes, downloads, records",
    },
    Setting {
        name: "offline",
        flag: "offline",
        variable: "JARDEX_OFFLINE",
        kind: Kind::Switch,
        scope: Scope::Everywhere,
        placeholder: "",
        default: "false",
        help: "Never use the network",
    },
    Setting {
        name: "repositories",
        flag: "repositories",
        variable: "JARDEX_REPOSITORIES",
        kind: Kind::Repositories,
        scope: Scope::Everywhere,
        placeholder: "LIST",
        default: "Maven Central; repositories of active settings.xml profiles follow",
        help: "Remote repositories in order, `id=url`, `url` or `central`, separated by commas",
    },
    Setting {
        name: "repository_groups",
        flag: "repository-groups",
        variable: "JARDEX_REPOSITORY_GROUPS",
        kind: Kind::Groups,
        scope: Scope::Everywhere,
        placeholder: "LIST",
        default: "every repository is asked for every group",
        help: "Groups a repository is asked for, `id=com.acme.** org.acme only`, separated by commas; `only`: no other is asked for them",
    },
    Setting {
        name: "maven_settings",
        flag: "maven-settings",
        variable: "JARDEX_MAVEN_SETTINGS",
        kind: Kind::Path,
        scope: Scope::Everywhere,
        placeholder: "FILE",
        default: "$HOME/.m2/settings.xml over the installation's",
        help: "The settings.xml to read in place of the user's, as mvn -s has it",
    },
    Setting {
        name: "maven_local",
        flag: "maven-local",
        variable: "JARDEX_MAVEN_LOCAL",
        kind: Kind::Path,
        scope: Scope::Everywhere,
        placeholder: "DIR",
        default: "maven.repo.local of Maven's command line, else settings.xml, else $HOME/.m2/repository",
        help: "The local Maven repository",
    },
    Setting {
        name: "gradle_home",
        flag: "gradle-home",
        variable: "GRADLE_USER_HOME",
        kind: Kind::Path,
        scope: Scope::Everywhere,
        placeholder: "DIR",
        default: "$HOME/.gradle",
        help: "Gradle's user home, which holds its cache",
    },
    Setting {
        name: "jdk_home",
        flag: "jdk-home",
        variable: "JARDEX_JDK_HOME",
        kind: Kind::Path,
        scope: Scope::Everywhere,
        placeholder: "DIR",
        default: "JAVA_HOME, the java of the path, the usual folders",
        help: "The JDK to prefer, for `jdk:jdk:17`",
    },
    Setting {
        name: "decompiler",
        flag: "decompiler",
        variable: "JARDEX_DECOMPILER",
        kind: Kind::Path,
        scope: Scope::Everywhere,
        placeholder: "JAR",
        default: "none",
        help: "A JAR of Vineflower or CFR that fills in the bodies of class files",
    },
    Setting {
        name: "decompiler_deadline",
        flag: "decompiler-deadline",
        variable: "JARDEX_DECOMPILER_DEADLINE",
        kind: Kind::Seconds,
        scope: Scope::Everywhere,
        placeholder: "TIME",
        default: "10m",
        help: "Longest time the decompiler may take for one artifact",
    },
    Setting {
        name: "auto_register",
        flag: "auto-register",
        variable: "JARDEX_AUTO_REGISTER",
        kind: Kind::Switch,
        scope: Scope::Everywhere,
        placeholder: "",
        default: "true",
        help: "Let a question about an unregistered coordinate register it",
    },
    Setting {
        name: "threads",
        flag: "threads",
        variable: "JARDEX_THREADS",
        kind: Kind::Count { min: 1, max: 1024 },
        scope: Scope::Everywhere,
        placeholder: "N",
        default: "the CPUs allowed to the process",
        help: "Worker threads",
    },
    Setting {
        name: "max_download",
        flag: "max-download",
        variable: "JARDEX_MAX_DOWNLOAD",
        kind: Kind::Bytes,
        scope: Scope::Everywhere,
        placeholder: "SIZE",
        default: "1GiB",
        help: "Largest download",
    },
    Setting {
        name: "download_deadline",
        flag: "download-deadline",
        variable: "JARDEX_DOWNLOAD_DEADLINE",
        kind: Kind::Seconds,
        scope: Scope::Everywhere,
        placeholder: "TIME",
        default: "10m",
        help: "Longest time one download may take",
    },
    Setting {
        name: "ssh",
        flag: "ssh",
        variable: "JARDEX_SSH",
        kind: Kind::Text,
        scope: Scope::Everywhere,
        placeholder: "PROGRAM",
        default: DEFAULT_SSH,
        help: "The ssh program that Git repositories over ssh are fetched with",
    },
    Setting {
        name: "git_credentials",
        flag: "git-credentials",
        variable: "JARDEX_GIT_CREDENTIALS",
        kind: Kind::Switch,
        scope: Scope::Everywhere,
        placeholder: "",
        default: "false",
        help: "Let Git repositories over https ask git for credentials (`git credential fill`)",
    },
    Setting {
        name: "log",
        flag: "log",
        variable: "JARDEX_LOG",
        kind: Kind::Text,
        scope: Scope::Everywhere,
        placeholder: "FILTER",
        default: DEFAULT_LOG,
        help: "Log filter, on standard error: `warn`, `jardex=debug`, …",
    },
    Setting {
        name: "tools",
        flag: "tools",
        variable: "JARDEX_TOOLS",
        kind: Kind::Text,
        scope: Scope::Server,
        placeholder: "LIST",
        default: ALL_TOOLS,
        help: "Tools offered: `all`, `core`, or names separated by commas",
    },
    Setting {
        name: "disable_tools",
        flag: "disable-tools",
        variable: "JARDEX_DISABLE_TOOLS",
        kind: Kind::Text,
        scope: Scope::Server,
        placeholder: "LIST",
        default: "none",
        help: "Tools taken out of the selection, separated by commas",
    },
    Setting {
        name: "git_anywhere",
        flag: "git-anywhere",
        variable: "JARDEX_GIT_ANYWHERE",
        kind: Kind::Switch,
        scope: Scope::Server,
        placeholder: "",
        default: "false",
        help: "Let clients register Git repositories over http and git:// and in local folders, as the command line does",
    },
    Setting {
        name: "format",
        flag: "format",
        variable: "JARDEX_FORMAT",
        kind: Kind::Choice(&["json", "text"]),
        scope: Scope::Server,
        placeholder: "FORM",
        default: "json",
        help: "Form of MCP answers: `json`, or `text`, which costs the reader fewer tokens",
    },
];

/// The setting of this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Setting> {
    SETTINGS.iter().find(|setting| setting.name == name)
}
