//! Random questions to a tree of texts: pieces of what is there, whole and as regexes.

use std::fmt::Write as _;
use std::path::Path;

use fastrand::Rng;

/// One question, in the words of both programs.
#[derive(Debug, Clone)]
pub struct Query {
    pub text: String,
    pub is_fixed: bool,
    /// None: smart case.
    pub case_sensitive: Option<bool>,
    pub is_word: bool,
    pub before: u32,
    pub after: u32,
    pub glob: Option<String>,
    pub start: Option<String>,
    pub depth: Option<u32>,
}

impl Query {
    /// A random question about these files.
    pub fn random(random: &mut Rng, tree: &Path, files: &[String]) -> Self {
        let line = line(random, tree, files);
        let is_fixed = random.bool();
        let text = if is_fixed { literal(random, &line) } else { regex(random, &line) };
        let example = random.choice(files).unwrap();
        Self {
            text,
            is_fixed,
            case_sensitive: *random.choice(&[None, None, Some(true), Some(false)]).unwrap(),
            is_word: random.u8(0..4) == 0,
            before: random.u32(0..5),
            after: random.u32(0..5),
            glob: (random.u8(0..3) == 0).then(|| glob(random, example)),
            start: (random.u8(0..5) == 0).then(|| folder(random, example)).filter(|folder| !folder.is_empty()),
            depth: (random.u8(0..6) == 0).then(|| random.u32(1..7)),
        }
    }

    /// As ripgrep's arguments; it runs in the folder where the question starts.
    pub fn of_ripgrep(&self) -> Vec<String> {
        let case = match self.case_sensitive {
            None => "--smart-case",
            Some(true) => "--case-sensitive",
            Some(false) => "--ignore-case",
        };
        let mut arguments: Vec<String> = ["--no-config", "--json", "--crlf", "-uu", case].map(str::to_owned).to_vec();
        arguments.extend(self.common());
        arguments.extend(self.depth.map(|depth| format!("--max-depth={depth}")));
        arguments.extend(["--".to_owned(), self.text.clone(), ".".to_owned()]);
        arguments
    }

    /// As the arguments of `jardex grep`.
    pub fn of_jardex(&self, coordinate: &str) -> Vec<String> {
        let mut arguments = vec!["grep".to_owned()];
        arguments.extend(self.common());
        arguments.extend(self.case_sensitive.map(|case| format!("--case-sensitive={case}")));
        arguments.extend(self.start.iter().map(|start| format!("--start-path={start}")));
        arguments.extend(self.depth.map(|depth| format!("--max-depth={depth}")));
        arguments.extend(["--json".to_owned(), "--".to_owned(), self.text.clone(), coordinate.to_owned()]);
        arguments
    }

    fn common(&self) -> Vec<String> {
        let mut arguments = vec![format!("-B{}", self.before), format!("-A{}", self.after)];
        arguments.extend(self.is_fixed.then(|| "-F".to_owned()));
        arguments.extend(self.is_word.then(|| "-w".to_owned()));
        arguments.extend(self.glob.iter().flat_map(|glob| ["-g".to_owned(), glob.clone()]));
        arguments
    }
}

/// A line of a random file that holds something.
fn line(random: &mut Rng, tree: &Path, files: &[String]) -> String {
    loop {
        let text = std::fs::read_to_string(tree.join(random.choice(files).unwrap())).unwrap();
        let lines: Vec<&str> = text.lines().filter(|line| line.trim().chars().count() > 2).collect();
        if let Some(line) = random.choice(&lines) {
            return (*line).trim_start_matches('\u{feff}').to_owned();
        }
    }
}

fn words(line: &str) -> Vec<&str> {
    let words: Vec<&str> = line.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|w| !w.is_empty()).collect();
    if words.is_empty() { vec![line.trim()] } else { words }
}

fn literal(random: &mut Rng, line: &str) -> String {
    let characters: Vec<char> = line.chars().collect();
    let piece = match random.u8(0..4) {
        0 => line.trim().to_owned(),
        1 => {
            let start = random.usize(0..characters.len() - 1);
            let end = (start + random.usize(2..16)).min(characters.len());
            characters[start..end].iter().collect()
        }
        _ => (*random.choice(words(line)).unwrap()).to_owned(),
    };
    if random.u8(0..4) == 0 { piece.to_lowercase() } else { piece }
}

fn regex(random: &mut Rng, line: &str) -> String {
    let words = words(line);
    let mut word = || regex_syntax::escape(random.choice(&words).unwrap());
    let (one, two) = (word(), word());
    let some: String = one.chars().take(3).collect();
    let some = some.trim_end_matches('\\');
    match random.u8(0..16) {
        0 => format!(r"\b{some}\w*"),
        1 => format!("{one}.*{two}"),
        2 => format!(r"^\s*{one}"),
        3 => format!(r"{one}\s*[;{{]?$"),
        4 => format!("({one}|{two})"),
        5 => format!(r"{one}\("),
        6 => format!(r"[A-Z]\w+{two}"),
        7 => format!(r"(?i:{one})\W+\w"),
        8 => r"\d{3,5}".to_owned(),
        9 => format!(r"@{some}\w*\b"),
        10 => format!(r"\s{one}[^\w]"),
        11 => format!(r"{one}[\s\S]{two}"),
        12 => format!("^.{{0,10}}{one}"),
        13 => r"[^\x00-\x7F]".to_owned(),
        14 => format!(r"(?:{some}|\b{two}\b).$"),
        _ => [one.as_str(), r"\W*", two.as_str()].concat(),
    }
}

fn glob(random: &mut Rng, path: &str) -> String {
    let name = path.rsplit('/').next().unwrap();
    let ending = name.rsplit('.').next().unwrap();
    let folders: Vec<&str> = path.split('/').rev().skip(1).collect();
    match random.u8(0..6) {
        0 => format!("*.{ending}"),
        1 => format!("*.{{{ending},xml}}"),
        2 => format!("{}*", name.chars().take(4).collect::<String>()),
        3 if !folders.is_empty() => format!("**/{}/*.{ending}", folders[0]),
        4 if !folders.is_empty() => format!("{}/**", folders[folders.len() - 1]),
        _ => {
            let mut pattern = String::new();
            for c in name.chars() {
                let c = if random.u8(0..6) == 0 { '?' } else { c };
                // Writing to text cannot fail.
                let _ = write!(pattern, "{c}");
            }
            pattern.replace(['[', ']', '{', '}'], "?")
        }
    }
}

fn folder(random: &mut Rng, path: &str) -> String {
    let parts: Vec<&str> = path.split('/').collect();
    parts[..random.usize(0..parts.len())].join("/")
}
