//! What `javap -v` says of the classes of a JAR.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde::{Deserialize, Serialize};

use crate::artifacts::Artifact;
use crate::place;

/// A class file.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Class {
    pub flags: Vec<String>,
    /// Whether it stands in a method or an initialiser: a local or anonymous class, a lambda.
    pub is_enclosed: bool,
    pub methods: Vec<Method>,
}

/// A method of a class file.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Method {
    pub name: String,
    pub descriptor: String,
    pub flags: Vec<String>,
    /// Lines of its line table, in its order.
    pub lines: Vec<u32>,
}

impl Class {
    pub fn is(&self, flag: &str) -> bool {
        self.flags.iter().any(|own| own == flag)
    }
}

impl Method {
    pub fn is(&self, flag: &str) -> bool {
        self.flags.iter().any(|own| own == flag)
    }

    /// How many parameters the descriptor has.
    pub fn arity(&self) -> usize {
        let mut types = self.descriptor[1..].chars();
        let mut count = 0;
        loop {
            match types.next().unwrap() {
                ')' => return count,
                '[' => {}
                'L' => {
                    types.find(|end| *end == ';').unwrap();
                    count += 1;
                }
                _ => count += 1,
            }
        }
    }
}

/// The classes of an artifact's class JAR by binary name (`a/b/Outer$Inner`), overlays and descriptors of packages and
/// modules left out; none where there is no javap.
pub fn classes(artifact: &'static Artifact) -> Option<BTreeMap<String, Class>> {
    let kept = place::folder("javap", artifact);
    if !kept.exists() && place::other(Command::new("javap").arg("-version")).is_none() {
        crate::say(&format!("skipped: {}: there is no javap on PATH", artifact.name));
        return None;
    }
    place::once(&kept, |to| {
        let jar = place::class_jar(artifact);
        let classes = read(&ask(&jar, &names(&jar)));
        fs::write(to.join("classes.json"), serde_json::to_vec(&classes).unwrap()).unwrap();
    });
    Some(serde_json::from_slice(&fs::read(kept.join("classes.json")).unwrap()).unwrap())
}

fn names(jar: &Path) -> Vec<String> {
    let classes = place::entries(jar).into_iter().filter_map(|name| Some(name.strip_suffix(".class")?.to_owned()));
    let own = classes.filter(|name| {
        !name.starts_with("META-INF/") && !name.ends_with("package-info") && !name.ends_with("module-info")
    });
    own.collect()
}

fn ask(jar: &Path, names: &[String]) -> String {
    let mut said = String::new();
    for names in names.chunks(500) {
        let names = names.iter().map(|name| name.replace('/', "."));
        let out = place::other(Command::new("javap").args(["-p", "-v", "-cp"]).arg(jar).args(names));
        said.push_str(&String::from_utf8_lossy(&out.expect("javap was here a moment ago")));
    }
    said
}

/// Reads the layout of `javap -v`: members stand between braces, two spaces in, what is said of them four.
fn read(said: &str) -> BTreeMap<String, Class> {
    let mut classes = BTreeMap::new();
    let (mut name, mut class) = (String::new(), Class::default());
    let mut inside = false;
    for line in said.lines() {
        match line {
            "{" => inside = true,
            "}" => inside = false,
            _ if inside => member(line, &mut class, &name),
            _ if line.starts_with("Classfile ") => {
                if !name.is_empty() {
                    classes.insert(std::mem::take(&mut name), std::mem::take(&mut class));
                }
            }
            _ => {
                if let Some(rest) = line.strip_prefix("  this_class: ") {
                    rest.split("// ").nth(1).unwrap().trim_matches('"').clone_into(&mut name);
                } else if let Some(rest) = line.strip_prefix("  flags: ") {
                    class.flags = flags(rest);
                } else if line.starts_with("EnclosingMethod: ") {
                    class.is_enclosed = true;
                } else if line.starts_with("Synthetic: ") {
                    class.flags.push("ACC_SYNTHETIC".to_owned());
                }
            }
        }
    }
    classes.insert(name, class);
    classes
}

fn member(line: &str, class: &mut Class, class_name: &str) {
    let indent = line.len() - line.trim_start().len();
    let text = line.trim_start();
    if indent == 2 {
        class.methods.push(Method { name: method_name(text, class_name), ..Method::default() });
        return;
    }
    let Some(method) = class.methods.last_mut() else { return };
    if indent == 4 {
        if let Some(descriptor) = text.strip_prefix("descriptor: ") {
            if descriptor.starts_with('(') {
                descriptor.clone_into(&mut method.descriptor);
            } else {
                class.methods.pop();
            }
        } else if let Some(rest) = text.strip_prefix("flags: ") {
            method.flags = flags(rest);
        } else if text.starts_with("Synthetic: ") {
            method.flags.push("ACC_SYNTHETIC".to_owned());
        }
    } else if let Some(entry) = text.strip_prefix("line ").and_then(|rest| rest.split(':').next()) {
        method.lines.extend(entry.parse::<u32>());
    }
}

/// `public <T> T name(int) throws X;`, `static {};`, `a.b.C(int);`
fn method_name(text: &str, class_name: &str) -> String {
    if text == "static {};" {
        return "<clinit>".to_owned();
    }
    let head = text.split('(').next().unwrap();
    let name = head.rsplit(' ').next().unwrap();
    if name.replace('.', "/") == class_name { "<init>".to_owned() } else { name.to_owned() }
}

fn flags(text: &str) -> Vec<String> {
    let words = text.split(") ").nth(1).unwrap_or_default();
    words.split(", ").filter(|word| !word.is_empty()).map(str::to_owned).collect()
}
