//! Names that may mean another declaration than the one that is found: refused, with the place.
#![allow(clippy::unwrap_used)] // a test may

use cuda::{Options, load};
use semantics::Source;
use std::collections::BTreeMap;

/// What the only kernel of a file is refused for.
fn refusal(text: &str) -> String {
    let none: BTreeMap<String, String> = BTreeMap::new();
    let unit = load(Source::new("t.cu", text), &Options::default(), &none).unwrap();
    match &unit.kernels.last().unwrap().launches[0].lowered {
        Ok(_) => "nothing".into(),
        Err(u) => format!("{}:{} {}", u.span.line_column().0, u.span.line_column().1, u.what),
    }
}

/// Constructors that do otherwise than they are written.
#[test]
fn constructor() {
    let text = r"struct Place {
    int i;
    __device__ Place(int n) : i(n) {}
    __device__ Place(const Place &other, int by = 2) : i(other.i / by) {}
};

__global__ void write(int *a) {
    Place place(threadIdx.x);
    Place copy = place;
    a[copy.i] = threadIdx.x;
}";
    assert_eq!(refusal(text), "8:11 a variable of type `Place`");
}

/// Kernels that only their constraints tell apart.
#[test]
fn constraints() {
    let text = r"template <class T> requires (sizeof(T) == 4) __global__ void k(T *out) { out[threadIdx.x] = 1; }
template <class T> requires (sizeof(T) == 8) __global__ void k(T *out) { out[0] = threadIdx.x; }
void run(int *out) { k<<<1, 64>>>(out); }";
    assert!(refusal(text).contains("functions that are told apart by constraints"));
}

/// A qualified name that something nearer has, too.
#[test]
fn hidden_name() {
    for (text, expected) in [
        (
            r"namespace row { __device__ int place(int i) { return i; } }
namespace grid {
struct row { static __device__ int place(int i) { return i / 2; } };
__device__ int at(int i) { return row::place(i); }
}

__global__ void write(int *a) {
    a[grid::at(threadIdx.x)] = threadIdx.x;
}",
            "4:35 a call of `::row::place`, which has no body here and may write memory or synchronize,",
        ),
        (
            r"__device__ int place(int i) { return i / 2; }

struct Row {
    int first;
    static __device__ int place(int i) { return i; }
    __device__ int at(int i) { return first + ::place(i); }
};

__global__ void write(int *a) {
    Row row;
    row.first = 0;
    a[row.at(threadIdx.x)] = threadIdx.x;
}",
            "6:47 a call of `::place`, which has no body here and may write memory or synchronize,",
        ),
        (
            r"const int step = 1;

__global__ void scatter(int *a) {
    int step = 0;
    a[threadIdx.x * ::step + step] = threadIdx.x;
}",
            "5:21 `::step`, which another declaration hides here",
        ),
        (
            r"namespace grid { const int step = 1; }

__global__ void scatter(int *a) {
    int step = 0;
    a[threadIdx.x * grid::step + step] = threadIdx.x;
}",
            "5:21 `::grid::step`, which another declaration hides here",
        ),
        (
            r"namespace grid { typedef int Index; }

__global__ void scatter(int *a) {
    typedef unsigned char Index;
    Index one = 1;
    a[threadIdx.x * (sizeof(grid::Index) == 4 ? one : 0)] = threadIdx.x;
}",
            "6:28 `::grid::Index`, which another declaration hides here",
        ),
        (
            r"namespace grid { const int step = 0; }

__global__ void scatter(int *a) {
    int step = 1;
    {
        using grid::step;
        a[threadIdx.x * step] = threadIdx.x;
    }
}",
            "6:9 a using-declaration of a name that is hidden here",
        ),
    ] {
        assert_eq!(refusal(text), expected, "{text}");
    }
}

/// A class in a function sees what is around it.
#[test]
fn local_class() {
    let text = r"const int step = 1;

__global__ void write(int *a) {
    const int step = 0;
    struct Place {
        static __device__ int of(int i) { return i * step; }
    };
    a[Place::of(threadIdx.x)] = threadIdx.x;
}";
    let expected = "8:7 a call of `Place::of`, which is not read";
    assert_eq!(refusal(text), expected);
}

/// What several namespaces, or a namespace and CUDA, have under one name.
#[test]
fn namespace() {
    for (text, expected) in [
        (
            r"namespace saturating {
__device__ int max(int p, int q) { return p; }
}
using namespace saturating;
__global__ void clamp(int *a) {
    a[max((int)threadIdx.x, 1000)] = threadIdx.x;
}",
            "6:7 `max`, of which several declarations may be meant",
        ),
        (
            r"namespace narrow { typedef unsigned char Cell; }
namespace wide { typedef int Cell; }

__global__ void scatter(int *a) {
    a[threadIdx.x * sizeof(narrow::Cell) / 4] = threadIdx.x;
}",
            "5:21 a type that several namespaces declare",
        ),
        (
            r"namespace narrow { template <class T> struct Cell { T x[4]; }; }
namespace wide { template <class T> struct Cell { T *x; }; }

__global__ void fill(narrow::Cell<int> *a) {
    a[threadIdx.x].x[0] = threadIdx.x;
}",
            "4:41 a type that several namespaces declare",
        ),
    ] {
        assert_eq!(refusal(text), expected, "{text}");
    }
}

/// Operators without an object of a class, or whose operands are no arguments.
#[test]
fn operator() {
    for (text, expected) in [
        (
            r"struct Step { int by; };
__device__ Step operator,(Step p, Step q) { return p; }

__global__ void write(int *a) {
    Step one, none;
    one.by = 1;
    none.by = 0;
    a[threadIdx.x * (none, one).by] = threadIdx.x;
}",
            "8:21 the operator `,`, which is overloaded",
        ),
        (
            r"enum Colour { red, green, blue };
__device__ Colour operator|(Colour p, Colour q) { return red; }

__global__ void write(int *a) {
    a[threadIdx.x * (green | blue)] = threadIdx.x;
}",
            "5:21 the operator `|`, which is overloaded",
        ),
    ] {
        assert_eq!(refusal(text), expected, "{text}");
    }
}

/// Overloads that the number and the types of the arguments do not tell apart.
#[test]
fn overload() {
    for (text, expected) in [
        (
            r"__device__ int place(int &i) { return i; }
__device__ int place(long i) { return i / 2; }
__device__ int at(const int &i) { return place(i); }

__global__ void write(int *a) {
    int i = threadIdx.x;
    a[at(i)] = threadIdx.x;
}",
            "3:42 a call of the overloaded `place`",
        ),
        (
            r"__device__ int half(long i) { return i / 2; }

__device__ int place(int i) { return half(i); }

__device__ int half(int i) { return i; }

__global__ void write(int *a) {
    a[place(threadIdx.x)] = threadIdx.x;
}",
            "3:38 `half`, of which several declarations may be meant",
        ),
        (
            r"__device__ int place(float i) { return i; }
__device__ int place(int i, int step);

__global__ void write(int *a) {
    a[place((int)threadIdx.x)] = threadIdx.x;
}

__device__ int place(int i, int step = 1) { return i * step; }",
            "5:7 `place`, of which several declarations may be meant",
        ),
        (
            r"struct Place {
    int i;
    explicit __device__ Place(int n) { i = n; }
    __device__ Place(long n) { i = n / 2; }
};

__global__ void write(int *a) {
    Place place = (int)threadIdx.x;
    a[place.i] = threadIdx.x;
}",
            "8:11 `Place::(constructor)`, of which several declarations may be meant",
        ),
        (
            r"struct Row {
    int first;
    friend __device__ int place(Row row, int i) { return row.first + i / 2; }
};
__device__ int place(Row row, long i) { return row.first + i; }

__global__ void write(int *a) {
    Row row;
    row.first = 0;
    a[place(row, (int)threadIdx.x)] = threadIdx.x;
}",
            "10:7 `place`, of which several declarations may be meant",
        ),
        (
            r"struct Row {
    int first;
    __device__ int place(int i) { return first + i; }
    template <class T> __device__ int place(T &i) { return i / 2; }
};

__global__ void write(int *a) {
    Row row;
    row.first = threadIdx.x;
    a[row.place(row.first)] = threadIdx.x;
}",
            "10:7 a call of the overloaded `Row::place`",
        ),
        (
            r"template <class T, class... Others>
__device__ int place(T i, Others... others) { return i / 2; }
__device__ int place(long i) { return i; }

__global__ void write(int *a) {
    a[place((int)threadIdx.x)] = threadIdx.x;
}",
            "6:7 `place`, of which several declarations may be meant",
        ),
        (
            r"struct Row {
    int first;
    static __device__ int place(int i) { return i / 2; }
    __device__ int place(long i) { return first + i; }
};

__global__ void write(int *a) {
    Row row;
    row.first = 0;
    a[row.place((int)threadIdx.x)] = threadIdx.x;
}",
            "10:7 `Row::place`, of which several declarations may be meant",
        ),
    ] {
        assert_eq!(refusal(text), expected, "{text}");
    }
}

/// Functions whose parameters are read before their class is known, and several conversions.
#[test]
fn members_outside_and_conversions() {
    for (text, expected) in [
        (
            "typedef int T;
struct S { int v; typedef unsigned char T; __device__ int f(int x); };
__device__ int S::f(int x) { return sizeof(T) == 1 ? x : x / 2; }
__global__ void write(int *a) { S s; s.v = 0; a[s.f(threadIdx.x)] = 1; }",
            "4:49 a call of `S::f`, which is not read: a type of the class and one of the file have one name",
        ),
        (
            "struct S {
    int v;
    __device__ operator int() const { return v / 2; }
    __device__ operator unsigned() { return v; }
};
__global__ void write(int *a) { S s; s.v = threadIdx.x; int i = s; a[i] = 1; }",
            "6:65 a conversion of `S`, which has several conversion functions",
        ),
        (
            "struct S {
    int *p;
    __device__ operator int *() { return p; }
    __device__ operator const int *() const { return p + 1; }
};
__global__ void write(int *a) { S s; s.p = a; const int *p = s; a[threadIdx.x] = *p; }",
            "6:62 a conversion of `S`, which has several conversion functions",
        ),
    ] {
        assert_eq!(refusal(text), expected, "{text}");
    }
}

/// The type that an enumerator has before the enumeration ends.
#[test]
fn enumerators_inside_their_enumeration() {
    let kernel = "__global__ void write(int *a) { a[threadIdx.x * step] = 1; }";
    let said = |enumeration: &str| {
        let none: BTreeMap<String, String> = BTreeMap::new();
        let text = format!("{enumeration}\n{kernel}");
        match load(Source::new("t.cu", &text), &Options::default(), &none) {
            Ok(_) => refusal(&text),
            Err(e) => e.message,
        }
    };
    for plain in ["enum { none, step };", "enum { two = 1 << 1, step = two - 1 };"] {
        assert_eq!(said(plain), "nothing", "{plain}");
    }
    for asked in
        ["enum { one = 1u, step = one - 2 > 0 };", "enum { one = 'a', step = sizeof(one) };"]
    {
        assert!(said(asked).contains("whose own type another one asks for"), "{}", said(asked));
    }
}

/// Places that are `const` on the way to them, and members that are not though their object is.
#[test]
fn constant_paths() {
    let places = "__device__ int place(int *p, int i) { return i; }
__device__ int place(const int *p, int i) { return i / 2; }
";
    for (rest, expected) in [
        (
            "__device__ int at(const int &c, int i) { return place(&c, i); }
__global__ void write(int *a) { int c = 1; a[at(c, threadIdx.x)] = 1; }",
            "a call of the overloaded `place` with what may be another type",
        ),
        (
            "struct S { int v; __device__ int at(int i) const { return place(&v, i); } };
__global__ void write(int *a) { S s; s.v = 1; a[s.at(threadIdx.x)] = 1; }",
            "a call of the overloaded `place` with what may be another type",
        ),
        (
            "struct S { mutable int v; __device__ int at(int i) const { return v + i; } };
__global__ void write(int *a) { S s; s.v = 0; a[s.at(threadIdx.x)] = 1; }",
            "a variable of type `S`",
        ),
        (
            "__device__ int first(int n) { static const int kept = n; return kept; }
__global__ void write(int *a) { first(0); a[threadIdx.x * first(1)] = 1; }",
            "a `static` variable whose value is not constant",
        ),
    ] {
        let said = refusal(&format!("{places}{rest}"));
        assert!(said.ends_with(expected), "{said}\n{rest}");
    }
}

/// Bit-fields whose place or type is not looked for.
#[test]
fn bit_fields() {
    let cell = "struct Cell { unsigned colour : 3; unsigned step : 5; };\n";
    for (rest, expected) in [
        (
            "__global__ void write(int *a) { Cell own = {0, 1}; a[threadIdx.x * own.step] = 1; }",
            "2:38 a list of values for a `Cell`, which has bit-fields",
        ),
        (
            "__global__ void write(int *a, Cell c) {
    a[((threadIdx.x ? c.colour : c.step) - 9 < 0) * threadIdx.x] = 1;
}",
            "3:8 a bit-field that `?:` chooses",
        ),
        (
            "__global__ void write(int *a, Cell *c) { c[a[0]++].step = 1; }",
            "2:42 an assignment to the bit-field `step` of this",
        ),
        (
            "struct Wide { long first : 40; long second : 40; };
__global__ void write(int *a, Wide *w) { w[threadIdx.x].first = 1; }",
            "3:42 the member `first` of `Wide`",
        ),
        (
            "__global__ void write(int *a, Cell *c) { ((unsigned *)c)[threadIdx.x] = 1; c[0].step = 1; }",
            "2:42 a pointer to `Cell *` as a `unsigned int *`",
        ),
    ] {
        assert_eq!(refusal(&format!("{cell}{rest}")), expected, "{rest}");
    }
}

/// An argument of a template that is a number, where a type is asked for, and one that a missing header may declare as a
/// type.
#[test]
fn value_as_an_argument() {
    let declared = |what: &str| {
        format!(
            r#"#include "absent.h"
template <class T> struct View {{ T *p; }};
{what}
__global__ void write(View<Cell> v) {{}}"#
        )
    };
    assert_eq!(
        refusal(&declared("const int Cell = 3;")),
        "4:34 `Cell` as the argument `T` of `View`"
    );
    assert_eq!(refusal(&declared("")), "nothing");
}
