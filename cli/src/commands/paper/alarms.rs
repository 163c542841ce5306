//! The alarms of [L24, §2], by `check`: as programs of Jaminan (§4.1), and as kernels.

use super::form::AlarmForm;
use crate::failure::Failure;
use cuda::{Disk, Options};
use jaminan::Program;
use semantics::{ParseOptions, Source};
use verdict::{KernelVerdict, NoSolver, Settings, Verdict, Why};

/// An alarm, checked.
pub type Replayed = AlarmForm;

macro_rules! example {
    ($file:literal, $verdict:ident) => {
        ($file, include_str!(concat!("../../../examples/", $file)), Verdict::$verdict)
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
    let settings = Settings::default();
    let mut all = Vec::new();
    for (name, text, expected) in EXAMPLES {
        let verdicts = verdicts(name, text, &settings)?;
        all.extend(verdicts.iter().map(|verdict| alarm(name, verdict, expected)));
    }
    Ok(all)
}

/// The verdict on a program, or on each kernel of a file.
fn verdicts(name: &str, text: &str, settings: &Settings) -> Result<Vec<KernelVerdict>, Failure> {
    let missing = |why: NoSolver| Failure::usage(why.to_string(), "install a solver, such as Z3");
    let source = Source::new(name, text);
    if name.ends_with(".jam") {
        let program = Program::parse(&source, ParseOptions::default())?;
        return Ok(vec![verdict::program(name, &program, settings).map_err(missing)?]);
    }
    let unit = cuda::load(source, &Options::default(), &Disk)?;
    if unit.kernels.is_empty() {
        return Ok(vec![KernelVerdict::without(name, Verdict::Unsupported, Why::NoKernel)]);
    }
    verdict::check(&unit, settings).map_err(missing)
}

fn alarm(name: &str, verdict: &KernelVerdict, expected: Verdict) -> AlarmForm {
    let shown = || verdict.alarms.iter().filter(|alarm| alarm.is_shown());
    let why = verdict.why.as_ref().filter(|_| verdict.verdict == Verdict::Unsupported);
    AlarmForm {
        program: name.into(),
        verdict: verdict.verdict.word().into(),
        approximation: verdict.approximation.word().into(),
        alarms: verdict.alarms.iter().map(|alarm| alarm.status.word().into()).collect(),
        replayed: shown().next().is_some() && shown().all(|alarm| alarm.race.is_replayed()),
        as_expected: verdict.verdict == expected,
        why: why.map(ToString::to_string),
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
        let settings = Settings { solver: "embedded".into(), ..Settings::default() };
        let Ok(found) = verdicts("asm.cu", text, &settings) else { panic!("it is read") };
        let [verdict] = &found[..] else { panic!("{found:?}") };
        let told = alarm("asm.cu", verdict, Verdict::Racy);
        assert_eq!((told.verdict.as_str(), told.replayed), ("unsupported", false));
        assert!(!told.as_expected);
        assert!(told.why.is_some() && matches!(verdict.why, Some(Why::Unsupported(_))));
        let Ok(none) = verdicts("none.cu", "int x;", &settings) else { panic!("it is read") };
        let [none] = &none[..] else { panic!("{none:?}") };
        assert!(matches!(none.why, Some(Why::NoKernel)), "{none:?}");
    }
}
