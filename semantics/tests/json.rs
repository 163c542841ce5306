//! Phases, traces and stores survive JSON, in the spelling of the interface.

use semantics::json::{self, Unreadable};
use semantics::parser::LONGEST_NUMBER;
use semantics::{AccessValue, Mode, Number, Phase, Store, Thread, Trace};
use serde_json::{Value, json};

fn access(thread: Thread, mode: Mode, index: Number) -> AccessValue {
    AccessValue { thread, mode, array: "A".into(), index }
}

fn big() -> Number {
    Number::from(1u64) << 70
}

#[test]
fn numbers_past_2_to_53_are_strings() {
    let largest = Number::from(json::LARGEST_JSON_NUMBER);
    assert_eq!(json::number(&largest), json!(9007199254740992u64));
    assert_eq!(json::number(&(&largest + 1)), json!("9007199254740993"));
    assert_eq!(json::number(&-&largest), json!(-9007199254740992i64));
    assert_eq!(json::number(&(-largest - 1)), json!("-9007199254740993"));
    for n in [0.into(), 3.into(), (-3).into(), u64::MAX.into(), big(), -big()] {
        assert_eq!(json::read_number(&json::number(&n)), Ok(n));
    }
    assert_eq!(json::read_number(&json!(u64::MAX)), Ok(u64::MAX.into()));
    for no in
        [json!(1.5), json!(null), json!(""), json!("-"), json!("+1"), json!("1_0"), json!("x")]
    {
        assert!(json::read_number(&no).is_err(), "{no}");
    }
}

/// As in a program.
#[test]
fn a_number_has_no_more_digits_than_are_read() {
    let digits = |count| "7".repeat(count);
    let read = |digits: String| json::read_number(&json!(digits));
    assert_eq!(read(digits(LONGEST_NUMBER)), Ok(digits(LONGEST_NUMBER).parse().expect("digits")));
    assert!(read(digits(LONGEST_NUMBER + 1)).is_err());
}

#[test]
fn names_are_those_of_programs_and_kernels() {
    for name in ["x", "_x", "long_name", "x_1", "s@2,0,1", "x.2", "(barrier)", "s.(block)@0,0,0"] {
        assert_eq!(json::read_name(&json!(name)), Ok(name.into()));
    }
    for no in ["", "1", "1x", "@x", ".x", "x y", "x-1", "x`"] {
        assert!(json::read_name(&json!(no)).is_err(), "{no}");
    }
}

#[test]
fn phases_are_sorted_sets() {
    let [zero, cuda] = [
        Thread::natural(0),
        Thread::cuda([1.into(), 0.into(), 0.into()], [31.into(), big(), 2.into()]),
    ];
    let p: Phase = [
        access(zero.clone(), Mode::Wr, 0.into()),
        access(zero, Mode::Rd, 16.into()),
        access(cuda, Mode::Rd, big()),
    ]
    .into_iter()
    .collect();
    let written = json::phase(&p);
    assert_eq!(
        written,
        json!([
            {"thread": 0, "mode": "rd", "array": "A", "index": 16},
            {"thread": 0, "mode": "wr", "array": "A", "index": 0},
            {
                "thread": {"blockIdx": [1, 0, 0], "threadIdx": [31, "1180591620717411303424", 2]},
                "mode": "rd", "array": "A", "index": "1180591620717411303424"
            },
        ])
    );
    assert_eq!(json::read_phase(&written), Ok(p));
    let twice = json!([written[0], written[0]]);
    assert!(json::read_phase(&twice).is_err());
}

#[test]
fn stores_have_decimal_keys_in_numeric_order() {
    let mut m = Store::of(&"B".into(), 1.into(), 1.into());
    m.set(&"A".into(), 10.into(), big());
    m.set(&"A".into(), 9.into(), 2.into());
    assert_eq!(
        json::text(json::store(&m)),
        r#"{"A": {"9": 2, "10": "1180591620717411303424"}, "B": {"1": 1}}"#
    );
    assert_eq!(json::read_store(&json::store(&m)), Ok(m));
    assert_eq!(json::read_store(&json!({"A": {}})), Ok(Store::empty()));
    for no in [json!([]), json!({"A": 1}), json!({"A": {"01": 1}}), json!({"": {"1": 1}})] {
        assert!(json::read_store(&no).is_err(), "{no}");
    }
}

#[test]
fn traces_are_spelt_as_the_interface_says() {
    let t = Trace::Iter("x".into(), 3.into()).then(Trace::Then.then(Trace::Tau)).then(Trace::Else);
    let written = json::trace(&t);
    assert_eq!(
        written,
        json!({"seq": [{"seq": [{"iter": ["x", 3]}, {"seq": ["then", "tau"]}]}, "else"]})
    );
    assert_eq!(json::read_trace(&written), Ok(t));
    let bad: [Value; 6] = [
        json!("Tau"),
        json!({"seq": ["tau"]}),
        json!({"seq": ["tau", "tau"], "iter": ["x", 1]}),
        json!({"iter": ["x", -0.5]}),
        json!({"iter": [1, "x"]}),
        json!(null),
    ];
    for no in bad {
        assert!(json::read_trace(&no).is_err(), "{no}");
    }
}

#[test]
fn an_error_says_where() {
    let wrong = json!([{"thread": 0, "mode": "rw", "array": "A", "index": 16}]);
    let error: Unreadable = json::read_phase(&wrong).expect_err("no mode").under("phase");
    assert_eq!(error.to_string(), "`phase[0].mode`: `\"rd\"` or `\"wr\"` is expected");
    let unknown = json!([{"thread": 0, "mod": "rd", "array": "A", "index": 16}]);
    assert_eq!(
        json::read_phase(&unknown).expect_err("no mode").to_string(),
        "`[0]`: the key `mod` has no meaning here; \
         the keys are `thread`, `mode`, `array`, `index`"
    );
}

/// The trace of a loop of so many iterations, nested to the right, and one nested to the left.
fn deep(iterations: u32) -> [Trace; 2] {
    let iteration = |l: u32| Trace::Iter("x".into(), l.into());
    let (mut right, mut left) = (Trace::Tau, Trace::Tau);
    for l in 0..iterations {
        right = iteration(l).then(Trace::Tau.then(right));
        left = left.then(iteration(l));
    }
    [right, left]
}

#[test]
fn a_trace_of_100_000_iterations_is_no_danger() {
    for (t, same) in deep(100_000).into_iter().zip(deep(100_000)) {
        assert_eq!(t, same);
        let longer = same.then(Trace::Tau);
        assert_eq!(t.cmp(&longer), longer.cmp(&t).reverse());
        assert_ne!(t, longer);
        let text = json::text(json::trace(&t));
        let value = json::value(&text).expect("it was just written");
        assert_eq!(json::read_trace(&value), Ok(t.clone()));
        json::discard(value);
        assert!(t.to_string().len() > 1_000_000);
        assert!(std::collections::HashSet::from([t]).contains(&same));
    }
}
