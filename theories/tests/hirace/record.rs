//! What one accessor record can tell, in grids of any size.

use theories::hirace::recogniser::{Class, LeftOut, history};
use theories::hirace::{Grid, Recogniser};

fn recogniser(blocks: u8, warps: u8, threads: u8) -> Recogniser {
    Recogniser::of(Grid { blocks, warps, threads }, LeftOut::Nothing).unwrap()
}

/// The words of a larger grid, with their verdicts, are those of the size that is enough.
#[test]
fn larger_grids_show_nothing_new() {
    let enough = Recogniser::of(Grid::ENOUGH, LeftOut::Nothing).unwrap();
    for (blocks, warps, threads) in [(3, 2, 2), (2, 3, 2), (2, 2, 3)] {
        assert_eq!(recogniser(blocks, warps, threads), enough, "{blocks}x{warps}x{threads}");
    }
    // `HIRACE_LARGE=1`: larger in each.
    if std::env::var_os("HIRACE_LARGE").is_some() {
        assert_eq!(recogniser(3, 3, 3), enough);
    }
}

/// And each of the three is needed.
#[test]
fn smaller_grids_show_less() {
    let enough = Recogniser::of(Grid::ENOUGH, LeftOut::Nothing).unwrap();
    for (blocks, warps, threads) in [(1, 2, 2), (2, 1, 2), (2, 2, 1)] {
        assert_ne!(recogniser(blocks, warps, threads), enough);
    }
}

/// No machine with fewer states is exact: each two classes have a word that tells them apart, and each
/// word of a class, with it, is shown by a history with that verdict.
#[test]
fn the_recogniser_is_least() {
    let recogniser = Recogniser::of(Grid::ENOUGH, LeftOut::Nothing).unwrap();
    assert_eq!(recogniser.classes(), 21);
    let words = recogniser.words();
    for (a, word) in words.iter().enumerate() {
        let race = Class(a as u16) == recogniser.race;
        let shown = history(Grid::ENOUGH, LeftOut::Nothing, word, race).expect("a history");
        let run = shown.run(&theories::hirace::Machine::published());
        let seen: Vec<_> = run.steps.iter().map(|step| step.cell.seen).collect();
        assert_eq!((&seen, run.race.is_some()), (word, race));
        for b in 0..a {
            assert!(recogniser.difference(Class(a as u16), Class(b as u16)).is_some());
        }
    }
}

#[test]
fn every_part_of_the_record_is_needed() {
    for part in LeftOut::PARTS {
        let pair = Recogniser::of(Grid::ENOUGH, part).unwrap_err();
        let machine = theories::hirace::Machine::by_meaning();
        let (racing, free) = (pair.racing.run(&machine), pair.free.run(&machine));
        assert!(racing.race.is_some() && free.race.is_none(), "{pair:?}");
        assert_eq!(racing.steps.len(), free.steps.len());
    }
}
