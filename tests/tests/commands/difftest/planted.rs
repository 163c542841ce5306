//! Detectors that have one known defect each: one finding each, and the right one.

use super::{findings, shipped};
use tests::jaminan;

/// A defect: the detector, what its wrong answers go away with, and kernels on which it shows.
struct Planted {
    detector: &'static str,
    outcome: &'static str,
    cause: &'static str,
    kernels: &'static [&'static str],
}

const PLANTED: [Planted; 10] = [
    Planted {
        detector: "no-barriers",
        outcome: "false-alarm",
        cause: "barrier",
        kernels: &[
            "--kernel",
            "random1:9:1:576",
            "--kernel",
            "random1:12:1:1794",
            "--kernel",
            "random1:9:1:64",
        ],
    },
    Planted {
        detector: "barriers-are-safe",
        outcome: "missed-race",
        cause: "barrier",
        kernels: &["--size", "8", "--racy", "100", "--kernels", "16"],
    },
    Planted {
        detector: "reads-are-zero",
        outcome: "missed-race",
        cause: "read",
        kernels: &["--classes", "CIDD,CDDI,CDDD", "--racy", "100", "--kernels", "12"],
    },
    Planted {
        detector: "always-true",
        outcome: "wrong-claim",
        cause: "read",
        kernels: &["--size", "9", "--classes", "CIDD,CDDD", "--racy", "0", "--kernels", "24"],
    },
    Planted {
        detector: "no-branches",
        outcome: "false-alarm",
        cause: "branch",
        kernels: &["--size", "6", "--racy", "0", "--kernels", "24"],
    },
    Planted {
        detector: "no-else",
        outcome: "missed-race",
        cause: "else",
        kernels: &["--size", "6", "--racy", "100", "--kernels", "24"],
    },
    Planted {
        detector: "no-division",
        outcome: "missed-race",
        cause: "operator /",
        kernels: &["--size", "4", "--racy", "100", "--kernels", "40"],
    },
    Planted {
        detector: "one-array",
        outcome: "false-alarm",
        cause: "second array",
        kernels: &["--size", "6", "--racy", "0", "--kernels", "30"],
    },
    Planted {
        detector: "equal-is-safe",
        outcome: "missed-race",
        cause: "equal values",
        kernels: &["--size", "3", "--racy", "100", "--kernels", "24"],
    },
    Planted {
        detector: "crashes-on-loops",
        outcome: "crash",
        cause: "loop",
        kernels: &["--size", "6", "--kernels", "16"],
    },
];

/// However many kernels show a defect, and whatever else they have, it is one finding, and that names it.
#[test]
fn one_defect_is_one_finding_and_the_right_one() {
    for Planted { detector, outcome, cause, kernels } in PLANTED {
        let description = shipped(&format!("broken/{detector}.toml"));
        let flags = ["difftest", "--detector", &description, "--format", "json", "--tries", "60"];
        let reply = jaminan(&[&flags[..], kernels].concat());
        assert_eq!(reply.code, Some(1), "{detector}: {reply:?}");
        let answer = reply.json();
        assert!(answer["outcomes"]["agree"].as_u64() > Some(0), "{detector}: {answer:#}");
        let found = findings(&answer);
        let causes: Vec<&str> = found.iter().filter_map(|f| f["cause"].as_str()).collect();
        assert_eq!(causes, [cause], "{detector}: {found:#?}");
        let [finding] = found.as_slice() else { panic!("{detector}: {found:#?}") };
        assert_eq!(finding["outcome"], outcome, "{detector}: {finding:#}");
        // The kernel is kept as it was found, beside the small one.
        let small = finding["kernel"].as_str().unwrap_or_default().len();
        let as_found = finding["as_found"]["kernel"].as_str().unwrap_or_default().len();
        assert!(0 < small && small <= as_found, "{detector}: {finding:#}");
    }
}
