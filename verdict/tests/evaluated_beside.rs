//! What is divided or multiplied beside a race is left out of a weaker query, which decides without it.

use cuda::{Disk, Options};
use oracle::check::answer::Verdict;
use oracle::check::{Settings, check_program};
use oracle::solver::{Answer, Budget, Node, Op, Solver, Term, Terms, Unknown, choose};
use semantics::Source;

/// Knows nothing of queries with a quotient.
struct WithoutQuotients<'s>(&'s mut dyn Solver);

/// Whether a term is one: divided, or what a weaker query has in its place.
fn is_quotient(terms: &Terms, term: Term) -> bool {
    let named = terms.symbol(term).is_some_and(|name| name.starts_with("quotient"));
    named || matches!(terms.node(term), Node::Apply(Op::Div | Op::BvUdiv | Op::BvSdiv, _))
}

impl Solver for WithoutQuotients<'_> {
    fn name(&self) -> String {
        self.0.name()
    }

    fn check(&mut self, terms: &Terms, assertions: &[Term], budget: &Budget) -> Answer {
        match terms.order(assertions).into_iter().any(|term| is_quotient(terms, term)) {
            true => Answer::Unknown(Unknown::OutOfWork),
            false => self.0.check(terms, assertions, budget),
        }
    }
}

/// What is said of a kernel that writes there, beside a quotient that must not overflow; where Z3 is there.
fn verdict(index: &str) -> Option<Verdict> {
    let text = format!(
        "__global__ void k(float *a, const float *b, int n, int height, int width) {{
            int i = threadIdx.x;
            int beside = i / height + n;
            float x = n > 0 ? b[beside] : 0;
            if (width > 0 && width < 1000) a[{index}] = x;
        }}
        void run(float *a, float *b, int n, int h, int w) {{ k<<<1, 64>>>(a, b, n, h, w); }}"
    );
    let unit = match cuda::load(Source::new("t.cu", text), &Options::default(), &Disk) {
        Ok(unit) => unit,
        Err(error) => panic!("{error}"),
    };
    let Ok(program) = &unit.kernels[0].launches[0].lowered else { panic!("it is not lowered") };
    let Ok(mut chosen) = choose("z3") else {
        println!("skipped: z3 (not installed)");
        return None;
    };
    let mut solver = WithoutQuotients(chosen.solver.as_mut());
    let mut settings = Settings::of(&mut solver);
    Some(check_program(program, &mut settings).verdict)
}

/// Of what integers do not decide.
#[test]
fn races_hang_on_bits() {
    assert!(verdict("(i + 3) & (n | 127)").is_none_or(|verdict| verdict == Verdict::Drf));
}

#[test]
fn races_hang_on_a_product() {
    assert!(verdict("i * width").is_none_or(|verdict| verdict == Verdict::Drf));
}

#[test]
fn races_hang_on_it() {
    assert!(verdict("i / height").is_none_or(|verdict| verdict != Verdict::Drf));
}
