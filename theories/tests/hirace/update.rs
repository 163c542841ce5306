//! The shadow word, and Algorithm 1 under every interleaving.

use proptest::prelude::*;
use theories::hirace::history::Clocks;
use theories::hirace::meaning::State;
use theories::hirace::overflow::{bites, bites_below, stops};
use theories::hirace::shadow::{Accessor, Field, Record};
use theories::hirace::update::{Store, survey};
use theories::hirace::{Effect, Machine};

proptest! {
    #[test]
    fn what_fits_is_read_back(
        thread in 0..1024_u32, block in 0..32768_u32, state in 0..25_usize,
        bc in 0..65536_u32, wc in 0..1024_u32,
    ) {
        let accessor = Accessor { thread, block };
        let clocks = Clocks { block: bc, warp: wc };
        let record = Record { state: State::ALL[state], accessor, clocks };
        let word = record.pack().unwrap();
        prop_assert_eq!(word.unpack(), Some(record));
        prop_assert_eq!(word, record.pack_unchecked());
    }
}

#[test]
fn the_fields_fill_the_word() {
    assert_eq!(Field::ALL.iter().map(|field| field.bits()).sum::<u32>(), 64);
    assert_eq!(Field::Thread.offset() + Field::Thread.bits(), 64);
}

/// Unchecked packing makes the exact machine wrong at the first value that does not fit, in both
/// ways for blocks, and not before; checked packing ends there.
#[test]
fn overflow_bites_at_the_first_value_that_does_not_fit() {
    let bites = bites(&Machine::by_meaning());
    let found: Vec<(Field, Effect)> = bites.iter().map(|bite| (bite.field, bite.effect)).collect();
    assert!(found.contains(&(Field::Block, Effect::MissedRace)), "{found:?}");
    assert!(found.contains(&(Field::Block, Effect::FalseAlarm)), "{found:?}");
    assert!(found.contains(&(Field::BlockClock, Effect::MissedRace)), "{found:?}");
    assert!(found.contains(&(Field::WarpClock, Effect::MissedRace)), "{found:?}");
    assert!(bites_below(&Machine::by_meaning()).is_empty());
    for field in [Field::Block, Field::BlockClock, Field::WarpClock] {
        assert!(stops(field));
    }
}

/// Every program of three threads and two accesses each.
#[test]
fn updates_lose_nothing_and_miss_nothing() {
    let exact = survey(&Machine::by_meaning(), Store::CompareAndSwap, 1);
    assert_eq!((exact.missed, exact.alarms, exact.lost), (0, 0, 0), "{exact:?}");
    assert!(exact.racy > exact.programs / 2 && exact.racy < exact.programs, "{exact:?}");
    println!("{exact:?}");
}

/// Without the comparison updates are lost, and races with them.
#[test]
fn a_plain_store_loses_updates() {
    let plain = survey(&Machine::by_meaning(), Store::Plain, 499);
    assert!(plain.missed > 0 && plain.lost > 0, "{plain:?}");
}
