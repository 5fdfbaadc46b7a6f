//! What one input says that its project builds itself is left out of all inputs.

use std::path::PathBuf;

use super::home::text;
use super::{Bench, ONE, dependency, gav, lines, pom};

/// What is left of `app`, which depends on `core` beside it, and of `core`, which depends on `alpha`.
fn seeded(bench: &Bench, inputs: &[&PathBuf]) {
    bench.publish_sources("alpha");
    bench.publish_pom("alpha", "");
    let inputs: Vec<&str> = inputs.iter().map(|input| text(input)).collect();
    let (code, answer) = bench.json(&inputs);
    assert_eq!((code, answer["artifacts"][0]["artifact"].as_str()), (0, Some(&*gav("alpha"))), "{answer}");
    assert_eq!(answer["artifacts"].as_array().unwrap().len(), 1, "{answer}");
    let left = &answer["left_out"][0];
    assert_eq!((&left["reason"], &left["what"]), (&"part of the project itself".into(), &[gav("core")][..].into()));
    assert!(answer.get("incomplete").is_none_or(|problems| problems == &serde_json::json!([])), "{answer}");
    let asked = bench.server.asked();
    assert!(!asked.iter().any(|one| one.target.contains("/core/")), "{answer}");
}

fn tree(name: &str, scope: &str, children: &str) -> String {
    format!(
        r#"{{"groupId":"org.example","artifactId":"{name}","version":"1.0","type":"jar","scope":"{scope}","classifier":"","optional":"false","children":[{children}]}}"#
    )
}

fn trees(bench: &Bench) -> [PathBuf; 2] {
    let alpha = tree("alpha", "compile", "");
    let core = tree("core", "", &alpha);
    let app = tree("app", "", &tree("core", "compile", &alpha));
    [bench.home.write("core/tree.json", &core), bench.home.write("app/tree.json", &app)]
}

#[test]
fn modules_whose_trees_are_files_of_their_own() {
    let bench = Bench::new();
    let [core, app] = trees(&bench);
    seeded(&bench, &[&core, &app]);
    seeded(&bench, &[&app, &core]);
    // Also what a list names that does not say what it is of, and what is named by itself.
    let list = bench.home.write("list.txt", &format!("{}\n{}\n", gav("core"), gav("alpha")));
    seeded(&bench, &[&list, &core]);
    let (_, answer) = bench.json(&["--dry-run", &gav("core"), text(&core)]);
    assert_eq!(answer["artifacts"], serde_json::json!([gav("alpha")]));
    assert_eq!(answer["inputs"][0]["artifacts"], 1, "{answer}");
}

#[test]
fn modules_whose_bills_lie_in_a_folder() {
    let bench = Bench::new();
    let component = |name: &str| {
        format!(
            r#"{{"type":"library","group":"org.example","name":"{name}","version":"1.0","purl":"pkg:maven/org.example/{name}@1.0?type=jar"}}"#
        )
    };
    let bill = |name: &str, components: &[&str]| {
        let components: Vec<String> = components.iter().map(|name| component(name)).collect();
        let bill = format!(
            r#"{{"bomFormat":"CycloneDX","specVersion":"1.6","version":1,"metadata":{{"component":{}}},"components":[{}]}}"#,
            component(name),
            components.join(",")
        );
        bench.home.write(&format!("all/{name}/bom.json"), &bill)
    };
    let core = bill("core", &["alpha"]);
    let app = bill("app", &["core", "alpha"]);
    seeded(&bench, &[&bench.home.path("all")]);
    seeded(&bench, &[&app, &trees(&bench)[0]]);
    seeded(&bench, &[&core, &trees(&bench)[1]]);
    let spdx = "SPDXVersion: SPDX-2.3\nPackageName: core\nSPDXID: SPDXRef-core\n\
        ExternalRef: PACKAGE-MANAGER purl pkg:maven/org.example/core@1.0\n\
        Relationship: SPDXRef-DOCUMENT DESCRIBES SPDXRef-core\n";
    let spdx = bench.home.write("core.spdx", spdx);
    let (_, answer) = bench.json(&["--dry-run", text(&app), text(&spdx)]);
    assert_eq!(answer["artifacts"], serde_json::json!([gav("alpha")]), "{answer}");
}

#[test]
fn modules_whose_poms_are_named_each() {
    let bench = Bench::new();
    let depending = |name: &str| format!("<dependencies>{}</dependencies>", dependency(name, ONE));
    let core = bench.home.write("core/pom.xml", &pom("core", &depending("alpha")));
    let app = bench.home.write("app/pom.xml", &pom("app", &depending("core")));
    seeded(&bench, &[&core, &app]);
    seeded(&bench, &[&app, &core]);
    // Another version of a module is somebody else's, from a repository.
    let old = pom("app", &depending("core").replace("1.0", "0.9"));
    let old = bench.home.write("old/pom.xml", &old);
    let listed = bench.seed(&["--dry-run", text(&core), text(&old)]);
    assert_eq!(lines(&listed.out), [gav("alpha"), "org.example:core:0.9".to_owned()]);
}

#[test]
fn modules_that_a_log_says_are_built() {
    let bench = Bench::new();
    let log = |name: &str, counted: &str, dependencies: &str| {
        let log = format!(
            "[INFO] -----------------------------< org.example:{name} >-----------------------------\n\
             [INFO] Building The {name} 1.0{counted}\n\
             [INFO] --------------------------------[ jar ]---------------------------------\n[INFO] \n\
             [INFO] --- maven-dependency-plugin:3.8.1:list (default-cli) @ {name} ---\n[INFO] \n\
             [INFO] The following files have been resolved:\n{dependencies}[INFO] \n"
        );
        bench.home.write(&format!("{name}.log"), &log)
    };
    let alpha = "[INFO]    org.example:alpha:jar:1.0:compile\n";
    let core = log("core", "", alpha);
    let app = log("app", "       [2/3]", &format!("[INFO]    org.example:core:jar:1.0:compile\n{alpha}"));
    seeded(&bench, &[&app, &core]);
    let old = bench.home.write("old.txt", "org.example:core:0.9\n");
    let listed = bench.seed(&["--dry-run", text(&core), text(&old)]);
    assert_eq!(lines(&listed.out), [gav("alpha"), "org.example:core:0.9".to_owned()]);
}
