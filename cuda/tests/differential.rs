//! Random kernels: the lowered program makes the accesses that the typed tree makes, in C's
//! order, with C's values.
#![allow(clippy::unwrap_used)] // a test may

#[path = "support/generate.rs"]
mod generate;
#[path = "support/machine.rs"]
#[allow(dead_code)]
mod machine;

use machine::{Lowered, Setting, Stop, Typed};
use num_bigint::BigInt;
use semantics::Source;
use std::collections::BTreeMap;

#[test]
fn lowering_keeps_every_access() {
    let (mut same, mut unknown, mut meaningless, mut unsupported) = (0, 0, 0, 0);
    let none: BTreeMap<String, String> = BTreeMap::new();
    for seed in 0..3000u64 {
        let mut random = generate::Generator::new(seed, true);
        let text = random.kernel();
        let source = Source::new("t.cu", text.as_str());
        let known = seed % 2 == 0;
        let options = cuda::Options {
            block_dim: known.then_some([4, 1, 1]),
            grid_dim: known.then_some([2, 1, 1]),
            ..cuda::Options::default()
        };
        let unit = cuda::load(source.clone(), &options, &none).unwrap();
        let Ok(program) = &unit.kernels[0].launches[0].lowered else {
            unsupported += 1;
            continue;
        };
        let file = cuda::parse(&source, &options, &none).unwrap();
        let context = cuda::typing::Context::of(&file);
        let Some(cuda::syntax::Item::Function(f)) = file.items.last() else { panic!() };
        let kernel = cuda::typing::kernel(&context, f).unwrap();
        for run in 0..6u64 {
            let mut memory = BTreeMap::new();
            for cell in 0..8u32 {
                memory.insert(
                    ("A".to_string(), cell.into()),
                    BigInt::from(random.below(9) as i64 - 2),
                );
                memory.insert(("B".to_string(), cell.into()), BigInt::from(random.below(256)));
                memory.insert(("S".to_string(), cell.into()), BigInt::from(random.below(5)));
            }
            let n = [0, 1, 5, -3, 17, i32::MAX][random.below(6)];
            let m = [0, 1, 6, 31, u32::MAX - 1][random.below(5)];
            let setting = Setting {
                params: [("n".to_string(), BigInt::from(n)), ("m".to_string(), BigInt::from(m))]
                    .into(),
                block: [4, 1, 1],
                grid: [2, 1, 1],
                thread: Setting::thread(run / 3, run % 4),
                memory,
            };
            let (expected, done) = Typed::run(&kernel, &setting);
            let (got, lowered) = Lowered::run(program, &setting);
            let common = expected.len().min(got.len());
            match (&done, &lowered) {
                (Err(Stop::Meaningless), _) => meaningless += 1,
                (Ok(()), Ok(())) => {
                    assert_eq!(expected, got, "{text}\nn={n} m={m} run={run}");
                    same += 1;
                }
                // Up to where the program asks for what it does not know.
                (_, Err(Stop::Unknown)) => {
                    assert_eq!(expected[..common], got[..common], "{text}\nn={n} m={m} run={run}");
                    unknown += 1;
                }
                (Err(Stop::Fuel), _) | (_, Err(Stop::Fuel)) => {
                    assert_eq!(expected[..common], got[..common], "{text}\nn={n} m={m} run={run}");
                }
                other => panic!("{other:?}\n{text}\nn={n} m={m} run={run}"),
            }
        }
    }
    println!(
        "{same} same, {unknown} unknown, {meaningless} meaningless, {unsupported} unsupported"
    );
    assert!(same > 3000, "{same}");
}
