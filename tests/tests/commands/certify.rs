//! `check --certify`: what is certified, by whom, and what is not.

use refutation::{Formula, Proof, check};
use serde_json::{Value, json};
use std::fs;
use tests::{Folder, Reply, example, jaminan, jaminan_reading, root};

/// The verified checker, if it is built.
fn checker() -> Option<String> {
    let built = root().join("theories/coq/extraction/jaminan-checker");
    if !built.is_file() {
        println!("skipped: jaminan-checker (make -C theories/coq extraction): certified races");
        return None;
    }
    Some(built.display().to_string())
}

fn certify(input: &[&str], text: &str, checker: &str, more: &[&str]) -> Reply {
    let arguments = [&["check"], input, &["--certify", "--checker", checker], more].concat();
    jaminan_reading(&arguments, text.as_bytes())
}

fn first(answer: &Reply) -> Value {
    answer.json()["kernels"][0].clone()
}

#[test]
fn without_its_checker_nothing_is_certified() {
    let answer = jaminan(&["check", &example("s_a.jam"), "--certify", "--checker", "/no/checker"]);
    assert_eq!(answer.code, Some(2), "{answer:?}");
    assert!(answer.err.contains("there is no checker `/no/checker`"), "{answer:?}");
    // Nor of several files.
    let answer = jaminan(&["check", &example(""), "--certify", "--checker", "/no/checker"]);
    assert_eq!(answer.code, Some(2), "{answer:?}");
}

/// Who does not say `true` certifies nothing, and the verdict stands.
#[test]
fn what_the_checker_does_not_accept_is_not_certified() {
    let folder = Folder::new();
    for (script, why) in [
        ("echo false", "the checker does not accept it"),
        ("exit 1", "the checker gives no answer in time"),
        ("cat", "the checker gives no answer in time"),
    ] {
        let checker = folder.file("checker", format!("#!/bin/sh\n{script}\n"));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let permissions = fs::Permissions::from_mode(0o755);
            assert!(fs::set_permissions(&checker, permissions).is_ok());
        }
        let answer = certify(
            &["-", "--lang", "jam"],
            "A[0] := tid",
            &checker,
            &["--format", "json", "--solver", "embedded"],
        );
        let kernel = first(&answer);
        assert_eq!(kernel["verdict"], "racy");
        assert_eq!(kernel["certification"]["certified"], "none", "{kernel}");
        let alarm = &kernel["alarms"][0];
        assert_eq!((&alarm["certified"], &alarm["not_certified"]), (&json!(false), &json!(why)));
    }
}

#[test]
fn races_are_certified() {
    let Some(checker) = checker() else { return };
    let jam = ["-", "--lang", "jam"];
    let cu = ["-", "--lang", "cu", "--block-dim", "64", "--grid-dim", "2"];
    for (input, text) in [
        (&jam[..], "A[0] := tid"),
        (&jam[..], "let x = A[0] in if x != 0 { var y. A[tid] := y }"),
        (&jam[..], "var x. var y. A[x] := y"),
        (&jam[..], "A[tid] := tid; sync; let x = A[tid + 1] in B[x] := 1"),
        (&cu[..], "__global__ void k(int *a) { a[threadIdx.x] = 1; }"),
        (&cu[..], "__global__ void k(int *a, unsigned n) { a[threadIdx.x * n % 7u] = -1; }"),
        // Blocks have arrays of their own, and threads wait.
        (
            &cu[..],
            "__global__ void k(int *a) { __shared__ int s[64]; s[threadIdx.x] = threadIdx.x; __syncthreads();
             a[0] = s[63 - threadIdx.x]; }",
        ),
        // What is read decides who races.
        (&cu[..], "__global__ void k(int *a, int *b) { if (a[threadIdx.x] > 5) b[0] = 1; }"),
    ] {
        let answer = certify(input, text, &checker, &["--format", "json", "--solver", "embedded"]);
        let kernel = first(&answer);
        assert_eq!(kernel["certification"]["certified"], "all", "{text}: {kernel}");
        assert_eq!(kernel["certification"]["checker"], checker);
        assert!(kernel["alarms"].as_array().is_some_and(|all| all
            .iter()
            .all(|alarm| alarm["certified"] == json!(true))), "{kernel}");
    }
    let told = certify(&jam, "A[0] := tid", &checker, &["--solver", "embedded"]).out;
    assert!(told.contains("Certified: the verified checker makes it, too."), "{told}");
    assert!(told.contains(&format!("certified: 1 of 1 race by {checker}")), "{told}");
    assert!(told.contains("believed: reading of the program"), "{told}");
}

#[test]
fn refutations_are_proved_and_kept() {
    let Some(checker) = checker() else { return };
    let folder = Folder::new();
    let proofs = folder.path("proofs");
    let kernel = "__global__ void k(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }";
    let cu = ["-", "--lang", "cu", "--block-dim", "64", "--grid-dim", "4", "--solver", "embedded"];
    let more = ["--format", "json", "--proofs", &proofs];
    let kernel = first(&certify(&cu, kernel, &checker, &more));
    assert_eq!(kernel["verdict"], "drf");
    let certified = &kernel["certification"];
    assert_eq!((&certified["certified"], &certified["believed"]), (&json!("all"), &json!(0)));
    let proved = certified["proved"].as_u64().unwrap_or_default();
    assert!(proved > 0, "{certified}");
    for n in 1..=proved {
        let read = |ending: &str| fs::read_to_string(format!("{proofs}/k-{n}.{ending}"));
        let formula = read("cnf").ok().and_then(|text| Formula::parse(&text).ok());
        let proof = read("drat").ok().and_then(|text| Proof::parse(&text).ok());
        let (Some(formula), Some(proof)) = (formula, proof) else { panic!("no proof {n}") };
        assert_eq!(check(&formula, &proof, &|| false), Ok(()));
    }
    // What is asked about naturals has no proof.
    let natural = certify(&["-", "--lang", "jam"], "A[tid] := 0", &checker, &["--format", "json"]);
    let certified = &first(&natural)["certification"];
    assert_eq!((&certified["certified"], &certified["proved"]), (&json!("none"), &json!(0)));
    assert_eq!(certified["of_naturals"], certified["believed"]);
    assert!(certified["believed"].as_u64() > Some(0), "{certified}");
    let told = certify(&["-", "--lang", "jam"], "A[tid] := 0", &checker, &[]).out;
    assert!(told.contains("no proof: "), "{told}");
}

/// Some questions that rule races out are put about integers only, of which there is no proof.
#[test]
fn what_has_no_proof_keeps_its_verdict() {
    let Some(checker) = checker() else { return };
    let file = root().join("tests/kernels/counter_moves_pointer/fixed.cu").display().to_string();
    let ask =
        |more: &[&str]| first(&jaminan(&[&["check", &file, "--format", "json"], more].concat()));
    let with = ask(&["--certify", "--checker", &checker]);
    assert_eq!((&with["verdict"], &ask(&[])["verdict"]), (&json!("drf"), &json!("drf")));
    let certified = &with["certification"];
    // Whoever finds a proof is welcome; whoever does not says so.
    assert_eq!(certified["certified"] == json!("none"), certified["not_proved"] == json!(true));
}
