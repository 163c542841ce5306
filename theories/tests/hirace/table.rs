//! The generated table against the published one.

use std::fs;
use std::path::PathBuf;
use theories::hirace::{Cell, Machine};

/// The table as this project generates it.
const GENERATED: &str = include_str!("published.csv");

#[test]
fn the_generated_table_is_the_one_that_is_kept() {
    if std::env::var_os("UPDATE_TABLE").is_some() {
        let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/hirace/published.csv");
        fs::write(kept, Machine::published().csv()).unwrap();
    }
    assert_eq!(Machine::published().csv(), GENERATED, "UPDATE_TABLE=1 writes it");
}

#[test]
fn every_cell_is_as_published() {
    let file =
        PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data/hirace_fsm.csv"));
    let Ok(text) = fs::read_to_string(&file) else {
        println!("skipped: hirace_fsm.csv (not there): the published table");
        return;
    };
    let published = Machine::read_csv(&text).unwrap();
    let changes = Machine::published().changes(&published);
    assert!(changes.is_empty(), "{changes:?}");
}

#[test]
fn a_table_is_read_back_and_bad_ones_are_refused() {
    let table = Machine::published().csv();
    assert_eq!(Machine::read_csv(&table), Ok(Machine::published()));
    assert_eq!(table.lines().count(), Cell::COUNT + 1);
    let without_last: Vec<&str> = table.lines().take(Cell::COUNT).collect();
    for (bad, why) in [
        (table.replacen("READ,R,U,S,READ", "READ,R,U,S,REED", 1), "line 50: `REED` is no state"),
        (
            table.replacen("INIT,R,U,W", "INIT,R,U,S", 1),
            "line 3: the cell INIT R U S stands here again",
        ),
        (without_last.join("\n"), "the cell RACE GA B G is missing"),
        (
            table.replacen("RACE,R,U,S,RACE", "RACE,R,U,S,INIT", 1),
            "line 1154: `RACE` leads to `INIT`",
        ),
        (String::new(), "line 1: expected the header"),
    ] {
        let said = Machine::read_csv(&bad).unwrap_err().to_string();
        assert!(said.starts_with(why), "{said}");
    }
}
