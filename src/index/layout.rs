//! What a path says about a file: multi-release overlays and test source roots.

use crate::source::parts;

/// The Java release that a multi-release overlay is for: `META-INF/versions/17/…` gives 17. The JAR file specification has
/// releases from 9 on, without leading zeros; what lies under another number (`8`, `09`) no Java ever loads, and it is no
/// type of the base either: it is told as that number (class files there are left out before). In a JAR that is part of another they are its own.
pub fn release_of(path: &str) -> Option<u32> {
    let (release, rest) = parts::inner(path).strip_prefix("META-INF/versions/")?.split_once('/')?;
    let is_number = !rest.is_empty() && release.bytes().all(|byte| byte.is_ascii_digit());
    release.parse().ok().filter(|_| is_number)
}

/// Whether a path lies under a test source root as Maven, Gradle and Kotlin multiplatform lay them out:
/// `src/test/…`, `src/commonTest/…`, `src/androidTest/…`, `src/testFixtures/…`.
pub fn is_test(path: &str) -> bool {
    let mut segments = path.split('/').peekable();
    while let Some(segment) = segments.next() {
        if segment == "src"
            && let Some(root) = segments.peek()
            && (*root == "test" || root.ends_with("Test") || *root == "testFixtures")
        {
            return true;
        }
    }
    false
}

/// Whether a path names a folder of examples, or of what a tool made.
pub fn is_aside(path: &str) -> bool {
    const FOLDERS: [&str; 9] =
        ["example", "examples", "sample", "samples", "demo", "demos", "generated", "generated-sources", "benchmark"];
    let folders = path.rsplit_once('/').map_or("", |(folders, _)| folders);
    folders.split('/').any(|segment| FOLDERS.contains(&segment))
}

#[cfg(test)]
mod tests {
    use super::{is_aside, is_test, release_of};

    #[test]
    fn overlays_name_their_release() {
        assert_eq!(release_of("META-INF/versions/9/a/B.java"), Some(9));
        assert_eq!(release_of("META-INF/versions/21/a/B.java"), Some(21));
        assert_eq!(release_of("BOOT-INF/lib/x.jar!/META-INF/versions/9/a/B.class"), Some(9));
        assert_eq!(release_of("META-INF/versions/8/a/B.java"), Some(8));
        assert_eq!(release_of("META-INF/versions/08/B.java"), Some(8));
        assert_eq!(release_of("META-INF/versions/+9/B.java"), None);
        assert_eq!(release_of("META-INF/versions/9/"), None);
        assert_eq!(release_of("x/META-INF/versions/9/B.java"), None);
    }

    #[test]
    fn examples_are_known_by_their_folder() {
        assert!(is_aside("org/x/examples/B.java") && is_aside("generated/B.java"));
        assert!(!is_aside("org/x/Sample.java") && !is_aside("org/examples2/B.java"));
    }

    #[test]
    fn test_roots_are_known_by_their_place() {
        for test in ["src/test/java/a/B.java", "core/src/commonTest/kotlin/B.kt", "x/src/testFixtures/java/B.java"] {
            assert!(is_test(test), "{test}");
        }
        for main in ["src/main/java/test/B.java", "org/junit/test/B.java", "test/B.java", "src/testing/B.java"] {
            assert!(!is_test(main), "{main}");
        }
    }
}
