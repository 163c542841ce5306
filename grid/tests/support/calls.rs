//! Random calls in calls: of templates, which find out the types of their arguments, of overloaded
//! functions, and of built-in ones, whose result has the type of what they are given.

use super::generate::Generator;

/// What the calls of a kernel mean; `#` is the kernel's number.
pub const FUNCTIONS: &str = "\
template <class T> __device__ int size#(T) { return sizeof(T); }\n\
template <class T> __device__ T same#(T x) { return x; }\n\
template <class T, class U> __device__ int sizes#(T x, U y) { return sizeof(T) * 100 + sizeof(U) * 10 + sizeof(x + y); }\n\
template <class T> __device__ int local#(T x) { const int K = sizeof(T); int l[K + 1] = {K}; l[K] = size#(x) * 10 + sizeof l; return l[K] + l[0]; }\n\
template <class T, int N> __device__ int more#(T x) { int l[N + sizeof(T)] = {}; return sizeof l + sizeof(decltype(x)) + size#(x) + local#((T) 1) * N; }\n\
template <class T> __device__ int deeper#(T x) { return sizes#(x, 'a') + sizes#(same#(x), 1LL) + max(size#(x), local#(same#(same#(x)))); }\n\
__device__ int kind#(int) { return 1; }\n\
__device__ int kind#(unsigned) { return 2; }\n\
__device__ int kind#(long long) { return 3; }\n\
__device__ int kind#(unsigned char) { return 4; }\n\
__device__ int kind#(float) { return 5; }\n\
__device__ int kind#(double) { return 6; }\n";

/// Those that take one argument of any type, and whose result is an `int`.
const ANY: [&str; 6] = ["size#", "local#", "more#", "deeper#", "sizeof ", "kind#"];

impl Generator {
    /// A call whose value is a number of bytes, or of an overload.
    pub fn call(&mut self, depth: usize) -> String {
        let d = depth.saturating_sub(1);
        match self.below(9) {
            0 => format!("sizes#({}, {})", self.typed(d), self.typed(d)),
            1 => format!("{}({}, {})", self.pick(&["min", "max"]), self.call(d), self.call(d)),
            2 => format!("abs({} - {})", self.call(d), self.call(d)),
            3 => format!("same#({})", self.call(d)),
            4 => format!("more#<{}, {}>({})", self.pick(&TYPES), 1 + self.below(4), self.typed(d)),
            5 => format!("(int) sizeof({})", self.typed(d)),
            _ => match self.pick(&ANY) {
                // Which of several fits a type that none of them takes is not asked here.
                "kind#" => format!("kind#({})", self.of_a_kind(d)),
                "more#" => format!("more#<{}, 2>({})", self.pick(&TYPES), self.typed(d)),
                "sizeof " => format!("(int) sizeof {}", self.pick(&NAMES)),
                of => format!("{of}({})", self.typed(d)),
            },
        }
    }

    /// An expression whose type is the point; it is not defined in C only where its parts are not.
    fn typed(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.pick(&NAMES).into();
        }
        let d = depth - 1;
        match self.below(10) {
            0 => format!("({} + {})", self.typed(d), self.typed(d)),
            1 => format!("({} ? {} : {})", self.pick(&WHOLE), self.typed(d), self.typed(d)),
            2 => format!("{}({}, {})", self.pick(&["min", "max"]), self.typed(d), self.typed(d)),
            3 => format!("same#({})", self.typed(d)),
            4 => format!("abs({})", self.pick(&SIGNED)),
            5 => format!("({} < {})", self.typed(d), self.typed(d)),
            6 => format!("(({}) {})", self.pick(&TYPES), self.typed(0)),
            7 => format!("sqrt({})", self.pick(&["0.5f", "2.5", "f * f", "d * d"])),
            8 => self.call(d),
            _ => self.pick(&NAMES).into(),
        }
    }

    fn of_a_kind(&mut self, depth: usize) -> String {
        let d = depth.saturating_sub(1);
        match self.below(4) {
            0 => format!("abs({})", self.pick(&SIGNED)),
            1 => format!("(c + {})", self.typed(d)),
            2 => format!("max({}, {})", self.pick(&["x", "u", "q", "f", "d"]), self.typed(d)),
            _ => format!("same#({})", self.pick(&["x", "u", "q", "c", "f", "d", "A[1]", "B[2]"])),
        }
    }
}

const TYPES: [&str; 7] =
    ["int", "unsigned char", "long long", "short", "unsigned", "float", "double"];
const NAMES: [&str; 14] =
    ["x", "u", "c", "q", "w", "f", "d", "s.i", "s.c", "A[1]", "B[2]", "L[3]", "H[0]", "s.f[1]"];
const WHOLE: [&str; 4] = ["x", "u", "c", "w"];
const SIGNED: [&str; 7] = ["x / 2", "(c - 300)", "q / 2", "w / 2", "f", "d", "s.f[0]"];
