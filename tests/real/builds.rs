//! Which file of a SNAPSHOT or a relocated artifact is taken: jardex beside the real `mvn`, both asking the same servers.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

use jardex::cache::Cache;
use jardex::config::{Config, Repository};
use jardex::coordinate::Coordinate;
use jardex::model::Origin;
use jardex::source::repository::{Asking, Repositories};
use jardex::work::Work;

use crate::server::{Reply, Server};
use crate::{place, say, zip};

/// A question, and what the servers and the local repository hold.
struct Case {
    name: &'static str,
    version: &'static str,
    /// Each with the files in the folder of the version.
    servers: &'static [&'static [(&'static str, Content)]],
    /// Whether the files of the local repository were written just now: else two days ago.
    is_fresh: bool,
    /// Files of the local repository, in the same folder.
    local: &'static [(&'static str, Content)],
}

#[derive(Clone, Copy)]
enum Content {
    /// The `versioning` of a list of builds.
    List(&'static str),
    /// A list that names the build of this day of January 2024 alone.
    Listed(u8),
    /// What Maven notes of a build of this machine on that day.
    Installed(u8),
    Jar,
    Pom(&'static str),
}

const OLD: &str = "lib-1.0-20240101.000000-1";
const NEW: &str = "lib-1.0-20240102.000000-2";

/// The first and the second day's build in a repository, and in the local one builds of this machine.
const BUILD_1: &[(&str, Content)] = &[
    ("maven-metadata.xml", Content::Listed(1)),
    ("lib-1.0-20240101.000000-1.jar", Content::Jar),
    ("lib-1.0-20240101.000000-1.pom", Content::Pom("")),
];
const BUILD_2: &[(&str, Content)] = &[
    ("maven-metadata.xml", Content::Listed(2)),
    ("lib-1.0-20240102.000000-2.jar", Content::Jar),
    ("lib-1.0-20240102.000000-2.pom", Content::Pom("")),
];
const INSTALLED_1: &[(&str, Content)] = &[
    ("maven-metadata-local.xml", Content::Installed(1)),
    ("lib-1.0-SNAPSHOT.jar", Content::Jar),
    ("lib-1.0-SNAPSHOT.pom", Content::Pom("")),
];
const INSTALLED_3: &[(&str, Content)] = &[
    ("maven-metadata-local.xml", Content::Installed(3)),
    ("lib-1.0-SNAPSHOT.jar", Content::Jar),
    ("lib-1.0-SNAPSHOT.pom", Content::Pom("")),
];

const CASES: &[Case] = &[
    Case {
        name: "oldest first",
        version: "1.0-SNAPSHOT",
        servers: &[&[
            (
                "maven-metadata.xml",
                Content::List(
                    "<snapshot><timestamp>20240102.000000</timestamp><buildNumber>2</buildNumber></snapshot>
                     <lastUpdated>20240102000000</lastUpdated><snapshotVersions>
                     <snapshotVersion><extension>jar</extension><value>1.0-20240101.000000-1</value><updated>20240101000000</updated></snapshotVersion>
                     <snapshotVersion><extension>jar</extension><value>1.0-20240102.000000-2</value><updated>20240102000000</updated></snapshotVersion>
                     <snapshotVersion><extension>pom</extension><value>1.0-20240101.000000-1</value><updated>20240101000000</updated></snapshotVersion>
                     <snapshotVersion><extension>pom</extension><value>1.0-20240102.000000-2</value><updated>20240102000000</updated></snapshotVersion>
                     </snapshotVersions>",
                ),
            ),
            ("lib-1.0-20240101.000000-1.jar", Content::Jar),
            ("lib-1.0-20240102.000000-2.jar", Content::Jar),
            ("lib-1.0-20240102.000000-2.pom", Content::Pom("")),
        ]],
        is_fresh: false,
        local: &[],
    },
    Case {
        name: "without entries",
        version: "1.0-SNAPSHOT",
        servers: &[&[
            (
                "maven-metadata.xml",
                Content::Listed(1),
            ),
            ("lib-1.0-20240101.000000-1.jar", Content::Jar),
            ("lib-1.0-20240101.000000-1.pom", Content::Pom("")),
            ("lib-1.0-SNAPSHOT.jar", Content::Jar),
        ]],
        is_fresh: false,
        local: &[],
    },
    Case {
        name: "without a list",
        version: "1.0-SNAPSHOT",
        servers: &[&[("lib-1.0-SNAPSHOT.jar", Content::Jar), ("lib-1.0-SNAPSHOT.pom", Content::Pom(""))]],
        is_fresh: false,
        local: &[],
    },
    Case {
        name: "a build by its name",
        version: "1.0-20240101.000000-1",
        servers: &[&[
            ("lib-1.0-20240101.000000-1.jar", Content::Jar),
            ("lib-1.0-20240101.000000-1.pom", Content::Pom("")),
        ]],
        is_fresh: false,
        local: &[],
    },
    Case {
        name: "the newer of two servers",
        version: "1.0-SNAPSHOT",
        servers: &[
            BUILD_1,
            BUILD_2,
        ],
        is_fresh: false,
        local: &[],
    },
    Case {
        name: "an older build of this machine",
        version: "1.0-SNAPSHOT",
        servers: &[BUILD_2],
        is_fresh: false,
        local: INSTALLED_1,
    },
    Case {
        name: "an older list of this machine that was written today",
        version: "1.0-SNAPSHOT",
        servers: &[BUILD_2],
        is_fresh: true,
        local: INSTALLED_1,
    },
    Case {
        name: "a newer build of this machine",
        version: "1.0-SNAPSHOT",
        servers: &[BUILD_2],
        is_fresh: false,
        local: INSTALLED_3,
    },
    Case {
        name: "relocated to another version",
        version: "1.0",
        servers: &[&[
            ("lib-1.0.pom", Content::Pom("<distributionManagement><relocation><version>2.0</version></relocation></distributionManagement>")),
            ("../2.0/lib-2.0.pom", Content::Pom("")),
            ("../2.0/lib-2.0.jar", Content::Jar),
        ]],
        is_fresh: false,
        local: &[],
    },
];

/// A JAR in which there is something to ask about.
fn jar() -> Vec<u8> {
    zip::archive(&[zip::Item::stored("a/A.class", b"class")])
}

impl Content {
    fn bytes(self, case: &Case, file: &str) -> Vec<u8> {
        // What lies in another version's folder says so.
        let version = file.strip_prefix("../").and_then(|rest| rest.split('/').next()).unwrap_or(case.version);
        let named = "<groupId>org.example</groupId><artifactId>lib</artifactId>";
        let list = |versioning: &str| {
            format!("<metadata>{named}<version>{version}</version><versioning>{versioning}</versioning></metadata>")
                .into_bytes()
        };
        match self {
            Self::List(versioning) => list(versioning),
            Self::Listed(day) => list(&format!(
                "<snapshot><timestamp>2024010{day}.000000</timestamp><buildNumber>{day}</buildNumber></snapshot>
                 <lastUpdated>2024010{day}000000</lastUpdated>"
            )),
            Self::Installed(day) => {
                let updated = format!("<value>1.0-SNAPSHOT</value><updated>2024010{day}000000</updated>");
                list(&format!(
                    "<snapshot><localCopy>true</localCopy></snapshot><lastUpdated>2024010{day}000000</lastUpdated>
                     <snapshotVersions><snapshotVersion><extension>jar</extension>{updated}</snapshotVersion>
                     <snapshotVersion><extension>pom</extension>{updated}</snapshotVersion></snapshotVersions>"
                ))
            }
            Self::Jar => jar(),
            Self::Pom(more) => format!(
                "<project><modelVersion>4.0.0</modelVersion>{named}<version>{version}</version>{more}</project>"
            )
            .into_bytes(),
        }
    }
}

/// The folder of a case's version below a repository.
fn folder(case: &Case) -> String {
    let base = if case.version.contains("2024") { "1.0-SNAPSHOT" } else { case.version };
    format!("org/example/lib/{base}")
}

fn serve(case: &Case) -> Vec<Server> {
    let start = |files: &&[(&str, Content)]| {
        let server = Server::start();
        for (file, content) in *files {
            let path = match file.strip_prefix("../") {
                Some(sibling) => format!("/org/example/lib/{sibling}"),
                None => format!("/{}/{file}", folder(case)),
            };
            server.on(&path, Reply::ok(content.bytes(case, file)));
        }
        server
    };
    case.servers.iter().map(start).collect()
}

fn fill(local: &Path, case: &Case) {
    let below = local.join(folder(case));
    for (file, content) in case.local {
        fs::create_dir_all(&below).unwrap();
        let path = below.join(file);
        fs::write(&path, content.bytes(case, file)).unwrap();
        if !case.is_fresh {
            let before = SystemTime::now() - Duration::from_secs(2 * 24 * 60 * 60);
            fs::File::options().write(true).open(&path).unwrap().set_modified(before).unwrap();
        }
    }
}

/// The JARs that were asked for and are there.
fn fetched(case: &Case, servers: &[Server]) -> BTreeSet<String> {
    let is_there = |name: &String| {
        case.servers.iter().flat_map(|files| files.iter()).any(|(file, _)| file.ends_with(name.as_str()))
    };
    let asked = servers.iter().flat_map(Server::asked).map(|asked| asked.target);
    let jars = asked.filter(|target| target.ends_with(".jar"));
    jars.map(|target| target.rsplit('/').next().unwrap().to_owned()).filter(is_there).collect()
}

/// What Maven fetches; none where it is not on this machine.
fn of_maven(case: &Case) -> Option<BTreeSet<String>> {
    let servers = serve(case);
    let kept = place::maven_local();
    let project = place::root().join("maven-project").join(case.name.replace(' ', "-"));
    fs::create_dir_all(&project).unwrap();
    // Plugins stay for the next run, what the cases are about goes.
    let _ = fs::remove_dir_all(kept.join("org/example"));
    fill(&kept, case);
    let repositories: String = servers
        .iter()
        .enumerate()
        .map(|(at, server)| format!("<repository><id>r{at}</id><url>{}</url></repository>", server.url("")))
        .collect();
    let pom = format!(
        "<project><modelVersion>4.0.0</modelVersion><groupId>t</groupId><artifactId>t</artifactId><version>1</version>
         <repositories>{repositories}</repositories><dependencies><dependency><groupId>org.example</groupId>
         <artifactId>lib</artifactId><version>{}</version></dependency></dependencies></project>",
        case.version
    );
    fs::write(project.join("pom.xml"), pom).unwrap();
    let mut maven = Command::new("mvn");
    maven.args(["-B", "-q", "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:resolve"]);
    maven.arg(format!("-Dmaven.repo.local={}", kept.display())).current_dir(&project).stdin(Stdio::null());
    let output = match maven.output() {
        Ok(output) => output,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return None,
        Err(error) => panic!("mvn: {error}"),
    };
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{}: {said}", case.name);
    Some(fetched(case, &servers))
}

/// What jardex takes, and from which place.
fn of_jardex(case: &Case) -> BTreeSet<String> {
    let servers = serve(case);
    let home = tempfile::tempdir().unwrap();
    let local: PathBuf = home.path().join("m2");
    fill(&local, case);
    let mut config = Config::at(home.path().join("cache"));
    config.maven_local = Some(local);
    let named = |(at, server): (usize, &Server)| Repository { id: format!("r{at}"), url: server.url("") };
    config.repositories = servers.iter().enumerate().map(named).collect();
    let repositories = Repositories::open(&config, &Cache::at(config.home.clone()));
    let coordinate = Coordinate::new("org.example", "lib", case.version).unwrap();
    let found =
        repositories.locate_origin(&coordinate, Some(Origin::Bytecode), Asking::ByTheWay, &Work::default()).unwrap();
    assert!(found.path.exists());
    fetched(case, &servers)
}

#[test]
fn the_same_builds_are_taken_as_by_maven() {
    for case in CASES {
        let Some(of_maven) = of_maven(case) else {
            say("no mvn: what is taken of SNAPSHOTs is not compared with it");
            return;
        };
        assert_eq!(of_jardex(case), of_maven, "{}", case.name);
    }
    // The question is not whether both take nothing.
    assert!(
        of_jardex(&CASES[0]).contains(&format!("{NEW}.jar")) && !of_jardex(&CASES[0]).contains(&format!("{OLD}.jar"))
    );
}
