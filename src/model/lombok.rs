//! Lombok's annotations, which add members to Java types when a library is compiled. The source does not show those members.

/// Annotations of types and fields that add methods or constructors.
pub const METHODS: &[&str] = &[
    "AllArgsConstructor",
    "Builder",
    "Data",
    "Delegate",
    "EqualsAndHashCode",
    "Getter",
    "NoArgsConstructor",
    "RequiredArgsConstructor",
    "Setter",
    "SuperBuilder",
    "ToString",
    "Value",
    "With",
];
/// Annotations of types that add a field, the logger.
pub const FIELDS: &[&str] = &["CommonsLog", "Flogger", "JBossLog", "Log", "Log4j", "Log4j2", "Slf4j", "XSlf4j"];

/// The simple name of an annotation as it is written, where it is one of Lombok's in a file with these imports: paths, without the
/// star of those that have one.
#[must_use]
pub fn annotation<'n>(written: &'n str, imports: &[&str]) -> Option<&'n str> {
    let is_lomboks = |path: &str| path.split('.').next() == Some("lombok");
    let is_star = |path: &str| path.rsplit('.').next().is_some_and(|last| last.starts_with(char::is_lowercase));
    let Some((package, simple)) = written.rsplit_once('.') else {
        let named = imports.iter().find(|path| path.rsplit('.').next() == Some(written));
        let is_it =
            named.map_or_else(|| imports.iter().any(|path| is_lomboks(path) && is_star(path)), |path| is_lomboks(path));
        return is_it.then_some(written);
    };
    is_lomboks(package).then_some(simple)
}

/// What is said of a type whose members one of them adds to.
#[must_use]
pub fn unseen(name: &str) -> String {
    format!(
        "members that Lombok's @{name} adds are not in the source; class files have them: register_source with origin bytecode"
    )
}
