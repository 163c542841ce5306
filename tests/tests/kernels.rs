//! The kernels under `tests/kernels`, in pairs for each feature: each is answered as its first line
//! says; its second one may give flags. Where two answers are right, and the time decides which one is found, it says both.

use std::path::{Path, PathBuf};
use tests::{corpus, jaminan, root};

/// What `check` says of the kernels of a file, in one word.
fn answer(file: &Path) -> (String, Option<i32>) {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let flags = text.lines().nth(1).and_then(|line| line.strip_prefix("// flags: "));
    let path = file.display().to_string();
    let mut arguments = vec!["check", &path, "--format", "json"];
    arguments.extend(flags.into_iter().flat_map(str::split_whitespace));
    let reply = jaminan(&arguments);
    if reply.out.is_empty() {
        return (format!("an error: {}", reply.err), reply.code);
    }
    let json = reply.json();
    let kernels = json["kernels"].as_array().cloned().unwrap_or_default();
    let [kernel] = kernels.as_slice() else {
        return (format!("{} kernels", kernels.len()), reply.code);
    };
    let shown = |list: &str| kernel[list].as_array().is_some_and(|list| !list.is_empty());
    for divergence in kernel["divergences"].as_array().into_iter().flatten() {
        let threads = divergence["threads"].as_array().map_or(0, Vec::len);
        let shown = divergence["replayed"] == true || divergence["run"]["outcome"] == "made";
        assert!(threads == 2 && shown, "{}: {divergence}", file.display());
    }
    let word = match (shown("divergences"), kernel["verdict"].as_str()) {
        (true, _) => "divergence",
        (false, Some(verdict)) => verdict,
        (false, None) => "nothing",
    };
    (word.into(), reply.code)
}

#[test]
fn kernels_are_answered_as_they_expect() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for file in corpus::below(&root().join("tests/kernels")).unwrap() {
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        let expected = text.lines().next().and_then(|line| line.strip_prefix("// expect: "));
        let (got, code) = answer(&file);
        let exit = match got.as_str() {
            "drf" => 0,
            "racy" | "potential" | "divergence" => 1,
            _ => 3,
        };
        let fits = expected.is_some_and(|all| all.split(" or ").any(|word| word == got));
        if !fits || code != Some(exit) {
            let expected = expected.unwrap_or("nothing");
            wrong.push(format!("{}: expected {expected}, got {got} ({code:?})", file.display()));
        }
        count += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count >= 225, "{count} kernels");
}

#[test]
fn every_feature_has_a_racy_and_a_fixed_kernel() {
    let kernels = root().join("tests/kernels");
    let features: Vec<PathBuf> =
        std::fs::read_dir(&kernels).into_iter().flatten().flatten().map(|e| e.path()).collect();
    assert!(features.len() >= 62, "{features:?}");
    for feature in features {
        let expects: Vec<String> = corpus::below(&feature)
            .unwrap()
            .iter()
            .filter_map(|file| std::fs::read_to_string(file).ok())
            .filter_map(|text| text.lines().next().map(str::to_string))
            .collect();
        let has =
            |words: &[&str]| words.iter().any(|w| expects.contains(&format!("// expect: {w}")));
        assert!(has(&["racy", "potential", "divergence"]), "{}", feature.display());
        assert!(has(&["drf"]), "{}", feature.display());
    }
}
