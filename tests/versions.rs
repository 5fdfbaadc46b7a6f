//! Maven's version orders and ranges: against Maven's own answers, and the laws of an order.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::cmp::Ordering;

use jardex::maven::version::{GenericVersion, Version, VersionFilter, VersionRange};
use proptest::prelude::*;

#[test]
fn the_order_is_mavens() {
    let compare = |one: &str, other: &str| Version::new(one).cmp(&Version::new(other));
    assert_agrees(include_str!("../testdata/maven/version-order.txt"), compare);
}

#[test]
fn the_order_of_ranges_is_that_of_mavens_resolver() {
    let compare = |one: &str, other: &str| GenericVersion::new(one).compare(&GenericVersion::new(other));
    assert_agrees(include_str!("../testdata/maven/generic-order.txt"), compare);
}

/// A table of lines like `1.0 == 1`.
fn assert_agrees(table: &str, compare: impl Fn(&str, &str) -> Ordering) {
    let mut wrong = Vec::new();
    for line in table.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let [one, sign, other] = words[..] else { panic!("three words: {line}") };
        let expected = match sign {
            "<" => Ordering::Less,
            "==" => Ordering::Equal,
            ">" => Ordering::Greater,
            _ => panic!("no sign: {line}"),
        };
        if compare(one, other) != expected {
            wrong.push(line);
        }
    }
    assert!(table.lines().count() > 1_000);
    assert_eq!(wrong, [""; 0], "{} differ", wrong.len());
}

#[test]
fn ranges_hold_what_they_hold_for_mavens_resolver() {
    let table = include_str!("../testdata/maven/generic-ranges.txt");
    let mut wrong = Vec::new();
    for line in table.lines() {
        let words: Vec<&str> = line.split('\t').collect();
        let [range, version, expected] = words[..] else { panic!("three words: {line}") };
        let said = VersionRange::parse(range)
            .map_or("refused", |range| if range.contains(version) { "true" } else { "false" });
        if said != expected {
            wrong.push(line);
        }
    }
    assert!(table.lines().count() > 400);
    assert_eq!(wrong, [""; 0], "{} differ", wrong.len());
}

#[test]
fn a_range_picks_the_highest_version_in_it() {
    let versions = ["1.0", "1.10", "1.9", "2.0-SNAPSHOT", "2.0", "2.1-rc1"];
    for (range, picked) in [
        ("[1.0,2.0)", Some("2.0-SNAPSHOT")),
        ("[1.0,1.10]", Some("1.10")),
        ("(,1.10)", Some("1.9")),
        ("[2.0,)", Some("2.1-rc1")),
        ("[1.*]", Some("1.10")),
        ("[3.0,)", None),
    ] {
        assert_eq!(VersionRange::parse(range).unwrap().pick(versions), picked, "{range}");
    }
}

#[test]
fn releases_are_told_from_what_comes_before_them() {
    for release in
        ["1", "1.0.Final", "2.0.0.RELEASE", "31.1-jre", "1.0-sp1", "1.0.Final-redhat-1", "1.8.0_212", "20231011"]
    {
        assert!(Version::new(release).is_release(), "{release}");
    }
    for other in ["1-SNAPSHOT", "1-alpha-2", "6.0.0-M5", "1.0.RC1", "1.0-rc1-jre", "2b1", "1.0-preview2", "1.0-ea+3"] {
        assert!(!Version::new(other).is_release(), "{other}");
    }
}

#[test]
fn filters_select_by_mavens_order() {
    for (filter, inside, outside) in [
        ("2.0.0", "2.0.0.RELEASE 2.0 2-final", "2.0.1 2.0.0-rc1"),
        (">=5.0.0,<6.0.0", "5.0 5.3.31 5.9-SNAPSHOT 6.0.0-M5", "4.9 6 6.0.0.RELEASE"),
        (" > 1 , <= 2 , != 1.5 ", "1.1 2.0 1.5.1", "1.0 1.5.0 2.1"),
        ("==1.0", "1 1-ga", "1.1"),
        ("[5.0,6.0)", "5 5.9", "6.0 4"),
        ("(,1.0]", "0.1 1.0-alpha 1", "1.0.1"),
        ("(1.0,)", "1.0.1 2", "1 1-rc1"),
        ("[1.0]", "1 1.0.0", "1.1"),
        ("(,1.0),(2.0,)", "0.9 2.1", "1.0 1.5 2.0"),
        ("[1,2) [3,4)", "1 3.5", "2 4"),
        ("(,)", "0 99-SNAPSHOT", ""),
    ] {
        let read = VersionFilter::parse(filter).expect(filter);
        for version in inside.split_whitespace() {
            assert!(read.matches(version), "{filter} selects {version}");
        }
        for version in outside.split_whitespace() {
            assert!(!read.matches(version), "{filter} does not select {version}");
        }
    }
}

#[test]
fn filters_that_make_no_sense_are_refused() {
    for (filter, what) in [
        ("", "is empty"),
        ("  ", "is empty"),
        (">=", "without a version"),
        ("1,,2", "without a version"),
        ("[1,2", "not closed"),
        ("[2,1]", "above its upper end"),
        ("(1.0)", "not in square brackets"),
        ("[1,2]x", "other than ranges"),
        ("[1,2,3]", "',' in a version"),
        ("~1.2", "'~' in a version"),
        (">=1 2", "' ' in a version"),
        ("LATEST", "stands for versions"),
        ("latest.release", "stands for versions"),
        ("2.+", "stands for versions"),
        (">=2.x", "stands for versions"),
        ("[2.,3)", "stands for versions"),
    ] {
        let failure = VersionFilter::parse(filter).expect_err(filter);
        assert!(failure.message.starts_with("version_filter: ") && failure.message.contains(what), "{failure}");
        assert_eq!(failure.status.as_str(), "invalid_argument");
    }
}

fn any_version() -> impl Strategy<Value = String> {
    let token = prop_oneof![
        "[0-9]{1,3}",
        "[a-c]{1,3}",
        proptest::sample::select(vec!["alpha", "beta", "m", "rc", "cr", "snapshot", "ga", "final", "sp", "", "0"])
            .prop_map(str::to_owned),
    ];
    let separator = proptest::sample::select(vec![".", "-", "", "_"]);
    proptest::collection::vec((token, separator), 1..6)
        .prop_map(|parts| parts.into_iter().map(|(token, separator)| token + separator).collect())
}

proptest! {
    #[test]
    fn the_order_is_an_order(one in any_version(), two in any_version(), three in any_version()) {
        let [one, two, three] = [one, two, three].map(|text| Version::new(&text));
        prop_assert_eq!(one.cmp(&one), Ordering::Equal);
        prop_assert_eq!(one.cmp(&two), two.cmp(&one).reverse());
        let mut sorted = [&one, &two, &three];
        sorted.sort();
        prop_assert!(sorted[0] <= sorted[1] && sorted[1] <= sorted[2] && sorted[0] <= sorted[2], "{:?}", sorted);
    }

    #[test]
    fn every_text_is_a_version_and_a_filter_or_an_error(text in "\\PC{0,24}") {
        let version = Version::new(&text);
        prop_assert_eq!(version.as_str(), text.as_str());
        let _ = version.is_release();
        prop_assert!(GenericVersion::new(&text).compare(&GenericVersion::new(&text)).is_eq());
        let _ = VersionRange::parse(&text).map(|range| range.contains(&text));
        let _ = VersionFilter::parse(&text).map(|filter| filter.matches(&text));
    }
}
