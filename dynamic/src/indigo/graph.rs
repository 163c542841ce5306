//! Graphs in compressed sparse rows, and their files.
//!
//! An `.egr` file is 32-bit integers, little-endian: the number of nodes, the number of edges, for
//! each node where its neighbours begin (and one more: where the last ones end), the neighbours.
//! Weights may follow, one for each edge; they are not read.

use std::fmt;

/// A directed graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    /// Where the neighbours of each node begin, and one more: where the last ones end.
    pub index: Vec<i32>,
    /// The neighbours.
    pub list: Vec<i32>,
}

/// Why bytes are no graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoGraph {
    /// The file ends too soon, or goes on too long: bytes there are, bytes there should be.
    Length(usize, u64),
    /// A graph has at least one node, and not fewer than no edges.
    Counts(i32, i32),
    /// The neighbours of this node do not begin where the ones before it end, or end outside.
    Index(usize),
    /// The neighbour at this place is no node.
    Neighbour(usize),
}

impl Graph {
    /// The graph of so many nodes with these edges, sorted by node; edges twice are kept once.
    pub fn of(nodes: i32, edges: impl IntoIterator<Item = (i32, i32)>) -> Graph {
        let mut edges: Vec<(i32, i32)> = edges.into_iter().collect();
        edges.sort_unstable();
        edges.dedup();
        let mut index = vec![0; nodes.max(1) as usize + 1];
        edges.iter().for_each(|(from, _)| index[*from as usize + 1] += 1);
        for node in 1..index.len() {
            index[node] += index[node - 1];
        }
        Graph { index, list: edges.into_iter().map(|(_, to)| to).collect() }
    }

    /// How many nodes it has.
    pub fn nodes(&self) -> i32 {
        self.index.len() as i32 - 1
    }

    /// How many edges it has.
    pub fn edges(&self) -> i32 {
        self.list.len() as i32
    }

    /// All edges, by the node that they leave.
    pub fn pairs(&self) -> impl Iterator<Item = (i32, i32)> {
        (0..self.nodes()).flat_map(move |from| {
            let [begin, end] = [0, 1].map(|n| self.index[from as usize + n] as usize);
            self.list[begin..end].iter().map(move |to| (from, *to))
        })
    }

    /// Reads a file.
    ///
    /// # Errors
    /// What is no graph.
    pub fn read(bytes: &[u8]) -> Result<Graph, NoGraph> {
        let mut words = bytes.chunks_exact(4).map(|b| i32::from_le_bytes([b[0], b[1], b[2], b[3]]));
        let length = |words: u64| NoGraph::Length(bytes.len(), words * 4);
        let (Some(nodes), Some(edges)) = (words.next(), words.next()) else {
            return Err(length(2));
        };
        let (true, Ok(n), Ok(e)) = (nodes > 0, u64::try_from(nodes), u64::try_from(edges)) else {
            return Err(NoGraph::Counts(nodes, edges));
        };
        let (plain, weighted) = (2 + n + 1 + e, 2 + n + 1 + 2 * e);
        if ![plain * 4, weighted * 4].contains(&(bytes.len() as u64)) {
            return Err(length(plain));
        }
        let index: Vec<i32> = words.by_ref().take(n as usize + 1).collect();
        let list: Vec<i32> = words.take(e as usize).collect();
        let graph = Graph { index, list };
        graph.check().map(|()| graph)
    }

    fn check(&self) -> Result<(), NoGraph> {
        let falls = |n: &usize| *n > 0 && self.index[*n] < self.index[n - 1];
        let ends = [(0, 0), (self.index.len() - 1, self.edges())];
        if let Some((node, _)) = ends.iter().find(|(node, at)| self.index[*node] != *at) {
            return Err(NoGraph::Index(*node));
        }
        if let Some(node) = (0..self.index.len()).find(falls) {
            return Err(NoGraph::Index(node));
        }
        let outside = |to: &i32| !(0..self.nodes()).contains(to);
        match self.list.iter().position(outside) {
            Some(place) => Err(NoGraph::Neighbour(place)),
            None => Ok(()),
        }
    }

    /// The bytes of a file.
    pub fn bytes(&self) -> Vec<u8> {
        let header = [self.nodes(), self.edges()];
        let words = header.iter().chain(&self.index).chain(&self.list);
        words.flat_map(|word| word.to_le_bytes()).collect()
    }
}

impl fmt::Display for NoGraph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoGraph::Length(is, should) => {
                write!(f, "{is} bytes, where the graph's numbers need {should}")
            }
            NoGraph::Counts(nodes, edges) => write!(f, "{nodes} nodes and {edges} edges"),
            NoGraph::Index(node) => {
                write!(f, "the neighbours of node {node} do not begin where those before it end")
            }
            NoGraph::Neighbour(place) => write!(f, "the neighbour at place {place} is no node"),
        }
    }
}
