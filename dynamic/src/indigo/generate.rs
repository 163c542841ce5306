//! Fourteen kinds of graphs, as Indigo has them: small ones of every shape that code can meet.
//!
//! What is random is so by a seed. A graph is directed as its kind says; [`Direction`] turns the edges
//! around, or adds those that go back.

use super::graph::Graph;
use grid::Random;

/// A kind of graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The graph with this number, among all directed graphs of so many nodes.
    AllPossible,
    /// Each node has at most two children; several roots.
    BinaryForest,
    /// Each node has at most two children; one root.
    BinaryTree,
    /// Every two nodes have an edge.
    Complete,
    /// Each node has an edge to the next one, the last to the first.
    Cycle,
    /// Edges go from lower to higher numbers.
    Dag,
    /// A grid of two dimensions, with edges to the next node on each axis.
    Grid,
    /// Each node has at most so many edges: their number by the nodes.
    MaxDegree,
    /// Few nodes have most of the edges.
    PowerLaw,
    /// Each node has one random neighbour.
    RandomNeighbor,
    /// A cycle, and chords that do not cross.
    SimplePlanar,
    /// One node has an edge to every other.
    Star,
    /// A grid whose ends meet.
    Torus,
    /// Every edge is as likely as any other.
    Uniform,
}

/// Where edges go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// As the kind says.
    Directed,
    /// The other way.
    Counter,
    /// Both ways.
    Undirected,
}

impl Kind {
    /// All fourteen.
    pub const ALL: [Kind; 14] = [
        Kind::AllPossible,
        Kind::BinaryForest,
        Kind::BinaryTree,
        Kind::Complete,
        Kind::Cycle,
        Kind::Dag,
        Kind::Grid,
        Kind::MaxDegree,
        Kind::PowerLaw,
        Kind::RandomNeighbor,
        Kind::SimplePlanar,
        Kind::Star,
        Kind::Torus,
        Kind::Uniform,
    ];

    /// Its name, for files.
    pub fn name(self) -> &'static str {
        match self {
            Kind::AllPossible => "all_possible",
            Kind::BinaryForest => "binary_forest",
            Kind::BinaryTree => "binary_tree",
            Kind::Complete => "complete",
            Kind::Cycle => "cycle",
            Kind::Dag => "DAG",
            Kind::Grid => "grid",
            Kind::MaxDegree => "k_max_degree",
            Kind::PowerLaw => "power_law",
            Kind::RandomNeighbor => "rand_neighbor",
            Kind::SimplePlanar => "simple_planar",
            Kind::Star => "star",
            Kind::Torus => "torus",
            Kind::Uniform => "uniform",
        }
    }

    /// The graph of this kind; `edges` is how many to draw where the kind leaves it open. There are
    /// fewer where one is drawn twice. Of all possible graphs the seed is the number.
    pub fn graph(self, nodes: i32, edges: i32, seed: u64) -> Graph {
        let n = nodes.max(1);
        let mut random = Random::new(seed);
        let mut draw = |below: i32| random.below(below.max(1) as u64) as i32;
        let drawn = 0..edges.max(0);
        let side = (1..=n).take_while(|s| s * s <= n).last().unwrap_or(1);
        let lattice = |wraps: bool| {
            let next = move |at: i32, length: i32, step: i32| match at + 1 {
                end if end < length => Some(step),
                _ if wraps && length > 1 => Some(step - step * length),
                _ => None,
            };
            (0..side * side).flat_map(move |node| {
                let right = next(node % side, side, 1);
                let down = next(node / side, side, side);
                right.into_iter().chain(down).map(move |step| (node, node + step))
            })
        };
        let pairs: Vec<(i32, i32)> = match self {
            Kind::AllPossible => all_pairs(n)
                .filter(|(a, b)| a != b)
                .zip(0..64)
                .filter(|(_, bit)| seed >> bit & 1 == 1)
                .map(|(pair, _)| pair)
                .collect(),
            Kind::BinaryTree => (1..n).map(|child| ((child - 1) / 2, child)).collect(),
            Kind::BinaryForest => {
                (1..n).filter(|_| draw(4) > 0).map(|child| ((child - 1) / 2, child)).collect()
            }
            Kind::Complete => all_pairs(n).filter(|(a, b)| a != b).collect(),
            Kind::Cycle => (0..n).map(|node| (node, (node + 1) % n)).collect(),
            Kind::Dag => drawn.map(|_| ordered(draw(n), draw(n))).filter(|(a, b)| a < b).collect(),
            Kind::Grid => lattice(false).collect(),
            Kind::Torus => lattice(true).collect(),
            Kind::MaxDegree => {
                let most = edges / n + 1;
                let count: Vec<i32> = (0..n).map(|_| draw(most + 1)).collect();
                let of = |node: i32| (0..count[node as usize]).map(move |_| node);
                let from: Vec<i32> = (0..n).flat_map(of).collect();
                from.into_iter().map(|node| (node, draw(n))).collect()
            }
            // The product of three draws is small more often than not.
            Kind::PowerLaw => drawn
                .map(|_| {
                    let far = i64::from(draw(n)) * i64::from(draw(n)) / i64::from(n);
                    ((far * i64::from(draw(n)) / i64::from(n)) as i32, draw(n))
                })
                .collect(),
            Kind::RandomNeighbor => (0..n).map(|node| (node, draw(n))).collect(),
            Kind::SimplePlanar => {
                let cycle = (0..n - 1).map(|node| (node, node + 1));
                // A fan of chords from the first node: none crosses another.
                let chords: Vec<(i32, i32)> =
                    (2..n).filter(|_| draw(2) == 0).map(|node| (0, node)).collect();
                cycle.chain(chords).collect()
            }
            Kind::Star => (1..n).map(|node| (0, node)).collect(),
            Kind::Uniform => drawn.map(|_| (draw(n), draw(n))).collect(),
        };
        Graph::of(n, pairs)
    }
}

fn all_pairs(n: i32) -> impl Iterator<Item = (i32, i32)> {
    (0..n).flat_map(move |a| (0..n).map(move |b| (a, b)))
}

fn ordered(a: i32, b: i32) -> (i32, i32) {
    (a.min(b), a.max(b))
}

impl Direction {
    /// The graph in this direction.
    pub fn of(self, graph: &Graph) -> Graph {
        let back = || graph.pairs().map(|(from, to)| (to, from));
        match self {
            Direction::Directed => graph.clone(),
            Direction::Counter => Graph::of(graph.nodes(), back()),
            Direction::Undirected => Graph::of(graph.nodes(), graph.pairs().chain(back())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_a_graph_that_its_file_gives_back() {
        for kind in Kind::ALL {
            for nodes in [1, 2, 5, 37, 100] {
                for direction in [Direction::Directed, Direction::Counter, Direction::Undirected] {
                    let graph = direction.of(&kind.graph(nodes, 2 * nodes, 7));
                    assert_eq!(Graph::read(&graph.bytes()), Ok(graph.clone()), "{kind:?} {nodes}");
                    assert_eq!(graph.nodes(), nodes);
                }
            }
        }
    }

    #[test]
    fn graphs_are_of_their_kind() {
        let graph = |kind: Kind| kind.graph(37, 74, 1);
        assert!(graph(Kind::Dag).pairs().all(|(a, b)| a < b));
        assert_eq!(graph(Kind::Star).edges(), 36);
        assert_eq!(graph(Kind::BinaryTree).edges(), 36);
        assert_eq!(graph(Kind::Complete).edges(), 37 * 36);
        assert_eq!((graph(Kind::Grid).edges(), graph(Kind::Torus).edges()), (60, 72));
        let numbers: std::collections::BTreeSet<Vec<u8>> =
            (0..64).map(|n| Kind::AllPossible.graph(3, 0, n).bytes()).collect();
        assert_eq!(numbers.len(), 64);
    }

    #[test]
    fn what_is_no_graph_is_refused() {
        use super::super::graph::NoGraph;
        let bytes =
            |words: &[i32]| -> Vec<u8> { words.iter().flat_map(|w| w.to_le_bytes()).collect() };
        assert_eq!(Graph::read(&[]), Err(NoGraph::Length(0, 8)));
        assert_eq!(Graph::read(&bytes(&[0, 0, 0])), Err(NoGraph::Counts(0, 0)));
        assert_eq!(Graph::read(&bytes(&[1, -1, 0])), Err(NoGraph::Counts(1, -1)));
        assert_eq!(
            Graph::read(&bytes(&[i32::MAX, i32::MAX])),
            Err(NoGraph::Length(8, 17179869188))
        );
        assert_eq!(Graph::read(&bytes(&[1, 1, 0, 1, 1])), Err(NoGraph::Neighbour(0)));
        assert_eq!(Graph::read(&bytes(&[2, 1, 0, 2, 1, 0])), Err(NoGraph::Index(2)));
    }
}
