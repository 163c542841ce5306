//! The alarms of [L24, §2], by `check`: as programs of Jaminan (§4.1), and as kernels.

use super::form::AlarmForm;
use crate::failure::Failure;
use cuda::{Disk, Options};
use jaminan::Program;
use oracle::check::answer::{KernelAnswer, Status, Verdict};
use oracle::check::{Settings, check_program};
use oracle::solver::{Budget, choose};
use semantics::{ParseOptions, Source};

/// An alarm, checked.
pub type Replayed = AlarmForm;

macro_rules! example {
    ($file:literal, $verdict:ident) => {
        ($file, include_str!(concat!("../../../../examples/", $file)), Verdict::$verdict)
    };
}

/// The examples, and what the paper says of them.
const EXAMPLES: [(&str, &str, Verdict); 8] = [
    example!("s_a.jam", Racy),
    example!("s_b.jam", Racy),
    example!("s_c.jam", Racy),
    example!("s_d.jam", Drf),
    example!("alarm1.cu", Racy),
    example!("alarm2.cu", Racy),
    example!("alarm3.cu", Racy),
    example!("alarm4.cu", Drf),
];

/// Checks the alarms.
///
/// # Errors
/// No solver.
pub fn replay() -> Result<Vec<Replayed>, Failure> {
    let mut chosen =
        choose("auto").map_err(|why| Failure::usage(why, "install a solver, such as Z3"))?;
    let mut settings = Settings {
        solver: chosen.solver.as_mut(),
        budget: Budget::default(),
        deadline: None,
        report_benign: true,
    };
    let mut all = Vec::new();
    for (name, text, expected) in EXAMPLES {
        for program in programs(name, text)? {
            let answer = check_program(name, &program, &mut settings);
            all.push(alarm(name, &answer, expected));
        }
    }
    Ok(all)
}

fn programs(name: &str, text: &str) -> Result<Vec<Program>, Failure> {
    let source = Source::new(name, text);
    if name.ends_with(".jam") {
        return Ok(vec![Program::parse(&source, ParseOptions::default())?]);
    }
    let unit = cuda::load(source, &Options::default(), &Disk)?;
    Ok(unit.kernels.into_iter().filter_map(|kernel| kernel.lowered.ok()).collect())
}

fn alarm(name: &str, answer: &KernelAnswer, expected: Verdict) -> AlarmForm {
    let word = |value: serde_json::Value| value.as_str().unwrap_or_default().to_string();
    let shown = |s: Status| matches!(s, Status::True | Status::Confirmed);
    AlarmForm {
        program: name.into(),
        verdict: serde_json::to_value(answer.verdict).map(word).unwrap_or_default(),
        approximation: answer.approximation.clone(),
        alarms: answer
            .alarms
            .iter()
            .map(|alarm| serde_json::to_value(alarm.status).map(word).unwrap_or_default())
            .collect(),
        replayed: answer.alarms.iter().all(|alarm| alarm.replayed == shown(alarm.status)),
        as_expected: answer.verdict == expected,
    }
}
