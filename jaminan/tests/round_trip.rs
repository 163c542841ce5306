//! `parse(show(p)) == p`, for programs and protocols, in ASCII and in Unicode, on one line and on
//! several.

mod small;

use jaminan::{Program, Stmt, infer};
use maps::ProtocolFile;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use semantics::{
    Cond, Expr, Header, Name, Op, ParseOptions, Rel, Shape, Site, Source, Spelling, Syntax,
    Threads, parser, printer,
};
use std::sync::Arc;

const SPELLINGS: [Spelling; 2] = [Spelling::Ascii, Spelling::Unicode];

fn survives(header: &Header, s: &Stmt) {
    let p = infer(s);
    for spelling in SPELLINGS {
        let options = ParseOptions::default();
        let text = printer::file(header, s, spelling);
        match Program::parse(&Source::new("test.jam", text.as_str()), options) {
            Ok(program) => assert_eq!((&program.header, &program.body), (header, s), "{text}"),
            Err(error) => panic!("{error}\nin {text}"),
        }
        let text = printer::file(header, &p, spelling);
        match ProtocolFile::parse(&Source::new("test.map", text.as_str()), options) {
            Ok(file) => assert_eq!((&file.header, &file.body), (header, &p), "{text}"),
            Err(error) => panic!("{error}\nin {text}"),
        }
        line(s, spelling);
        line(&p, spelling);
    }
}

/// A statement on one line, as derivations hold it.
fn line<S: Syntax + PartialEq + std::fmt::Debug>(s: &S, spelling: Spelling) {
    let text = printer::statement(s, spelling);
    match parser::statement::<S>(&Source::new("line", text.as_str())) {
        Ok(same) => assert_eq!(same, *s, "{text}"),
        Err(error) => panic!("{error}\nin {text}"),
    }
}

#[test]
fn small_programs_survive() {
    let mut programs = 0;
    for s in (1..=3).flat_map(small::programs) {
        survives(&Header::default(), &s);
        programs += 1;
    }
    assert_eq!(programs, 5 + 77 + 1_247);
}

/// Makes a program of bytes, each of which decides one thing; when they are spent, the rest is
/// `skip` and 0.
struct Tape<'a> {
    bytes: std::slice::Iter<'a, u8>,
    binders: usize,
    scope: Vec<Name>,
}

impl Tape<'_> {
    fn next(&mut self, choices: u8) -> u8 {
        self.bytes.next().map_or(0, |byte| byte % choices)
    }

    fn under<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> (Name, T) {
        let x = Name::from(format!("x{}", self.binders));
        self.binders += 1;
        self.scope.push(x.clone());
        let body = inside(self);
        self.scope.pop();
        (x, body)
    }

    fn expr(&mut self) -> Arc<Expr> {
        Arc::new(match self.next(7) {
            0 => Expr::num(self.next(12)),
            1 => Expr::tid(),
            2 | 3 => {
                let n = usize::from(self.next(255)) % self.scope.len().max(1);
                self.scope.get(n).map_or(Expr::num(u64::MAX), |x| Expr::Var(x.clone()))
            }
            _ => {
                let op = Op::ALL[usize::from(self.next(12))];
                Expr::Bin(op, semantics::Arithmetic::Natural, self.expr(), self.expr())
            }
        })
    }

    fn cond(&mut self) -> Arc<Cond> {
        Arc::new(match self.next(7) {
            0 => Cond::Bool(self.next(2) == 0),
            1 => Cond::And(self.cond(), self.cond()),
            2 => Cond::Or(self.cond(), self.cond()),
            3 => Cond::Not(self.cond()),
            _ => Cond::Rel(Rel::ALL[usize::from(self.next(6))], self.expr(), self.expr()),
        })
    }

    fn stmt(&mut self) -> Stmt {
        let array = Name::from(["A", "B", "long_name"][usize::from(self.next(3))]);
        let site = Site::default();
        let shape = self.next(12);
        match shape {
            0 => Stmt::Skip,
            1 | 2 => Stmt::Write { array, index: self.expr(), payload: self.expr(), site },
            3 | 4 => {
                let index = self.expr();
                let (x, body) = self.under(Self::stmt);
                Stmt::Read { x, array, index, body: body.into(), site }
            }
            5..=7 => Stmt::Seq(self.stmt().into(), self.stmt().into()),
            8 => Stmt::If(self.cond(), self.stmt().into(), self.stmt().into()),
            9 => {
                let (low, high) = (self.expr(), self.expr());
                let (x, body) = self.under(Self::stmt);
                Stmt::For(x, low, high, body.into())
            }
            10 => {
                let (x, body) = self.under(Self::stmt);
                Stmt::Var(x, body.into())
            }
            _ => Stmt::Sync(site.into()),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn programs_survive(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let mut tape = Tape { bytes: bytes.iter(), binders: 0, scope: vec!["n".into(), "m_1".into()] };
        let mut header = Header { params: tape.scope.clone(), ..Header::default() };
        for _ in 0..tape.next(3) {
            let c = tape.cond();
            header.assumptions.push((*c).clone());
        }
        header.threads = match tape.next(3) {
            0 => Threads::Unbounded,
            1 => Threads::Below(Expr::num(32)),
            _ => Threads::Below(Expr::var("n")),
        };
        survives(&header, &tape.stmt());
    }
}

/// What the tapes are made to hold, they hold: each statement in each place, each operator.
#[test]
fn tapes_reach_everything() {
    let mut seen = std::collections::BTreeSet::new();
    let name = |s: &Stmt| match s.shape() {
        Shape::Skip => "skip",
        Shape::Access(..) | Shape::Write(..) => "access",
        Shape::Read(..) => "let",
        Shape::Seq(..) => "seq",
        Shape::If(..) => "if",
        Shape::For(..) => "for",
        Shape::Var(..) => "var",
        Shape::Sync(_) => "sync",
    };
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let tapes = prop::collection::vec(any::<u8>(), 0..200);
    for _ in 0..2_000 {
        let Ok(tree) = tapes.new_tree(&mut runner) else { continue };
        let bytes = tree.current();
        let s = Tape { bytes: bytes.iter(), binders: 0, scope: vec![] }.stmt();
        let mut rest = vec![&s];
        while let Some(s) = rest.pop() {
            let parts: Vec<&Arc<Stmt>> = match s.shape() {
                Shape::Seq(a, b) | Shape::If(_, a, b) => vec![a, b],
                Shape::Read(_, _, _, s, _) | Shape::For(_, _, _, s) | Shape::Var(_, s) => vec![s],
                _ => vec![],
            };
            for (place, part) in parts.into_iter().enumerate() {
                seen.insert((name(s), place, name(part)));
                rest.push(part);
            }
        }
    }
    assert_eq!(seen.len(), 7 * 8, "seven places, eight forms: {seen:?}");
}

/// Two blanks a level: of braces for what reaches right before `;`, and of bodies.
#[test]
fn blocks_are_indented() -> Result<(), semantics::Diagnostic> {
    let text = "\
for x in 0..2 {
  {
    let y = A[x] in
    A[y] := 0
  };
  if tid < x {
    for z in 0..1 {
      {
        var v.
        A[v] := z
      };
      skip
    }
  } else {
    sync
  }
}";
    let s: Stmt = parser::statement(&Source::new("test.jam", text))?;
    assert_eq!(printer::block(&s, Spelling::Ascii), text);
    Ok(())
}
