//! How expressions and what the rules conclude are spelt, in ASCII, in the paper's signs and in TeX.
#![allow(clippy::unwrap_used)] // a test may fail

use semantics::{
    Cond, Expr, IntType, Op, Rel, Source, Spelling, Store, Thread, notation, parser, printer,
};

const SPELLINGS: [Spelling; 3] = [Spelling::Ascii, Spelling::Unicode, Spelling::Latex];

#[test]
fn operators() {
    let expected = [
        (Op::Add, ["+", "+", "+"]),
        (Op::Sub, ["-", "−", "-"]),
        (Op::Mul, ["*", "*", r"\ast"]),
        (Op::Div, ["/", "/", "/"]),
        (Op::Rem, ["%", "%", r"\mathbin{\%}"]),
        (Op::BitAnd, ["&", "&", r"\mathbin{\&}"]),
        (Op::BitOr, ["|", "|", "|"]),
        (Op::BitXor, ["^", "^", r"\oplus"]),
        (Op::Shl, ["<<", "<<", r"\ll"]),
        (Op::Shr, [">>", ">>", r"\gg"]),
    ];
    for (op, signs) in expected {
        let e = Expr::bin(op, Expr::num(1), Expr::num(2));
        let shown = SPELLINGS.map(|spelling| printer::expr(&e, spelling));
        assert_eq!(shown, signs.map(|sign| format!("1 {sign} 2")));
    }
    for (op, signs) in [(Op::Min, ["min", "min", r"\min"]), (Op::Max, ["max", "max", r"\max"])] {
        let e = Expr::bin(op, Expr::num(1), Expr::num(2));
        let shown = SPELLINGS.map(|spelling| printer::expr(&e, spelling));
        assert_eq!(shown, signs.map(|sign| format!("{sign}(1, 2)")));
    }
}

#[test]
fn relations_and_connectives() {
    let expected = [
        (Rel::Lt, ["<", "<", "<"]),
        (Rel::Le, ["<=", "≤", r"\le"]),
        (Rel::Gt, [">", ">", ">"]),
        (Rel::Ge, [">=", "≥", r"\ge"]),
        (Rel::Eq, ["==", "==", "="]),
        (Rel::Ne, ["!=", "≠", r"\ne"]),
    ];
    for (rel, signs) in expected {
        let c = Cond::rel(rel, Expr::num(1), Expr::num(2));
        let shown = SPELLINGS.map(|spelling| printer::cond(&c, spelling));
        assert_eq!(shown, signs.map(|sign| format!("1 {sign} 2")));
    }
    let c = parser::condition(&Source::new("c", "!true && x_1 < tid || false")).unwrap();
    let shown = SPELLINGS.map(|spelling| printer::cond(&c, spelling));
    assert_eq!(
        shown,
        [
            "!true && x_1 < tid || false",
            "¬true ∧ x_1 < tid ∨ false",
            r"\lnot \mathsf{true} \land \mathit{x\_1} < \mathsf{tid} \lor \mathsf{false}",
        ]
    );
}

/// Parentheses stand where the tree needs them, and nowhere else.
#[test]
fn parentheses() {
    for text in [
        "a + b * c",
        "(a + b) * c",
        "a * (b + c)",
        "a - b - c",
        "a - (b - c)",
        "a / b * c % d",
        "a / (b * c)",
        "a << b + c << d",
        "a << (b << c)",
        "(a << b) + c",
        "a & b | c ^ d",
        "a & (b | c)",
        "(a ^ b) & c",
        "a | b ^ c & d << e",
        "min(a + b, max(c, d & e)) * f",
    ] {
        let e = parser::expression(&Source::new("e", text)).unwrap();
        assert_eq!(printer::expr(&e, Spelling::Ascii), text);
    }
    for text in [
        "a < b && c < d || e == f",
        "a < b && (c < d || e == f)",
        "a < b && (c < d && e == f)",
        "a < b || c < d && e == f",
        "a < b || (c < d || e == f)",
        "!(a < b) && !!true",
        "!(a < b || true)",
        "a << 1 < b + 1",
        "(a & 1) == (b | 1)",
    ] {
        let c = parser::condition(&Source::new("c", text)).unwrap();
        assert_eq!(printer::cond(&c, Spelling::Ascii), text);
    }
}

#[test]
fn threads() {
    let shown = |i: &Thread| SPELLINGS.map(|spelling| notation::thread(i, spelling));
    assert_eq!(shown(&Thread::natural(7)), ["7"; 3]);
    let [block, thread] = [[1, 0, 0], [2, 3, 0]].map(|of: [u32; 3]| of.map(Into::into));
    let i = Thread::cuda(block, thread);
    assert_eq!(shown(&i), [i.to_string(), i.to_string(), format!(r"\text{{{i}}}")]);
}

#[test]
fn the_arithmetic_of_c_shows_its_type() {
    let of_ints = |op| Expr::c(op, IntType::INT, Expr::num(1), Expr::num(2));
    let shown = [Op::Add, Op::Min].map(|op| printer::expr(&of_ints(op), Spelling::Ascii));
    assert_eq!(shown, ["1 +.i32 2", "min.i32(1, 2)"]);
}

/// What only kernels have is read back, in derivations and nowhere else.
#[test]
fn kernels_are_read_back() {
    let texts = [
        "1 +.i32 2 *.u64 x",
        "(1 <<.u8 2) -.i32 min.i64(x, max(3, y))",
        "(i64)(i32)threadIdx.x",
        "(u32)(a +.u32 b)",
        "within(8, blockIdx.z + 1)",
        "-1 - -2",
        "(i8)-128",
        "a < 0 ? 0 -.i32 a : b == 1 || !(c < d) ? (true ? 1 : 2) : 3",
        "(a < b ? 1 : 2) +.i32 (c < d ? 1 : 2)",
        "`in` + `x.2` * `grid.(block)` - i32",
        "within - threadIdx",
    ];
    for text in texts {
        let e = parser::expression(&Source::new("e", text)).unwrap();
        assert_eq!(printer::expr(&e, Spelling::Exact), text, "{e:?}");
    }
    let negative = Expr::c(Op::Sub, IntType::INT, Expr::num(-1), Expr::num(-2));
    let read = parser::expression(&Source::new("e", "-1 -.i32 -2"));
    assert_eq!(read.unwrap(), negative);
    for no in
        ["(i0)x", "(i129)x", "(i032)x", "1 +.x 2", "true ? 1", "threadIdx.w", "-x", "``", "`x"]
    {
        assert!(parser::expression(&Source::new("e", no)).is_err(), "{no}");
    }
    let deep = format!("{}1", "true ? 1 : ".repeat(100_000));
    assert!(parser::expression(&Source::new("e", deep)).is_err());
}

#[test]
fn what_a_memory_holds() {
    let shown = |m: &Store| {
        let (array, three) = ("A".into(), 3.into());
        let k = m.lookup(&array, &three);
        SPELLINGS.map(|spelling| notation::reads(m, &array, &three, &k, spelling))
    };
    assert_eq!(
        shown(&Store::of(&"A".into(), 3.into(), 7.into())),
        [
            "(A:3=7)(A[3]) = 7",
            "{A[3] ↦ 7}(A[3]) = 7",
            r"\{\mathit{A}[3] \mapsto 7\}(\mathit{A}[3]) = 7"
        ]
    );
    assert_eq!(
        shown(&Store::empty()),
        ["{}(A[3]) = 0", "∅(A[3]) = 0", r"\emptyset(\mathit{A}[3]) = 0"]
    );
}
