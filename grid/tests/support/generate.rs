//! Random kernels over every type of number: statements, loops, `switch`, pointers, structures,
//! functions. Operands whose order C leaves open have no effects.

use super::calls::FUNCTIONS;

pub struct Generator {
    seed: u64,
    loops: usize,
    names: usize,
}

const PLACES: [&str; 7] = ["A", "B", "L", "F", "D", "H", "U"];
const WHOLE: [&str; 5] = ["A", "B", "L", "H", "U"];
const LOCALS: [&str; 8] = ["x", "u", "c", "q", "w", "f", "d", "s.i"];
const WHOLE_LOCALS: [&str; 6] = ["x", "u", "c", "q", "w", "s.i"];

impl Generator {
    pub fn new(seed: u64) -> Generator {
        Generator {
            seed: seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5bd1_e995,
            loops: 0,
            names: 0,
        }
    }

    /// A kernel and the functions that it calls, as text; the number keeps their names apart.
    pub fn kernel(&mut self, n: u64) -> String {
        let body: Vec<String> = (0..4).map(|_| self.stmt(3)).collect();
        let text = format!(
            "{FUNCTIONS}struct S# {{ int i; float f[2]; unsigned char c; }};\n\
             __device__ int half#(int x) {{ if (x & 1) return x / 2; return x; }}\n\
             __device__ long long mixed#(unsigned char c, short h, double d) {{ return c * 3LL - h + (d > 0 ? 1 : -1); }}\n\
             __device__ int pushed#(int *p, int x) {{ p[x & 3] ^= x; return p[x & 1] / 3; }}\n\
             __device__ void both#(int &x, float &f) {{ x = x / 2 + 1; f += x; }}\n\
             __device__ int deep#(int n) {{ return n <= 0 ? 1 : deep#(n - 2) + n; }}\n\
             __device__ S# made#(int i) {{ S# s = {{i, {{0.5f, 2}}, 7}}; s.c += i; return s; }}\n\
             __global__ void k#(int *A, unsigned char *B, long long *L, float *F, double *D, short *H, unsigned *U, int n, unsigned m) {{\n\
             int x = n & 15; unsigned u = m; unsigned char c = 250; long long q = 1; short w = -2; float f = 0.1f; double d = 0.3;\n\
             S# s = {{3, {{1.5f}}}}; int l[4] = {{4, 3}}; const int K = 3; int *p = A + threadIdx.x;\n\
             {}\n\
             A[x & 7] = u; F[1] = f; D[2] = d + s.f[x & 1]; L[3] = q + w + c; p[1] = l[x & 3] + s.c; }}",
            body.join("\n")
        );
        text.replace('#', &n.to_string())
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.seed = self.seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.seed >> 33) as usize % n
    }

    pub fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }

    fn element(&mut self, arrays: &[&str], depth: usize) -> String {
        match self.below(6) {
            0 => format!("l[{} & 3]", self.whole(depth)),
            1 => format!("(*(p + ({} & 3)))", self.whole(depth)),
            2 => format!("p[{} & 3]", self.whole(0)),
            _ => format!("{}[{} & 7]", self.pick(arrays), self.whole(depth)),
        }
    }

    /// An expression of an integer type.
    fn whole(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.below(4) {
                0 => self
                    .pick(&[
                        "0",
                        "1",
                        "2",
                        "3u",
                        "7",
                        "-1",
                        "200",
                        "2147483647",
                        "5LL",
                        "'a'",
                        "K",
                        "0x80000000",
                    ])
                    .into(),
                1 => {
                    self.pick(&["n", "m", "(int) threadIdx.x", "threadIdx.x", "blockIdx.x"]).into()
                }
                _ => self.pick(&WHOLE_LOCALS).into(),
            };
        }
        let d = depth - 1;
        match self.below(18) {
            0..=4 => {
                let op = self.pick(&["+", "-", "*", "&", "|", "^", "/", "%", "<<", ">>"]);
                format!("({} {op} {})", self.whole(d), self.whole(d))
            }
            5 => self.cond(d),
            6 => format!("({} ? {} : {})", self.cond(d), self.whole(d), self.whole(d)),
            7 => {
                let ty = self.pick(&[
                    "int",
                    "unsigned char",
                    "long long",
                    "bool",
                    "short",
                    "unsigned",
                    "signed char",
                    "unsigned long long",
                    "unsigned short",
                ]);
                format!("(({ty}) {})", self.whole(d))
            }
            8 => format!("((int) {})", self.real(0)),
            9 => format!("({} {})", self.pick(&["-", "~", "+"]), self.whole(0)),
            10 => format!("half#({})", self.whole(d)),
            11 => format!("mixed#({}, {}, {})", self.whole(d), self.whole(0), self.real(0)),
            12 => format!("deep#({} & 7)", self.whole(0)),
            13 => "(int) sizeof(S#)".into(),
            14 => format!("made#({}).c", self.whole(0)),
            15 | 16 => self.call(d),
            _ => self.element(&WHOLE, d),
        }
    }

    /// An expression of a floating-point type.
    fn real(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.below(3) {
                0 => self
                    .pick(&["0.5f", "1.25", "3e2f", "-0.1", "0x1.8p-2", "7.f", ".25f", "1e10"])
                    .into(),
                1 => self.pick(&["s.f[0]", "s.f[1]"]).into(),
                _ => self.pick(&["f", "d"]).into(),
            };
        }
        let d = depth - 1;
        match self.below(8) {
            0..=2 => {
                format!("({} {} {})", self.real(d), self.pick(&["+", "-", "*", "/"]), self.real(d))
            }
            3 => format!("({} {} {})", self.whole(d), self.pick(&["+", "-", "*"]), self.real(d)),
            4 => format!("({} ? {} : {})", self.cond(d), self.real(d), self.real(d)),
            5 => format!("(({}) {})", self.pick(&["float", "double"]), self.whole(d)),
            6 => format!(
                "{}({})",
                self.pick(&["sqrtf", "floorf", "fabsf", "-", "sqrt", "ceil", "trunc"]),
                self.real(d)
            ),
            _ => format!("{}[{} & 7]", self.pick(&["F", "D"]), self.whole(d)),
        }
    }

    fn any(&mut self, depth: usize) -> String {
        if self.below(3) == 0 { self.real(depth) } else { self.whole(depth) }
    }

    fn cond(&mut self, depth: usize) -> String {
        let d = depth.saturating_sub(1);
        let compare = ["<", "<=", ">", ">=", "==", "!="];
        match self.below(6) {
            0 => format!("({} && {})", self.cond(d.min(1)), self.whole(d)),
            1 => format!("({} || {})", self.whole(d), self.whole(d)),
            2 => format!("!{}", self.whole(0)),
            3 => format!("({} {} {})", self.real(d), self.pick(&compare), self.any(d)),
            _ => format!("({} {} {})", self.whole(d), self.pick(&compare), self.whole(d)),
        }
    }

    fn assign(&mut self) -> String {
        let e = self.below(3);
        match self.below(8) {
            0 => format!("{} = {};", self.pick(&LOCALS), self.any(e)),
            1 => format!(
                "{} {} {};",
                self.pick(&LOCALS),
                self.pick(&["+=", "-=", "*="]),
                self.any(e)
            ),
            2 => {
                let op = self.pick(&["|=", "&=", "^=", "<<=", ">>=", "%=", "/="]);
                format!("{} {op} {};", self.pick(&WHOLE_LOCALS), self.whole(e))
            }
            3 => {
                let (place, op) = (self.element(&PLACES, 1), self.pick(&["=", "+=", "-="]));
                format!("{place} {op} {};", self.any(e))
            }
            4 => format!("{} ^= {};", self.element(&WHOLE, 1), self.whole(e)),
            5 => {
                let step = self.pick(&["++", "--"]);
                if self.below(2) == 0 {
                    format!("{}{step};", self.element(&WHOLE, 0))
                } else {
                    format!(
                        "{} = {step}{};",
                        self.pick(&LOCALS),
                        self.pick(&["x", "u", "c", "q", "w"])
                    )
                }
            }
            6 => format!("x = {}{};", self.pick(&["u", "c", "q", "w"]), self.pick(&["++", "--"])),
            _ => {
                format!("{} = {} = {};", self.pick(&LOCALS), self.element(&WHOLE, 0), self.whole(1))
            }
        }
    }

    fn stmt(&mut self, depth: usize) -> String {
        if self.loops > 0 && self.below(9) == 0 {
            return format!(
                "if ({}) {};",
                self.cond(1),
                self.pick(&["break", "continue", "return"])
            );
        }
        if depth == 0 {
            return self.assign();
        }
        match self.below(16) {
            0 | 1 => format!("if ({}) {{ {} }}", self.cond(2), self.block(depth - 1)),
            2 => {
                let (yes, no) = (self.block(depth - 1), self.block(depth - 1));
                format!("if ({}) {{ {yes} }} else {{ {no} }}", self.cond(2))
            }
            3 => self.switch(depth),
            4 | 5 => self.repeat(depth),
            6 => format!("both#(x, {});", self.pick(&["f", "F[2]", "s.f[1]"])),
            7 => format!(
                "x = pushed#({}, {});",
                self.pick(&["A", "l", "p", "&l[0]", "A + 2"]),
                self.whole(1)
            ),
            8 => {
                self.names += 1;
                let (n, i) = (self.names, self.whole(0));
                format!("S# t{n} = s; t{n}.i += {i}; s = made#({i}); s.f[0] = t{n}.f[1] + t{n}.i;")
            }
            9 => {
                self.names += 1;
                let (n, x) = (self.names, self.whole(1));
                format!(
                    "{{ int z{n} = {x}; int x = z{n}; int &r{n} = l[1]; r{n} += x; int *y{n} = &x; *y{n} /= 3; A[x & 7] = x; }}"
                )
            }
            10 => format!("p = A + ({} & 3); x = p - A;", self.whole(1)),
            11 => format!("{} = {};", self.element(&PLACES, 1), self.call(3)),
            _ => self.assign(),
        }
    }

    fn switch(&mut self, depth: usize) -> String {
        let (a, b, c) = (self.block(depth - 1), self.block(depth - 1), self.block(depth - 1));
        let ends = ["break;", "", "return;"];
        let (x, y) = (ends[self.below(3)], ends[self.below(2)]);
        format!(
            "switch ({} & 3) {{ case 0: {{ {a} }} {x} case K - 1: case 1: {{ {b} }} {y} default: {{ {c} }} }}",
            self.whole(1)
        )
    }

    fn repeat(&mut self, depth: usize) -> String {
        self.names += 1;
        let i = format!("i{}", self.names);
        self.loops += 1;
        let body = self.block(depth - 1);
        self.loops -= 1;
        match self.below(6) {
            0 => format!("for (int {i} = 0; {i} < 3; {i}++) {{ A[{i} & 7] += {i}; {body} }}"),
            1 => format!("for (int {i} = x & 7; {i} <= (int) (m & 7); {i} += 2) {{ {body} }}"),
            2 => {
                format!("for (unsigned {i} = threadIdx.x; {i} < 9; {i} += blockDim.x) {{ {body} }}")
            }
            3 => format!("for (unsigned char {i} = 5; {i}-- > 0;) {{ {body} }}"),
            4 => format!("int {i} = 4; while ({i} > 0) {{ {i} -= 2; {body} }}"),
            _ => format!("int {i} = 1; do {{ {i} *= 3; {body} }} while ({i} < 20);"),
        }
    }

    fn block(&mut self, depth: usize) -> String {
        let count = 1 + self.below(3);
        (0..count).map(|_| self.stmt(depth)).collect::<Vec<_>>().join(" ")
    }
}
