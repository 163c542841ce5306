//! `theorem` and `paper`

use serde_json::Value;
use tests::{Folder, Reply, jaminan};

fn check(arguments: &[&str]) -> (Option<i32>, Value) {
    let reply = jaminan(&[&["theorem", "check", "--format", "json"], arguments].concat());
    (reply.code, reply.json())
}

#[test]
fn a_theorem_holds_under_its_hypotheses_and_falls_without_one() {
    let (code, answer) = check(&["liew2024/4.3.2", "--size", "3"]);
    let found = &answer["claims"][0]["found"];
    assert_eq!((code, &found["verdict"]), (Some(0), &"holds".into()));
    assert_eq!(found["checked"], 5 + 77 + 1247);
    let (code, answer) = check(&["liew2024/4.3.2", "--drop", "CI"]);
    let found = &answer["claims"][0]["found"];
    assert_eq!((code, &found["verdict"]), (Some(1), &"refuted".into()));
    let replay = found["counterexample"]["replay"].as_str().unwrap_or_default();
    let size = replay.split(':').nth(1).and_then(|size| size.parse::<usize>().ok());
    assert!(size.is_some_and(|size| size <= 4), "{replay}");
    let again = jaminan(&["theorem", "replay", replay, "--format", "json"]);
    assert_eq!(again.code, Some(1));
    let found_again = &again.json()["claims"][0]["found"];
    assert_eq!(found_again["counterexample"], found["counterexample"]);
}

#[test]
fn a_counterexample_is_shown_with_its_derivations() {
    let drop = ["theorem", "check", "liew2024/3.3.3", "--drop", "DI", "--size", "2"];
    let text = jaminan(&drop).out;
    for part in ["var x0. rd A[x0]", "offending", "P-VAR", "theorem replay liew2024/3.3.3@v1:2:"] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    let latex = jaminan(&[&drop[..], &["--as", "latex"]].concat()).out;
    assert_eq!(latex.matches(r"\begin{document}").count(), 1, "{latex}");
    assert_eq!(latex.matches(r"\begin{lrbox}").count(), 2, "{latex}");
}

#[test]
fn counterexamples_to_several_claims_are_one_document() {
    let all = jaminan(&["theorem", "check", "all", "--size", "2", "--as", "latex"]).out;
    assert_eq!(all.matches(r"\begin{document}").count(), 1, "{all}");
    assert!(all.matches(r"\clearpage").count() > 3, "{all}");
    assert!(all.contains("liew2022/progress-mended: holds; "), "{all}");
}

#[test]
fn what_is_recorded_as_refuted_is_no_failure_among_all() {
    let (code, answer) = check(&["all", "--size", "2"]);
    assert_eq!(answer["scope"]["programs"], "size <= 2");
    assert_eq!(answer["scope"]["grammar"], "v1");
    let claims = answer["claims"].as_array().map(Vec::len).unwrap_or_default();
    assert!(claims > 20);
    // At this size some claims speak of nothing yet, and that is told.
    assert_eq!(code, Some(1));
}

#[test]
fn the_heading_names_the_grammar_that_the_number_is_of() {
    let of = [
        ("sarkar2018/property-2@places:7:5530651", "places"),
        ("interleavings/steps@v1-sync:1:1", "v1-sync"),
        ("liew2024/4.2@v1:1:1", "v1"),
    ];
    for (number, grammar) in of {
        let text = jaminan(&["theorem", "replay", number]).out;
        assert!(text.starts_with(&format!("{grammar}, size ")), "{number}\n{text}");
        let answer = jaminan(&["theorem", "replay", number, "--format", "json"]).json();
        assert_eq!(answer["scope"]["grammar"], grammar, "{number}");
    }
}

/// What refutes `real-each` is larger: within a smaller scope the record is neither met nor missed.
#[test]
fn a_smaller_scope_than_the_record_says_so() {
    let id = "interleavings/every-race";
    let text = jaminan(&["theorem", "check", id, "--size", "1"]);
    assert_eq!(text.code, Some(0));
    let told = "; within this scope only, recorded: refuted by v1-sync:2:32";
    assert!(text.out.contains(told) && !text.out.contains("as recorded"), "{}", text.out);
    let (_, answer) = check(&[id, "--size", "1"]);
    let found = &answer["claims"][0]["found"];
    assert_eq!((&found["record"], &found["verdict"]), (&"silent".into(), &"holds".into()));
    assert_eq!((&found["grammar"], &found["programs"]), (&"v1-sync".into(), &"size <= 1".into()));
    let both = [id, "interleavings/first-race", "--size", "2"];
    let (code, answer) = check(&[&both[..], &["--values", "1"]].concat());
    assert_eq!(code, Some(0), "fewer values contradict no record: {answer}");
    assert_eq!(answer["claims"][0]["found"]["record"], "silent");
    let dropped = jaminan(&["theorem", "check", "liew2024/3.3.3", "--drop", "DI", "--size", "2"]);
    assert!(!dropped.out.contains("recorded"), "{}", dropped.out);
}

#[test]
fn the_bounds_are_those_of_the_claim() {
    let number = "interleavings/real-each@v1-sync:5:403904";
    let text = jaminan(&["theorem", "replay", number]).out;
    let heading = "v1-sync, size 5, index 403904: threads 0..2, values 0..3, cells 0..3\n";
    assert!(text.starts_with(heading), "{text}");
    let (_, answer) = check(&["interleavings/real-each", "interleavings/real", "--size", "1"]);
    assert_eq!(answer["scope"]["values"], 2);
    let bounds = |n: usize| answer["claims"][n]["found"]["bounds"].clone();
    assert_eq!(bounds(0), "threads 0..2, values 0..3, cells 0..3");
    assert_eq!(bounds(1), "threads 0..2, values 0..2, cells 0..3");
}

#[test]
fn claims_with_programs_of_their_own_take_no_grammar() {
    let help = jaminan(&["theorem", "check", "--help"]).out;
    let lines = help.lines().filter(|line| line.contains(" = ")).map(str::trim);
    let grammar: String = lines.map(|line| format!("{line}\n")).collect();
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("strides.toml");
    std::fs::write(&file, grammar).unwrap_or_else(|error| panic!("{error}"));
    let file = file.display().to_string();
    let named = jaminan(&["theorem", "check", "sarkar2018/3", "--grammar", &file]);
    assert_eq!(named.code, Some(2));
    assert!(named.err.contains("`sarkar2018/3` has programs of its own"), "{}", named.err);
    let replayed =
        jaminan(&["theorem", "replay", "sarkar2018/3@sarkar2018:2:14", "--grammar", &file]);
    assert_eq!(replayed.code, Some(2));
    let (_, answer) = check(&["all", "--size", "1", "--grammar", &file]);
    let left_out = answer["scope"]["left_out"].as_array().cloned().unwrap_or_default();
    assert!(left_out.contains(&"sarkar2018/3".into()), "{left_out:?}");
    let claims = answer["claims"].as_array().cloned().unwrap_or_default();
    let grammars: Vec<_> = claims.iter().filter_map(|c| c["found"]["grammar"].as_str()).collect();
    assert!(grammars.iter().all(|grammar| grammar.starts_with("strides")), "{grammars:?}");
}

#[test]
fn a_program_that_does_not_refute_is_shown() {
    let number = "liew2024/4.2@v1:2:30";
    let text = jaminan(&["theorem", "replay", number]).out;
    let program = jaminan(&["theorem", "replay", number, "--format", "json"]).json();
    let program = program["scope"]["program"].as_str().unwrap_or_default().to_string();
    assert!(!program.is_empty());
    assert!(text.contains(&format!("  program    {program}\n  protocol   ")), "{text}");
}

#[test]
fn a_number_of_no_program_is_told_as_what_it_is() {
    for number in ["liew2024/4.2@v1:99999:0", "liew2024/4.2@v1:18446744073709551615:0"] {
        let reply = jaminan(&["theorem", "replay", number]);
        assert_eq!(reply.code, Some(2), "{reply:?}");
        assert!(reply.err.contains("sizes go up to 40"), "{}", reply.err);
        assert!(!reply.err.contains("2^128") && !reply.err.contains("--size"), "{}", reply.err);
    }
    let reply = jaminan(&["theorem", "check", "liew2024/4.2", "--size", "40"]);
    assert!(reply.err.contains("more than 2^128 programs of size 40"), "{}", reply.err);
}

#[test]
fn alarms_that_are_refuted_are_not_replayed() {
    let answer = jaminan(&["paper", "liew2024", "--size", "1", "--format", "json"]).json();
    let alarms = answer["alarms"].as_array().cloned().unwrap_or_default();
    let of = |name: &str| alarms.iter().find(|a| a["program"] == name).cloned();
    let replayed = |name| of(name).map(|alarm| alarm["replayed"].clone());
    assert_eq!(replayed("s_d.jam"), Some(false.into()));
    assert_eq!(replayed("s_a.jam"), Some(true.into()));
    let text = jaminan(&["paper", "liew2024", "--size", "1"]).out;
    assert!(text.contains("| refuted: nothing to replay | yes |"), "{text}");
}

#[test]
fn bad_questions_are_usage_errors() {
    for arguments in [
        &["theorem", "check", "liew2024/9"][..],
        &["theorem", "check", "liew2024/4.2", "--drop", "CI"],
        &["theorem", "check", "liew2024/4.4.1", "--drop", "SPURIOUS"],
        &["theorem", "check", "all", "--shard", "2/2"],
        &["theorem", "check", "all", "--grammar", "/nowhere"],
        &["theorem", "replay", "liew2024/4.2@v1:1:5"],
        &["theorem", "replay", "liew2024/4.2@v9:1:0"],
        &["theorem", "replay", "liew2024/4.2@v1:+1:0"],
        &["theorem", "replay", "liew2024/4.2"],
        &["paper", "liew1999"],
    ] {
        let reply = jaminan(arguments);
        assert_eq!(reply.code, Some(2), "{arguments:?} {reply:?}");
        assert!(reply.out.is_empty(), "{reply:?}");
    }
}

/// What parts of a survey have printed.
#[derive(Clone)]
struct Parts {
    arguments: Vec<&'static str>,
    answers: Vec<Value>,
}

impl Parts {
    fn of(arguments: &[&'static str], count: usize) -> Parts {
        let part = |part| check(&[arguments, &["--shard", &format!("{part}/{count}")]].concat()).1;
        Parts { arguments: arguments.to_vec(), answers: (0..count).map(part).collect() }
    }

    fn merged(&self) -> Reply {
        let folder = Folder::new();
        let write = |(n, answer): (usize, &Value)| folder.file(&n.to_string(), answer.to_string());
        let files: Vec<String> = self.answers.iter().enumerate().map(write).collect();
        let mut arguments = vec!["theorem", "check", "--format", "json"];
        arguments.extend(&self.arguments);
        arguments.push("--merge");
        arguments.extend(files.iter().map(String::as_str));
        jaminan(&arguments)
    }
}

/// An answer without its times.
fn timeless(mut answer: Value) -> Value {
    for claim in answer["claims"].as_array_mut().into_iter().flatten() {
        claim["found"]["seconds"] = Value::Null;
    }
    answer
}

#[test]
fn parts_together_are_the_whole() {
    let scopes: [&[&str]; 3] = [
        &["liew2024/4.2", "liew2024/4.3.2", "liew2022/equation-2", "--size", "3"],
        &["liew2024/4.2", "--size", "2", "--random", "40", "--threads", "3"],
        &["liew2022/1-true-alarms", "interleavings/steps", "--size", "2"],
    ];
    for arguments in scopes {
        let merged = Parts::of(arguments, 3).merged();
        let (code, whole) = check(arguments);
        assert_eq!(merged.code, code, "{}", merged.err);
        assert_eq!(timeless(merged.json()), timeless(whole));
    }
}

const FALLS: [&str; 5] = ["liew2024/4.3.2", "--drop", "CI", "--size", "4"];

/// Each part ends with its own counterexample, and the first of all is kept.
#[test]
fn the_first_counterexample_of_the_parts_is_that_of_the_whole() {
    let merged = Parts::of(&FALLS, 4).merged();
    let (_, whole) = check(&FALLS);
    assert_eq!(merged.code, Some(1), "{}", merged.err);
    let (merged, whole) = (&merged.json()["claims"][0]["found"], &whole["claims"][0]["found"]);
    assert_eq!(merged["counterexample"], whole["counterexample"]);
    assert_eq!(merged["verdict"], "refuted");
}

/// A grammar may be written anew under its version.
#[test]
fn parts_of_another_grammar_are_not_merged() {
    let folder = Folder::new();
    let grammar = |name: &str, index: &str| {
        folder.file(name, format!("version = \"g\"\nindices = [\"{index}\"]\n"))
    };
    let (own, other) = (grammar("own.toml", "tid"), grammar("other.toml", "0"));
    let asked = |grammar: &str, more: &[&str]| {
        let start = ["theorem", "check", "liew2024/4.5", "--size", "2", "--format", "json"];
        jaminan(&[&start[..], &["--grammar", grammar], more].concat())
    };
    let part = folder.file("part.json", asked(&own, &[]).out);
    let merged = asked(&own, &["--merge", &part]);
    assert_eq!(timeless(merged.json()), timeless(asked(&own, &[]).json()));
    let refused = asked(&other, &["--merge", &part]);
    assert_eq!(refused.code, Some(2), "{}", refused.out);
    assert!(refused.err.contains("not on the same programs"), "{}", refused.err);
}

#[test]
fn what_is_no_part_is_not_merged() {
    let whole = Parts::of(&FALLS, 2);
    assert_eq!(whole.merged().code, Some(1));
    let refused = |says: &str, change: &dyn Fn(&mut Parts)| {
        let mut parts = whole.clone();
        change(&mut parts);
        let reply = parts.merged();
        assert_eq!(reply.code, Some(2), "{says}: {}", reply.out);
        assert!(reply.err.contains(says), "{says} is not in\n{}", reply.err);
    };
    refused("part 1/2 is missing", &|parts| drop(parts.answers.pop()));
    refused("part 1/2 is ", &|parts| parts.answers[0] = parts.answers[1].clone());
    refused("no answer of", &|parts| parts.answers[0] = Value::Null);
    refused("size <= 4", &|parts| parts.arguments[4] = "2");
    for (part, value, says) in [
        ("/scope", Value::Null, "nothing was checked"),
        ("/scope/shard", "0/3".into(), "is one of"),
        ("/scope/shard", "x".into(), "a part and how many"),
        ("/scope/threads", 3.into(), "threads 0..3"),
        ("/claims/0/id", "liew2024/4.2".into(), "not about the same claims"),
        ("/claims/0/found", Value::Null, "not about the same claims"),
        ("/claims/0/found/programs", "size <= 9".into(), "not on the same programs"),
        ("/claims/0/found/checked", 1_000_000.into(), "its counts of"),
        ("/claims/0/found/met", 0.into(), "its counts of"),
        ("/claims/0/found/counterexample", Value::Null, "its counts of"),
        ("/claims/0/found/skipped", 1.into(), "its counts of"),
        ("/claims/0/found/first_undecided", "v1:1:0: why".into(), "its counts of"),
        ("/claims/0/found/counterexample/replay", "x".into(), "is no counterexample"),
        ("/claims/0/found/counterexample/replay", "v2:1:0".into(), "is no counterexample"),
        ("/claims/0/found/counterexample/replay", "v1:1:0".into(), "is no counterexample"),
        ("/claims/0/found/counterexample/replay", "v1:9:0".into(), "is no counterexample"),
        ("/claims/0/found/counterexample/replay", "v1:3:99999999".into(), "is no counterexample"),
    ] {
        refused(says, &|parts| {
            if let Some(old) = parts.answers[0].pointer_mut(part) {
                *old = value.clone();
            }
        });
    }
    for (file, says) in [("/nonexistent", "cannot read"), ("/dev/zero", "cannot read")] {
        let reply = jaminan(&["theorem", "check", "all", "--merge", file]);
        assert_eq!(reply.code, Some(2), "{}", reply.out);
        assert!(reply.err.contains(says), "{}", reply.err);
    }
}
