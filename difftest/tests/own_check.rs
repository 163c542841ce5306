//! Our own `check` is the first detector under test: no missed race, and no wrong claim of truth.
//!
//! `DIFFTEST_KERNELS=100000` takes so many kernels of each source; without it some hundreds.
#![allow(clippy::unwrap_used)] // a test may panic

use difftest::campaign::{Run, run};
use difftest::self_check::self_check;
use difftest::{Campaign, Detector, Judge, Outcome, Plan, Referees};
use generators::{Knobs, Language, Launch, Source};
use std::path::Path;

fn own() -> Detector {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../detectors");
    let text = std::fs::read_to_string(folder.join("check.toml")).unwrap();
    Detector::from_toml(&text, &folder).unwrap()
}

fn plan(source: Source, kernels: u64) -> Plan {
    let wanted = std::env::var("DIFFTEST_KERNELS").ok().and_then(|n| n.parse().ok());
    Plan {
        source,
        source_name: String::new(),
        knobs: Knobs::default(),
        kernels: wanted.unwrap_or(kernels),
        launch: Launch::row(4),
        shard: (0, 1),
        corpus: Vec::new(),
    }
}

fn try_all(what: &str, source: Source, kernels: u64) -> Campaign {
    let campaign = run(&plan(source, kernels), &own(), None, &Run::default(), &mut |_| {}).unwrap();
    println!("{what}: {:?}", campaign.progress);
    for record in &campaign.wrong {
        println!("{record:#?}");
    }
    assert!(campaign.finished);
    campaign
}

/// Kernels of the core: nearly all of them are decided, and both ways agree.
#[test]
fn check_and_the_explorer_agree() {
    for (what, source, kernels) in [
        ("uniform", Source::uniform(6, false, 1).unwrap(), 150),
        ("uniform, barriers", Source::uniform(5, true, 1).unwrap(), 150),
        ("random", Source::Random { size: 9, seed: 1 }, 250),
    ] {
        let campaign = try_all(what, source, kernels);
        assert!(campaign.wrong.is_empty());
        let outcome = |o| campaign.progress.outcomes.get(&o).copied().unwrap_or(0);
        assert!(outcome(Outcome::Agree) * 10 > campaign.progress.kernels() * 8);
        let truths = &campaign.progress.truths;
        assert!(truths["racy"] > 10 && truths["race-free"] > 10, "{truths:?}");
    }
}

/// Kernels with what C has: less is explored, and nothing is contradicted.
#[test]
fn check_is_not_contradicted_on_features() {
    let source = Source::Features { language: Language::Cuda, size: 3, seed: 1 };
    let campaign = try_all("features", source, 30);
    assert!(campaign.wrong.is_empty());
    assert!(campaign.progress.truths["racy"] > 5);
}

#[test]
fn the_self_check_holds() {
    assert!(self_check(&mut Referees::new().unwrap()).unwrap() > 20);
}

/// Places are a partition: the parts of a campaign have each place once.
#[test]
fn shards_are_the_whole() {
    let detector = own();
    let all = |part, of| {
        let plan = Plan { shard: (part, of), ..plan(Source::Random { size: 3, seed: 1 }, 20) };
        plan.len()
    };
    let whole = all(0, 1);
    assert_eq!(whole, all(0, 3) + all(1, 3) + all(2, 3));
    assert!(Judge::new(&detector).is_ok());
}
