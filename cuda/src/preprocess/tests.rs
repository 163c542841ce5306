use super::*;
use std::collections::BTreeMap;

fn with_files(text: &str, files: &[(&str, &str)]) -> Result<Preprocessed, Diagnostic> {
    let files: BTreeMap<String, String> =
        files.iter().map(|(path, text)| (path.to_string(), text.to_string())).collect();
    let options = Options {
        defines: vec!["FROM_COMMAND=7".into(), "FLAG".into()],
        include_dirs: vec!["inc".into()],
        ..Options::default()
    };
    preprocess(&Source::new("src/t.cu", text), &options, &files)
}

fn expand(text: &str) -> String {
    match with_files(text, &[]) {
        Ok(Preprocessed { rest: Some(Rest { why, .. }), .. }) => why.message,
        Ok(done) => {
            let tokens = done.tokens.iter().map(|t| t.kind.to_string());
            tokens.collect::<Vec<_>>().join(" ")
        }
        Err(error) => error.message,
    }
}

#[test]
fn object_like_macros_do_not_recur() {
    assert_eq!(expand("#define a b c\n#define b a d\na"), "a d c");
    assert_eq!(expand("#define x x + 1\nx x"), "x + 1 x + 1");
    assert_eq!(expand("#define N 5\n#undef N\nN"), "N");
    assert_eq!(expand("FROM_COMMAND FLAG"), "7 1");
}

#[test]
fn function_like_macros() {
    assert_eq!(expand("#define f(x) g(x, x)\nf((1, 2)) f"), "g ( ( 1 , 2 ) , ( 1 , 2 ) ) f");
    assert_eq!(expand("#define f(x) x\nf\n(\n1\n)"), "1");
    assert_eq!(expand("#define f() 1\nf() f( )"), "1 1");
    assert_eq!(expand("#define f(x, y) x-y\nf(,) f(1,)"), "- 1 -");
    assert_eq!(expand("#define f(x) x\nf(1, 2)"), "the macro `f` takes 1 arguments, not 2");
    assert_eq!(expand("#define f(x) x\nf(1"), "the arguments of the macro `f` do not end");
    assert_eq!(expand("#define f (x) x\nf"), "( x ) x");
}

#[test]
fn directives_in_arguments() {
    let text = "#define f(x, y) [y|x]\nf(1\n#if 0\n, 2\n#else\n, 3\n#endif\n) 4";
    assert_eq!(expand(text), "[ 3 | 1 ] 4");
    assert_eq!(expand("#define f(x) x\nf\n#if 1\n(1)\n#endif\n"), "1");
    assert_eq!(expand("#define f(x) x\nf\n#if 1\n2\n#endif\nf(3)"), "f 2 3");
    assert_eq!(expand("#define f(x) <x>\ng(f(1), f(\n#pragma unroll\n2))"), "g ( < 1 > , < 2 > )");
    let open = "the arguments of the macro `f` do not end";
    assert_eq!(expand("#define f(x) x\nf(1\n#define g 2\n)"), open);
    assert_eq!(expand("#define f(x) x\nf(1\n#if 1\n"), "a conditional that does not end");
    assert_eq!(expand("#define f(x) x\nf(1\n#if 1\n#endif\n"), open);
}

#[test]
fn pragma_operators() {
    let kept = "#define N 1\n_Pragma(\"push_macro(\\\"N\\\")\") N\n#undef N\n#define N 2\nN _Pragma(\"pop_macro(\\\"N\\\")\") N";
    assert_eq!(expand(kept), "1 2 1");
    assert_eq!(expand("#define f(x) <x>\nf(_Pragma(\"unroll\") 1) 2"), "< 1 > 2");
    let made = "#define P _Pragma(\"push_macro(\\\"N\\\")\")\nP";
    assert_eq!(
        expand(made),
        "a `#pragma push_macro` or `pop_macro` that a macro makes is not supported"
    );
    assert_eq!(expand("_Pragma(1)"), "`_Pragma` takes one string");
}

#[test]
fn options() {
    // C++20, 15.6.2, example 1.
    let f = "#define F(...) f(0 __VA_OPT__(,) __VA_ARGS__)\n#define EMPTY\n";
    assert_eq!(expand(&format!("{f}F(a, b, c)")), "f ( 0 , a , b , c )");
    assert_eq!(expand(&format!("{f}F()")), "f ( 0 )");
    assert_eq!(expand(&format!("{f}F(EMPTY)")), "f ( 0 )");
    let g = "#define G(X, ...) f(0, X __VA_OPT__(,) __VA_ARGS__)\n";
    assert_eq!(expand(&format!("{g}G(a, b, c)")), "f ( 0 , a , b , c )");
    assert_eq!(expand(&format!("{g}G(a, )")), "f ( 0 , a )");
    assert_eq!(expand(&format!("{g}G(a)")), "f ( 0 , a )");
    let s = "#define S(name, ...) S name __VA_OPT__(= { __VA_ARGS__ })\n";
    assert_eq!(expand(&format!("{s}S(foo); S(bar, 1, 2);")), "S foo ; S bar = { 1 , 2 } ;");
    let h = "#define J(X, ...) X ## __VA_OPT__(b)\n";
    assert_eq!(expand(&format!("{h}J(a, 1) J(a)")), "ab a");
    let wrong =
        "`__VA_OPT__` takes what stands in parentheses, without another one, in a macro with `...`";
    for text in
        ["#define f(x) __VA_OPT__(x)", "#define f(...) __VA_OPT__", "#define f(...) __VA_OPT__(x"]
    {
        assert_eq!(expand(text), wrong);
    }
    assert_eq!(expand("#define f(...) __VA_OPT__(__VA_OPT__(x))"), wrong);
}

#[test]
fn the_examples_of_the_standard() {
    // C++17, 19.3.4, example 3.
    let text = "#define x 3\n#define f(a) f(x * (a))\n#undef x\n#define x 2\n#define g f\n\
        #define z z[0]\n#define h g(~\n#define m(a) a(w)\n#define w 0,1\n#define t(a) a\n\
        #define p() int\n#define q(x) x\n#define r(x,y) x ## y\n#define str(x) # x\n\
        f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);\n\
        g(x+(3,4)-w) | h 5) & m\n(f)^m(m);\n\
        p() i[q()] = { q(1), r(2,3), r(4,), r(,5), r(,) };\n\
        char c[2][6] = { str(hello), str() };";
    assert_eq!(
        expand(text),
        "f ( 2 * ( y + 1 ) ) + f ( 2 * ( f ( 2 * ( z [ 0 ] ) ) ) ) % f ( 2 * ( 0 ) ) + t ( 1 ) ; \
         f ( 2 * ( 2 + ( 3 , 4 ) - 0 , 1 ) ) | f ( 2 * ( ~ 5 ) ) & f ( 2 * ( 0 , 1 ) ) ^ m ( 0 , 1 ) ; \
         int i [ ] = { 1 , 23 , 4 , 5 , } ; char c [ 2 ] [ 6 ] = { \"hello\" , \"\" } ;"
    );
}

#[test]
fn stringizing_and_pasting() {
    let text = "#define s(x) #x\n#define xs(x) s(x)\n#define c(a, b) a ## b\n#define V 4\n\
        s( a  + \"b\\n\" ) s(V) xs(V) c(x, 1) c(V, V) c(<, <=)";
    assert_eq!(expand(text), r#""a + \"b\\n\"" "V" "4" x1 VV <<="#);
    assert!(expand("#define c(a, b) a ## b\nc(+, x)").contains("not one token"));
    assert!(expand("#define c(a) ## a\n").contains("either side"));
}

#[test]
fn variadic_macros() {
    let text = "#define e(f, ...) g(f, ## __VA_ARGS__)\ne(1) e(1, 2, 3)\n#define v(...) __VA_ARGS__\nv(1, 2) v()\n\
        #define n(args...) k(args)\nn(1, 2)";
    assert_eq!(expand(text), "g ( 1 ) g ( 1 , 2 , 3 ) 1 , 2 k ( 1 , 2 )");
}

#[test]
fn conditionals() {
    let pick = |condition: &str| expand(&format!("#if {condition}\nyes\n#else\nno\n#endif"));
    assert_eq!(pick("1 + 2 * 3 == 7"), "yes");
    assert_eq!(pick("defined FLAG && !defined(NOT)"), "yes");
    assert_eq!(pick("UNKNOWN"), "no");
    assert_eq!(pick("-1 < 0u"), "no");
    assert_eq!(pick("-1 < 0"), "yes");
    assert_eq!(pick("0 && 1 / 0"), "no");
    assert_eq!(pick("1 ? 2 : (1 / 0)"), "yes");
    assert_eq!(pick("'A' == 65"), "yes");
    assert_eq!(pick("1 / 0"), "this has no value in the condition of #if");
    assert_eq!(pick("1 +"), "the condition of #if ends too early");
    assert_eq!(pick("has_thing(x)"), "`has_thing` is not understood in the condition of #if");
    assert_eq!(
        expand("#if 0\ndon't #error\n#if 1\n#else\n#endif\n#elif 1\na\n#else\nb\n#endif"),
        "a"
    );
    assert_eq!(expand("#ifdef FLAG\na\n#endif\n#ifndef FLAG\nb\n#endif"), "a");
    assert_eq!(expand("#if 1"), "a conditional that does not end");
    assert_eq!(expand("#endif"), "#endif without #if");
    let refused = with_files("#error stop here\n", &[]).unwrap().refused;
    assert_eq!(refused[0].0, "stop here");
    assert_eq!(expand("#frob"), "unknown directive `#frob`");
}

#[test]
fn includes() {
    let files = [("src/a.h", "#pragma once\nint a;"), ("inc/b.h", "int b;")];
    let text = "#include \"a.h\"\n#include \"a.h\"\n#include <b.h>\n#include <cstdio>\n#define H \"b.h\"\n#include H\n";
    let done = with_files(text, &files).unwrap();
    let tokens: Vec<String> = done.tokens.iter().map(|t| t.kind.to_string()).collect();
    assert_eq!(tokens.join(" "), "int a ; int b ; int b ;");
    assert!(done.skipped.contains("cstdio"));
    assert!(done.missing.is_empty());
    let missing = with_files("#include \"own.h\"\n", &[]).unwrap();
    assert_eq!(missing.missing.keys().collect::<Vec<_>>(), ["own.h"]);
    let again = with_files("#include \"a.h\"\n#include \"./a.h\"\n", &files).unwrap();
    assert_eq!(again.tokens.len(), 3, "`#pragma once` is about the file, not about its path");
    let around = with_files("#include \"t.cu\"\n", &[("src/t.cu", "#include \"t.cu\"\n")]);
    assert!(around.unwrap_err().message.contains("include each other"));
}

#[test]
fn a_guarded_file_is_read_once() {
    let read = |header: &str, between: &str| {
        let text = format!("#include \"a.h\"\n{between}\n#include \"a.h\"\n");
        let done = with_files(&text, &[("src/a.h", header)]).map_err(|why| why.message)?;
        Ok(done.tokens.iter().map(|t| t.kind.to_string()).collect::<Vec<_>>().join(" "))
    };
    let read =
        |header: &str, between: &str| read(header, between).unwrap_or_else(|why: String| why);
    let guarded = "// A header\n#ifndef A\n#define A\n#if 1\nint a;\n#else\n#endif\n#endif\n";
    assert_eq!(read(guarded, ""), "int a ;");
    assert_eq!(read(guarded, "#undef A"), "int a ; int a ;");
    assert_eq!(read(&format!("{guarded}int b;"), ""), "int a ; int b ; int b ;");
    let other = "#ifndef A\n#define A\nint a;\n#else\nint b;\n#endif\n";
    assert_eq!(read(other, ""), "int a ; int b ;");
    assert_eq!(read("#ifndef A\nint a;\n#endif\n", ""), "int a ; int a ;");
    // It does not count against how much is read.
    let large = format!("#ifndef A\n#define A\n/*{}*/\n#endif\n", "x".repeat(3 << 20));
    assert_eq!(read(&large, "int c;"), "int c ;");
    let unguarded = format!("/*{}*/\n", "x".repeat(3 << 20));
    assert!(read(&unguarded, "").contains("have more than"));
}

#[test]
fn macro_tokens_stand_at_the_use_and_arguments_where_they_were_written() {
    let text = "#define AT(i) a[i]\nAT(x) = 1;";
    let done = with_files(text, &[]).unwrap();
    let spans: Vec<&str> = done.tokens.iter().map(|t| &text[t.span.bytes.clone()]).collect();
    assert_eq!(spans[..4], ["AT(x)", "AT(x)", "x", "AT(x)"]);
}

#[test]
fn growth_is_bounded() {
    let mut doubling = String::from("#define x0 a a\n");
    for n in 1..60 {
        doubling += &format!("#define x{n} x{0} x{0}\n", n - 1);
    }
    assert!(expand(&(doubling + "x59")).contains("too much text"));
    let mut quoting = String::from("#define s0(x) #x\n");
    for n in 1..100 {
        quoting += &format!("#define s{n}(x) s{}(#x)\n", n - 1);
    }
    assert!(expand(&(quoting + "s99(\"\\\\\")")).contains("too long"));
    let mut chain = String::new();
    for n in 0..2000 {
        chain += &format!("#define c{n} c{}\n", n + 1);
    }
    assert!(expand(&(chain + "c0")).contains("too deep"));
    let deep = |n| format!("#define f(x) x\n{}{}", "f(".repeat(n), ")".repeat(n));
    assert!(expand(&deep(1_000)).contains("too deep"));
    assert!(expand(&deep(100_000)).contains("too much text"));
    assert!(expand(&format!("#if {}", "(".repeat(100_000))).contains("too deep"));
}
