//! What is decided by what is learnt: which accesses a thread makes, or where, by the value of an access
//! by which it may learn something of other threads.

use super::flow::Flow;
use super::graph::{Does, Graph};
use super::roots::Roots;
use crate::typed::{Kernel, LocalId, Storage, Type};
use bit_set::BitSet;

/// For each access, which of those that learn decide it; they are counted from 0.
pub(super) struct Decided<'g> {
    graph: &'g Graph,
    /// The number of each node that learns.
    number: Vec<Option<usize>>,
    kernel: &'g Kernel,
    /// What the value of each variable hangs on.
    variables: Vec<BitSet>,
    /// Of parameters that are pointers: what the contents of what they point to hang on.
    pointees: Vec<BitSet>,
    /// What the contents of memory hang on that may be anywhere.
    anywhere: BitSet,
    decisions: Vec<Decision<'g>>,
}

/// A place where threads go on in one of two ways.
struct Decision<'g> {
    by: &'g Flow,
    /// What that hangs on.
    on: BitSet,
    /// The nodes that it decides.
    nodes: BitSet,
}

impl<'g> Decided<'g> {
    pub fn of(kernel: &'g Kernel, graph: &'g Graph, reach: &[BitSet], learning: &[usize]) -> Self {
        let count = graph.nodes.len();
        let inevitable = graph.inevitable(reach);
        let mut decisions = Vec::new();
        for (n, node) in graph.nodes.iter().enumerate() {
            let Does::Decide { by, repeats } = &node.does else { continue };
            let mut nodes = reach[n].clone();
            if !repeats {
                nodes.difference_with(&inevitable[n]);
            }
            decisions.push(Decision { by, on: BitSet::new(), nodes });
        }
        let mut number = vec![None; count];
        learning.iter().enumerate().for_each(|(n, node)| number[*node] = Some(n));
        let variables = vec![BitSet::new(); kernel.locals.len()];
        let (pointees, anywhere) = (variables.clone(), BitSet::new());
        let mut found = Decided { graph, number, kernel, variables, pointees, anywhere, decisions };
        while found.grow() {}
        found
    }

    /// Follows values once through all nodes; whether that found anything.
    fn grow(&mut self) -> bool {
        let graph = self.graph;
        for n in 0..self.decisions.len() {
            self.decisions[n].on = self.flow(self.decisions[n].by);
        }
        let before = (self.variables.clone(), self.pointees.clone(), self.anywhere.clone());
        for (n, node) in graph.nodes.iter().enumerate() {
            match &node.does {
                Does::Assign { to, value } => {
                    let mut on = self.flow(value);
                    on.union_with(&self.node(n));
                    self.variables[to.0].union_with(&on);
                }
                Does::Write { at, index, value } | Does::Atomic { at, index, value } => {
                    let mut on = self.flow(value);
                    on.union_with(&self.flow(index));
                    on.union_with(&self.node(n));
                    for id in &at.ids {
                        let pointee = self.is_pointee(*id);
                        let kept = if pointee { &mut self.pointees } else { &mut self.variables };
                        kept[id.0].union_with(&on);
                    }
                    if at.anywhere {
                        self.anywhere.union_with(&on);
                    }
                }
                _ => {}
            }
        }
        before != (self.variables.clone(), self.pointees.clone(), self.anywhere.clone())
    }

    /// Whether what a pointer to it points to is not the variable itself.
    fn is_pointee(&self, id: LocalId) -> bool {
        let local = &self.kernel.locals[id.0];
        local.storage == Storage::Parameter && matches!(local.ty, Type::Pointer(_))
    }

    /// What the contents of a place hang on.
    fn contents(&self, at: &Roots) -> BitSet {
        let mut on = self.anywhere.clone();
        let all = (0..self.variables.len()).map(LocalId);
        for id in all.filter(|id| at.anywhere || at.ids.contains(id)) {
            let kept = if self.is_pointee(id) { &self.pointees } else { &self.variables };
            on.union_with(&kept[id.0]);
        }
        on
    }

    /// What a value hangs on.
    fn flow(&self, flow: &Flow) -> BitSet {
        let mut on = BitSet::new();
        flow.locals.iter().for_each(|id| on.union_with(&self.variables[id.0]));
        for read in &flow.reads {
            on.extend(self.number[*read]);
            on.union_with(&self.contents(self.graph.at(*read)));
        }
        on
    }

    /// What decides whether threads come to a node.
    fn node(&self, node: usize) -> BitSet {
        let mut on = BitSet::new();
        let deciding = self.decisions.iter().filter(|d| !d.on.is_empty() && d.nodes.contains(node));
        deciding.for_each(|decision| on.union_with(&decision.on));
        on
    }

    /// What decides whether, and where, threads make an access.
    pub fn access(&self, node: usize) -> BitSet {
        let mut on = self.node(node);
        if let Does::Read { index, .. } | Does::Write { index, .. } | Does::Atomic { index, .. } =
            &self.graph.nodes[node].does
        {
            on.union_with(&self.flow(index));
        }
        on
    }

    /// Whether one that learns decides anything.
    pub fn decides_anything(&self, number: usize) -> bool {
        self.decisions.iter().any(|decision| decision.on.contains(number))
    }
}
