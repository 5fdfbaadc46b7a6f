//! What Java says of the machine, under Java's names, as far as it can be known without starting Java.

use std::path::{Path, PathBuf};

use super::maven::small_file;
use super::surroundings::{Environment, Platform, Surroundings};

/// The Java that Maven would run on, and the process around it.
#[derive(Clone, Default)]
pub(super) struct Java {
    /// Homes of Java, in the order in which `mvn` looks.
    homes: Vec<PathBuf>,
    environment: Environment,
    working_folder: PathBuf,
    is_windows: bool,
}

impl Java {
    pub(super) fn of(surroundings: &Surroundings) -> Self {
        Self {
            homes: homes(&surroundings.environment),
            environment: surroundings.environment.clone(),
            working_folder: surroundings.working_folder.clone(),
            is_windows: surroundings.platform == Platform::Windows,
        }
    }

    pub(super) fn environment(&self) -> &Environment {
        &self.environment
    }

    /// The value of a property of the system; none where it is not known.
    pub(super) fn property(&self, name: &str) -> Option<String> {
        let value = match name {
            "java.version" => self.release("JAVA_VERSION")?,
            "java.specification.version" => specification(&self.release("JAVA_VERSION")?),
            "java.vendor" => self.release("IMPLEMENTOR")?,
            "java.home" => self.home()?.display().to_string(),
            "java.io.tmpdir" => self.temporary_folder()?,
            "user.dir" => self.working_folder.display().to_string(),
            "user.name" => self.user()?,
            "user.language" => self.language()?,
            "path.separator" => if self.is_windows { ";" } else { ":" }.to_owned(),
            "line.separator" => if self.is_windows { "\r\n" } else { "\n" }.to_owned(),
            name => return of_platform(name),
        };
        Some(value)
    }

    /// What the `release` file of the first home that has one says.
    fn release(&self, key: &str) -> Option<String> {
        let text = self.homes.iter().find_map(|home| small_file(&home.join("release")))?;
        let value = text.lines().find_map(|line| line.trim().strip_prefix(key)?.strip_prefix('='))?;
        Some(value.trim_matches('"').to_owned())
    }

    /// The home that Java itself names: that of the JRE in a JDK of old, links followed.
    fn home(&self) -> Option<PathBuf> {
        let home = self.homes.iter().find(|home| small_file(&home.join("release")).is_some())?;
        let inner = home.join("jre");
        if inner.is_dir() { inner } else { home.clone() }.canonicalize().ok()
    }

    /// Java on Linux takes no variable for it.
    fn temporary_folder(&self) -> Option<String> {
        let variables: &[&str] = match std::env::consts::OS {
            "windows" => &["TMP", "TEMP"],
            "macos" => &["TMPDIR"],
            _ => return Some("/tmp".to_owned()),
        };
        variables.iter().find_map(|name| self.environment.text(name)).map(str::to_owned)
    }

    /// The user whom the process belongs to, where the system lists its users in a file; else whom the environment names.
    fn user(&self) -> Option<String> {
        let listed = || {
            let status = small_file(Path::new("/proc/self/status"))?;
            let number = status.lines().find_map(|line| line.strip_prefix("Uid:"))?.split_whitespace().next()?;
            let users = small_file(Path::new("/etc/passwd"))?;
            let mut users = users.lines().map(|line| line.split(':').collect::<Vec<_>>());
            users.find(|user| user.get(2) == Some(&number)).map(|user| user[0].to_owned())
        };
        let named = || ["USER", "LOGNAME", "USERNAME"].into_iter().find_map(|name| self.environment.text(name));
        listed().or_else(|| named().map(str::to_owned))
    }

    /// English where the environment says so or nothing. Another language counts in Java only where the system has it.
    fn language(&self) -> Option<String> {
        if self.is_windows || cfg!(target_os = "macos") {
            return None;
        }
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(|name| self.environment.text(name));
        let language = locale.unwrap_or("C").split(['.', '_', '@']).next().unwrap_or_default();
        matches!(language, "C" | "POSIX" | "en").then(|| "en".to_owned())
    }
}

/// The value of a property that does not depend on how a process is started.
pub fn of_platform(name: &str) -> Option<String> {
    let value = match name {
        "os.name" => match std::env::consts::OS {
            "linux" => "Linux".to_owned(),
            "macos" => "Mac OS X".to_owned(),
            "windows" => "Windows".to_owned(),
            other => other.to_owned(),
        },
        "os.arch" => match std::env::consts::ARCH {
            "x86_64" if cfg!(target_os = "macos") => "x86_64".to_owned(),
            "x86_64" => "amd64".to_owned(),
            other => other.to_owned(),
        },
        "os.version" => small_file(Path::new("/proc/sys/kernel/osrelease"))?.trim().to_owned(),
        "file.separator" | "/" => std::path::MAIN_SEPARATOR_STR.to_owned(),
        _ => return None,
    };
    Some(value)
}

/// The version of the language that a version of Java is of: `1.8` of `1.8.0_432`, `17` of `17.0.21`.
fn specification(version: &str) -> String {
    let parts = if version.starts_with("1.") { 2 } else { 1 };
    let numbers = version.split(['-', '+', '_']).next().unwrap_or_default();
    numbers.split('.').take(parts).collect::<Vec<_>>().join(".")
}

/// JAVA_HOME, else the home of the `java` on the path.
fn homes(environment: &Environment) -> Vec<PathBuf> {
    let named = environment.path("JAVA_HOME");
    let command = if cfg!(windows) { "java.exe" } else { "java" };
    let path = environment.get("PATH").map(|path| std::env::split_paths(path).collect::<Vec<_>>()).unwrap_or_default();
    let found = path.into_iter().filter(|folder| folder.is_absolute()).map(|folder| folder.join(command));
    let real = found.filter(|java| java.is_file()).find_map(|java| java.canonicalize().ok());
    let home = real.and_then(|java| Some(java.parent()?.parent()?.to_path_buf()));
    // A JRE inside a JDK of old has its `release` one folder up.
    let above = home.as_ref().and_then(|home| home.parent()).map(Path::to_path_buf);
    named.into_iter().chain(home).chain(above).collect()
}

#[cfg(test)]
#[allow(clippy::disallowed_methods, reason = "tests lay out a Java")]
mod tests {
    use super::*;

    fn of(variables: &[(&str, &str)]) -> Java {
        Java::of(&Surroundings {
            environment: variables.iter().copied().collect(),
            user_home: None,
            working_folder: PathBuf::from("/"),
            platform: Platform::Xdg,
            processors: 1,
        })
    }

    #[test]
    fn java_is_known_by_its_release_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let release = "IMPLEMENTOR=\"Some One\"\nJAVA_VERSION=\"17.0.21\"\n";
        std::fs::write(folder.path().join("release"), release).expect("a file");
        let home = folder.path().canonicalize().expect("a folder").display().to_string();
        let java = of(&[("JAVA_HOME", &home)]);
        for (name, value) in [
            ("java.version", "17.0.21"),
            ("java.specification.version", "17"),
            ("java.vendor", "Some One"),
            ("java.home", home.as_str()),
        ] {
            assert_eq!(java.property(name).as_deref(), Some(value), "{name}");
            assert_eq!(of(&[]).property(name), None, "{name}");
        }
        assert_eq!(specification("1.8.0_432"), "1.8");
        assert_eq!(specification("26-ea"), "26");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn what_java_says_of_the_process_is_known_without_it() {
        let java = of(&[("USER", "somebody"), ("TMPDIR", "/elsewhere")]);
        assert_eq!(java.property("java.io.tmpdir").as_deref(), Some("/tmp"));
        assert!(java.property("user.name").is_some_and(|name| !name.is_empty()));
        assert_eq!(java.property("path.separator").as_deref(), Some(":"));
        for (locale, language) in [("C.UTF-8", Some("en")), ("en_GB.UTF-8", Some("en")), ("de_DE.UTF-8", None)] {
            assert_eq!(of(&[("LANG", locale)]).property("user.language").as_deref(), language, "{locale}");
        }
        assert_eq!(java.property("java.class.path"), None);
    }
}
