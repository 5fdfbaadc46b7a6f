//! The grammar of `jardex cache`.

use clap::{Arg, ArgAction, Command, ValueHint};

use crate::config;
use crate::index::upkeep;

pub(super) const REPAIR: &str = "repair";
pub(super) const OLDER_THAN: &str = "older-than";
pub(super) const MAX_SIZE: &str = "max-size";
pub(super) const DRY_RUN: &str = "dry-run";
pub(super) const PLACE: &str = "file";
pub(super) const COORDINATES: &str = "coordinates";
pub(super) const ZSTD: &str = "zstd";
pub(super) const FORCE: &str = "force";

/// `cache` and its commands.
pub(in crate::cli) fn command() -> Command {
    Command::new("cache")
        .about("Look after the cache: sizes, damage, what nobody needs, archives")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(Command::new("stats").about("Show what takes how much room, by kind and by artifact"))
        .subcommand(
            Command::new("verify")
                .about("Look at all of every index and download, and say what is damaged")
                .long_about(
                    "Look at all of every index and download, and say what is damaged. Exits 1 when something is and stays so.",
                )
                .arg(flag(REPAIR, "Drop what is damaged, so that it is made again when it is needed")),
        )
        .subcommand(prune())
        .subcommand(
            Command::new("export")
                .about("Write indexes and their records into one archive")
                .long_about(
                    "Write indexes and their records into one tar archive: the same artifacts give the same bytes. Unpacked into \
                     an empty folder it is a cache.",
                )
                .arg(place("Where to: a file, packed with zstd when its name ends in .zst, or - for standard output"))
                .arg(
                    Arg::new(COORDINATES)
                        .value_name("G:A:V")
                        .num_args(0..)
                        .value_parser(|text: &str| {
                            upkeep::pattern(text).map(|_| text.to_owned()).map_err(|failure| failure.message)
                        })
                        .help("What: coordinates, group:artifact for all versions, or globs; left out, everything"),
                )
                .arg(flag(ZSTD, "Pack it with zstd")),
        )
        .subcommand(
            Command::new("import")
                .about("Take the artifacts of an archive that export wrote")
                .long_about(
                    "Take the artifacts of an archive that export wrote. Everything is checked before it is in force; an index that \
                     is newer here stays. An index answers for its library: import archives of people you trust.",
                )
                .arg(place("Where from: a file, or - for standard input; packed with zstd or not"))
                .arg(flag(FORCE, "Take the archive's index although the one here is newer")),
        )
}

fn prune() -> Command {
    Command::new("prune")
        .about("Take away what nobody needs: earlier indexes, what dead processes left, downloads without an artifact")
        .long_about(
            "Take away what nobody needs, once it is an hour old: indexes of earlier generations, folders without a record, what \
             dead processes left, downloads without an artifact. Others may read and build meanwhile. A source that somebody \
             named stays registered and is indexed again when it is asked about.",
        )
        .arg(
            Arg::new(OLDER_THAN)
                .long(OLDER_THAN)
                .value_name("TIME")
                .value_parser(|text: &str| config::seconds(text))
                .help("Artifacts indexed longer ago, too: 30d, 12h"),
        )
        .arg(
            Arg::new(MAX_SIZE)
                .long(MAX_SIZE)
                .value_name("SIZE")
                .value_parser(|text: &str| config::bytes(text))
                .help("Artifacts until the cache is no larger, too, those indexed longest ago first: 2GiB"),
        )
        .arg(flag(DRY_RUN, "Only say what would go"))
}

fn flag(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
}

fn place(help: &'static str) -> Arg {
    Arg::new(PLACE)
        .value_name("FILE")
        .required(true)
        .allow_hyphen_values(true)
        .value_hint(ValueHint::FilePath)
        .help(help)
}
