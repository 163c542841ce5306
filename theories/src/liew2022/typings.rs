//! What has which type, and what has none. [L22, §4]
//!
//! The claims about one program of the paper are checked with the first of the enumeration.

use super::histories::OF_BABYCUDA;
use crate::case::{Case, Subjects};
use crate::claim::{Claim, Counterexample, Finding};
use crate::hypotheses::DISTINCT;
use jaminan::babycuda::{IllTyped, type_of};
use jaminan::infer;
use maps::{Protocol, control_independent, data_independent};
use semantics::{Diagnostic, Name, Source, parser};
use std::collections::BTreeSet;
use thiserror::Error;

const FIGURE_3: &str = "for x in 0..M { let y = A[x] in A[x] := y + 1 }";
const FIGURE_4: &str = "if tid == 0 { A[0] := tid } else { skip }";
const EQUATION_2: &str = "A[tid] := tid; let x = A[tid] in A[x] := 9";

pub(super) fn claims() -> Vec<Claim> {
    vec![
        Claim {
            id: "liew2022/figure-3",
            source: "[L22, Fig. 3]",
            says: "{M, tid} ⊢ for x in 0..M { let y = A[x] in A[x] := y + 1 } ▶ \
                   for x in 0..M { rd A[x]; wr A[x] }",
            check: |case, _| {
                of_one(case, || has_type(&["M"], FIGURE_3, "for x in 0..M { rd A[x]; wr A[x] }"))
            },
            subjects: Subjects::OneOfThePaper,
            ..OF_BABYCUDA
        },
        Claim {
            id: "liew2022/figure-4",
            source: "[L22, Fig. 4]",
            says: "{tid} ⊢ if tid == 0 { A[0] := tid } else { skip } ▶ if tid == 0 { wr A[0] }",
            check: |case, _| {
                of_one(case, || has_type(&[], FIGURE_4, "if tid == 0 { wr A[0] } else { skip }"))
            },
            subjects: Subjects::OneOfThePaper,
            ..OF_BABYCUDA
        },
        Claim {
            id: "liew2022/equation-2",
            source: "[L22, (2)]",
            says: "A[tid] := tid; let x = A[tid] in A[x] := 9 has no type under {tid}, since x \
                   indexes an array",
            check: |case, _| of_one(case, || has_no_type(EQUATION_2, "T-WRITE", "x")),
            subjects: Subjects::OneOfThePaper,
            ..OF_BABYCUDA
        },
        Claim {
            id: "liew2022/types-are-cidi",
            source: "[L22, Fig. 6] and [L24, Fig. 4]",
            says: "b has a type iff ∅ ⊢CI [[b]] and ∅ ⊢DI [[b]]; and the type is [[b]] without its `var`s",
            hypotheses: &[DISTINCT],
            check: |case, _| types_are_cidi(case),
            ..OF_BABYCUDA
        },
    ]
}

/// Why what the paper says of the type of a program is not so.
#[derive(Debug, Error)]
enum OtherType {
    #[error(transparent)]
    Unreadable(#[from] Diagnostic),
    #[error("its type is {0}")]
    Type(Protocol),
    #[error("it has no type: {0}")]
    IllTyped(#[source] IllTyped),
    #[error("it has no type for another reason: {0}")]
    OtherReason(#[source] IllTyped),
}

/// A claim about one program.
fn of_one(case: &Case, says: impl Fn() -> Result<(), OtherType>) -> Finding {
    if (case.number.size, case.number.index) != (1, 0) {
        return Finding::Vacuous("THE-PROGRAM");
    }
    says().map_or_else(|why| refuted(why.to_string()), |()| Finding::Holds)
}

fn refuted(why: String) -> Finding {
    Finding::Refuted(Box::new(Counterexample { why, offending: Vec::new(), runs: Vec::new() }))
}

fn typing(v: &[&str], b: &str) -> Result<Result<Protocol, IllTyped>, Diagnostic> {
    let b = parser::statement(&Source::new("program", b))?;
    Ok(type_of(&v.iter().map(|x| Name::from(*x)).collect(), &b))
}

fn has_type(v: &[&str], b: &str, u: &str) -> Result<(), OtherType> {
    let wanted: Protocol = parser::statement(&Source::new("type", u))?;
    match typing(v, b)? {
        Ok(found) if found.to_string() == wanted.to_string() => Ok(()),
        Ok(found) => Err(OtherType::Type(found)),
        Err(why) => Err(OtherType::IllTyped(why)),
    }
}

fn has_no_type(b: &str, by: &str, of: &str) -> Result<(), OtherType> {
    match typing(&[], b)? {
        Ok(found) => Err(OtherType::Type(found)),
        Err(IllTyped::Unknown { rule, variable, .. }) if rule == by && variable.as_str() == of => {
            Ok(())
        }
        Err(why) => Err(OtherType::OtherReason(why)),
    }
}

fn types_are_cidi(case: &Case) -> Finding {
    let Some(b) = case.program() else {
        return Finding::Vacuous("PROGRAM");
    };
    let (none, p) = (BTreeSet::new(), infer(b));
    let independent = control_independent(&none, &p) && data_independent(&none, &p);
    match type_of(&none, b) {
        Ok(u) if !independent => refuted(format!("its type is {u}, and {p} is not independent")),
        Ok(u) if u != without_choices(&p) => refuted(format!("its type is {u}, and not {p}")),
        Err(why) if independent => refuted(format!("it has no type: {why}")),
        Ok(_) | Err(_) => Finding::Holds,
    }
}

fn without_choices(p: &Protocol) -> Protocol {
    let inside = |p: &Protocol| without_choices(p).into();
    match p {
        Protocol::Var(_, p) => without_choices(p),
        Protocol::Seq(p, q) => Protocol::Seq(inside(p), inside(q)),
        Protocol::If(c, p, q) => Protocol::If(c.clone(), inside(p), inside(q)),
        Protocol::For(x, lo, hi, p) => Protocol::For(x.clone(), lo.clone(), hi.clone(), inside(p)),
        Protocol::Skip | Protocol::Access { .. } | Protocol::Sync(_) => p.clone(),
    }
}
