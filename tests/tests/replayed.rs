//! The alarms that `check` shows are made by concrete runs of the kernels themselves: an
//! independent confirmation, since a run shares the parser with `check`, and nothing after it.
#![allow(clippy::unwrap_used, clippy::expect_used)] // a test may panic

use grid::Refusal;
use grid::confirm::{self, Claimed, Confirmation, Race, Start};
use semantics::Source;
use std::collections::BTreeMap;
use std::path::Path;
use tests::{corpus, jaminan, root};

/// The alarms that no run makes, and why: file, array, reason. Any other one is a failure, and so is
/// one of these that is made after all.
const NOT_MADE: [(&str, &str, &str); 7] = [
    ("template/recursive_racy.cu", "a", "branches that are never taken are compiled too"),
    ("template_kernel/any_type_racy.cu", "a", "a template of any type is no one kernel"),
    ("template_kernel/any_value_racy.cu", "a", "a template of any number is no one kernel"),
    ("template_kernel/deduced_racy.cu", "a", "what a launch deduces is not read"),
    ("texture/racy.cu", "a", "textures are not run"),
    ("divergence/data.cu", "(barrier)", "the answer does not say what the memory is"),
    ("divergence/return.cu", "(barrier)", "the answer does not say what the parameters are"),
];

/// What runs say of each alarm and divergence that is shown of a file.
fn confirmations(path: &Path) -> Vec<(String, Confirmation)> {
    let reply = jaminan(&["check", &path.display().to_string(), "--format", "json"]);
    if reply.out.is_empty() {
        return Vec::new();
    }
    let answer = reply.json();
    let source = Source::new("t.cu", std::fs::read_to_string(path).unwrap());
    let mut options = cuda::Options::default();
    cuda::take_launch_lines(&source, &mut options, &mut Vec::new());
    let file = cuda::parse(&source, &options, &cuda::Disk).unwrap();
    let modules: BTreeMap<_, _> = grid::kernels(&file).into_iter().collect();
    let mut found = Vec::new();
    for kernel in answer["kernels"].as_array().into_iter().flatten() {
        let module = modules.get(kernel["name"].as_str().unwrap());
        let not_run = match module {
            Some(Ok(_)) => String::new(),
            Some(Err(Refusal::Unsupported(u))) => u.what.clone(),
            Some(Err(Refusal::Error(diagnostic))) => diagnostic.message.clone(),
            None => "no such kernel".into(),
        };
        for alarm in kernel["alarms"].as_array().into_iter().flatten() {
            if alarm["status"] != "true" && alarm["status"] != "confirmed" {
                continue;
            }
            let array = alarm["array"].as_str().unwrap().to_string();
            let made = match module {
                Some(Ok(module)) => difftest::confirm::alarm(module, &options, alarm),
                _ => Confirmation::NotRun(not_run.clone()),
            };
            found.push((array, made));
        }
        for divergence in kernel["divergences"].as_array().into_iter().flatten() {
            let made = match module {
                Some(Ok(module)) => difftest::confirm::divergence(module, &options, divergence),
                _ => Confirmation::NotRun(not_run.clone()),
            };
            found.push(("(barrier)".into(), made));
        }
    }
    found
}

#[test]
fn runs_make_the_alarms_that_are_shown() {
    let (mut confirmed, mut wrong) = (0, Vec::new());
    for folder in ["examples", "tests/kernels"] {
        let files = corpus::below(&root().join(folder)).unwrap();
        for path in files.into_iter().filter(|path| path.extension().is_some_and(|e| e == "cu")) {
            let name = path.strip_prefix(root()).unwrap().display().to_string();
            for (array, made) in confirmations(&path) {
                let excused =
                    NOT_MADE.iter().any(|(file, of, _)| name.ends_with(file) && *of == array);
                match (&made, excused) {
                    (Confirmation::Confirmed, false) => confirmed += 1,
                    (Confirmation::Confirmed, true) | (_, false) => {
                        wrong.push(format!("{name}: {array}: {made:?}"));
                    }
                    (_, true) => {}
                }
            }
        }
    }
    println!("{confirmed} alarms are made by a run, {} are not", NOT_MADE.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(confirmed > 40, "{confirmed}");
}

/// A claim that is not so is not confirmed.
#[test]
fn what_no_run_makes_is_not_confirmed() {
    let text = "__global__ void k(int *a, int n) {\n  a[threadIdx.x] = n;\n  __syncthreads();\n  a[0] = a[1];\n}";
    let none: BTreeMap<String, String> = BTreeMap::new();
    let file = cuda::parse(&Source::new("t.cu", text), &cuda::Options::default(), &none).unwrap();
    let (_, module) = grid::kernels(&file).into_iter().next().unwrap();
    let module = module.unwrap();
    let start = Start { grid: [1; 3], block: [4, 1, 1], ..Start::default() };
    let claim =
        |thread: [u32; 2], writes: [bool; 2], lines: [usize; 2], columns: [usize; 2], cell| {
            let access = |n: usize| Claimed {
                block: [0; 3],
                thread: [thread[n], 0, 0],
                writes: writes[n],
                place: (lines[n], columns[n]),
            };
            let race =
                Race { array: "a".into(), index: vec![cell], accesses: [access(0), access(1)] };
            confirm::race(&module, &start, &race)
        };
    use Confirmation::{Confirmed, NotMade};
    // All threads write a[0] at the end.
    assert_eq!(claim([0, 1], [true, true], [4, 4], [3, 3], 0), Confirmed);
    // A barrier stands between.
    assert_eq!(claim([1, 0], [true, false], [2, 4], [3, 10], 1), NotMade);
    // Another cell, another place, another mode.
    assert_eq!(claim([0, 1], [true, true], [4, 4], [3, 3], 1), NotMade);
    assert_eq!(claim([0, 1], [true, true], [2, 4], [3, 3], 0), NotMade);
    assert_eq!(claim([0, 1], [true, false], [4, 4], [3, 10], 0), NotMade);
    // No such thread.
    assert!(matches!(claim([0, 4], [true, true], [4, 4], [3, 3], 0), Confirmation::NotRun(_)));
}
