//! `explain`, and `--explain` of `judge` and `infer`: derivations, written and checked; and pictures of races.

use std::fs;
use std::process::Command;
use tests::{Reply, example, jaminan, jaminan_reading};

/// What the checker says of derivations in JSON, and how many steps they have.
fn checked(reply: &Reply) -> usize {
    assert_eq!(reply.code, Some(0), "{reply:?}");
    let checked =
        jaminan_reading(&["explain", "--check", "-", "--format", "json"], reply.out.as_bytes());
    assert_eq!(checked.json()["valid"], true, "{checked:?}");
    usize::try_from(checked.json()["steps"].as_u64().unwrap_or(0)).unwrap_or(0)
}

/// The step that the checker calls wrong, once a word of the derivations is another.
fn wrong(reply: &Reply, word: &str, other: &str) -> String {
    assert!(reply.out.contains(word), "no {word} in {}", reply.out);
    let told = jaminan_reading(
        &["explain", "--check", "-"],
        reply.out.replacen(word, other, 1).as_bytes(),
    );
    assert_eq!(told.code, Some(1), "{told:?}");
    told.out
}

#[test]
fn judgments_and_inferences_are_checked() {
    for file in ["s_a.jam", "s_b.jam", "s_c.jam", "s_d.jam", "phases.jam", "rounds.jam"] {
        let file = example(file);
        let judged = jaminan(&["judge", &file, "--explain", "--as", "json"]);
        assert!(checked(&judged) > 5, "{file}");
        let inferred = jaminan(&["infer", &file, "--explain", "--as", "json"]);
        assert!(checked(&inferred) > 2, "{file}");
    }
    let judged = jaminan(&["judge", &example("s_b.jam"), "--explain", "--as", "json"]);
    assert!(
        wrong(&judged, "\"holds\": false", "\"holds\": true")
            .contains("none of the exact variables")
    );
    let inferred = jaminan(&["infer", &example("s_b.jam"), "--explain", "--as", "json"]);
    assert!(wrong(&inferred, "\"wr A[tid]\"", "\"wr A[0]\"").contains("I-WRITE"));
    // As the whole answer in JSON, too.
    let answer = jaminan(&["judge", &example("s_b.jam"), "--explain", "--format", "json"]);
    let derivations = answer.json()["arrays"]["A"]["derivations"].to_string();
    let again = jaminan_reading(&["explain", "--check", "-"], derivations.as_bytes());
    assert_eq!(again.code, Some(0), "{again:?}");
}

#[test]
fn a_program_with_barriers_is_explained_phase_by_phase() {
    let file = example("phases.jam");
    let text = jaminan(&["explain", &file, "--thread", "1"]);
    for part in ["phase 0 of thread 1", "phase 1 of thread 1", "B-SEQ-1", "B-SYNC", "B-END"] {
        assert!(text.out.contains(part), "no {part}: {text:?}");
    }
    // All four threads wrote before.
    assert!(text.out.contains("A:0=0,1=0,2=0,3=0"), "{text:?}");
    assert!(checked(&jaminan(&["explain", &file, "--thread", "1", "--as", "json"])) > 10);
    let rounds =
        ["explain", &example("rounds.jam"), "--thread", "0", "--param", "n=2", "--as", "json"];
    let rounds = jaminan(&rounds);
    assert!(checked(&rounds) > 10);
    assert!(wrong(&rounds, "\"B-FOR-1\"", "\"B-FOR-2\"").contains("B-FOR-2"));
}

/// Each phase is a protocol of its own, as `split` has it; loops around barriers iterate as the parameters say.
#[test]
fn a_protocol_with_barriers_is_explained_phase_by_phase() {
    let protocol = b"param n; wr A[tid]; for r in 0..n { sync; rd A[tid + r]; sync; wr A[tid] }";
    let command = ["explain", "-", "--lang", "map", "--thread", "1"];
    let explain = |more: &[&str]| jaminan_reading(&[&command[..], more].concat(), protocol);
    let text = explain(&["--param", "n=2"]);
    assert_eq!(text.code, Some(0), "{text:?}");
    for part in ["phase 0 of thread 1", "phase 4 of thread 1", "rd A[tid + 1]", "P-ACC"] {
        assert!(text.out.contains(part), "no {part}: {text:?}");
    }
    assert!(!text.out.contains("phase 5"), "{text:?}");
    let json = explain(&["--param", "n=2", "--as", "json"]);
    assert!(checked(&json) > 5 && !json.out.contains("sync"), "{json:?}");
    assert!(wrong(&json, "\"index\": 2", "\"index\": 3").contains("P-ACC"));
    let once = explain(&["--param", "n=0"]);
    assert!(!once.out.contains("phase 1"), "{once:?}");
    let diverging = jaminan_reading(&command, b"if tid < 1 { sync }");
    assert_eq!(diverging.code, Some(2), "{diverging:?}");
    assert!(diverging.err.contains("some threads may reach"), "{diverging:?}");
}

/// Others of the block wrote what the thread reads.
#[test]
fn the_next_phase_starts_from_what_all_wrote() {
    let program = b"A[tid] := tid + 1; sync; let x = A[tid + 1] in B[tid] := x";
    let explained = jaminan_reading(
        &["explain", "-", "--lang", "jam", "--thread", "0", "--threads", "2"],
        program,
    );
    assert!(explained.out.contains("B:0=2"), "{explained:?}");
    let alone = jaminan_reading(
        &["explain", "-", "--lang", "jam", "--thread", "0", "--threads", "1"],
        program,
    );
    assert!(alone.out.contains("B:0=0"), "{alone:?}");
    let several = jaminan_reading(
        &["explain", "-", "--lang", "jam", "--thread", "0"],
        b"A[0] := tid; sync; A[tid] := 1",
    );
    assert!(several.err.contains("several threads write A[0] in phase 0"), "{several:?}");
    let diverging = jaminan_reading(
        &["explain", "-", "--lang", "jam", "--thread", "0"],
        b"if tid < 1 { sync }",
    );
    assert_eq!(diverging.code, Some(2), "{diverging:?}");
}

#[test]
fn a_thread_of_a_kernel_is_explained() {
    let saxpy = example("saxpy.cu");
    let flags = ["explain", &saxpy, "--thread", "1", "--block", "2", "--param", "n=1000"];
    let text = jaminan(&flags);
    assert_eq!(text.code, Some(0), "{text:?}");
    assert!(text.out.contains("blockIdx (2,0,0) threadIdx (1,0,0)"), "{text:?}");
    assert!(text.out.contains("y[513]"), "{text:?}");
    let reduction = ["explain", &example("reduction.cu"), "--block-dim", "4", "--grid-dim", "1"];
    let reduction = [&reduction[..], &["--thread", "1"]].concat();
    let text = jaminan(&reduction);
    assert!(text.out.contains("phase 2 of thread"), "{text:?}");
    // The checker reads the arithmetic of C, and names that the languages do not have.
    let read = |command: &[&str]| jaminan(&[command, &["--as", "json"]].concat());
    let (of_saxpy, of_reduction) = (read(&flags), read(&reduction));
    assert!(checked(&of_saxpy) > 5 && checked(&of_reduction) > 20);
    assert!(of_reduction.out.contains("`s@0,0,0`"), "{of_reduction:?}");
    assert!(wrong(&of_saxpy, "\"value\": 513", "\"value\": 512").contains("512"));
    let kernel = b"__global__ void k(int *in) { __shared__ int s[8]; int x = in[threadIdx.x] - 3; \
        s[threadIdx.x] = x < 0 ? -x : min(x, 7); __syncthreads(); \
        if ((threadIdx.x & 1) == 0) in[threadIdx.x] += s[threadIdx.x + 1]; atomicAdd(in, 1); }";
    let own =
        ["explain", "-", "--lang", "cu", "--block-dim", "4", "--grid-dim", "1", "--thread", "2"];
    let own = jaminan_reading(&[&own[..], &["--as", "json"]].concat(), kernel);
    assert!(checked(&own) > 10 && own.out.contains("`in`"), "{own:?}");
    let open = jaminan(&["explain", &saxpy, "--thread", "0"]);
    assert_eq!(open.code, Some(2), "{open:?}");
    assert!(open.err.contains("--param n=4"), "{open:?}");
    let nobody = jaminan(&[&reduction[..reduction.len() - 1], &["9"]].concat());
    assert_eq!(nobody.code, Some(2), "{nobody:?}");
}

/// Pages are called by their file's name, and each part has its heading.
#[test]
fn pages_and_documents_of_judgments() {
    let file = example("s_c.jam");
    for command in [["judge", "--explain"], ["infer", "--explain"]] {
        let page = jaminan(&[command[0], &file, command[1], "--as", "html"]).out;
        assert!(page.contains("<title>s_c.jam</title>"), "{page}");
        let names: Vec<&str> =
            page.split(" id=\"").skip(1).filter_map(|s| s.split('"').next()).collect();
        let unique: std::collections::BTreeSet<&&str> = names.iter().collect();
        assert_eq!(unique.len(), names.len(), "a name is there twice: {names:?}");
        let document = jaminan(&[command[0], &file, command[1], "--as", "latex"]).out;
        type_set(&document);
    }
    let page = jaminan(&["judge", &file, "--explain", "--as", "html"]).out;
    assert!(page.contains("<h2>A: data independence</h2>"), "{page}");
    assert!(page.contains('⊬'), "{page}");
    type_set(&jaminan(&["explain", &example("phases.jam"), "--thread", "1", "--as", "latex"]).out);
}

/// LaTeX has nothing to complain about.
fn type_set(document: &str) {
    let Ok(folder) = tempfile::tempdir() else { panic!("no folder") };
    fs::write(folder.path().join("d.tex"), document).unwrap_or_else(|why| panic!("{why}"));
    let set = Command::new("pdflatex")
        .args(["-interaction=batchmode", "-halt-on-error", "d.tex"])
        .current_dir(folder.path())
        .output();
    match set {
        Ok(set) => {
            let log = fs::read_to_string(folder.path().join("d.log")).unwrap_or_default();
            assert!(set.status.success(), "{log}\n{document}");
        }
        Err(_) => println!("skipped: pdflatex (not installed)"),
    }
}

/// What a picture draws: accesses that write, that read, and pairs that race.
fn drawn(reply: &Reply) -> [usize; 3] {
    let picture = match roxmltree::Document::parse(&reply.out) {
        Ok(picture) => picture,
        Err(why) => panic!("{why}: {reply:?}"),
    };
    ["wr", "rd", "join"].map(|class| {
        picture.descendants().filter(|node| node.attribute("class") == Some(class)).count()
    })
}

#[test]
fn races_are_drawn() {
    let explore = |file: &str| {
        jaminan(&["explore", &example(file), "--as", "svg", "--threads=2", "--values=3"])
    };
    // Each thread's write in the first phase; the read of the one and the write of the other, joined.
    let rounds = explore("rounds.jam");
    let [writes, reads, joined] = drawn(&rounds);
    assert!(joined == 1 && writes >= 2 && reads >= 1, "{rounds:?}");
    assert_eq!(rounds.code, Some(1));
    // A race that hangs on what another thread wrote before: its write is drawn.
    let handed_on =
        b"threads 4; A[tid] := 1; sync; let x = A[3 - tid] in if x == 1 { B[0] := tid }";
    let checked = jaminan_reading(&["check", "-", "--lang", "jam", "--as", "svg"], handed_on);
    let [writes, reads, joined] = drawn(&checked);
    assert!(joined == 1 && writes >= 6 && reads >= 2, "{checked:?}");
    // Only the protocol has one, and the picture says so.
    let protocol = explore("phases.jam");
    assert_eq!((drawn(&protocol), protocol.code), ([2, 0, 1], Some(0)));
    assert!(
        protocol.out.contains("<title>phases.jam: protocol race of threads 0 and 1"),
        "{protocol:?}"
    );
    let none = jaminan_reading(&["explore", "-", "--lang", "jam", "--as", "svg"], b"A[tid] := 0");
    assert_eq!((drawn(&none), none.code), ([0, 0, 0], Some(0)));
    assert!(none.out.contains("no race at"), "{none:?}");
    for (file, code) in
        [("s_a.jam", 1), ("alarm1.cu", 1), ("reduction_no_barrier.cu", 1), ("saxpy.cu", 0)]
    {
        let reply = jaminan(&["check", &example(file), "--as", "svg"]);
        assert_eq!(reply.code, Some(code), "{reply:?}");
        assert_eq!(drawn(&reply)[2], usize::from(code == 1), "{file}: {reply:?}");
    }
}
