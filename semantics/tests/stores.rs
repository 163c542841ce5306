//! Memories, accesses, arrays and sources by worked examples.
#![allow(clippy::unwrap_used)] // a test may fail

use semantics::{
    AccessValue, ArrayRole, ArrayType, Diagnostic, Header, IntType, Mode, Name, Number, Phase,
    Sharing, Site, Source, Span, Store, Thread, Threads,
};
use std::collections::BTreeMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

fn store(cells: &[(&str, i64, i64)]) -> Store {
    let mut store = Store::empty();
    for (array, j, k) in cells {
        store.set(&(*array).into(), (*j).into(), (*k).into());
    }
    store
}

#[test]
fn the_winner_of_a_merge_wins() {
    let (a, b) = (Name::from("A"), Name::from("B"));
    let m = store(&[("A", 0, 10), ("A", 3, 2), ("B", 1, 1)]);
    let updates = store(&[("A", 3, 7), ("B", 0, 5)]);
    let merged = m.merge(&updates);
    assert_eq!(merged, store(&[("A", 0, 10), ("A", 3, 7), ("B", 0, 5), ("B", 1, 1)]));
    assert_eq!(updates.merge(&m).get(&a, &3.into()), Some(&2.into()));
    assert_eq!((merged.len(), merged.is_empty()), (4, false));
    assert_eq!((Store::empty().len(), Store::empty().is_empty()), (0, true));
    assert_eq!(merged.get(&b, &2.into()), None);
    assert_eq!((merged.lookup(&b, &2.into()), merged.lookup(&b, &0.into())), (0.into(), 5.into()));
    let mut less = merged.clone();
    less.unset(&a, &3.into());
    assert_eq!(less, store(&[("A", 0, 10), ("B", 0, 5), ("B", 1, 1)]));
    less.update(&updates);
    assert_eq!(less, merged);
    assert_ne!(less, m);
}

#[test]
fn a_store_is_read_array_by_array() {
    let m = store(&[("B", 1, 1), ("A", 3, 2), ("A", 0, 10)]);
    assert_eq!(m.to_string(), "A:0=10,3=2 B:1=1");
    assert_eq!(format!("{m:?} {:?}", Store::empty()), "A:0=10,3=2 B:1=1 {}");
    let cells: Vec<String> = m.cells().map(|(array, j, k)| format!("{array}{j}{k}")).collect();
    assert_eq!(cells, ["A010", "A32", "B11"]);
    let arrays: Vec<(String, usize)> =
        m.arrays().map(|(array, memory)| (array.to_string(), memory.len())).collect();
    assert_eq!(arrays, [("A".into(), 2), ("B".into(), 1)]);
}

#[test]
fn stores_are_in_order_of_their_arrays() {
    let all = [
        store(&[]),
        store(&[("A", 0, 0)]),
        store(&[("A", 0, 0), ("A", 1, 0)]),
        store(&[("A", 0, 0), ("B", 0, 0)]),
        store(&[("A", 0, 1)]),
        store(&[("A", 1, 0)]),
        store(&[("B", 0, 0)]),
    ];
    for (n, a) in all.iter().enumerate() {
        for (m, b) in all.iter().enumerate() {
            assert_eq!((a == b, a.cmp(b)), (n == m, b.cmp(a).reverse()), "{a} and {b}");
            assert_eq!(a.partial_cmp(b), Some(a.cmp(b)));
            assert_eq!(a.cmp(b).is_eq(), n == m, "{a} and {b}");
        }
    }
    assert!(all[0] < all[1] && all[1] < all[4] && all[5] < all[6]);
}

/// Distinct threads, one location, a write among them. [L24, §4.3]
#[test]
fn what_races() {
    let access = |thread: u32, mode, array: &str, index: u32| AccessValue {
        thread: Thread::natural(thread),
        mode,
        array: array.into(),
        index: index.into(),
    };
    let write = access(0, Mode::Wr, "A", 1);
    let races = |other: &AccessValue| (write.races_with(other), other.races_with(&write));
    assert_eq!(races(&access(1, Mode::Wr, "A", 1)), (true, true));
    assert_eq!(races(&access(1, Mode::Rd, "A", 1)), (true, true));
    assert_eq!(races(&access(0, Mode::Wr, "A", 1)), (false, false));
    assert_eq!(races(&access(1, Mode::Wr, "B", 1)), (false, false));
    assert_eq!(races(&access(1, Mode::Wr, "A", 2)), (false, false));
    let reads = [0, 1].map(|thread| access(thread, Mode::Rd, "A", 1));
    assert!(!reads[0].races_with(&reads[1]));
    assert_eq!(format!("{write} {} {}", reads[1], Mode::Rd), "0: wr A[1] 1: rd A[1] rd");
}

#[test]
fn indices_of_each_dimension() {
    let array = |sizes: &[u32]| ArrayType {
        role: ArrayRole::Memory,
        members: None,
        sharing: Sharing::Block,
        element: IntType::INT,
        dimensions: sizes.iter().map(|size| (*size).into()).collect(),
        flat: false,
    };
    let indices =
        |sizes: &[u32], index: i64| -> Vec<Number> { array(sizes).indices(&index.into()) };
    let numbers = |all: &[i64]| -> Vec<Number> { all.iter().map(|n| (*n).into()).collect() };
    assert_eq!(indices(&[], 7), numbers(&[7]));
    assert_eq!(indices(&[4], 7), numbers(&[7]));
    assert_eq!(indices(&[4, 3], 7), numbers(&[2, 1]));
    assert_eq!(indices(&[4, 3, 2], 23), numbers(&[3, 2, 1]));
    assert_eq!(indices(&[4, 0], 7), numbers(&[7, 0]));
    assert_eq!(indices(&[4, 3], -1), numbers(&[-1, 2]));
}

#[test]
fn what_a_header_declares() {
    let array = ArrayType {
        role: ArrayRole::Memory,
        members: None,
        sharing: Sharing::Block,
        element: IntType::INT,
        dimensions: vec![],
        flat: false,
    };
    let header = Header {
        params: vec!["n".into(), "m".into()],
        arrays: BTreeMap::from([("s".into(), array)]),
        ..Header::default()
    };
    assert_eq!(header.parameters().len(), 2);
    assert_eq!(header.sharing(&"s".into()), Sharing::Block);
    assert_eq!(header.sharing(&"A".into()), Sharing::Grid);
    assert_eq!(header.arithmetic(), semantics::Arithmetic::Natural);
    let one = || [(); 3].map(|()| semantics::Expr::num(1));
    let launch = Header { threads: Threads::Grid { grid: one(), block: one() }, ..header };
    assert_eq!(launch.arithmetic(), semantics::Arithmetic::C(IntType::WIDE));
}

#[test]
fn places_count_from_one_and_in_characters() {
    let source = Source::new("f.jam", "ab\nçé x\n");
    let place = |offset| source.line_column(offset);
    assert_eq!([0, 1, 2].map(place), [(1, 1), (1, 2), (1, 3)]);
    assert_eq!((place(3), place(7), place(8)), ((2, 1), (2, 3), (2, 4)));
    assert_eq!(place(1000), (3, 1));
    assert_eq!((source.name(), source.text().len()), ("f.jam", 10));
    let span = Span { source: source.clone(), bytes: 8..9 };
    assert_eq!((span.place(), span.line_column()), ("f.jam:2:4".into(), (2, 4)));
    let site = Site::at(span.clone());
    assert_eq!(format!("{site:?} {:?}", Site::default()), "f.jam:2:4 -");
    // Where something stands is not part of what it means.
    assert!(site == Site::default() && site <= Site::default() && site >= Site::default());
    let shown = Diagnostic::at(span, "no x").label("this").hint("take y").to_string();
    for part in ["error: no x", "f.jam:2:4", "çé x", "^ this", "help: take y"] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    assert!(!shown.contains("ab"), "only the line: {shown}");
    assert_eq!(Diagnostic::whole("gone").to_string(), "error: gone");
    assert!(Diagnostic::whole("gone").text().styled().contains("\u{1b}["));
}

/// A place in a huge line shows part of it.
#[test]
fn huge_lines_are_shown_in_part() {
    let text = format!("{}ü x {}\nnext", "ab".repeat(1 << 20), "cd".repeat(1 << 20));
    let start = text.find('x').unwrap();
    let source = Source::new("f.jam", text);
    let shown = Diagnostic::at(Span { source, bytes: start..start + 1 }, "no x").to_string();
    assert!(shown.contains('x') && !shown.contains("next"), "{}", shown.len());
}

#[test]
fn the_barrier_of_a_warp() {
    use semantics::warp::{is_warp_barrier, warp_barrier};
    use semantics::{Cond, Expr, Rel};
    assert!(is_warp_barrier(&warp_barrier()));
    let compare = |rel, a: u32, b: u32| Cond::rel(rel, Expr::num(a), Expr::num(b));
    for other in [compare(Rel::Eq, 0, 1), compare(Rel::Eq, 1, 0), compare(Rel::Le, 0, 0)] {
        assert!(!is_warp_barrier(&other), "{other:?}");
    }
    assert!(!is_warp_barrier(&Cond::Bool(true)));
}

/// Where a huge line is cut, a character may stand across.
#[test]
fn a_huge_line_is_cut_between_characters() {
    let text = format!("{}ax", "ü".repeat(1 << 20));
    let start = text.len() - 1;
    let source = Source::new("f.jam", text);
    let shown = Diagnostic::at(Span { source, bytes: start..start + 1 }, "no x").to_string();
    assert!(shown.contains('x'), "{}", shown.len());
}

#[test]
fn names_and_phases_for_people_who_debug() {
    let access = AccessValue {
        thread: Thread::natural(0),
        mode: Mode::Rd,
        array: "A".into(),
        index: 16.into(),
    };
    assert_eq!(format!("{:?}", Phase::of(access)), "{0: rd A[16]}");
    assert_eq!(format!("{:?}", Name::from("x")), "\"x\"");
}

/// The number beside an excerpt is that of its line, and other lines stay out of it.
#[test]
fn an_excerpt_has_the_number_of_its_line() {
    let source = Source::new("f.jam", "one\ntwo\nthree\nfour\n");
    let shown = Diagnostic::at(Span { source, bytes: 8..10 }, "no").to_string();
    assert!(shown.contains("3 | three\n"), "{shown}");
    assert!(!shown.contains("two") && !shown.contains("four"), "{shown}");
}

#[test]
fn phases_are_in_order() {
    let access = |n: u32| AccessValue {
        thread: Thread::natural(n),
        mode: Mode::Rd,
        array: "A".into(),
        index: 0.into(),
    };
    let [p, q] = [0, 1].map(|n| Phase::of(access(n)));
    assert!(p < q && Phase::empty() < p);
}

/// What is equal has one hash, however it was made; and what differs, another.
#[test]
fn stores_and_phases_are_hashed_by_what_they_hold() {
    fn hash(of: &impl Hash) -> u64 {
        let mut hasher = DefaultHasher::new();
        of.hash(&mut hasher);
        hasher.finish()
    }
    let stores = [&[][..], &[0], &[1], &[0, 1], &[1, 0]]
        .map(|indices: &[i64]| store(&indices.iter().map(|j| ("A", *j, 0)).collect::<Vec<_>>()));
    let access = |n: u32| AccessValue {
        thread: Thread::natural(n),
        mode: Mode::Rd,
        array: "A".into(),
        index: 0.into(),
    };
    let [p, q] = [0, 1].map(|n| Phase::of(access(n)));
    let phases = [Phase::empty(), p.clone(), q.clone(), &p | q.clone(), &q | p];
    for n in 0..5 {
        for m in 0..5 {
            let same = n == m || n.min(m) == 3;
            assert_eq!(hash(&stores[n]) == hash(&stores[m]), same, "{n} and {m}");
            assert_eq!(hash(&phases[n]) == hash(&phases[m]), same, "{n} and {m}");
        }
    }
}
