//! A small library with something of everything the workflows look at, and a large one to be busy with.

use std::fmt::Write as _;
use std::path::PathBuf;

use crate::home::Home;
use crate::zip::{Item, archive};

const GREETER: &str = "\
package org.example.words;

import java.util.List;
import java.util.Locale;

/** Greets people. And more. */
public class Greeter {
    /** What is said first. */
    public static final String HELLO = \"Hello\";
    private final Locale locale;

    public Greeter(Locale locale) {
        this.locale = locale;
    }

    /** Greets one. */
    public String greet(String name) {
        return HELLO + \", \" + name;
    }

    /** Greets all of them. */
    public List<String> greet(List<String> names) {
        return names.stream().map(this::greet).toList();
    }

    /** How loud. */
    public enum Volume { LOW, HIGH }
}
";

const PACKAGE: &str = "\
/** Words for people. */
package org.example.words;
";

const SHOUT: &str = "\
package org.example.words.loud

import org.example.words.Greeter as Polite

/** Says it loud. */
fun Polite.shout(name: String): String = greet(name).uppercase()

/** A loud one. */
data class Shout(val text: String)
";

/// The sources of `org.example:words:1.0.2`, as a file in this home.
pub fn words(home: &Home) -> PathBuf {
    let items = [
        Item::stored("META-INF/words.properties", b"volume = high\n"),
        Item::deflated("org/example/words/Greeter.java", GREETER.as_bytes()),
        Item::stored("org/example/words/package-info.java", PACKAGE.as_bytes()),
        Item::stored("org/example/words/loud/Shout.kt", SHOUT.as_bytes()),
        Item::stored("logo.png", b"\x89PNG\r\n\x1a\n\0\0"),
    ];
    write(home, "words-1.0.2-sources.jar", &items)
}

/// Sources that take a while: many files with many methods.
pub fn many(home: &Home) -> PathBuf {
    let items: Vec<Item> = (0..4000)
        .map(|number| {
            let mut text = format!("package org.example.many;\n\npublic class C{number} {{\n");
            for method in 0..120 {
                // Writing to text cannot fail.
                let _ = writeln!(text, "    public int m{method}(int x) {{ return x * {number} + {method}; }}");
            }
            text.push_str("}\n");
            Item::stored(&format!("org/example/many/C{number}.java"), text.as_bytes())
        })
        .collect();
    write(home, "many-1.0.2-sources.jar", &items)
}

fn write(home: &Home, name: &str, items: &[Item]) -> PathBuf {
    let path = home.path(name);
    std::fs::write(&path, archive(items)).unwrap();
    path
}
