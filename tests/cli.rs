//! The command line as a shell sees it: settings and their precedence, exit codes, streams, help, completions.
#![allow(clippy::disallowed_methods, reason = "tests look at files")]

#[path = "common/home.rs"]
mod home;

use std::io::Read;
use std::process::Stdio;

use home::{Home, ran, text};
use serde_json::{Value, json};

/// The settings that `jardex config --json` shows.
fn settings(command: &mut std::process::Command) -> Value {
    let ran = ran(command.args(["config", "--json"]));
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
    let answer: Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!(ran.out.trim_end().lines().count(), 1, "one line");
    assert_eq!(answer["status"], "success");
    answer["config"].clone()
}

#[test]
fn a_flag_beats_a_variable_beats_the_file_beats_the_default() {
    let home = Home::new();
    let threads = |command: &mut std::process::Command| settings(command)["threads"].clone();
    assert_eq!(threads(&mut home.command())["origin"], "default");
    home.write("cache/config.toml", "threads = 3\n");
    assert_eq!(threads(&mut home.command()), json!({"value": 3, "origin": "file"}));
    let mut command = home.command();
    command.env("JARDEX_THREADS", "4");
    assert_eq!(threads(&mut command), json!({"value": 4, "origin": "env JARDEX_THREADS"}));
    let mut command = home.command();
    command.env("JARDEX_THREADS", "4").args(["--threads", "5"]);
    assert_eq!(threads(&mut command), json!({"value": 5, "origin": "flag"}));
}

#[test]
fn an_empty_variable_is_not_set() {
    let home = Home::new();
    let mut command = home.command();
    command.env("JARDEX_THREADS", "").env("JARDEX_OFFLINE", "");
    let settings = settings(&mut command);
    assert_eq!(settings["threads"]["origin"], "default");
    assert_eq!(settings["offline"], json!({"value": false, "origin": "default"}));
}

#[test]
fn a_switch_can_be_turned_off_again() {
    let home = Home::new();
    let mut command = home.command();
    command.arg("--offline=false");
    assert_eq!(settings(&mut command)["offline"], json!({"value": false, "origin": "flag"}));
    let mut command = home.bare();
    command.arg("--offline");
    assert_eq!(settings(&mut command)["offline"], json!({"value": true, "origin": "flag"}));
}

#[cfg(target_os = "linux")]
#[test]
fn the_cache_root_follows_the_platform() {
    let home = Home::new();
    let place = |command: &mut std::process::Command| settings(command)["home"]["value"].clone();
    assert_eq!(place(&mut home.bare()), text(&home.path("user/.cache/jardex")));
    assert_eq!(place(home.bare().env("XDG_CACHE_HOME", home.path("xdg"))), text(&home.path("xdg/jardex")));
    assert_eq!(place(home.bare().env("XDG_CACHE_HOME", "relative")), text(&home.path("user/.cache/jardex")));
    assert_eq!(place(home.bare().env("JARDEX_HOME", "~/own")), text(&home.path("user/own")));
    assert_eq!(place(home.bare().args(["--home", "here"])), text(&home.path("here")));
}

#[test]
fn a_named_configuration_file_is_read_instead() {
    let home = Home::new();
    home.write("cache/config.toml", "threads = 3\n");
    let file = home.write(
        "elsewhere/own.toml",
        "home = \"cache\"\nmaven_local = \"~/m2\"\nrepositories = [\"a=https://a.example/m2\", \"https://b.example\"]\nmax_download = \"512MiB\"\ndownload_deadline = \"2m\"\noffline = true\n",
    );
    let mut command = home.bare();
    command.args(["--config", text(&file)]);
    let settings = settings(&mut command);
    assert_eq!(settings["home"]["value"], text(&home.path("elsewhere/cache")));
    assert_eq!(settings["maven_local"]["value"], text(&home.path("user/m2")));
    assert_eq!(settings["repositories"]["value"], json!(["a=https://a.example/m2", "b.example=https://b.example"]));
    assert_eq!(settings["max_download"]["value"], 512 << 20);
    assert_eq!(settings["download_deadline"]["value"], 120);
    assert_eq!(settings["offline"], json!({"value": true, "origin": "file"}));
    assert_eq!(settings["threads"]["origin"], "default");
}

#[test]
fn a_file_in_the_cache_root_cannot_move_it() {
    let home = Home::new();
    home.write("cache/config.toml", "offline = true\nhome = \"/elsewhere\"\n");
    let ran = home.run(&["config"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("config.toml line 2: home cannot be set"), "{}", ran.err);
}

#[test]
fn an_unknown_key_is_refused_with_its_line_and_the_nearest_one() {
    let home = Home::new();
    home.write("cache/config.toml", "# a comment\nthreads = 2\nofline = true\n");
    let ran = home.run(&["config"]);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    let place = home.cache().join("config.toml");
    let expected = format!(
        "invalid_argument: {} line 3: there is no setting 'ofline'\nnext: did you mean 'offline'?\n",
        place.display()
    );
    assert_eq!(ran.err, expected);
    home.write("cache/config.toml", "[network]\noffline = true\n");
    assert!(home.run(&["config"]).err.contains("line 1: there is no setting 'network'"));
    home.write("cache/config.toml", "threads = 2\nthreads = \n");
    assert!(home.run(&["config"]).err.contains("line 2"));
}

#[test]
fn a_bad_value_is_refused_with_its_place_and_what_is_allowed() {
    let home = Home::new();
    home.write("cache/config.toml", "\nmax_download = 1.5\n");
    assert!(home.run(&["config"]).err.contains("line 2: max_download: takes a text, a whole number"));
    home.write("cache/config.toml", "threads = 0\n");
    let ran = home.run(&["config"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("line 1, threads: '0' is not a whole number from 1 to 1024"), "{}", ran.err);
    home.write("cache/config.toml", "");
    let refused = |name: &str, value: &str| {
        let refused = home::ran(home.command().env(name, value).arg("config"));
        assert_eq!(refused.code, 2, "{name}={value}");
        refused.err
    };
    assert!(refused("JARDEX_OFFLINE", "maybe").contains("JARDEX_OFFLINE: 'maybe' is neither true nor false"));
    assert!(refused("JARDEX_FORMAT", "xml").contains("JARDEX_FORMAT: 'xml' is none of json, text"));
    assert!(refused("JARDEX_MAX_DOWNLOAD", "lots").contains("is not a size such as"));
    assert!(refused("JARDEX_DOWNLOAD_DEADLINE", "soon").contains("is not a time such as"));
    assert!(refused("JARDEX_REPOSITORIES", "ftp://x.example").contains("is not a URL of https, http or file"));
    assert!(refused("JARDEX_MAVEN_SETTINGS", "/no/such/file").contains("there is no file /no/such/file"));
    assert!(refused("JARDEX_LOG", "jardex=shout").contains("JARDEX_LOG: 'jardex=shout'"));
    let flag = home.run(&["config", "--threads", "none"]);
    assert!(flag.err.contains("--threads: 'none'"), "{}", flag.err);
    assert_eq!(home.run(&["config", "--config", "/no/such.toml"]).code, 2);
}

#[test]
fn secrets_are_not_shown() {
    let home = Home::new();
    let list = "corp=https://joe:hunter2@r.example/m2";
    let shown = ran(home.command().env("JARDEX_REPOSITORIES", list).arg("config"));
    assert!(shown.out.contains("corp=https://r.example/m2"), "{}", shown.out);
    assert!(!shown.out.contains("hunter2"));
    let wrong = ran(home.command().env("JARDEX_REPOSITORIES", "ftp://joe:hunter2@r.example").arg("config"));
    assert!(!wrong.err.contains("hunter2"), "{}", wrong.err);
    for list in ["corp=https://joe:hun@ter/ter2@r.example/m2", "https://joe:1/ter2@r.example", "https://joe:a@/ter2@r"]
    {
        let refused = ran(home.command().env("JARDEX_REPOSITORIES", list).arg("config"));
        assert!(refused.code == 2 && !(refused.out + &refused.err).contains("ter2"), "{}", refused.err);
    }
}

#[test]
fn a_table_of_a_repository_says_what_two_settings_say() {
    let home = Home::new();
    home.write(
        "cache/config.toml",
        "threads = 2\n\n[repository.corp]\nurl = \"https://r.example/m2\"\ngroups = [\"com.acme.**\", \"!com.acme.open\"]\nonly = true\n\n[repository.google]\ngroups = \"androidx.**\"\n",
    );
    let shown = settings(&mut home.command());
    assert_eq!(shown["repositories"], json!({"value": ["corp=https://r.example/m2", "central"], "origin": "file"}));
    let groups = json!(["corp=com.acme.** !com.acme.open only", "google=androidx.**"]);
    assert_eq!(shown["repository_groups"]["value"], groups);
    let mut flagged = home.command();
    flagged.args(["--repository-groups", "corp=org.x only"]);
    assert_eq!(settings(&mut flagged)["repository_groups"], json!({"value": ["corp=org.x only"], "origin": "flag"}));
    for (text, part) in [
        ("[repository.corp]\nonly = true\n", "only goes with groups"),
        ("[repository.corp]\nurls = \"x\"\n", "line 2: repository.corp.urls: there is no such key"),
        ("[repository.corp]\ngroups = [\"a..b\"]\n", "'a..b' is no pattern for groups"),
        ("repository = 1\n", "[repository.<id>]"),
    ] {
        home.write("cache/config.toml", text);
        let refused = home.run(&["config"]);
        assert!(refused.code == 2 && refused.err.contains(part), "{text}: {}", refused.err);
    }
}

#[test]
fn mavens_command_line_names_the_local_repository() {
    let home = Home::new();
    home.write(".mvn/maven.config", "-Dmaven.repo.local=/of/the/project\n");
    let of = |variables: &[(&str, &str)]| {
        let shown = settings(home.command().envs(variables.iter().copied()));
        (shown["maven_local"]["value"].clone(), shown["maven_local"]["origin"].as_str().unwrap_or_default().to_owned())
    };
    let (value, origin) = of(&[]);
    assert_eq!(value, "/of/the/project");
    assert!(origin.starts_with("maven ") && origin.ends_with("maven.config"), "{origin}");
    let (value, origin) =
        of(&[("MAVEN_ARGS", "-Dmaven.repo.local=/of/args"), ("MAVEN_OPTS", "-Dmaven.repo.local=/of/opts")]);
    assert_eq!((value, origin.as_str()), (json!("/of/args"), "maven MAVEN_ARGS"));
    assert_eq!(of(&[("JARDEX_MAVEN_LOCAL", "/own")]), (json!("/own"), "env JARDEX_MAVEN_LOCAL".to_owned()));
    // What was checked out with the project is not what the user has.
    home.write(".mvn/maven.config", "-Dmaven.repo.local=of-the-project\n");
    assert!(!of(&[]).1.starts_with("maven "), "{:?}", of(&[]));
    // A home of Maven's own: its settings file is looked for there.
    let shown = settings(home.command().env("MAVEN_OPTS", "-Duser.home=/elsewhere"));
    assert_eq!(shown["maven_settings"]["value"][0], "/elsewhere/.m2/settings.xml");
    // One that is named stands for the user's; the installation's is read beside it.
    home.write("maven/conf/settings.xml", "<settings/>");
    let named = home.write("named.xml", "<settings/>");
    let maven = home.path("maven");
    for argument in [&["--maven-settings", named.to_str().unwrap()][..], &[]] {
        let mut command = home.command();
        command.args(argument).env("MAVEN_HOME", &maven);
        if argument.is_empty() {
            command.env("JARDEX_MAVEN_SETTINGS", &named).env("MAVEN_ARGS", "-s other.xml");
        }
        let files = settings(&mut command)["maven_settings"]["value"].clone();
        assert_eq!(files, json!([named, maven.join("conf/settings.xml")]), "{argument:?}");
    }
}

#[test]
fn in_a_pipe_the_settings_are_plain_lines() {
    let home = Home::new();
    let ran = home.run(&["config"]);
    assert!(ran.out.contains("\noffline true (env JARDEX_OFFLINE)\n"), "{}", ran.out);
    assert!(!ran.out.contains('\u{1b}'));
    let coloured = home.run(&["--color=always", "config"]);
    let offline = coloured.out.lines().find_map(|line| line.strip_prefix("\u{1b}[1;34moffline\u{1b}[0m "));
    assert!(offline.is_some_and(|rest| rest.trim_start().starts_with("true  ")), "{:?}", coloured.out);
}

#[test]
fn colour_follows_its_rules() {
    let home = Home::new();
    let has_colour = |variables: &[(&str, &str)], arguments: &[&str]| {
        ran(home.command().envs(variables.iter().copied()).args(arguments).arg("config")).out.contains('\u{1b}')
    };
    assert!(!has_colour(&[], &[]));
    assert!(has_colour(&[("CLICOLOR_FORCE", "1")], &[]));
    assert!(!has_colour(&[("CLICOLOR_FORCE", "0")], &[]));
    assert!(!has_colour(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], &[]));
    assert!(!has_colour(&[("CLICOLOR_FORCE", "1")], &["--color", "never"]));
    assert!(has_colour(&[("NO_COLOR", "1")], &["--color", "always"]));
}

#[test]
fn global_flags_stand_before_or_after_the_verb() {
    let home = Home::new();
    let before = home.run(&["--json", "--offline=false", "config"]);
    let after = home.run(&["config", "--offline=false", "--json"]);
    assert_eq!(before.code, 0);
    assert_eq!(before.out, after.out);
    let offline = &serde_json::from_str::<Value>(&before.out).unwrap()["config"]["offline"];
    assert_eq!(*offline, json!({"value": false, "origin": "flag"}));
}

#[test]
fn wrong_usage_exits_with_2() {
    let home = Home::new();
    for arguments in [
        &["typs"] as &[_],
        &[],
        &["types"],
        &["types", "gson"],
        &["types", "g:a:v:w"],
        &["types", "g:a:1/2"],
        &["types", "g::1"],
        &["add", "g:a"],
        &["index", "g:a:1", "nonsense"],
        &["types", "g:a:1", "--page", "none"],
        &["types", "g:a:1", "--no-such-flag"],
        &["types", "g:a:1", "--name-filter-type", "sql"],
        &["cat", "g:a:1", "F.java", "--lines", "a:b"],
        &["cat", "g:a:1", "F.java", "--lines", ":"],
        &["list", "g:a:1"],
        &["grep", "x", "nonsense"],
        &["completions", "cmd"],
        &["man", "nothing"],
        &["--color", "sometimes", "config"],
    ] {
        let ran = home.run(arguments);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{arguments:?}: {}", ran.err);
        assert!(!ran.err.is_empty(), "{arguments:?}");
    }
    assert!(home.run(&["typs"]).err.contains("'types'"));
    assert!(home.run(&["types", "gson"]).err.contains("it is not group:artifact:version"));
    let flag = home.run(&["refs", "Gson", "--group-by-file", "false"]);
    assert_eq!(flag.code, 2);
    assert!(flag.err.contains("a flag takes its value behind =, as --flag=false"), "{}", flag.err);
}

#[test]
fn the_tools_refusals_are_wrong_usage_too() {
    let home = Home::new();
    let ran = home.run(&["types", "g:a:1", "--page", "0"]);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert_eq!(ran.err, "invalid_argument: page: is 0; at least 1 is meant\n");
    let json = home.run(&["types", "g:a:1", "--page", "0", "--json"]);
    assert_eq!((json.code, json.err.as_str()), (2, ""));
    let answer: Value = serde_json::from_str(&json.out).expect("JSON");
    assert_eq!(answer, json!({"status": "invalid_argument", "message": "page: is 0; at least 1 is meant"}));
}

#[test]
fn help_and_version_go_to_standard_output() {
    let home = Home::new();
    assert_eq!(home.run(&["--version"]).out, concat!("jardex ", env!("CARGO_PKG_VERSION"), "\n"));
    let help = home.run(&["--help"]);
    assert_eq!((help.code, help.err.as_str()), (0, ""));
    for tool in jardex::tools::TABLE {
        let verb = tool.command.verb;
        assert!(help.out.contains(&format!("\n  {verb} ")), "{verb}");
        let own = home.run(&[verb, "--help"]);
        assert_eq!(own.code, 0, "{verb}");
        assert_eq!(own.out, home.run(&["help", verb]).out, "{verb}");
        let is_argument =
            |name: &str| !["group_id", "artifact_id", "version", "from_version", "artifacts"].contains(&name);
        for param in tool.params.iter().filter(|param| is_argument(param.name) && !param.name.ends_with("_filter")) {
            let flag = format!("--{}", param.name.replace('_', "-"));
            let is_positional = tool.command.positionals.iter().any(
                |positional| matches!(positional, jardex::tools::Positional::Param(name, _) if *name == param.name),
            );
            let is_flag = own.out.split_whitespace().any(|word| word.split('[').next() == Some(flag.as_str()));
            assert_eq!(is_flag, !is_positional, "{verb} {flag}");
        }
    }
    // A command lists everything unless it is asked for less; only what is ranked has an end of its own.
    for verb in ["grep", "symbols", "find", "refs", "impls"] {
        let own = home.run(&[verb, "--help"]).out;
        assert!(own.contains("; left out, ") && !own.contains("default 50") && !own.contains("default 100"), "{own}");
    }
    assert!(home.run(&["search", "--help"]).out.contains("default 20, at most 100"));
    let mcp = home.run(&["mcp", "--help"]).out;
    assert!(mcp.contains("--format") && mcp.contains("--disable-tools") && mcp.contains("JARDEX_TOOLS"));
}

#[test]
fn completions_and_manual_come_from_the_same_table() {
    let home = Home::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let ran = home.run(&["completions", shell]);
        assert_eq!(ran.code, 0);
        assert!(ran.out.contains("name-filter") && ran.out.contains("grep"), "{shell}");
    }
    let script = home.write("complete.bash", &home.run(&["completions", "bash"]).out);
    let check = std::process::Command::new("bash").arg("-n").arg(&script).output();
    // A machine without bash has no use for its completions.
    if let Ok(check) = check {
        assert!(check.status.success(), "{}", String::from_utf8_lossy(&check.stderr));
    }
    let manual = home.run(&["man"]).out;
    assert!(manual.contains(".TH jardex 1") && manual.contains("Configuration file, instead of"), "{manual}");
    assert!(home.run(&["man", "grep"]).out.contains("fixed\\-strings"));
}

#[test]
fn a_pipe_that_closes_early_ends_it_quietly() {
    let home = Home::new();
    let mut child =
        home.command().args(["completions", "bash"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut out = child.stdout.take().unwrap();
    let mut first = [0; 16];
    out.read_exact(&mut first).unwrap();
    drop(out);
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!((child.wait().unwrap().code(), err.as_str()), (Some(0), ""));
}

#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_cannot_be_written_is_a_failure() {
    let home = Home::new();
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = home.command().arg("config").stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write the answer"));
}

#[test]
fn without_a_home_folder_the_cache_root_must_be_named() {
    let home = Home::new();
    let ran = ran(home.bare().env_remove("HOME").env("JARDEX_HOME", home.cache()).arg("config"));
    assert_eq!(ran.code, 0, "{}", ran.err);
}

#[test]
fn a_cache_root_that_is_a_file_is_not_permitted() {
    let home = Home::new();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    for root in [file.clone(), file.join("below")] {
        let ran = ran(home.bare().env("JARDEX_HOME", &root).arg("list"));
        let said = format!("not_permitted: the cache {} cannot be used: {} is no", root.display(), file.display());
        assert!(ran.code == 1 && ran.err.starts_with(&said), "{} {}", ran.code, ran.err);
    }
    let missing = folder.path().join("none/yet");
    assert_eq!(ran(home.bare().env("JARDEX_HOME", &missing).arg("list")).code, 0);
    assert!(!missing.exists());
}

#[test]
fn wrong_usage_is_an_answer_too_where_json_is_asked_for() {
    let home = Home::new();
    for (arguments, said) in [
        (&["types", "--json"][..], "required"),
        (&["--json", "types", "a:b:c:d"], "group:artifact:version"),
        (&["--json", "typos"], "typos"),
        (&["--json"], "no command"),
        (&["types", "a:b:1", "--page", "-1", "--json"], "whole number"),
        (&["types", "a:b:1", "--no-such", "--json"], "--no-such"),
    ] {
        let ran = ran(home.command().args(arguments));
        assert_eq!((ran.code, ran.err.as_str()), (2, ""), "{arguments:?}");
        let answer: Value = serde_json::from_str(&ran.out).expect("JSON");
        assert_eq!(answer["status"], "invalid_argument");
        assert!(answer["message"].as_str().is_some_and(|message| message.contains(said)), "{answer}");
    }
    let ran = ran(home.command().args(["cat", "--", "--json"]));
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_the_system_cannot_read_is_no_bug_of_ours() {
    let home = Home::new();
    let ran = ran(home.command().args(["add", "g:a:1", "/proc/self/mem"]));
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert!(ran.err.starts_with("invalid_source"), "{}", ran.err);
}

#[cfg(unix)]
#[test]
fn a_configuration_that_is_no_plain_file_is_refused() {
    let home = Home::new();
    std::fs::create_dir_all(home.cache()).expect("a folder");
    std::os::unix::fs::symlink("/dev/zero", home.cache().join("config.toml")).expect("a link");
    let ran = ran(home.command().arg("list"));
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("config.toml: it is no plain file"), "{}", ran.err);
}
