//! The alarms of [L24, §2], by `check`: as programs of Jaminan (§4.1), and as kernels.

use super::form::AlarmForm;
use crate::failure::Failure;
use cuda::{Disk, Options};
use jaminan::Program;
use oracle::check::answer::{Alarm, KernelAnswer, Status, Verdict};
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
        report_benign: true,
    };
    let mut all = Vec::new();
    for (name, text, expected) in EXAMPLES {
        for program in programs(name, text)? {
            let answer = match program {
                Ok(program) => check_program(name, &program, &mut settings),
                Err(why) => KernelAnswer::unsupported(name, why),
            };
            all.push(alarm(name, &answer, expected));
        }
    }
    Ok(all)
}

/// The program, or each kernel of a file; or why it is none.
fn programs(name: &str, text: &str) -> Result<Vec<Result<Program, String>>, Failure> {
    let source = Source::new(name, text);
    if name.ends_with(".jam") {
        return Ok(vec![Ok(Program::parse(&source, ParseOptions::default())?)]);
    }
    let unit = cuda::load(source, &Options::default(), &Disk)?;
    if unit.kernels.is_empty() {
        return Ok(vec![Err("there is no kernel".into())]);
    }
    let launched = unit.kernels.into_iter().flat_map(|kernel| kernel.launches);
    let lowered = launched.map(|launched| launched.lowered);
    let why = |wrong: cuda::Unsupported| {
        format!("{}: {wrong}", wrong.span.place())
    };
    Ok(lowered.map(|program| program.map_err(why)).collect())
}

fn alarm(name: &str, answer: &KernelAnswer, expected: Verdict) -> AlarmForm {
    let word = |value: serde_json::Value| value.as_str().unwrap_or_default().to_string();
    let is_shown = |alarm: &&Alarm| matches!(alarm.status, Status::True | Status::Confirmed);
    let shown = || answer.alarms.iter().filter(is_shown);
    AlarmForm {
        program: name.into(),
        verdict: serde_json::to_value(answer.verdict).map(word).unwrap_or_default(),
        approximation: answer.approximation.clone(),
        alarms: answer
            .alarms
            .iter()
            .map(|alarm| serde_json::to_value(alarm.status).map(word).unwrap_or_default())
            .collect(),
        replayed: shown().next().is_some() && shown().all(|alarm| alarm.replayed),
        as_expected: answer.verdict == expected,
        why: answer.why.clone().filter(|_| answer.verdict == Verdict::Unsupported),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_race_that_is_shown_is_replayed() {
        let Ok(all) = replay() else {
            println!("skipped: the alarms (no solver)");
            return;
        };
        let of = |name: &str| all.iter().find(|alarm| alarm.program == name).cloned();
        for (name, replayed) in
            [("s_a.jam", true), ("s_d.jam", false), ("alarm1.cu", true), ("alarm4.cu", false)]
        {
            let found = of(name).map(|alarm| (alarm.replayed, alarm.as_expected));
            assert_eq!(found, Some((replayed, true)), "{name}");
        }
    }

    #[test]
    fn a_kernel_that_is_not_lowered_is_told() {
        let text = "__global__ void k(int *a) { asm(\"exit;\"); a[threadIdx.x] = 0; }";
        let Ok(found) = programs("asm.cu", text) else { panic!("it is read") };
        let [Err(why)] = &found[..] else { panic!("{found:?}") };
        let answer = KernelAnswer::unsupported("asm.cu", why.clone());
        let told = alarm("asm.cu", &answer, Verdict::Racy);
        assert_eq!((told.verdict.as_str(), told.replayed), ("unsupported", false));
        assert!(!told.as_expected);
        assert!(told.why.is_some_and(|why| why.contains("does not support")));
        let Ok(none) = programs("none.cu", "int x;") else { panic!("it is read") };
        assert!(matches!(&none[..], [Err(_)]), "{none:?}");
    }
}
