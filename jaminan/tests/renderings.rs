//! Derivations as text, LaTeX, HTML and JSON; the LaTeX really compiles.
#![allow(clippy::expect_used)] // a test may fail

use jaminan::{Judgment, Program, check_document, explain};
use semantics::derivation::{exchange, html, latex, text};
use semantics::{
    Budget, Choices, Derivation, Explanation, ParseOptions, Shown, Source, Spelling, Store, Thread,
    Verdict,
};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

/// s_D of [L24, §4.1].
const S_D: &str = "A[tid] := tid; let x = A[tid] in var y. A[x] := y";

/// Loops, a branch each way, and enough of everything that no page takes it in one piece.
const LARGE: &str = "for long_name in 0..6 { let x = A[long_name] in if x % 2 == 0 || x < tid { \
                     B[x * 2] := x + 1; A[long_name] := x } else { for z in x..x + 2 { B[z] := \
                     z << 1 ^ 1 } } }; { let w = B[0] in if w != 0 && !(w >= 2) { skip } else { \
                     A[min(w, 7)] := max(w, tid) & 3 } }; for q in 3..3 { skip }";

fn derivation(program: &str) -> Arc<Derivation<Judgment>> {
    let source = Source::new("test.jam", program);
    let s = match Program::parse(&source, ParseOptions::default()) {
        Ok(program) => program.body,
        Err(error) => panic!("{error}"),
    };
    let mut m = Store::of(&"A".into(), 1.into(), 3.into());
    m.set(&"A".into(), 4.into(), 8.into());
    match explain(&m, &s, &Thread::natural(1), &Choices::below(2), &Budget::ten_seconds(), 0) {
        Explanation::Derivation(d) => d,
        other => panic!("{other:?}"),
    }
}

#[test]
fn text_is_a_tree() {
    let d = derivation(S_D);
    let wide = text::Options { spelling: Spelling::Ascii, width: 120 };
    assert_eq!(
        text::text(&d, wide).expect("it is small"),
        "\
S-SEQ  A:1=3,4=8, A[tid] := tid; let x = A[tid] in var y. A[x] := y =>_1 A:1=0, {1: rd A[1], 1: wr A[1]} |> tau; (tau;
|      tau)
+- S-WRITE  A:1=3,4=8, A[tid] := tid =>_1 A:1=1, {1: wr A[1]} |> tau
|  +- E  tid =>_1 1
|  +- E  tid =>_1 1
+- S-READ  A:1=1,4=8, let x = A[tid] in var y. A[x] := y =>_1 A:1=0, {1: rd A[1], 1: wr A[1]} |> tau; tau
   +- E  tid =>_1 1
   +- M  (A:1=1,4=8)(A[1]) = 1
   +- S-VAR  A:1=1,4=8, var y. A[1] := y =>_1 A:1=0, {1: wr A[1]} |> tau
      +- S-WRITE  A:1=1,4=8, A[1] := 0 =>_1 A:1=0, {1: wr A[1]} |> tau
         +- E  1 =>_1 1
         +- E  0 =>_1 0
"
    );
    let narrow = text::Options { spelling: Spelling::Unicode, width: 60 };
    assert_eq!(
        text::text(&d.premises[0], narrow).expect("it is small"),
        "\
S-WRITE  {A[1] ↦ 3, A[4] ↦ 8}, A[tid] ≔ tid ⇓₁ {A[1] ↦ 1},
│        {1: wr A[1]} ▷ τ
├─ E  tid ⇓₁ 1
└─ E  tid ⇓₁ 1
"
    );
}

/// Every line keeps to the width, however deep the tree, and every step is there once.
#[test]
fn deep_text_goes_on_below() {
    let d = derivation("for x in 0..40 { skip }");
    for (width, levels) in [(40, 3), (80, 12), (120, 19)] {
        for spelling in [Spelling::Ascii, Spelling::Unicode] {
            let shown = text::text(&d, text::Options { spelling, width }).expect("it is small");
            let longest = shown.lines().map(|line| line.chars().count()).max();
            assert!(longest <= Some(width), "{longest:?}\n{shown}");
            let before = |line: &str| Some(line.split_once("E  ")?.0.chars().count());
            let deepest = shown.lines().filter_map(before).max();
            assert_eq!(deepest, Some(3 * levels), "{shown}");
            assert!(shown.contains("D1, below\n") && shown.contains("\nD1:\n"), "{shown}");
            assert_eq!(shown.matches("S-FOR-2").count(), 40);
            assert_eq!(shown.matches("S-SKIP").count(), 40);
        }
    }
}

/// A program to run, or the name under which it is skipped.
fn tool(name: &str) -> bool {
    let mut asked = Command::new(name);
    asked.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    let found = asked.status().is_ok();
    if !found {
        println!("skipped: {name} (not installed)");
    }
    found
}

#[test]
fn latex_compiles_and_stays_on_the_page() {
    if !tool("pdflatex") {
        return;
    }
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let type_set = |name: &str, document: &str| {
        let file = directory.join(format!("{name}.tex"));
        std::fs::write(&file, document).expect("the directory is there");
        let run = Command::new("pdflatex")
            .args(["-interaction=nonstopmode", "-halt-on-error"])
            .arg(&file)
            .current_dir(directory)
            .output()
            .expect("it is installed");
        let log = String::from_utf8_lossy(&run.stdout).into_owned();
        assert!(run.status.success(), "{name}: {log}");
        let overfull = log.lines().find(|line| line.starts_with("Overfull"));
        assert_eq!(overfull, None, "{name} runs off the page");
    };
    for (name, program) in [("s_d", S_D), ("large", LARGE)] {
        let d = derivation(program);
        let document = latex::latex(&d).expect("it is small");
        let steps = d.steps();
        let lines = steps.iter().filter(|step| !["E", "C", "M"].contains(&step.rule)).count();
        assert_eq!(document.matches(r"\RightLabel").count(), lines, "every step is there once");
        type_set(name, &document);
    }
    let h = jaminan::babycuda::History::begin();
    let b = Program::parse(
        &Source::new("test.jam", "A[tid] := tid; let x = A[tid] in A[x + 1] := 9"),
        ParseOptions::default(),
    );
    let threads = (0_u32..12).map(Thread::natural).collect();
    let b = b.expect("it parses").body;
    let Explanation::Derivation(d) =
        jaminan::babycuda::explain(&h, &b, &threads, &Budget::ten_seconds(), 0)
    else {
        panic!("it runs");
    };
    type_set("babycuda", &latex::latex(&d).expect("it is small"));
    let typing = jaminan::babycuda::typing::derive(
        &Default::default(),
        &Program::parse(
            &Source::new("test.jam", "for x in 0..tid { let y = A[x] in A[x] := y + 1 }"),
            ParseOptions::default(),
        )
        .expect("it parses")
        .body,
    );
    type_set("typing", &latex::latex(&typing.expect("it is well-typed")).expect("it is small"));
}

/// Every element is closed where it was opened, what is shown is escaped, each name leads to a
/// tree, and each fold to its box.
#[test]
fn html_is_well_formed_and_stands_alone() {
    for program in [S_D, LARGE, "for x in 0..200 { skip }"] {
        let d = derivation(program);
        let page = html::html(&d, "a < b & \"c\"").expect("it is small");
        let mut open = Vec::new();
        for tag in page.split('<').skip(1).map(|rest| rest.split_once('>').expect("a tag ends").0) {
            let name = tag.split([' ', '\n']).next().unwrap_or_default();
            match name.strip_prefix('/') {
                Some(name) => assert_eq!(open.pop(), Some(name), "{tag}"),
                None if ["!DOCTYPE", "meta", "input"].contains(&name) => {}
                None => open.push(name),
            }
            assert!(open.len() < 200, "deeper than a browser shows");
        }
        assert_eq!(open, Vec::<&str>::new());
        assert!(page.contains("<h1>a &lt; b &amp; &quot;c&quot;</h1>"));
        for outside in ["http", "src=", "<script", "@import", "url("] {
            assert!(!page.contains(outside), "{outside}");
        }
        let targets = |before: &str| -> Vec<String> {
            let rest = page.split(before).skip(1);
            rest.filter_map(|rest| rest.split('"').next()).map(str::to_owned).collect()
        };
        let sections = targets("<section id=\"");
        for link in targets("href=\"#") {
            assert!(sections.contains(&link), "{link}");
        }
        assert_eq!(targets("<input type=\"checkbox\" id=\"").len(), targets("<label for=\"").len());
        // Every step is there once: with a line, or as a bare premise.
        let steps = d.steps().len();
        assert_eq!(page.matches("<div class=\"judgment\">").count(), steps);
    }
}

/// A document is checked whatever its calculus, and an error in its form says where it is.
#[test]
fn documents_are_checked() {
    let d = derivation(S_D);
    let document = exchange::write(&d).expect("it is small");
    assert!(document.starts_with(
        "{\"calculus\": \"jaminan\",\n \"steps\": [\n  {\"step\": 1, \"rule\": \"E\", \
         \"conclusion\": {\"judgment\": \"evaluates\", \"expression\": \"tid\", \"thread\": 1, \
         \"value\": 1}, \"premises\": []},\n"
    ));
    assert_eq!(check_document(&document), Ok(Verdict::Valid));
    let wrong = document.replace("\"trace\": {\"seq\": [\"tau\", \"tau\"]}", "\"trace\": \"tau\"");
    assert_eq!(
        check_document(&wrong).map(|verdict| verdict.to_string()),
        Ok("step 10 (S-READ): the trace is `tau`, and the rule wants `tau; tau`".into())
    );
    let complaint = |from: &str, to: &str| {
        let changed = document.replacen(from, to, 1);
        assert_ne!(changed, document);
        check_document(&changed).expect_err("it has no such form").to_string()
    };
    assert_eq!(complaint("\"jaminan\"", "\"cuda\""), "`calculus`: no calculus is called \"cuda\"");
    assert_eq!(
        complaint("\"jaminan\"", "\"maps\""),
        "`steps[2].conclusion`: the key `memory` has no meaning here; the keys are \
         `judgment`, `program`, `thread`, `phase`, `trace`"
    );
    assert_eq!(
        complaint("\"premises\": [1, 2]", "\"premises\": [1, 3]"),
        "`steps[2].premises`: a premise is the number of a step before this one, step 3"
    );
    assert_eq!(
        complaint("\"program\": \"A[tid] := tid\"", "\"program\": \"A[tid] := \""),
        "`steps[2].conclusion.program`: found the end of the file, expected an expression, \
         at character 10"
    );
    assert!(check_document(&"[".repeat(1_000_000)).is_err());
    assert!(check_document("").is_err());
}

/// What thread 1 does from an empty memory.
fn small_derivation(program: &str) -> Arc<Derivation<Judgment>> {
    let source = Source::new("test.jam", program);
    let s = Program::parse(&source, ParseOptions::default()).expect("it parses").body;
    let (i, choices) = (Thread::natural(1), Choices::below(1));
    match explain(&Store::empty(), &s, &i, &choices, &Budget::ten_seconds(), 0) {
        Explanation::Derivation(d) => d,
        other => panic!("{other:?}"),
    }
}

/// A rule's line folds what stands above it; keywords and the arrow are marked, parts of names not.
#[test]
fn html_marks_rules_keywords_and_arrows() {
    let section = |program: &str| {
        let page = html::html(&small_derivation(program), "it's > 1").expect("it is small");
        assert!(page.contains("<h1>it&#39;s &gt; 1</h1>"));
        let (_, section) = page
            .split_once("<section tabindex=\"0\" aria-label=\"derivation\">\n")
            .expect("a derivation has one");
        section.to_owned()
    };
    assert_eq!(
        section("A[tid] := 2 & 3"),
        "\
<div class=\"step\"><input type=\"checkbox\" id=\"s2\" aria-label=\"fold S-WRITE\"><div class=\"premises\">
<div class=\"step\"><div class=\"judgment\"><i>tid</i> <b>⇓₁</b> 1</div></div>
<div class=\"step\"><div class=\"judgment\">2 &amp; 3 <b>⇓₁</b> 2</div></div>
</div><label for=\"s2\" title=\"fold or unfold\"><span>S-WRITE</span></label><div class=\"judgment\">\
∅, A[<i>tid</i>] ≔ 2 &amp; 3 <b>⇓₁</b> {A[1] ↦ 2}, {1: <i>wr</i> A[1]} ▷ τ</div></div>
</section>
</body>
</html>
"
    );
    let names = section("var tid_1. var in2. A[tid_1] := in2");
    let marked = "<i>var</i> tid_1. <i>var</i> in2. A[tid_1] ≔ in2 <b>⇓₁</b> {A[0] ↦ 0}";
    assert!(names.contains(marked), "{names}");
}

#[test]
fn latex_has_an_inference_for_each_rule() {
    let document = latex::latex(&small_derivation("A[tid] := tid")).expect("it is small");
    let (_, drawn) = document.split_once("\\footnotesize\n").expect("a document has a body");
    assert_eq!(
        drawn,
        r"\begin{lrbox}{\derivation}
\AxiomC{$\mathsf{tid} \Downarrow_{1} 1$}
\AxiomC{$\mathsf{tid} \Downarrow_{1} 1$}
\RightLabel{\scriptsize\textsc{S-Write}}
\BinaryInfC{$\emptyset, \mathit{A}[\mathsf{tid}] := \mathsf{tid} \Downarrow_{1} \{\mathit{A}[1] \mapsto 1\}, \{1 {:} \mathsf{wr}\ \mathit{A}[1]\} \triangleright \tau$}
\DisplayProof
\end{lrbox}
\derivationnamed{}
\end{document}
"
    );
    // `bussproofs` has no inference of more than five premises: those stand in one line.
    let inferences = ["Unary", "Unary", "Binary", "Trinary", "Quaternary", "Quinary", "Unary"];
    for (n, inference) in (0_u32..).zip(inferences) {
        let threads = (0..n).map(Thread::natural).collect();
        let skip = jaminan::Stmt::Skip;
        let budget = Budget::ten_seconds();
        let h = jaminan::babycuda::History::begin();
        let d = match jaminan::babycuda::explain(&h, &skip, &threads, &budget, 0) {
            Explanation::Derivation(d) => d,
            other => panic!("{other:?}"),
        };
        let document = latex::latex(&d).expect("it is small");
        let last = format!("\\RightLabel{{\\scriptsize\\textsc{{Par}}}}\n\\{inference}InfC{{");
        assert!(document.contains(&last), "{n} threads: {document}");
        assert_eq!(document.contains("shortstack"), n == 6, "{document}");
        assert_eq!(document.contains("\\AxiomC{}\n"), n < 6, "{document}");
    }
}

/// A rule without premises has a line above it; an expression, a condition or a memory has none.
#[test]
fn lines_stand_over_rules_and_not_over_values() {
    let p: maps::Protocol =
        semantics::parser::statement(&Source::new("test.map", "skip; skip; wr A[0]"))
            .expect("it parses");
    let (i, choices) = (Thread::natural(1), Choices::below(1));
    let d = match maps::explain(&p, &i, &choices, &Budget::ten_seconds(), 0) {
        Explanation::Derivation(d) => d,
        other => panic!("{other:?}"),
    };
    let page = html::html(&d, "").expect("it is small");
    assert_eq!(page.matches("<input type=\"checkbox\"").count(), 5, "P-SKIP, P-ACC and P-SEQ");
    let typing = jaminan::babycuda::typing::derive(
        &Default::default(),
        &semantics::parser::statement(&Source::new("test.jam", "skip; skip; skip; A[0] := 1"))
            .expect("parses"),
    );
    let page = html::html(&typing.expect("it is well-typed"), "").expect("it is small");
    assert_eq!(page.matches("<input type=\"checkbox\"").count(), 7, "T-SKIP, T-WRITE and T-SEQ");
}

#[test]
fn a_run_up_to_a_barrier_in_tex() {
    let ran = (Store::empty(), Default::default(), semantics::Trace::Tau, None);
    let skip = jaminan::Stmt::Skip;
    let j = Judgment::Reaches(Store::empty(), skip, Thread::natural(1), ran);
    assert_eq!(
        j.show(Spelling::Latex),
        r"\emptyset, \mathsf{skip} \Downarrow_{1} \emptyset, \emptyset \triangleright \tau \mid \mathsf{end}"
    );
    assert!(j.show(Spelling::Unicode).ends_with("∅, ∅ ▷ τ | end"));
}

/// A subtree that several steps share is drawn once, under a name; names of rules are TeX's too.
#[test]
fn what_is_shared_is_drawn_once() {
    let shared = small_derivation("A[tid] := tid");
    let d = Arc::new(Derivation {
        rule: "S_P%-NEW{^}".into(),
        conclusion: shared.conclusion.clone(),
        premises: vec![Arc::clone(&shared), Arc::clone(&shared)],
    });
    let shown = text::text(&d, text::Options::default()).expect("it is small");
    assert_eq!(shown.matches("D1, below\n").count(), 2, "{shown}");
    assert_eq!(shown.matches("\nD1:\nS-WRITE").count(), 1, "{shown}");
    let page = html::html(&d, "").expect("it is small");
    assert_eq!(page.matches("<a class=\"name\" href=\"#d1\">𝒟<sub>1</sub></a>").count(), 2);
    assert_eq!(page.matches("<section id=\"d1\" tabindex=\"0\"").count(), 1);
    let document = latex::latex(&d).expect("it is small");
    assert_eq!(document.matches(r"\AxiomC{$\mathcal{D}_{1}$}").count(), 2, "{document}");
    assert_eq!(document.matches(r"\derivationnamed{$\mathcal{D}_{1}$}").count(), 1, "{document}");
    assert!(document.contains(r"\textsc{S\_P\%-New}}"), "{document}");
}
