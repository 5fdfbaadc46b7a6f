//! Published coordinates that point to others: roots of Kotlin multiplatform libraries, relocations.

use crate::place::json;

/// A coordinate, what answers for it, a type that only that has, and its file.
const MOVED: &[(&str, &str, &str, &str)] = &[
    (
        "org.jetbrains.kotlinx:kotlinx-coroutines-core:1.9.0",
        "org.jetbrains.kotlinx:kotlinx-coroutines-core-jvm:1.9.0",
        "kotlinx.coroutines.ExecutorCoroutineDispatcher",
        "jvmMain/Executors.kt",
    ),
    (
        "io.ktor:ktor-client-core:3.0.3",
        "io.ktor:ktor-client-core-jvm:3.0.3",
        "io.ktor.client.content.LocalFileContent",
        "jvmMain/io/ktor/client/content/LocalFileContent.kt",
    ),
    (
        "com.squareup.okio:okio:3.9.1",
        "com.squareup.okio:okio-jvm:3.9.1",
        "okio.JvmFileHandle",
        "jvmMain/okio/JvmFileHandle.kt",
    ),
    (
        "com.squareup.okhttp3:okhttp:5.1.0",
        "com.squareup.okhttp3:okhttp-jvm:5.1.0",
        "okhttp3.internal.platform.ConscryptPlatform",
        "jvmMain/okhttp3/internal/platform/ConscryptPlatform.kt",
    ),
    (
        "io.coil-kt.coil3:coil-core:3.0.4",
        "io.coil-kt.coil3:coil-core-jvm:3.0.4",
        "coil3.util.FileSystems_jvmKt",
        "jvmMain/coil3/util/fileSystems.jvm.kt",
    ),
    (
        "mysql:mysql-connector-java:8.0.33",
        "com.mysql:mysql-connector-j:8.0.33",
        "com.mysql.cj.jdbc.Driver",
        "com/mysql/cj/jdbc/Driver.java",
    ),
];

#[test]
fn what_answers_for_a_coordinate_that_points_elsewhere_is_said() {
    for (coordinate, target, name, file) in MOVED {
        let answer = json(&["source", coordinate, name]);
        assert!(answer["type_info"]["file_path"].as_str().is_some_and(|path| path.ends_with(file)), "{answer:#}");
        let said = answer["incomplete"][0]["reason"].as_str().unwrap_or_default();
        assert!(said.contains(target) && said.contains("answers in its place"), "{coordinate}: {said}");
        assert_eq!(answer["incomplete"][0]["what"], *coordinate);
    }
}

#[test]
fn the_jvm_part_itself_says_nothing_of_the_kind() {
    let answer = json(&["types", "com.squareup.okio:okio-jvm:3.9.1"]);
    assert!(!answer["incomplete"].to_string().contains("answers in its place"), "{}", answer["incomplete"]);
}
