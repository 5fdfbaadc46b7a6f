//! Kotlin's properties for Java's accessors: which property a getter or setter is, and what the accessors of one may be called.
//!
//! As Kotlin's compiler has it: the run of capitals that a name starts with is one word, so that `getURL` is `url` and
//! `getURLPath` is `urlPath`; letters beyond ASCII stay as they are.

/// The property that a getter of Java is; none of what is no getter's name.
#[must_use]
pub fn property_of_getter(method: &str) -> Option<String> {
    if rest(method, "is").is_some() {
        return Some(method.to_owned());
    }
    rest(method, "get").map(decapitalized).filter(|name| is_name(name))
}

/// The properties that a setter of Java may be, by how their getters are called; none of what is no setter's name.
pub fn properties_of_setter(method: &str) -> impl Iterator<Item = String> {
    let rest = rest(method, "set");
    let plain = rest.map(decapitalized).filter(|name| is_name(name));
    plain.into_iter().chain(rest.map(|rest| format!("is{rest}")))
}

/// The names that a property's getter may have in Java, the likeliest first.
#[must_use]
pub fn getters_of(property: &str) -> Vec<String> {
    let mut getters = Vec::with_capacity(3);
    if rest(property, "is").is_some() {
        getters.push(property.to_owned());
    }
    let is_small = |c: char| c.is_ascii_lowercase();
    let word = property.find(|c| !is_small(c)).unwrap_or(property.len());
    for capitals in [usize::from(property.starts_with(is_small)), word] {
        let getter = format!("get{}{}", property[..capitals].to_ascii_uppercase(), &property[capitals..]);
        if !getters.contains(&getter) && property_of_getter(&getter).as_deref() == Some(property) {
            getters.push(getter);
        }
    }
    getters
}

/// The names that a property's setter may have in Java, in the order of [`getters_of`].
pub fn setters_of(property: &str) -> impl Iterator<Item = String> {
    let getters = getters_of(property).into_iter();
    getters.filter_map(|getter| {
        let rest = getter.strip_prefix("get").or_else(|| getter.strip_prefix("is"))?;
        Some(format!("set{rest}"))
    })
}

/// What stands behind the prefix of an accessor: something that does not go on the prefix's word.
fn rest<'a>(method: &'a str, prefix: &str) -> Option<&'a str> {
    method.strip_prefix(prefix).filter(|rest| !rest.is_empty() && !rest.starts_with(|c: char| c.is_ascii_lowercase()))
}

/// A name whose first word is in small letters; a capital before a small letter starts the next word.
fn decapitalized(name: &str) -> String {
    let capitals = name.find(|c: char| !c.is_ascii_uppercase()).unwrap_or(name.len());
    let word = if capitals > 1 && capitals < name.len() { capitals - 1 } else { capitals };
    format!("{}{}", name[..word].to_ascii_lowercase(), &name[word..])
}

/// Whether a property may be called so.
fn is_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn getters_are_properties() {
        for (getter, property, getters) in [
            ("getTitle", Some("title"), &["getTitle", "getTITLE"][..]),
            ("getURL", Some("url"), &["getUrl", "getURL"]),
            ("getURLPath", Some("urlPath"), &["getUrlPath", "getURLPath"]),
            ("getX", Some("x"), &["getX"]),
            ("getXAxis", Some("xAxis"), &["getXAxis"]),
            ("getURL2", Some("urL2"), &["getUrL2", "getURL2"]),
            ("get_state", Some("_state"), &["get_state"]),
            ("isOpen", Some("isOpen"), &["isOpen", "getIsOpen", "getISOpen"]),
            ("issue", None, &[]),
            ("get", None, &[]),
            ("getaway", None, &[]),
            ("get1", None, &[]),
        ] {
            assert_eq!(property_of_getter(getter).as_deref(), property, "{getter}");
            assert_eq!(property.map(getters_of).unwrap_or_default(), getters, "{getter}");
        }
    }

    #[test]
    fn setters_are_properties_of_either_getter() {
        let of = |setter| properties_of_setter(setter).collect::<Vec<_>>();
        assert_eq!(of("setURL"), ["url", "isURL"]);
        assert_eq!(of("settle"), [""; 0]);
        assert_eq!(setters_of("url").collect::<Vec<_>>(), ["setUrl", "setURL"]);
        assert_eq!(setters_of("isOpen").collect::<Vec<_>>(), ["setOpen", "setIsOpen", "setISOpen"]);
    }
}
