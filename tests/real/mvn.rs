//! settings.xml as Maven has it: the program `mvn` is asked for two artifacts with each file of testdata/settings, and so
//! is jardex; who was asked, with which credentials, and whether it was found has to be the same.
//!
//! Servers on loopback stand for the repositories, by placeholders in the files: `@full@` has the artifact, `@empty@` and
//! `@second@` have nothing, `@guarded@` has it for `joe` with `s3cret` (`@guarded-joe@`: the same with the user in the
//! URL, `@guarded-jim@`: another user), `@proxy-port@` is a proxy that has everything for `joe`. Beside a case may lie the
//! installation's settings (`.installation.xml`), settings-security.xml (`.security.xml`), the environment (`.env`),
//! the project's `.mvn/maven.config`, and the file that stands for the user's (`.named.xml`): `mvn -s`, JARDEX_MAVEN_SETTINGS. Passwords are encrypted by `mvn` itself.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::OnceLock;

use sha1::{Digest, Sha1};

use crate::home::PROGRAM;
use crate::server::{Asked, Reply, Server};
use crate::{place, say, zip};

/// The goal that resolves a project's dependencies; its plugin is downloaded once.
const RESOLVE: &str = "org.apache.maven.plugins:maven-dependency-plugin:3.7.0:resolve";
/// Where jardex does not do what Maven 3.8 does, and why.
const DIFFERENT: &[(&str, &str)] = &[
    ("encrypted-no-master", "a cipher text is never sent as a password"),
    ("encrypted-maven-4", "a cipher text is never sent as a password"),
];
/// The settings file that is named, in the home of a case.
const NAMED: &str = "named.xml";
const JOE: &str = "Basic am9lOnMzY3JldA==";

/// `mvn`, whose local repository has its plugins.
struct Maven {
    folder: tempfile::TempDir,
}

impl Maven {
    /// None, and a line that says so, where there is no `mvn` or it cannot get its plugins.
    fn start() -> Option<Self> {
        static HAS_PLUGINS: OnceLock<bool> = OnceLock::new();
        let maven = Self { folder: tempfile::tempdir().unwrap() };
        HAS_PLUGINS.get_or_init(|| maven.has_plugins()).then_some(maven)
    }

    fn has_plugins(&self) -> bool {
        let version = Command::new("mvn").arg("-version").output();
        if !version.is_ok_and(|output| output.status.success()) {
            say("there is no mvn: settings are not compared with it");
            return false;
        }
        self.project("");
        let has_plugins = self.command(&place::maven_local()).args(["-B", RESOLVE]).output().unwrap().status.success();
        if !has_plugins {
            say("mvn cannot get its plugins: settings are not compared with it");
        }
        has_plugins
    }

    fn command(&self, local: &Path) -> Command {
        let mut command = Command::new("mvn");
        let folder = self.folder.path().join("project");
        fs::create_dir_all(&folder).unwrap();
        command.current_dir(folder).env_remove("MAVEN_ARGS").env_remove("MAVEN_OPTS");
        command.arg(format!("-Dmaven.repo.local={}", local.display())).arg("-llr");
        command
    }

    fn project(&self, dependencies: &str) {
        let folder = self.folder.path().join("project");
        fs::create_dir_all(&folder).unwrap();
        let pom = format!(
            "<project><modelVersion>4.0.0</modelVersion><groupId>t</groupId><artifactId>t</artifactId><version>1</version>
             <packaging>pom</packaging><dependencies>{dependencies}</dependencies></project>"
        );
        fs::write(folder.join("pom.xml"), pom).unwrap();
    }

    /// What `mvn` prints in braces: an encrypted password.
    fn encrypt(&self, what: &str, clear: &str, home: &Path) -> String {
        let local = place::maven_local();
        let mut command = self.command(&local);
        command.env("MAVEN_OPTS", format!("-Duser.home={} -Dfile.encoding=UTF-8", home.display()));
        let output = command.env("LC_ALL", "C.UTF-8").args(["-B", "-o", what, clear]).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let start = text.find('{').unwrap_or_else(|| panic!("no encrypted password in {text}"));
        let end = start + text[start..].find('}').unwrap();
        text[start..=end].to_owned()
    }
}

/// The servers of one run.
struct Servers {
    full: Server,
    empty: Server,
    second: Server,
    guarded: Server,
    proxy: Server,
}

impl Servers {
    fn start() -> Self {
        let full = || {
            let server = Server::start();
            let pom = b"<project><modelVersion>4.0.0</modelVersion><groupId>org.example</groupId>
                <artifactId>lib</artifactId><version>1.0</version></project>";
            let jar = zip::archive(&[zip::Item::stored("a/A.java", b"class A {}")]);
            for (name, bytes) in [("lib-1.0.pom", &pom[..]), ("lib-1.0-sources.jar", &jar)] {
                let path = format!("/maven/org/example/lib/1.0/{name}");
                let sum: String = Sha1::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
                server.on(&path, Reply::ok(bytes));
                server.on(&format!("{path}.sha1"), Reply::ok(sum));
            }
            server
        };
        let servers =
            Self { full: full(), empty: Server::start(), second: Server::start(), guarded: full(), proxy: full() };
        servers.guarded.guard(JOE, false);
        servers.proxy.guard(JOE, true);
        servers
    }

    fn fill(&self, text: &str) -> String {
        let guarded = self.guarded.url("/maven");
        text.replace("@full@", &self.full.url("/maven"))
            .replace("@empty@", &self.empty.url("/maven"))
            .replace("@second@", &self.second.url("/maven"))
            .replace("@guarded@", &guarded)
            .replace("@guarded-joe@", &guarded.replace("http://", "http://joe:s3cret@"))
            .replace("@guarded-jim@", &guarded.replace("http://", "http://jim:wrong@"))
            .replace("@proxy-port@", &self.proxy.port().to_string())
    }

    /// Who was asked and what they were told: server, repository, login, headers. Who was asked with a login counts once,
    /// whether or not he was asked without before.
    fn asked(&self) -> BTreeSet<String> {
        let all = [
            ("full", &self.full),
            ("empty", &self.empty),
            ("second", &self.second),
            ("guarded", &self.guarded),
            ("proxy", &self.proxy),
        ];
        let mut lines = BTreeSet::new();
        for (name, server) in all {
            for asked in server.asked().iter().filter(|asked| asked.target.contains("/org/example/")) {
                lines.insert(format!("{name}: {}", told(asked)));
            }
        }
        let with_login: Vec<String> =
            lines.iter().filter_map(|line| Some(line.split_once(" as ")?.0.to_owned())).collect();
        lines.retain(|line| !with_login.contains(line));
        lines
    }
}

fn told(asked: &Asked) -> String {
    let root = asked.target.split("/org/example/").next().unwrap_or("");
    let root = root.rsplit_once('/').map_or(root, |(_, root)| root);
    let mut line = root.to_owned();
    for header in ["authorization", "proxy-authorization", "x-case"] {
        if let Some(value) = asked.headers.get(header) {
            line.push_str(&format!(" as {header} {value}"));
        }
    }
    line
}

/// What a program did: who was asked, and whether the artifact was found.
type Did = (BTreeSet<String>, bool);

struct Case<'a> {
    name: &'a str,
    maven: &'a Maven,
    /// An encrypted master password, and `s3cret` under it.
    encrypted: &'a (String, String),
}

impl Case<'_> {
    fn file(&self, ending: &str) -> Option<String> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/settings");
        let text = fs::read_to_string(folder.join(format!("{}.{ending}", self.name))).ok()?;
        Some(text.replace("@master@", &self.encrypted.0).replace("@encrypted@", &self.encrypted.1))
    }

    /// Lays the case out for one program: its home and the project it is started in.
    fn lay_out(&self, servers: &Servers, home: &Path) -> Vec<(String, String)> {
        let settings = home.join(".m2");
        fs::create_dir_all(&settings).unwrap();
        fs::write(settings.join("settings.xml"), servers.fill(&self.file("xml").unwrap())).unwrap();
        let installation = self.file("installation.xml").unwrap_or_else(|| "<settings/>".to_owned());
        fs::write(home.join("installation.xml"), servers.fill(&installation)).unwrap();
        if let Some(named) = self.file("named.xml") {
            fs::write(home.join(NAMED), servers.fill(&named)).unwrap();
        }
        if let Some(security) = self.file("security.xml") {
            fs::write(settings.join("settings-security.xml"), security).unwrap();
        }
        let mvn = self.maven.folder.path().join("project/.mvn");
        let _ = fs::remove_dir_all(&mvn);
        if let Some(config) = self.file("maven.config") {
            fs::create_dir(&mvn).unwrap();
            fs::write(mvn.join("maven.config"), config).unwrap();
        }
        let environment = servers.fill(&self.file("env").unwrap_or_default());
        let variables = environment.lines().filter_map(|line| line.split_once('='));
        variables.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
    }

    fn of_maven(&self) -> Did {
        let (servers, home) = (Servers::start(), tempfile::tempdir().unwrap());
        let variables = self.lay_out(&servers, home.path());
        let dependency = |name: &str| {
            format!(
                "<dependency><groupId>org.example</groupId><artifactId>{name}</artifactId><version>1.0</version>
                 <classifier>sources</classifier></dependency>"
            )
        };
        self.maven.project(&(dependency("lib") + &dependency("nowhere")));
        let local = place::maven_local();
        let ours = local.join("org/example");
        let _ = fs::remove_dir_all(&ours);
        let mut command = self.maven.command(&local);
        let mut options = format!("-Duser.home={}", home.path().display());
        for (name, value) in &variables {
            if name == "MAVEN_OPTS" {
                options.push(' ');
                options.push_str(value);
            } else {
                command.env(name, value);
            }
        }
        command.env("MAVEN_OPTS", options).arg("-gs").arg(home.path().join("installation.xml"));
        if home.path().join(NAMED).exists() {
            command.arg("-s").arg(home.path().join(NAMED));
        }
        let mut output = command.args(["-B", "-fn", RESOLVE]).output().unwrap();
        // One that is missing keeps Maven from fetching the other: it is asked for alone as well.
        self.maven.project(&dependency("lib"));
        if !output.status.success() || !ours.join("lib/1.0/lib-1.0-sources.jar").exists() {
            output = command.output().unwrap();
        }
        let found = ours.join("lib/1.0/lib-1.0-sources.jar").exists();
        said(&output, self.name);
        let _ = fs::remove_dir_all(&ours);
        (servers.asked(), found)
    }

    fn of_jardex(&self) -> Did {
        let (servers, home) = (Servers::start(), tempfile::tempdir().unwrap());
        let variables = self.lay_out(&servers, home.path());
        let run = |coordinate: &str| {
            let mut command = Command::new(PROGRAM);
            command.current_dir(self.maven.folder.path().join("project")).env_clear().envs(variables.iter().cloned());
            command.env("PATH", std::env::var_os("PATH").unwrap_or_default()).env("HOME", home.path());
            let arguments = format!("-gs {}", home.path().join("installation.xml").display());
            command.env("MAVEN_ARGS", arguments).env("JARDEX_MAVEN_LOCAL", home.path().join("none"));
            if home.path().join(NAMED).exists() {
                command.env("JARDEX_MAVEN_SETTINGS", home.path().join(NAMED));
            }
            command.args(["index", coordinate]).output().unwrap()
        };
        let found = run("org.example:lib:1.0").status.success();
        said(&run("org.example:nowhere:1.0"), self.name);
        (servers.asked(), found)
    }
}

/// What a program said, where somebody wants to see it: `JARDEX_TEST_TALK=1`.
fn said(output: &Output, name: &str) {
    if std::env::var_os("JARDEX_TEST_TALK").is_some() {
        let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        say(&format!("{name}:\n{text}"));
    }
}

#[test]
fn settings_do_what_they_do_in_maven() {
    let Some(maven) = Maven::start() else { return };
    let home = tempfile::tempdir().unwrap();
    let master = maven.encrypt("--encrypt-master-password", "hunter2", home.path());
    fs::create_dir(home.path().join(".m2")).unwrap();
    let security = format!("<settingsSecurity><master>{master}</master></settingsSecurity>");
    fs::write(home.path().join(".m2/settings-security.xml"), security).unwrap();
    let encrypted = (master, maven.encrypt("--encrypt-password", "s3cret", home.path()));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/settings");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = files
        .filter_map(|file| file.strip_suffix(".xml").filter(|name| !name.contains('.')).map(str::to_owned))
        .collect();
    names.sort();
    let wanted = std::env::var("JARDEX_TEST_CASE").ok();
    names.retain(|name| wanted.as_ref().is_none_or(|wanted| name.contains(wanted.as_str())));
    assert!(!names.is_empty());
    let (mut wrong, mut asking, mut finding) = (Vec::new(), 0, 0);
    for name in &names {
        let case = Case { name, maven: &maven, encrypted: &encrypted };
        let (theirs, ours) = (case.of_maven(), case.of_jardex());
        asking += usize::from(!theirs.0.is_empty());
        finding += usize::from(theirs.1);
        let may_differ = DIFFERENT.iter().any(|(different, _)| different == name);
        if (theirs == ours) == may_differ {
            wrong.push(format!("{name}\n  mvn:    {theirs:?}\n  jardex: {ours:?}"));
        }
    }
    let same = names.len() - wrong.len();
    say(&format!(
        "{same} settings files did in jardex what they do in mvn, which asked with {asking} and found with {finding}"
    ));
    assert!(wanted.is_some() || (asking > 40 && finding > 30), "most cases lead to a server, or this shows nothing");
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), names.len(), wrong.join("\n"));
}

#[test]
fn what_this_maven_encrypts_is_decrypted() {
    use jardex::maven::security::{Security, decrypt, master};
    use jardex::text::secret::Secret;
    let Some(maven) = Maven::start() else { return };
    for (of_master, of_server) in [("hunter2", "geheim"), ("ein Satz mit ß", "p/w@h:{x}?"), ("x", "")] {
        let home = tempfile::tempdir().unwrap();
        let encrypted = maven.encrypt("--encrypt-master-password", of_master, home.path());
        let document = format!("<settingsSecurity><master>{encrypted}</master></settingsSecurity>");
        fs::create_dir(home.path().join(".m2")).unwrap();
        fs::write(home.path().join(".m2/settings-security.xml"), &document).unwrap();
        let Security::Master(written) = Security::read("s", document.as_bytes()).unwrap() else { panic!("a master") };
        let clear = master(&written, "s").unwrap();
        assert_eq!(clear.expose(), of_master);
        if !of_server.is_empty() {
            let password = Secret::new(maven.encrypt("--encrypt-password", of_server, home.path()));
            assert_eq!(decrypt(&password, &clear).unwrap().expose(), of_server);
        }
    }
}
