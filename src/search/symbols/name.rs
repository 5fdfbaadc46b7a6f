//! Whether a name answers to what was asked: all of it, its beginning, its humps, a part.

/// How well a name answers, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    Exact,
    Prefix,
    Humps,
    Substring,
}

impl Class {
    /// The word of the contract.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Prefix => "prefix",
            Self::Humps => "humps",
            Self::Substring => "substring",
        }
    }
}

/// Names longer than this have no humps: a step of the search for them is a bit of a number.
const LONGEST_HUMPED: usize = 128;

/// Letters in lower case that may each begin a hump (`npe`): nobody remembers more of them.
const MOST_LOWER: usize = 5;

/// The text without case, byte for byte as long as it: a letter whose other form takes other bytes stays.
pub(super) fn fold(text: &str) -> String {
    // Most names have none but ASCII letters.
    let mut out = text.to_ascii_lowercase();
    if out.is_ascii() {
        return out;
    }
    for (at, c) in text.char_indices().filter(|(_, c)| !c.is_ascii()) {
        let mut lower = c.to_lowercase();
        if let (Some(one), None) = (lower.next(), lower.next())
            && one != c
            && one.len_utf8() == c.len_utf8()
        {
            out.replace_range(at..at + c.len_utf8(), one.encode_utf8(&mut [0; 4]));
        }
    }
    out
}

/// Which bytes of a name begin a hump: the first; a capital after what is none or before a small letter; a digit after what
/// is none; what follows `_`, `$` or `-`. With `all` every capital and every digit does.
fn begins(name: &[u8], at: usize, all: bool) -> bool {
    let byte = name[at];
    let before = at.checked_sub(1).map(|before| name[before]);
    let Some(before) = before else { return true };
    if is_joint(byte) {
        return false;
    }
    if is_joint(before) {
        return true;
    }
    if byte.is_ascii_uppercase() {
        return all || !before.is_ascii_uppercase() || name.get(at + 1).is_some_and(u8::is_ascii_lowercase);
    }
    byte.is_ascii_digit() && (all || !before.is_ascii_digit())
}

/// The bytes that begin humps behind the first, one bit for each: the lowest five bits of a byte say which, the two cases of a letter
/// are one.
pub(super) fn initials(name: &[u8]) -> u32 {
    let Some((first, rest)) = name.split_first() else { return 0 };
    // Of the names of hundreds of artifacts many begin as those asked for do: one pass, without a branch a byte.
    let (found, _) = rest.iter().fold((0, is_joint(*first)), |(found, follows_joint), byte| {
        let joint = is_joint(*byte);
        let begins = !joint & (follows_joint | byte.is_ascii_uppercase() | byte.is_ascii_digit());
        (found | u32::from(begins) << (byte % 32), joint)
    });
    found
}

const fn initial(byte: u8) -> u32 {
    1 << (byte % 32)
}

const fn is_joint(byte: u8) -> bool {
    matches!(byte, b'_' | b'$' | b'-')
}

/// Humps that are asked for: `NPE`, `nuPoEx`, `MAX_V`.
#[derive(Debug, Clone)]
pub(super) struct Humps {
    /// Bytes without joints, and whether each begins a hump.
    steps: Vec<(u8, bool)>,
    /// How many of the first go on from the one before: every name begins with these.
    together: usize,
    exact_case: bool,
}

impl Humps {
    /// The humps of a query; none where it has fewer than two, or letters beyond ASCII.
    pub(super) fn of(query: &str, exact_case: bool) -> Option<Self> {
        let bytes = query.as_bytes();
        if !query.is_ascii() || bytes.len() > LONGEST_HUMPED {
            return None;
        }
        let mut steps: Vec<(u8, bool)> = (0..bytes.len())
            .filter(|at| !is_joint(bytes[*at]))
            .map(|at| (bytes[at], begins(bytes, at, true)))
            .collect();
        let is_lower = !exact_case && bytes.iter().all(u8::is_ascii_lowercase);
        if is_lower && (2..=MOST_LOWER).contains(&bytes.len()) {
            for (_, begins) in &mut steps {
                *begins = true;
            }
        }
        if steps.iter().filter(|(_, begins)| *begins).count() < 2 {
            return None;
        }
        let together = 1 + steps.iter().skip(1).take_while(|(_, begins)| !begins).count();
        Some(Self { steps, together, exact_case })
    }

    /// The first byte of every name that has these humps, in one case or the other.
    pub(super) fn first(&self) -> u8 {
        self.steps.first().map_or(0, |(byte, _)| *byte)
    }

    /// What the initials of a name hold that has these humps: each but the first stands behind the name's first.
    pub(super) fn initials(&self) -> u32 {
        self.steps.iter().skip(1).filter(|(_, begins)| *begins).fold(0, |all, (byte, _)| all | initial(*byte))
    }

    /// Whether a name has these humps, the first of its own first and none left out between them.
    pub(super) fn fit(&self, name: &str) -> bool {
        let name = name.as_bytes();
        // Most names begin with other letters.
        let (start, _) = self.steps.split_at(self.together);
        let begins_so =
            name.len() >= start.len() && start.iter().zip(name).all(|((wanted, _), found)| self.same(*found, *wanted));
        if !begins_so || name.len() > LONGEST_HUMPED {
            return false;
        }
        let (major, minor) = humps(name);
        let Some((_, steps)) = self.steps.split_first() else { return false };
        // Where the step before this one may stand.
        let mut matched = 1_u128;
        for (byte, begins) in steps {
            let behind = matched << 1;
            let mut here = if *begins { behind & minor | next_of_each(matched, major) } else { behind };
            matched = 0;
            while here != 0 {
                let at = here.trailing_zeros();
                here &= here - 1;
                if name.get(at as usize).is_some_and(|found| self.same(*found, *byte)) {
                    matched |= 1 << at;
                }
            }
        }
        matched != 0
    }

    fn same(&self, found: u8, wanted: u8) -> bool {
        if self.exact_case { found == wanted } else { found.eq_ignore_ascii_case(&wanted) }
    }
}

/// Where humps begin in a name of at most [`LONGEST_HUMPED`] bytes, one bit a byte: as [`begins`] says it without and with `all`.
fn humps(name: &[u8]) -> (u128, u128) {
    let (mut upper, mut lower, mut digit, mut joint) = (0_u128, 0_u128, 0_u128, 0_u128);
    for (at, byte) in name.iter().enumerate() {
        upper |= u128::from(byte.is_ascii_uppercase()) << at;
        lower |= u128::from(byte.is_ascii_lowercase()) << at;
        digit |= u128::from(byte.is_ascii_digit()) << at;
        joint |= u128::from(is_joint(*byte)) << at;
    }
    let first = u128::from(!name.is_empty());
    let (behind_joint, all) = (joint << 1, u128::MAX >> (128 - name.len().clamp(1, 128)));
    let major = behind_joint | upper & (!(upper << 1) | lower >> 1) | digit & !(digit << 1);
    let minor = behind_joint | upper | digit;
    (first | major & !joint & all, first | minor & !joint & all)
}

/// Of each place the next one behind it in `others`.
const fn next_of_each(mut places: u128, others: u128) -> u128 {
    let mut found = 0;
    while places != 0 {
        let lowest = places & places.wrapping_neg();
        places ^= lowest;
        let behind = others & !(lowest | (lowest - 1));
        found |= behind & behind.wrapping_neg();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn humps_fit() {
        for (query, name) in [
            ("NPE", "NullPointerException"),
            ("npe", "NullPointerException"),
            ("nuPoEx", "NullPointerException"),
            ("NuPoEx", "nullPointerExpected"),
            ("UC", "URLConnection"),
            ("URLC", "URLConnection"),
            ("urlCon", "URLConnection"),
            ("MV", "MAX_VALUE"),
            ("MAX_V", "MAX_VALUE"),
            ("maVa", "MAX_VALUE"),
            ("utf8", "UTF_8"),
            ("UTF8", "UTF_8"),
            ("B64", "Base64"),
            ("s3O", "S3Object"),
            ("HM", "HashMapOfThings"),
            ("gI", "getId"),
        ] {
            let humps = Humps::of(query, false).unwrap();
            assert!(humps.fit(name), "{query} {name}");
        }
    }

    #[test]
    fn other_humps_do_not() {
        for (query, name) in [
            ("NPE", "NullException"),
            ("NE", "NullPointerException"),
            ("PE", "NullPointerException"),
            ("NuEx", "NullPointerException"),
            ("NPEx", "NullPointerE"),
            ("HM", "Hashmap"),
            ("HMa", "HashSomeMap"),
            ("A1", "A"),
        ] {
            assert!(!Humps::of(query, false).unwrap().fit(name), "{query} {name}");
        }
        assert!(Humps::of("npe", true).is_none() && Humps::of("Null", false).is_none());
        assert!(Humps::of("nullpo", false).is_none());
        assert!(
            Humps::of("Größe", false).is_none() && Humps::of("", false).is_none() && Humps::of("__", false).is_none()
        );
        assert!(!Humps::of("npE", true).unwrap().fit("NoPlusExtra"));
        assert!(Humps::of("NPE", true).unwrap().fit("NullPointerException"));
    }

    #[test]
    fn initials_are_where_humps_begin() {
        for name in ["", "a", "_", "_a", "__init__", "NullPointerException", "MAX_VALUE", "utf8", "$1a-B", "Größe9X"]
        {
            let name = name.as_bytes();
            let each = (1..name.len()).filter(|at| begins(name, *at, true));
            assert_eq!(initials(name), each.fold(0, |all, at| all | initial(name[at])), "{name:?}");
        }
    }

    #[test]
    fn humps_of_a_whole_name_are_those_of_each_byte() {
        let mut random = fastrand::Rng::with_seed(6);
        let alphabet = b"aBcD1_$-2Z\xc3\xb6";
        for _ in 0..2000 {
            let name: Vec<u8> = (0..random.usize(0..20)).map(|_| alphabet[random.usize(0..alphabet.len())]).collect();
            let bits = |all| (0..name.len()).fold(0_u128, |bits, at| bits | u128::from(begins(&name, at, all)) << at);
            assert_eq!(humps(&name), (bits(false), bits(true)), "{name:?}");
        }
        let longest = [b'A'; LONGEST_HUMPED];
        assert_eq!(humps(&longest), (1, u128::MAX));
    }

    #[test]
    fn long_names_do_no_harm() {
        let longest = format!("{}Z", "a".repeat(LONGEST_HUMPED - 1));
        assert!(Humps::of("aZ", false).unwrap().fit(&longest));
        assert!(!Humps::of("aZ", false).unwrap().fit(&format!("a{longest}")));
        assert!(!Humps::of("aB", false).unwrap().fit(""));
    }

    #[test]
    fn folding_keeps_every_place() {
        for text in ["ABC", "Größe", "İstanbul", "ẞK", "名前X"] {
            assert_eq!(fold(text).len(), text.len(), "{text}");
        }
        assert_eq!((fold("GrÖßE").as_str(), fold("名前X").as_str()), ("größe", "名前x"));
    }
}
