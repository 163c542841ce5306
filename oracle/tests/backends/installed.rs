//! The back-ends that this machine has. One that is missing is named.

use oracle::solver::{Budget, Embedded, Process, Solver, choose};
use std::time::Duration;

/// Every back-end that can be had here.
pub fn solvers() -> Vec<Box<dyn Solver>> {
    let mut all: Vec<Box<dyn Solver>> = vec![Box::new(Embedded::new())];
    match choose("z3") {
        Ok(chosen) if chosen.solver.name().contains("libz3") => all.push(chosen.solver),
        _ => println!("skipped: libz3 (not installed)"),
    }
    for name in ["z3", "cvc5"] {
        match Process::new(name) {
            Ok(child) => all.push(Box::new(child)),
            Err(_) => println!("skipped: {name} (not installed)"),
        }
    }
    all
}

/// Resources decide here, not time, so that no answer depends on the machine.
pub fn budget() -> Budget {
    Budget { resources: 4_000_000, time: Duration::from_secs(600), ..Budget::default() }
}
