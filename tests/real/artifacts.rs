//! The artifacts of the suite.

/// A published library.
#[derive(Debug)]
pub struct Artifact {
    /// What its tests are called.
    pub name: &'static str,
    pub group: &'static str,
    pub id: &'static str,
    pub version: &'static str,
}

impl Artifact {
    pub fn coordinate(&self) -> String {
        format!("{}:{}:{}", self.group, self.id, self.version)
    }
}

const fn artifact(name: &'static str, group: &'static str, id: &'static str, version: &'static str) -> Artifact {
    Artifact { name, group, id, version }
}

/// Java and Kotlin, small and large, of one platform and of several, old and new. commons-lang 2.6 holds a file in Latin-1.
pub static ALL: &[Artifact] = &[
    artifact("gson", "com.google.code.gson", "gson", "2.11.0"),
    artifact("spring_core", "org.springframework", "spring-core", "6.1.14"),
    artifact("guava", "com.google.guava", "guava", "33.3.1-jre"),
    artifact("commons_lang3", "org.apache.commons", "commons-lang3", "3.17.0"),
    artifact("okhttp", "com.squareup.okhttp3", "okhttp-jvm", "5.1.0"),
    artifact("coroutines", "org.jetbrains.kotlinx", "kotlinx-coroutines-core-jvm", "1.9.0"),
    artifact("ktor_server", "io.ktor", "ktor-server-core-jvm", "3.0.3"),
    artifact("kotlin_stdlib", "org.jetbrains.kotlin", "kotlin-stdlib", "2.1.0"),
    artifact("jackson_databind", "com.fasterxml.jackson.core", "jackson-databind", "2.16.1"),
    artifact("junit_jupiter", "org.junit.jupiter", "junit-jupiter-api", "5.11.4"),
    artifact("slf4j", "org.slf4j", "slf4j-api", "2.0.16"),
    artifact("commons_lang", "commons-lang", "commons-lang", "2.6"),
    artifact("commons_collections", "commons-collections", "commons-collections", "3.2.2"),
];

/// The artifact of this name.
pub fn named(name: &str) -> &'static Artifact {
    ALL.iter().find(|artifact| artifact.name == name).unwrap()
}
