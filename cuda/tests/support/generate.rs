//! Random kernels: statements over a few locals, three arrays and two parameters.

pub struct Generator {
    pub seed: u64,
    loops: usize,
    /// Whether expressions may assign: C leaves open in which order most operands do.
    effects: bool,
}

impl Generator {
    pub fn new(seed: u64, effects: bool) -> Self {
        Generator { seed: seed.wrapping_mul(0x9E37_79B9_7F4A_7C15), loops: 0, effects }
    }

    /// A kernel, as text.
    pub fn kernel(&mut self) -> String {
        let body: Vec<String> = (0..3).map(|_| self.stmt(3)).collect();
        format!(
            "__device__ int half(int x) {{ if (x & 1) return x / 2; return x; }}\n\
             __device__ int shifted(int *p, int x) {{ p[x & 3] += x; return p[x & 1] - 1; }}\n\
             template <int N, typename T> __device__ T scaled(T x) {{ if (N > 0) return x * N; return x - N; }}\n\
             template <class T> __device__ T larger(T a, T b) {{ return a < b ? b : a; }}\n\
             __global__ void k(int *A, unsigned char *B, int n, unsigned m) {{ __shared__ int S[4][2]; \
             int x = n & 15, y = 2; unsigned u = m; unsigned char c = 250; long q = 1;\n{}\nA[x & 7] = y; }}",
            body.join("\n")
        )
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.seed = self.seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.seed >> 33) as usize % n
    }

    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }

    fn place(&mut self, depth: usize) -> String {
        match self.below(4) {
            0 => format!("A[{} & 7]", self.expr(depth)),
            1 => format!("B[{} & 7]", self.expr(depth)),
            2 => format!("S[{} & 3][{} & 1]", self.expr(depth), self.expr(depth)),
            _ => format!("(*(A + ({} & 3)))", self.expr(depth)),
        }
    }

    fn expr(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.below(5) {
                0 => self.pick(&["0", "1", "2", "3u", "7", "-1", "200", "2147483647", "5L"]).into(),
                1 => {
                    self.pick(&["n", "m", "(int) threadIdx.x", "threadIdx.x", "blockIdx.x"]).into()
                }
                _ => self.pick(&["x", "y", "u", "c", "q"]).into(),
            };
        }
        let d = depth - 1;
        match self.below(13) {
            0..=3 => {
                let op = self.pick(&["+", "-", "*", "&", "|", "^", "/", "%", "<<", ">>"]);
                format!("({} {op} {})", self.expr(d), self.expr(d))
            }
            4 | 5 => self.cond(d),
            6 => format!("({} ? {} : {})", self.cond(d), self.expr(d), self.expr(d)),
            7 => format!(
                "({}) {}",
                self.pick(&["int", "unsigned char", "long", "bool"]),
                self.expr(0)
            ),
            8 => format!("min({}, {})", self.expr(d), self.expr(d)),
            9 => format!("({} {})", self.pick(&["-", "~", "+"]), self.expr(0)),
            10 if self.below(3) == 0 => format!("half({})", self.expr(d)),
            10 if self.effects && self.below(4) == 0 => format!("shifted(A, {})", self.expr(d)),
            10 if self.below(3) == 0 => match self.below(3) {
                0 => format!("scaled<3>({})", self.expr(d)),
                1 => format!("scaled<-2>((unsigned char) {})", self.expr(0)),
                _ => format!(
                    "larger<{}>({}, {})",
                    self.pick(&["int", "long"]),
                    self.expr(0),
                    self.expr(d)
                ),
            },
            10 => self.place(d),
            11 if self.effects => {
                self.pick(&["x++", "--y", "u++", "c--", "(x = y + 1)", "(u += 2)"]).into()
            }
            _ => self.expr(0),
        }
    }

    fn cond(&mut self, depth: usize) -> String {
        let d = depth.saturating_sub(1);
        match self.below(5) {
            0 => format!("({} && {})", self.cond0(d), self.cond0(d)),
            1 => format!("({} || {})", self.cond0(d), self.cond0(d)),
            2 => format!("!{}", self.cond0(d)),
            _ => self.cond0(d),
        }
    }

    fn cond0(&mut self, d: usize) -> String {
        format!(
            "({} {} {})",
            self.expr(d),
            self.pick(&["<", "<=", ">", ">=", "==", "!="]),
            self.expr(d)
        )
    }

    fn stmt(&mut self, depth: usize) -> String {
        let e = self.below(3);
        if self.loops > 0 && self.below(9) == 0 {
            let jump = self.pick(&["break", "continue", "return"]);
            return format!("if ({}) {jump};", self.cond(1));
        }
        if depth > 0 && self.below(12) == 0 {
            let (a, b, c) = (self.block(depth - 1), self.block(depth - 1), self.block(depth - 1));
            let ends = ["break;", "", "return;"];
            let (x, y) = (ends[self.below(3)], ends[self.below(2)]);
            return format!(
                "switch ({} & 3) {{ case 0: {a} {x} case 2: case 1: {b} {y} default: {c} }}",
                self.expr(1)
            );
        }
        match self.below(if depth == 0 { 5 } else { 10 }) {
            // A value that nobody uses is not read.
            9 => match self.below(4) {
                0 => format!("{};", self.place(1)),
                1 => format!("(void) {};", self.place(1)),
                2 => format!("{}, {} = 1;", self.place(1), self.place(0)),
                _ => format!("if (int j = {}) y = j; else x = j + 1;", self.expr(1)),
            },
            0 | 1 => {
                format!("{} {} {};", self.place(1), self.pick(&["=", "+=", "^="]), self.expr(e))
            }
            2 => format!(
                "{} {} {};",
                self.pick(&["x", "y", "u", "c", "q"]),
                self.pick(&["=", "+=", "-=", "*=", "|="]),
                self.expr(e)
            ),
            3 => format!("{}++;", self.place(0)),
            4 => format!("x = {};", self.place(0)),
            5 => format!("if ({}) {{ {} }}", self.cond(2), self.block(depth - 1)),
            6 => format!(
                "if ({}) {{ {} }} else {{ {} }}",
                self.cond(2),
                self.block(depth - 1),
                self.block(depth - 1)
            ),
            7 if self.loops == 0 && depth > 1 => format!("if ({}) return;", self.cond(1)),
            _ => {
                self.loops += 1;
                let i = format!("i{}", self.below(1000));
                let body = self.block(depth - 1);
                self.loops -= 1;
                if self.below(5) == 0 {
                    let by = self.pick(&["++", "--", " += 3", " -= 2"]);
                    let start = self.pick(&["x", "5", "n", "threadIdx.x", "2147483640"]);
                    let ty = self.pick(&["int", "unsigned"]);
                    let header = self.pick(&["i < 4; i++", "i < (m & 7); i += 2", "i <= x; i++"]);
                    return format!(
                        "{{ {ty} j = {start}; for (int i = 0; {header}, j{by}) {{ A[j & 7] += i; {body} }} }}"
                    );
                }
                let header = match self.below(6) {
                    0 => format!("int {i} = 0; {i} < 3; {i}++"),
                    1 => format!("int {i} = x & 7; {i} <= (m & 7); {i} += 2"),
                    2 => format!("unsigned {i} = threadIdx.x; {i} < n; {i} += blockDim.x"),
                    3 => format!("unsigned {i} = blockDim.x / 2; {i} > 0; {i} >>= 1"),
                    4 => format!("int {i} = 5; {i} >= (n & 3); --{i}"),
                    _ => format!("int {i} = 1; {i} < (m & 15); {i} *= 2"),
                };
                format!("for ({header}) {{ A[{i} & 7] += {i}; {body} }}")
            }
        }
    }

    fn block(&mut self, depth: usize) -> String {
        let count = 1 + self.below(3);
        (0..count).map(|_| self.stmt(depth)).collect::<Vec<_>>().join(" ")
    }
}
