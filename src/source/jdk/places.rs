//! Where JDKs lie: what is named, then the folders that installers use.

use std::path::{Path, PathBuf};

use super::Home;
use crate::config::Config;
use crate::fs;

/// Folders of Linux, macOS and Windows whose children are JDKs.
const SYSTEM: [&str; 21] = [
    "/usr/lib/jvm",
    "/usr/lib64/jvm",
    "/usr/java",
    "/usr/local/java",
    "/usr/local/openjdk",
    "/opt",
    "/opt/java",
    "/opt/jdk",
    "/Library/Java/JavaVirtualMachines",
    "/opt/homebrew/opt/openjdk/libexec",
    "/usr/local/opt/openjdk/libexec",
    "C:\\Program Files\\Java",
    "C:\\Program Files\\Eclipse Adoptium",
    "C:\\Program Files\\Eclipse Foundation",
    "C:\\Program Files\\Microsoft",
    "C:\\Program Files\\Zulu",
    "C:\\Program Files\\Amazon Corretto",
    "C:\\Program Files\\BellSoft",
    "C:\\Program Files\\OpenJDK",
    "C:\\Program Files\\Semeru",
    "C:\\Program Files\\JetBrains",
];

/// The same below the user's home folder.
const OF_USER: [&str; 6] = [
    ".sdkman/candidates/java",
    ".jdks",
    "Library/Java/JavaVirtualMachines",
    ".asdf/installs/java",
    ".local/share/mise/installs/java",
    ".jabba/jdk",
];

/// How many folders are looked into below one of these: they hold a few.
const MOST_IN_FOLDER: usize = 500;

/// Where a JDK may be.
#[derive(Debug, Clone, Default)]
pub struct Places {
    /// What the setting names.
    pub named: Option<PathBuf>,
    /// `JAVA_HOME`.
    pub java_home: Option<PathBuf>,
    /// The folders that programs are looked for in.
    pub path: Vec<PathBuf>,
    /// Folders whose children, or their children, are JDKs.
    pub folders: Vec<PathBuf>,
}

impl Places {
    /// The places that a configuration and this kind of machine give.
    #[must_use]
    pub fn of(config: &Config) -> Self {
        let user = config.user_home.iter().flat_map(|home| OF_USER.iter().map(|below| home.join(below)));
        let gradle = config.gradle_home.iter().map(|home| home.join("jdks"));
        let system = SYSTEM.iter().map(PathBuf::from).filter(|folder| folder.is_absolute());
        let path = config.environment.get("PATH").map(|list| std::env::split_paths(list).collect());
        Self {
            named: config.jdk_home.clone(),
            java_home: config.environment.path("JAVA_HOME"),
            path: path.unwrap_or_default(),
            folders: user.chain(gradle).chain(system).collect(),
        }
    }

    /// Every JDK that is found, each once, in the order of the places; and where it was looked, in words.
    #[must_use]
    pub fn homes(&self) -> (Vec<Home>, Vec<String>) {
        let (mut homes, mut looked) = (Vec::<Home>::new(), Vec::new());
        let mut add = |home: Home| {
            if !homes.iter().any(|known| known.path == home.path) {
                homes.push(home);
            }
        };
        if let Some(named) = &self.named {
            looked.push(format!("{} (the setting jdk_home)", named.display()));
            if let Some(home) = in_folder(named) {
                add(Home { is_named: true, ..home });
            }
        }
        if let Some(folder) = &self.java_home {
            looked.push(format!("{} (JAVA_HOME)", folder.display()));
            in_folder(folder).into_iter().for_each(&mut add);
        }
        let on_path = self.path.iter().filter(|folder| folder.is_absolute()).find_map(|folder| java_in(folder));
        looked.push(match &on_path {
            Some(java) => format!("{} (the java of the path)", java.display()),
            None => "the path (no java)".to_owned(),
        });
        on_path.iter().filter_map(|java| of_program(java)).for_each(&mut add);
        let mut absent = 0;
        for folder in &self.folders {
            let Ok(listed) = fs::list(folder) else {
                absent += 1;
                continue;
            };
            looked.push(folder.display().to_string());
            for child in listed.iter().take(MOST_IN_FOLDER) {
                let found = in_folder(&child.path);
                if found.is_none() && child.kind == fs::FileKind::Folder {
                    // Gradle keeps some one folder further down.
                    let below = fs::list(&child.path).unwrap_or_default();
                    let few = below.iter().take(MOST_IN_FOLDER).filter(|child| child.kind == fs::FileKind::Folder);
                    few.filter_map(|child| in_folder(&child.path)).for_each(&mut add);
                }
                found.into_iter().for_each(&mut add);
            }
        }
        if absent > 0 {
            looked.push(format!("{absent} other usual folders, which are not there"));
        }
        (homes, looked)
    }
}

/// The JDK in a folder, or in the place that macOS has for it below.
fn in_folder(folder: &Path) -> Option<Home> {
    Home::at(folder).or_else(|| Home::at(&folder.join("Contents/Home")))
}

fn java_in(folder: &Path) -> Option<PathBuf> {
    ["java", "java.exe"].iter().map(|name| folder.join(name)).find(|path| fs::exists(path))
}

/// The home of a `bin/java`, links followed; that of Java 8 may be `jre/bin/java`.
fn of_program(java: &Path) -> Option<Home> {
    let real = fs::real_path(java).ok()?;
    let folder = real.parent()?.parent()?;
    let above = folder.parent().filter(|_| folder.file_name().is_some_and(|name| name == "jre"));
    above.and_then(Home::at).or_else(|| in_folder(folder))
}
