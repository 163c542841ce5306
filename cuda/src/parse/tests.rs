use crate::options::Options;
use crate::syntax::{Body, Expr, File, Item, Stmt, StmtKind, Type};
use semantics::{Diagnostic, Source};
use std::collections::BTreeMap;

fn file(text: &str) -> Result<File, Diagnostic> {
    let source = Source::new("t.cu", text);
    stacker::grow(32 << 20, || {
        let tokens = crate::preprocess::preprocess(&source, &Options::default(), &BTreeMap::new())?;
        super::parse(&source, tokens)
    })
}

/// What is wrong with a file, or with the first of its items that is not read.
fn wrong(file: Result<File, Diagnostic>) -> Option<Diagnostic> {
    let file = match file {
        Ok(file) => file,
        Err(why) => return Some(why),
    };
    let of_item = |item: &Item| match item {
        Item::Unread(unread) => Some(unread.why.clone()),
        Item::Function(f) => match &f.body {
            Body::Unread(why, place, _) => Some(Diagnostic::at(place.0.clone(), why)),
            _ => None,
        },
        _ => None,
    };
    file.items.iter().find_map(of_item)
}

fn body(file: &File) -> Vec<Stmt> {
    let mut bodies = file.items.iter().filter_map(|item| match item {
        Item::Function(f) => match &f.body {
            Body::Block(block) => Some(block.clone()),
            _ => None,
        },
        _ => None,
    });
    bodies.next_back().unwrap_or_default()
}

/// The last expression statement of a kernel with this body.
fn tree(text: &str) -> String {
    let kernel = format!("typedef int T; __global__ void k(int *a, int n) {{ int i, j; {text}; }}");
    match file(&kernel) {
        Ok(file) => match body(&file).pop().map(|s| s.kind) {
            Some(StmtKind::Expr(e)) => e.to_string(),
            other => format!("{other:?}"),
        },
        Err(error) => error.message,
    }
}

#[test]
fn precedence_and_associativity() {
    assert_eq!(tree("a = b = c + d * e - f"), "(a = (b = ((c + (d * e)) - f)))");
    assert_eq!(
        tree("a | b ^ c & d == e < f << g + h % i"),
        "(a | (b ^ (c & (d == (e < (f << (g + (h % i))))))))"
    );
    assert_eq!(tree("a || b && c | d"), "(a || (b && (c | d)))");
    assert_eq!(tree("a ? b, c : d ? e : f = g"), "(a ? (b , c) : (d ? e : (f = g)))");
    assert_eq!(tree("a - b - c"), "((a - b) - c)");
    assert_eq!(tree("a, b = c, d"), "((a , (b = c)), d)".replace(", d", " , d"));
    assert_eq!(tree("-a * !b + ~c++ - --d"), "((((-a) * (!b)) + (~(c++))) - (--d))");
    assert_eq!(tree("*p++ = &a[i]->x.y"), "((*(p++)) = (&a[i]->x.y))");
    assert_eq!(tree("a <<= b >>= c"), "(a <<= (b >>= c))");
    assert_eq!(tree("a * -b"), "(a * (-b))");
    assert_eq!(tree("a - -b"), "(a - (-b))");
    assert_eq!(tree("f(a, (b, c))[d]"), "f(a, (b , c))[d]");
}

#[test]
fn casts_are_told_from_parentheses() {
    assert_eq!(tree("(i)+n*j"), "(i + (n * j))");
    assert_eq!(tree("(T)+n*j"), "(((i32) (+n)) * j)");
    assert_eq!(tree("(i)-1"), "(i - 1)");
    assert_eq!(tree("(int)-1"), "((i32) (-1))");
    assert_eq!(tree("(i)(j)"), "i(j)");
    assert_eq!(tree("(T)(j)"), "((i32) j)");
    assert_eq!(tree("(i)&j"), "(i & j)");
    assert_eq!(tree("(unsigned char)*a"), "((u8) (*a))");
    assert_eq!(tree("(T*)a + 1"), "(((i32*) a) + 1)");
    assert_eq!(tree("(int (*)[3]) a"), "((i32[3]*) a)");
    assert_eq!(tree("int T; i = (T)+n"), "(i = (T + n))");
    assert_eq!(
        tree("i = sizeof(T) * 2 + sizeof(i) + sizeof i"),
        "(i = (((sizeof(i32) * 2) + (sizeof i)) + (sizeof i)))"
    );
    assert_eq!(
        tree("i = static_cast<long long>(j) + float(i)"),
        "(i = (((long long) j) + ((f32) i)))"
    );
}

#[test]
fn comparisons_are_told_from_template_arguments() {
    assert_eq!(tree("i<n && j>(n)"), "((i < n) && (j > n))");
    assert_eq!(tree("i < n > (j)"), "((i < n) > j)");
    assert_eq!(tree("max(i<n, j>(n))"), "max((i < n), (j > n))");
    let text = "template <class T> __device__ T f(T x);\n__global__ void k(int *a) { a[0] = f<int>(1) < 2; }";
    let file = file(text).unwrap();
    let body = body(&file);
    let StmtKind::Expr(e) = &body[0].kind else { panic!() };
    assert_eq!(e.to_string(), "(a[0] = (f<i32>(1) < 2))");
}

/// An argument of a template that is read as a type, and then as a value: the `>>` that ends two lists is whole
/// again.
#[test]
fn template_arguments_are_types_or_values() {
    let declared =
        "template <class T> struct P { T x; }; template <int n> __device__ int f(int i);";
    let tree = |text: &str| {
        let kernel = format!("{declared} __global__ void k(int *a, int i) {{ {text}; }}");
        match file(&kernel) {
            Ok(file) => match body(&file).pop().map(|s| s.kind) {
                Some(StmtKind::Expr(e)) => e.to_string(),
                other => format!("{other:?}"),
            },
            Err(error) => error.message,
        }
    };
    assert_eq!(tree("i = f<int(3)>(i)"), "(i = f<((i32) 3)>(i))");
    assert_eq!(tree("i = f<P<P<int>>() == 0>(i)"), tree("i = f<P<P<int> >() == 0>(i)"));
    assert_eq!(tree("i = f<P<P<P<int>>>() == 0>(i)"), tree("i = f<P<P<P<int> > >() == 0>(i)"));
    assert_eq!(tree("i = f<P<P<int>>() == 0>(i)"), "(i = f<(P<P<i32>>() == 0)>(i))");
}

/// Each level is read a few times, and not twice as often as the one around it.
#[test]
fn template_arguments_nest_deep() {
    let soon = semantics::Limits::default().within(std::time::Duration::from_secs(100));
    let nested = |innermost: &str, end: &str| {
        let depth = 40;
        let (open, close) = ("P<".repeat(depth), end.repeat(depth));
        let text = format!("template <class T> struct P {{ T x; }}; {open}{innermost}{close} x;");
        match soon.enter(|| file(&text)) {
            Ok(file) => {
                file.unread().next().map_or(Ok(()), |unread| Err(unread.why.message.clone()))
            }
            Err(e) => Err(e.message),
        }
    };
    assert!(nested("int", ">").is_ok());
    assert!(nested("int", " >").is_ok());
    // No type at the innermost, so at no level.
    assert_eq!(nested("3 +", ">").unwrap_err(), "expected an expression, found `>>>`");
    assert_eq!(nested("int + 1", ">").unwrap_err(), "a type where a value is expected");
    assert_eq!(nested("3", "").unwrap_err(), "expected `>`, found `x`");
    // A type at each level, and more than a type.
    assert_eq!(nested("int", ">{}").unwrap_err(), "expected a name, found `{`");
}

#[test]
fn declarators() {
    let types = |text: &str| {
        let kernel = format!("__global__ void k() {{ {text}; }}");
        let body = body(&file(&kernel).unwrap());
        let StmtKind::Declare(variables) = &body[0].kind else { panic!() };
        let all = variables.iter().map(|v| format!("{}: {}", v.name, v.ty));
        all.collect::<Vec<_>>().join(", ")
    };
    assert_eq!(
        types("const unsigned long long int *p, q"),
        "p: const unsigned long long*, q: unsigned long long"
    );
    assert_eq!(types("__shared__ float t[32][33]"), "t: f32[33][32]");
    assert_eq!(types("extern __shared__ char s[]"), "s: i8[]");
    assert_eq!(types("int (*p)[3], *a[3], (*f)(int)"), "p: i32[3]*, a: i32*[3], f: function*");
    assert_eq!(types("unsigned x = 1, y(2), z{3}"), "x: u32, y: u32, z: u32");
    assert_eq!(types("long double d"), "d: <`long double`>");
    assert_eq!(types("short s; short int t"), "s: i16");
    assert_eq!(types("float4 v = make_float4(0, 0, 0, 0)"), "v: float4");
    assert_eq!(types("int * __restrict__ const p"), "p: i32*");
}

#[test]
fn errors_are_at_their_place() {
    let error = |text: &str| {
        let e = wrong(file(text)).unwrap();
        let span = e.span.as_ref().unwrap();
        format!("{}:{} {}", span.line_column().0, span.line_column().1, e.message)
    };
    assert_eq!(
        error("__global__ void k() {\n  int x = ;\n}"),
        "2:11 expected an expression, found `;`"
    );
    assert_eq!(error("__global__ void k() {"), "1:21 a block that is not closed");
    assert_eq!(
        error("__global__ void k() { 99999999999999999999; }"),
        "1:23 `99999999999999999999` is too large for any integer type"
    );
    assert_eq!(error("__global__ void k() { 'a; }"), "1:23 a literal that does not end");
    assert_eq!(error("int x @;"), "1:7 expected `;`, found `@`");
    assert_eq!(error("__global__ void k() { (1; }"), "1:25 expected `)`, found `;`");
}

#[test]
fn another_file_may_declare_types() {
    let text = "__global__ void k(foo *x, const bar &y) { foo t = x[0]; baz *__restrict__ z = 0; }";
    let file = file(text).unwrap();
    let Item::Function(kernel) = &file.items[0] else { panic!("{:?}", file.items) };
    let foo = Type::Pointer(Type::Missing("foo".into()).into());
    assert_eq!(kernel.parameters[0].ty, foo);
}

#[test]
fn what_no_kernel_needs_is_passed_over_and_noted() {
    let text = "#include <vector>\nusing namespace std;\nstruct P { int x; P() : x(0) {} };\n\
        template <typename T, int N> struct Q { T t[N]; };\n\
        template <class T> __global__ void g(T *p) { p[0] = T::zero(); }\n\
        enum E { A, B = 4, C };\nextern \"C\" { void h(int); }\nnamespace n { int z; }\n\
        int main(int argc, char **argv) { std::vector<int> v; k<<<1, 2>>>(v.data()); return [&]{ return 0; }(); }\n\
        __global__ void __launch_bounds__(256) k(P p, Q<int, 3> q) { if (1) ; else { do {} while (0); } }";
    let file = file(text).unwrap();
    assert_eq!(file.notes, ["the body of the host function `main` is passed over"]);
}

#[test]
fn nesting_is_bounded() {
    let start = std::time::Instant::now();
    for (open, close) in [
        ("(", ")"),
        ("{", "}"),
        ("-", ""),
        ("a[", "]"),
        ("f(", ")"),
        ("1 ? ", ": 1"),
        ("if (1) ", ";"),
        ("(int)", "1"),
        ("a = ", "1"),
        ("else if (1) ; ", ""),
        ("sizeof ", ""),
    ] {
        let text = format!(
            "__global__ void k(int *a) {{ {} 1 {}; }}",
            open.repeat(100_000),
            close.repeat(100_000)
        );
        assert!(wrong(file(&text)).is_some(), "{open}");
    }
    for chain in ["1 + ", "1, ", "a->", "a < "] {
        let text = format!("__global__ void k(int *a) {{ {} a; }}", chain.repeat(100_000));
        assert!(wrong(file(&text)).unwrap().message.contains("taller"), "{chain}");
    }
    let stars = format!("__global__ void k(int {} a) {{}}", "*".repeat(100_000));
    assert!(wrong(file(&stars)).is_some());
    assert!(start.elapsed().as_secs() < 20);
}

#[allow(dead_code)]
fn expression_is_send(e: Expr) -> impl Send {
    e
}
