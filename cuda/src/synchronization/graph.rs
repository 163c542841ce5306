//! The control flow of a kernel: what its threads do to memory, in which order, and what decides how they
//! go on.

use super::flow::Flow;
use super::roots::{Points, Roots};
use crate::typed::{Callee, Expr, Kernel, Kind, LocalId, Stmt, StmtKind, Storage, Type};
use bit_set::BitSet;
use semantics::Span;

/// Where all threads end.
pub(super) const EXIT: usize = 0;

/// A node.
pub(super) struct Node {
    pub does: Does,
    pub span: Span,
    pub next: Vec<usize>,
}

/// What happens at a node.
#[derive(Clone, Debug)]
pub(super) enum Does {
    Nothing,
    Read {
        at: Roots,
        index: Flow,
    },
    Write {
        at: Roots,
        index: Flow,
        value: Flow,
    },
    Atomic {
        at: Roots,
        index: Flow,
        value: Flow,
    },
    Fence,
    /// A variable of the thread changes.
    Assign {
        to: LocalId,
        value: Flow,
    },
    /// The thread goes on in one of two ways.
    Decide {
        by: Flow,
        /// Whether a loop may go on, or end, by it.
        repeats: bool,
    },
}

impl Does {
    pub fn writes(&self) -> bool {
        matches!(self, Does::Write { .. } | Does::Atomic { .. })
    }
}

pub(super) struct Graph {
    pub nodes: Vec<Node>,
}

impl Graph {
    pub fn of(kernel: &Kernel, points: &Points<'_>) -> Graph {
        let exit = Node { does: Does::Nothing, span: kernel.span.clone(), next: Vec::new() };
        let graph = Graph { nodes: vec![exit] };
        let mut builder = Builder {
            kernel,
            points,
            graph,
            at: None,
            ends: vec![EXIT],
            breaks: Vec::new(),
            continues: Vec::new(),
            decides: Vec::new(),
        };
        builder.step(Does::Nothing, &kernel.span);
        builder.statements(&kernel.body);
        builder.go_to(EXIT);
        builder.graph
    }

    /// The accesses of memory that threads share, and where each is.
    pub fn accesses(&self) -> impl Iterator<Item = (usize, &Roots)> {
        self.nodes.iter().enumerate().filter_map(|(n, node)| match &node.does {
            Does::Read { at, .. } | Does::Write { at, .. } | Does::Atomic { at, .. } => {
                Some((n, at))
            }
            _ => None,
        })
    }

    /// Where the access at a node is.
    pub fn at(&self, node: usize) -> &Roots {
        static NOWHERE: Roots = Roots::nowhere();
        match &self.nodes[node].does {
            Does::Read { at, .. } | Does::Write { at, .. } | Does::Atomic { at, .. } => at,
            _ => &NOWHERE,
        }
    }

    /// The fences.
    pub fn fences(&self) -> Vec<usize> {
        let is_fence = |n: &usize| matches!(self.nodes[*n].does, Does::Fence);
        (0..self.nodes.len()).filter(is_fence).collect()
    }

    /// The accesses by which a thread may learn something of others: atomics, and perhaps the reads of what
    /// is written somewhere.
    pub fn learning(&self, reads: bool) -> Vec<usize> {
        let mut written = Roots::default();
        let writes = self.accesses().filter(|(n, _)| self.nodes[*n].does.writes());
        writes.for_each(|(_, at)| written.extend(at));
        let learns = |(n, at): &(usize, &Roots)| match self.nodes[*n].does {
            Does::Atomic { .. } => true,
            Does::Read { .. } => reads && at.meets(&written),
            _ => false,
        };
        self.accesses().filter(learns).map(|(n, _)| n).collect()
    }

    /// The nodes that come after each, itself where it comes again.
    pub fn reach(&self) -> Vec<BitSet> {
        let mut reach: Vec<BitSet> = vec![BitSet::new(); self.nodes.len()];
        loop {
            let mut changed = false;
            for n in (0..self.nodes.len()).rev() {
                let before = reach[n].count();
                let mut all = std::mem::take(&mut reach[n]);
                for next in &self.nodes[n].next {
                    all.insert(*next);
                    all.union_with(if *next == n { continue } else { &reach[*next] });
                }
                changed |= all.count() != before;
                reach[n] = all;
            }
            if !changed {
                return reach;
            }
        }
    }

    /// The nodes that every way from a node to the end passes; none where no way ends.
    pub fn inevitable(&self, reach: &[BitSet]) -> Vec<BitSet> {
        let count = self.nodes.len();
        let all: BitSet = (0..count).collect();
        let ends = |n: usize| n == EXIT || reach[n].contains(EXIT);
        let mut passed: Vec<BitSet> =
            (0..count).map(|n| if ends(n) { all.clone() } else { BitSet::new() }).collect();
        passed[EXIT] = BitSet::from_iter([EXIT]);
        loop {
            let mut changed = false;
            for n in (1..count).rev().filter(|n| ends(*n)) {
                let mut common: Option<BitSet> = None;
                // A way that never ends passes nothing.
                for next in &self.nodes[n].next {
                    match &mut common {
                        None => common = Some(passed[*next].clone()),
                        Some(common) => common.intersect_with(&passed[*next]),
                    }
                }
                let mut own = common.unwrap_or_default();
                own.insert(n);
                changed |= own != passed[n];
                passed[n] = own;
            }
            if !changed {
                return passed;
            }
        }
    }
}

struct Builder<'k> {
    kernel: &'k Kernel,
    points: &'k Points<'k>,
    graph: Graph,
    /// The node before what comes next; none where nothing comes there.
    at: Option<usize>,
    /// Where `return` goes, of the kernel and of the functions around the place at hand.
    ends: Vec<usize>,
    breaks: Vec<usize>,
    continues: Vec<usize>,
    /// The decisions around the place at hand.
    decides: Vec<usize>,
}

impl Builder<'_> {
    /// A node that nothing leads to yet.
    fn node(&mut self, does: Does, span: &Span) -> usize {
        self.graph.nodes.push(Node { does, span: span.clone(), next: Vec::new() });
        self.graph.nodes.len() - 1
    }

    fn link(&mut self, from: usize, to: usize) {
        let next = &mut self.graph.nodes[from].next;
        if !next.contains(&to) {
            next.push(to);
        }
    }

    /// A node after the one at hand.
    fn step(&mut self, does: Does, span: &Span) -> usize {
        let node = self.node(does, span);
        self.enter(node);
        node
    }

    /// Goes on at a node.
    fn enter(&mut self, node: usize) {
        if let Some(at) = self.at {
            self.link(at, node);
        }
        self.at = Some(node);
    }

    /// Goes to a node, and nothing follows here.
    fn go_to(&mut self, node: usize) {
        if let Some(at) = self.at.take() {
            self.link(at, node);
        }
    }

    /// A `break`, `continue` or `return`: what decides that it is made decides what follows, too.
    fn jump(&mut self, to: Option<usize>) {
        for decide in &self.decides {
            if let Does::Decide { repeats, .. } = &mut self.graph.nodes[*decide].does {
                *repeats |= !self.breaks.is_empty();
            }
        }
        match to {
            Some(to) => self.go_to(to),
            None => self.at = None,
        }
    }

    /// A decision and what comes of it.
    fn decide(&mut self, by: Flow, span: &Span, ways: [&mut dyn FnMut(&mut Self); 2]) {
        let decide = self.step(Does::Decide { by, repeats: false }, span);
        let after = self.node(Does::Nothing, span);
        self.decides.push(decide);
        for way in ways {
            self.at = Some(decide);
            way(self);
            self.go_to(after);
        }
        self.decides.pop();
        self.at = Some(after);
    }

    fn statements(&mut self, statements: &[Stmt]) {
        statements.iter().for_each(|s| self.statement(s));
    }

    fn statement(&mut self, s: &Stmt) {
        match &s.kind {
            StmtKind::Expr(e) => drop(self.value(e)),
            StmtKind::Declare(id, init) => {
                if let Some(e) = init {
                    let value = self.value(e);
                    self.step(Does::Assign { to: *id, value }, &s.span);
                }
            }
            StmtKind::Block(inner) => self.statements(inner),
            StmtKind::If(c, yes, no) => {
                let by = self.value(c);
                self.decide(by, &s.span, [&mut |b| b.statements(yes), &mut |b| b.statements(no)]);
            }
            StmtKind::Loop { condition, step, body, body_first } => {
                self.repeat(condition.as_ref(), step.as_ref(), body, *body_first, &s.span);
            }
            StmtKind::Switch(e, body, arms) => {
                let by = self.value(e);
                let decide = self.step(Does::Decide { by, repeats: false }, &s.span);
                let end = self.node(Does::Nothing, &s.span);
                if arms.iter().all(|arm| arm.label.is_some()) {
                    self.link(decide, end);
                }
                self.breaks.push(end);
                self.decides.push(decide);
                self.at = None;
                for (n, s) in body.iter().enumerate() {
                    if arms.iter().any(|arm| arm.at == n) {
                        let label = self.step(Does::Nothing, &s.span);
                        self.link(decide, label);
                    }
                    self.statement(s);
                }
                if arms.iter().any(|arm| arm.at >= body.len()) {
                    self.link(decide, end);
                }
                self.decides.pop();
                self.breaks.pop();
                self.go_to(end);
                self.at = Some(end);
            }
            StmtKind::Return => self.jump(self.ends.last().copied()),
            StmtKind::Break => self.jump(self.breaks.last().copied()),
            StmtKind::Continue => self.jump(self.continues.last().copied()),
            StmtKind::Assume(e) => {
                let by = self.value(e);
                self.decide(by, &s.span, [&mut |_| {}, &mut |b| b.go_to(EXIT)]);
            }
            StmtKind::Unsupported(..) => {}
        }
    }

    fn repeat(
        &mut self,
        condition: Option<&Expr>,
        step: Option<&Expr>,
        body: &[Stmt],
        body_first: bool,
        span: &Span,
    ) {
        let test = self.node(Does::Nothing, span);
        let begin = self.node(Does::Nothing, span);
        let next = self.node(Does::Nothing, span);
        let end = self.node(Does::Nothing, span);
        self.go_to(if body_first { begin } else { test });
        self.at = Some(test);
        match condition {
            None => self.go_to(begin),
            Some(e) => {
                let by = self.value(e);
                let decide = self.step(Does::Decide { by, repeats: true }, span);
                self.link(decide, begin);
                self.link(decide, end);
            }
        }
        self.breaks.push(end);
        self.continues.push(next);
        self.at = Some(begin);
        self.statements(body);
        self.go_to(next);
        self.at = Some(next);
        if let Some(e) = step {
            self.value(e);
        }
        self.go_to(test);
        self.breaks.pop();
        self.continues.pop();
        self.at = Some(end);
    }

    /// Evaluates an expression.
    fn value(&mut self, e: &Expr) -> Flow {
        match &e.kind {
            Kind::Int(_)
            | Kind::Opaque
            | Kind::Text
            | Kind::Null
            | Kind::Coordinate(_)
            | Kind::BlockDim(_)
            | Kind::GridDim(_)
            | Kind::Unknown(_)
            | Kind::Unsupported(..) => Flow::default(),
            Kind::Local(_) | Kind::Index(..) | Kind::Dereference(_) | Kind::Member(..) => {
                let (at, index) = self.place(e);
                match (self.variable(e), &e.ty) {
                    (Some(id), _) => index.join(Flow::of(id)),
                    // It decays to a pointer.
                    (None, Type::Array(..)) => index,
                    (None, _) => self.read(at, index, &e.span),
                }
            }
            Kind::Address(place) => self.place(place).1,
            Kind::Assign(place, value) => {
                let value = self.value(value);
                let (at, index) = self.place(place);
                self.assign(place, at, index, value.clone());
                value
            }
            Kind::Update { place, value, .. } => {
                let value = self.value(value);
                self.update(place, value)
            }
            Kind::Step { place, .. } => self.update(place, Flow::default()),
            Kind::And(a, b) | Kind::Or(a, b) => {
                let first = self.value(a);
                let mut second = Flow::default();
                self.decide(first.clone(), &e.span, [&mut |s| second = s.value(b), &mut |_| {}]);
                first.join(second)
            }
            Kind::Conditional(c, a, b) => {
                let by = self.value(c);
                let (mut yes, mut no) = (Flow::default(), Flow::default());
                let ways: [&mut dyn FnMut(&mut Self); 2] =
                    [&mut |s| yes = s.value(a), &mut |s| no = s.value(b)];
                self.decide(by.clone(), &e.span, ways);
                by.join(yes).join(no)
            }
            Kind::Call(Callee::Fence, _) => {
                self.step(Does::Fence, &e.span);
                Flow::default()
            }
            Kind::Call(Callee::Load, es) => {
                let index = self.all(es);
                let at = es.first().map_or_else(Roots::default, |e| self.points.pointer(e));
                self.read(at, index, &e.span)
            }
            Kind::Call(Callee::Atomic(_), es) => {
                let [pointer, others @ ..] = es.as_slice() else { return Flow::default() };
                let (index, value) = (self.value(pointer), self.all(others));
                let at = self.points.pointer(pointer);
                let node = self.step(Does::Atomic { at, index, value: value.clone() }, &e.span);
                let mut result = value;
                result.reads.insert(node);
                result
            }
            Kind::Call(Callee::Copy | Callee::CopyTogether | Callee::OwnCopy, es) => {
                let [to, from @ ..] = es.as_slice() else { return Flow::default() };
                let index = self.all(es);
                let read = match from.first() {
                    Some(from) => self.read(self.points.pointer(from), index.clone(), &e.span),
                    None => Flow::default(),
                };
                self.write(self.points.pointer(to), index, read, &e.span);
                Flow::default()
            }
            Kind::Inline(statements, value) => {
                let end = self.node(Does::Nothing, &e.span);
                self.ends.push(end);
                // Its own loops are those that it may leave.
                let breaks = std::mem::take(&mut self.breaks);
                let continues = std::mem::take(&mut self.continues);
                let decides = std::mem::take(&mut self.decides);
                self.statements(statements);
                self.ends.pop();
                (self.breaks, self.continues, self.decides) = (breaks, continues, decides);
                self.go_to(end);
                self.at = Some(end);
                value.as_ref().map_or_else(Flow::default, |e| self.value(e))
            }
            kind => kind.operands().into_iter().fold(Flow::default(), |all, e| {
                let one = self.value(e);
                all.join(one)
            }),
        }
    }

    fn all(&mut self, es: &[Expr]) -> Flow {
        es.iter().fold(Flow::default(), |all, e| {
            let one = self.value(e);
            all.join(one)
        })
    }

    fn update(&mut self, place: &Expr, value: Flow) -> Flow {
        let (at, index) = self.place(place);
        let old = match self.variable(place) {
            Some(id) => index.clone().join(Flow::of(id)),
            None => self.read(at.clone(), index.clone(), &place.span),
        };
        let new = old.join(value);
        self.assign(place, at, index, new.clone());
        new
    }

    fn assign(&mut self, place: &Expr, at: Roots, index: Flow, value: Flow) {
        match self.variable(place) {
            Some(to) => {
                self.step(Does::Assign { to, value: value.join(index) }, &place.span);
            }
            None => self.write(at, index, value, &place.span),
        }
    }

    /// The variable of the thread that a place is, or is a part of.
    fn variable(&self, place: &Expr) -> Option<LocalId> {
        match &place.kind {
            Kind::Local(id) => match self.kernel.locals[id.0].storage {
                Storage::Thread | Storage::Parameter => Some(*id),
                Storage::Shared | Storage::Dynamic | Storage::Device | Storage::Constant => None,
            },
            Kind::Member(of, _) => self.variable(of),
            Kind::Index(base, _) if matches!(base.ty, Type::Array(..)) => self.variable(base),
            _ => None,
        }
    }

    /// Where a place is, and what that hangs on.
    fn place(&mut self, e: &Expr) -> (Roots, Flow) {
        let at = self.points.place(e);
        let index = match &e.kind {
            Kind::Local(_) => Flow::default(),
            Kind::Index(base, index) => {
                let base = match base.ty {
                    Type::Array(..) => self.place(base).1,
                    _ => self.value(base),
                };
                base.join(self.value(index))
            }
            Kind::Dereference(pointer) => self.value(pointer),
            Kind::Member(of, _) => self.place(of).1,
            _ => self.value(e),
        };
        (at, index)
    }

    fn read(&mut self, at: Roots, index: Flow, span: &Span) -> Flow {
        let mut found = index.clone();
        found.locals.extend(&at.ids);
        if at.is_shared(self.kernel) {
            let node = self.step(Does::Read { at, index }, span);
            found.reads.insert(node);
        }
        found
    }

    fn write(&mut self, at: Roots, index: Flow, value: Flow, span: &Span) {
        if at.is_shared(self.kernel) {
            self.step(Does::Write { at, index, value }, span);
            return;
        }
        for to in at.ids {
            self.step(Does::Assign { to, value: value.clone().join(index.clone()) }, span);
        }
    }
}
