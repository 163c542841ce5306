//! Kernels of this project's own in the style of Indigo's families, each with its ground truth.
//!
//! A kernel is a family (what is done with a node or its neighbours), a mapping (who has a node: a
//! thread, a warp, a block), an order of the neighbours, and the bugs that are planted. Its name
//! says which, in the suite's words, so that [`Label::of`](super::Label::of) its name is its truth.

use super::Shape;
use std::fmt;

/// What is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// The largest datum of a neighbour with a larger number, over all edges.
    ConditionalEdge,
    /// The largest datum of a node's neighbours, over all nodes.
    ConditionalVertex,
    /// Each node takes the largest datum of its neighbours.
    Pull,
    /// Each node gives its datum to its neighbours, which keep the largest.
    Push,
    /// Neighbours with a larger number go into a list.
    Populate,
    /// Each node points to the end of its chain.
    PathCompression,
}

/// Who has a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mapping {
    /// A thread.
    Thread,
    /// A warp.
    Warp,
    /// A block.
    Block,
}

/// What is planted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bug {
    /// A read and a write in the place of an atomic.
    Atomic,
    /// A plain read before an atomic.
    Guard,
    /// Memory that was a thread's own is shared.
    Race,
    /// Barriers are left out.
    Sync,
    /// No look whether the node is there.
    Bounds,
}

/// A kernel.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Planted {
    /// What is done.
    pub family: Family,
    /// Who has a node.
    pub mapping: Mapping,
    /// Threads go on with further nodes.
    pub persistent: bool,
    /// Neighbours from the last to the first.
    pub reverse: bool,
    /// What is planted.
    pub bugs: Vec<Bug>,
}

impl Family {
    /// All.
    pub const ALL: [Family; 6] = [
        Family::ConditionalEdge,
        Family::ConditionalVertex,
        Family::Pull,
        Family::Push,
        Family::Populate,
        Family::PathCompression,
    ];

    fn name(self) -> &'static str {
        match self {
            Family::ConditionalEdge => "conditional_edge",
            Family::ConditionalVertex => "conditional_vertex",
            Family::Pull => "pull",
            Family::Push => "push",
            Family::Populate => "populate_worklist",
            Family::PathCompression => "path_compression",
        }
    }

    /// The sets of bugs that make a race, with none in front.
    fn races(self, mapping: Mapping) -> Vec<Vec<Bug>> {
        let bugs: &[Bug] = match self {
            Family::ConditionalEdge | Family::Push => &[Bug::Atomic, Bug::Guard],
            Family::ConditionalVertex if mapping == Mapping::Block => {
                &[Bug::Atomic, Bug::Guard, Bug::Sync]
            }
            Family::ConditionalVertex => &[Bug::Atomic, Bug::Guard],
            Family::Pull if mapping == Mapping::Block => &[Bug::Race, Bug::Sync],
            Family::Pull | Family::PathCompression => &[Bug::Race],
            Family::Populate => &[Bug::Atomic],
        };
        // Each alone, and all together.
        let mut sets = vec![Vec::new()];
        sets.extend(bugs.iter().map(|bug| vec![*bug]));
        if bugs.len() > 1 {
            sets.push(bugs.to_vec());
        }
        sets
    }
}

/// All kernels.
pub fn all() -> Vec<Planted> {
    let mut all = Vec::new();
    for family in Family::ALL {
        for mapping in [Mapping::Thread, Mapping::Warp, Mapping::Block] {
            let chains = family == Family::PathCompression;
            if chains && mapping != Mapping::Thread {
                continue;
            }
            for (persistent, reverse) in
                [(false, false), (false, true), (true, false), (true, true)]
            {
                for races in family.races(mapping) {
                    for bounds in [false, true] {
                        // A persistent kernel looks in its loop; a chain has no neighbours.
                        if bounds && (persistent || chains) || reverse && chains {
                            continue;
                        }
                        let mut bugs = races.clone();
                        bugs.extend(bounds.then_some(Bug::Bounds));
                        all.push(Planted { family, mapping, persistent, reverse, bugs });
                    }
                }
            }
        }
    }
    all
}

impl fmt::Display for Planted {
    /// The name, without `.cu`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.family.name())?;
        f.write_str(match self.mapping {
            Mapping::Thread => "",
            Mapping::Warp => "_warp",
            Mapping::Block => "_block",
        })?;
        for (word, there) in [("_persistent", self.persistent), ("_reverse", self.reverse)] {
            f.write_str(if there { word } else { "" })?;
        }
        self.bugs.iter().try_for_each(|bug| {
            f.write_str(match bug {
                Bug::Atomic => "_atomicBug",
                Bug::Guard => "_guardBug",
                Bug::Race => "_raceBug",
                Bug::Sync => "_syncBug",
                Bug::Bounds => "_boundsBug",
            })
        })
    }
}

impl Planted {
    /// Whether a launch of this shape has a thread without a node, in a graph of so many.
    pub fn has_idle_threads(&self, shape: Shape, nodes: i32) -> bool {
        let all = u64::from(shape.grid) * u64::from(shape.block);
        let groups = match self.mapping {
            Mapping::Thread => all,
            Mapping::Warp => all / 32,
            Mapping::Block => shape.grid.into(),
        };
        groups > nodes.max(0) as u64
    }

    fn has(&self, bug: Bug) -> bool {
        self.bugs.contains(&bug)
    }

    /// The source.
    pub fn source(&self) -> String {
        let Node { first, step, lane, lanes } = self.node();
        let body = match self.family {
            Family::PathCompression => self.chain(),
            _ => self.neighbours(lane, lanes),
        };
        let guard = match (self.persistent, self.has(Bug::Bounds)) {
            (true, _) => format!("for (int v = {first}; v < nodes; v += {step})"),
            (false, true) => format!("int v = {first};\n   "),
            (false, false) => format!("int v = {first};\n    if (v < nodes)"),
        };
        let shared = match (self.mapping, self.reduces()) {
            (Mapping::Block, true) => "    __shared__ int best[1024];\n",
            _ => "",
        };
        format!(
            "__global__ void kernel(int *begins, int *neighbours, int *data1, int *data2, int nodes)\n\
             {{\n{shared}    {guard} {{\n{body}    }}\n}}\n"
        )
    }

    fn node(&self) -> Node {
        let thread = "threadIdx.x + blockIdx.x * blockDim.x";
        let threads = "gridDim.x * blockDim.x";
        match self.mapping {
            Mapping::Thread => {
                Node { first: thread.into(), step: threads.into(), lane: "0", lanes: "1" }
            }
            Mapping::Warp => Node {
                first: format!("({thread}) / 32"),
                step: format!("{threads} / 32"),
                lane: "(int)(threadIdx.x % 32)",
                lanes: "32",
            },
            Mapping::Block => Node {
                first: "blockIdx.x".into(),
                step: "gridDim.x".into(),
                lane: "(int)threadIdx.x",
                lanes: "(int)blockDim.x",
            },
        }
    }

    /// Whether the threads of a node put together what they found.
    fn reduces(&self) -> bool {
        matches!(self.family, Family::ConditionalVertex | Family::Pull)
    }

    fn neighbours(&self, lane: &str, lanes: &str) -> String {
        let order = match self.reverse {
            false => format!("int j = begin + {lane}; j < end; j += {lanes}"),
            true => format!("int j = end - 1 - {lane}; j >= begin; j -= {lanes}"),
        };
        let each = match self.family {
            Family::ConditionalEdge => {
                format!("if (v < other)\n{}", self.maximum("data1[0]", "data2[other]"))
            }
            Family::Push => self.maximum("data1[other]", "data2[v]"),
            Family::Populate => format!(
                "if (v < other) {{\nint place = {};\ndata1[place] = other;\n}}\n",
                if self.has(Bug::Atomic) { "data2[0]++" } else { "atomicAdd(&data2[0], 1)" }
            ),
            _ => "largest = max(largest, data2[other]);\n".into(),
        };
        let reduced = if self.reduces() { self.reduced(lane) } else { String::new() };
        let declared = if self.reduces() { "int largest = 0;\n" } else { "" };
        indented(&format!(
            "int begin = begins[v];\nint end = begins[v + 1];\n{declared}\
             for ({order}) {{\nint other = neighbours[j];\n{each}}}\n{reduced}"
        ))
    }

    /// The threads of a node put together what they found, and one of them writes it.
    fn reduced(&self, lane: &str) -> String {
        let together = match self.mapping {
            Mapping::Thread => String::new(),
            Mapping::Warp => "for (int d = 16; d > 0; d /= 2)\n\
                              largest = max(largest, __shfl_xor_sync(~0u, largest, d));\n"
                .into(),
            Mapping::Block => {
                let barrier = if self.has(Bug::Sync) { "" } else { "__syncthreads();\n" };
                format!(
                    "best[threadIdx.x] = largest;\n{barrier}\
                     for (int half = blockDim.x / 2; half > 0; half /= 2) {{\n\
                     if (threadIdx.x < half)\n\
                     best[threadIdx.x] = max(best[threadIdx.x], best[threadIdx.x + half]);\n\
                     {barrier}}}\nlargest = best[0];\n{barrier}"
                )
            }
        };
        let written = match (self.family, self.has(Bug::Race)) {
            (Family::Pull, false) => format!("if ({lane} == 0)\ndata1[v] = largest;\n"),
            (Family::Pull, true) if self.mapping == Mapping::Thread => {
                "data1[v / 2] = largest;\n".into()
            }
            (Family::Pull, true) => "data1[v] = largest;\n".into(),
            _ => format!("if ({lane} == 0)\n{}", self.maximum("data1[0]", "largest")),
        };
        together + &written
    }

    /// The place becomes the larger of it and the value.
    fn maximum(&self, place: &str, value: &str) -> String {
        let guard = match self.has(Bug::Guard) {
            true => format!("if ({place} < {value})\n"),
            false => String::new(),
        };
        guard
            + &match self.has(Bug::Atomic) {
                true => format!("{place} = max({place}, {value});\n"),
                false => format!("atomicMax(&{place}, {value});\n"),
            }
    }

    fn chain(&self) -> String {
        let (read, write) = match self.has(Bug::Race) {
            true => ("data1[end]", "data1[v] = end"),
            false => ("atomicAdd(&data1[end], 0)", "atomicExch(&data1[v], end)"),
        };
        indented(&format!(
            "int end = v;\nint next = {read};\nwhile (next < end) {{\nend = next;\nnext = {read};\n}}\n\
             {write};\n"
        ))
    }
}

/// Where a thread begins, and how it goes on.
struct Node {
    first: String,
    step: String,
    lane: &'static str,
    lanes: &'static str,
}

/// The lines of the body of a kernel, indented by their braces.
fn indented(lines: &str) -> String {
    let mut out = String::new();
    let (mut depth, mut hangs) = (2, false);
    for line in lines.lines() {
        depth -= usize::from(line.starts_with('}'));
        let indent = depth + usize::from(hangs);
        out += &format!("{}{line}\n", "    ".repeat(indent));
        depth += usize::from(line.ends_with('{'));
        let opens = line.starts_with("if") || line.starts_with("for");
        hangs = opens && !line.ends_with('{');
    }
    out
}
