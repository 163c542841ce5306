//! The decision for all histories.

use std::collections::BTreeMap;
use theories::hirace::meaning::State;
use theories::hirace::{Cell, Effect, Grid, Machine, Observation, Product, plain, repair, verify};

fn grid(blocks: u8, warps: u8, threads: u8) -> Grid {
    Grid { blocks, warps, threads }
}

fn explore(machine: &Machine, grid: Grid) -> Product {
    let product = Product::explore(machine, grid, &[], Product::LIMIT);
    assert_eq!(product.ended, None);
    product
}

/// Every third cell of a row changed, so that much is wrong, and what is seen in it that should not
/// matter matters.
fn another(machine: &Machine) -> Machine {
    let other = |cell: Cell| match cell.index() % 7 {
        3 if cell.state != State::Race => State::ALL[cell.index() * 5 % 25],
        _ => machine.next(cell),
    };
    Machine::from_rule(other)
}

/// Up to the names of threads, and without what cannot be told, the product is the plain one: the
/// same cells part it from the knowledge, by ways of the same length.
#[test]
fn the_reduced_product_is_the_plain_one() {
    let published = Machine::published();
    for machine in [another(&published), published, Machine::by_meaning()] {
        let small = [(1, 1, 1), (1, 1, 2), (1, 2, 1), (2, 1, 1)];
        let large = [(3, 1, 1), (2, 1, 2), (2, 2, 1)];
        let all = std::env::var_os("HIRACE_PLAIN").is_some();
        let sizes = small.into_iter().chain(large.into_iter().filter(|_| all));
        for (blocks, warps, threads) in sizes {
            let grid = grid(blocks, warps, threads);
            let plain = plain::explore(&machine, grid);
            let product = explore(&machine, grid);
            let found: BTreeMap<(Cell, Effect), usize> = product
                .wrong()
                .iter()
                .map(|wrong| ((wrong.cell, wrong.effect), product.length(wrong)))
                .collect();
            assert_eq!(found, plain.wrong, "{grid}");
            assert!(product.states() <= plain.states);
        }
    }
}

#[test]
fn the_published_machine_has_15_wrong_cells_which_every_smallest_repair_changes() {
    let known = verify(&Machine::published()).unwrap();
    assert!(!known.is_exact());
    assert!(known.repair_proved());
    assert_eq!(known.repair.choices, 1);
    assert_eq!(known.repair.machine, Machine::by_meaning());
    let effect = |effect| known.wrong.iter().filter(|wrong| wrong.effect == effect).count();
    assert_eq!((effect(Effect::FalseAlarm), effect(Effect::MissedRace)), (14, 1));
    for wrong in &known.wrong {
        assert!(wrong.alone, "{}", wrong.cell);
        let run = wrong.history.run(&known.machine);
        assert!(run.steps.iter().any(|step| step.cell == wrong.cell));
        assert_eq!(run.race.is_some(), wrong.effect == Effect::MissedRace);
        assert_eq!(run.state() == State::Race, wrong.effect == Effect::FalseAlarm);
        assert!(wrong.history.run(&known.repair.machine).is_right());
    }
}

/// A changed cell may lead to each state that stands for the same, and to no other.
#[test]
fn every_repair_as_small_is_known() {
    let published = Machine::published();
    let repair = verify(&published).unwrap().repair;
    assert_eq!(repair.targets.len(), 15);
    assert_eq!(repair.alike(), 1 << 10);
    assert!(!repair.is_only());
    for (cell, targets) in &repair.targets {
        assert!(targets.contains(&repair.machine.next(*cell)));
        for &to in State::ALL.iter() {
            let other = repair.machine.clone().with(*cell, to);
            let exact = explore(&other, Grid::ENOUGH).wrong().is_empty();
            assert_eq!(exact, targets.contains(&to), "{cell} to {to:?}");
        }
    }
    // All at once.
    let last = |m: Machine, (cell, to): &(Cell, Vec<State>)| m.with(*cell, *to.last().unwrap());
    let other = repair.targets.iter().fold(published.clone(), last);
    assert_ne!(other, repair.machine);
    assert!(explore(&other, Grid::ENOUGH).wrong().is_empty());
    assert_eq!(published.changes(&other).len(), 15);
}

#[test]
fn an_exact_machine_needs_no_repair() {
    let known = verify(&Machine::by_meaning()).unwrap();
    assert!(known.is_exact() && known.wrong.is_empty() && known.repair_proved());
}

/// Planted bugs: of every state one cell that the machine by meaning comes by is made wrong, and
/// that is found; the repair is the machine by meaning or one like it.
#[test]
fn a_wrong_cell_is_found_and_repaired() {
    let exact = Machine::by_meaning();
    let recogniser = verify(&exact).unwrap().recogniser;
    let repaired = repair::smallest(&exact, &recogniser).unwrap();
    let class = |state: State| repaired.classes[state as usize];
    let all: Vec<Observation> = Observation::all().collect();
    for &state in State::ALL.iter().filter(|&&state| state != State::Race) {
        let cell = Cell { state, seen: all[state as usize * 19 % 48] };
        let other = State::ALL.iter().find(|&&to| class(to) != class(exact.next(cell))).unwrap();
        let planted = exact.clone().with(cell, *other);
        assert!(!explore(&planted, Grid::ENOUGH).wrong().is_empty(), "{cell}");
        let repair = repair::smallest(&planted, &recogniser).unwrap();
        assert_eq!(repair.machine, exact, "{cell}");
    }
}

/// Each history is a shortest one with its own clocks: nothing shorter shows anything, by trial of all
/// histories of a small grid.
#[test]
fn histories_show_what_they_say_for_any_table() {
    let machine = another(&Machine::published());
    for size in [grid(2, 1, 2), grid(1, 2, 2), Grid::ENOUGH] {
        let product = explore(&machine, size);
        assert!(product.wrong().len() > 20);
        for wrong in product.wrong() {
            let history = product.history(&machine, wrong).expect("a history");
            let run = history.run(&machine);
            assert_eq!(run.steps.last().map(|step| step.cell), Some(wrong.cell), "{history}");
            assert!(!run.is_right(), "{history}");
            assert_eq!(run.race.is_some(), wrong.effect == Effect::MissedRace, "{history}");
        }
    }
}
