//! The fourteen kinds of graphs that the Indigo suite generates, each directed, the other way around and
//! undirected.
//!
//! The kinds and what they mean are those of the suite's version 1.3; its random numbers are not, so that
//! a graph here is one of the kind and not the suite's own. What is random is so by a seed.

use super::graph::Graph;
use grid::Random;
use std::collections::BTreeSet;

/// A kind of graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The graph with this number, among all directed graphs of so many nodes.
    AllPossible,
    /// Binary trees, from parents to children.
    BinaryForest,
    /// A search tree of nodes that come in random order, from parents to children.
    BinaryTree,
    /// Nodes have ranks at random, and edges go from higher to lower ones.
    Dag,
    /// A lattice, with edges to the next node on each axis.
    Grid,
    /// The same with its nodes shuffled.
    RandomGrid,
    /// A lattice whose ends meet.
    Torus,
    /// The same with its nodes shuffled.
    RandomTorus,
    /// No node has more than so many edges, in and out: twice their number by the nodes.
    MaxDegree,
    /// Few nodes have most of the edges: the ends are geometrically distributed over shuffled nodes.
    PowerLaw,
    /// Each node has an edge to a random other one.
    RandomNeighbor,
    /// A binary tree whose nodes have edges to the next one on their level, too.
    SimplePlanar,
    /// Each node has an edge to one of them.
    Star,
    /// Every edge is as likely as any other.
    UniformDegree,
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

/// How large a graph is to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// How many nodes, from 1; a lattice has the greatest power that is not more.
    pub nodes: i32,
    /// How many edges to draw where the kind leaves it open. There are fewer where so many do not fit.
    pub edges: i32,
    /// How many axes a lattice has, from 1.
    pub dimensions: u32,
}

impl Kind {
    /// All fourteen.
    pub const ALL: [Kind; 14] = [
        Kind::AllPossible,
        Kind::BinaryForest,
        Kind::BinaryTree,
        Kind::Dag,
        Kind::Grid,
        Kind::RandomGrid,
        Kind::Torus,
        Kind::RandomTorus,
        Kind::MaxDegree,
        Kind::PowerLaw,
        Kind::RandomNeighbor,
        Kind::SimplePlanar,
        Kind::Star,
        Kind::UniformDegree,
    ];

    /// The suite's name for it.
    pub fn name(self) -> &'static str {
        match self {
            Kind::AllPossible => "all_possible_graphs",
            Kind::BinaryForest => "binary_forest",
            Kind::BinaryTree => "binary_tree",
            Kind::Dag => "DAG",
            Kind::Grid => "k_dim_grid",
            Kind::RandomGrid => "k_dim_rand_grid",
            Kind::Torus => "k_dim_torus",
            Kind::RandomTorus => "k_dim_rand_torus",
            Kind::MaxDegree => "k_max_degree",
            Kind::PowerLaw => "power_law",
            Kind::RandomNeighbor => "rand_neighbor",
            Kind::SimplePlanar => "simple_planar",
            Kind::Star => "star",
            Kind::UniformDegree => "uniform_degree",
        }
    }

    /// The graph of this kind and seed. Of all possible graphs the seed is the number, a bit for each
    /// pair of nodes.
    pub fn graph(self, size: Size, seed: u64) -> Graph {
        let n = match self {
            Kind::Grid | Kind::RandomGrid | Kind::Torus | Kind::RandomTorus => {
                side(size).pow(size.dimensions)
            }
            _ => size.nodes.max(1),
        };
        let mut random = Draw(Random::new(seed));
        let edges = match self {
            Kind::AllPossible => all_pairs(n)
                .zip(0..64)
                .filter(|(_, bit)| seed >> bit & 1 == 1)
                .map(|(pair, _)| pair)
                .collect(),
            Kind::BinaryForest => forest(n, &mut random),
            Kind::BinaryTree => search_tree(n, &mut random).0,
            Kind::SimplePlanar => {
                let (mut edges, levels) = search_tree(n, &mut random);
                edges
                    .extend(levels.iter().flat_map(|level| level.windows(2).map(|w| (w[0], w[1]))));
                edges
            }
            Kind::Grid => lattice(size, false),
            Kind::Torus => lattice(size, true),
            Kind::RandomGrid => renamed(lattice(size, false), &random.shuffled(n)),
            Kind::RandomTorus => renamed(lattice(size, true), &random.shuffled(n)),
            Kind::Dag => {
                let rank = random.shuffled(n);
                let down = |a: i32, b: i32| match rank[a as usize] < rank[b as usize] {
                    true => (b, a),
                    false => (a, b),
                };
                drawn(size.edges, || down(random.below(n), random.below(n)))
            }
            Kind::MaxDegree => max_degree(n, size.edges, &mut random),
            Kind::PowerLaw => {
                let name = random.shuffled(n);
                let mut end = || name[random.geometric(size.edges, n) as usize];
                drawn(size.edges, || (end(), end()))
            }
            Kind::RandomNeighbor => match n {
                1 => Vec::new(),
                _ => (0..n).map(|node| (node, (node + 1 + random.below(n - 1)) % n)).collect(),
            },
            Kind::Star => {
                let center = random.below(n);
                (0..n).filter(|node| *node != center).map(|node| (node, center)).collect()
            }
            Kind::UniformDegree => drawn(size.edges, || (random.below(n), random.below(n))),
        };
        Graph::of(n, edges)
    }
}

type Edges = Vec<(i32, i32)>;

/// Random choices.
struct Draw(Random);

impl Draw {
    /// A number below `n`, which is not 0.
    fn below(&mut self, n: i32) -> i32 {
        self.0.below(n.max(1) as u64) as i32
    }

    fn shuffled(&mut self, n: i32) -> Vec<i32> {
        let mut all: Vec<i32> = (0..n).collect();
        (1..n).rev().for_each(|last| all.swap(last as usize, self.below(last + 1) as usize));
        all
    }

    /// A node: each next one is less likely, by the chance that two nodes have an edge.
    fn geometric(&mut self, edges: i32, n: i32) -> i32 {
        let (all, some) = (i64::from(n) * i64::from(n), 2 * i64::from(edges));
        (0..n).find(|_| (self.0.below(all as u64) as i64) < some).unwrap_or(n - 1)
    }
}

/// All pairs of two nodes.
fn all_pairs(n: i32) -> impl Iterator<Item = (i32, i32)> {
    (0..n).flat_map(move |a| (0..n).map(move |b| (a, b))).filter(|(a, b)| a != b)
}

/// So many edges, none twice or both ways; fewer where they are hard to find.
fn drawn(edges: i32, mut draw: impl FnMut() -> (i32, i32)) -> Edges {
    let wanted = edges.max(0) as usize;
    let mut found = BTreeSet::new();
    for _ in 0..wanted.saturating_mul(64) {
        if found.len() == wanted {
            break;
        }
        let (a, b) = draw();
        if a != b && !found.contains(&(b, a)) {
            found.insert((a, b));
        }
    }
    found.into_iter().collect()
}

/// Each node has two children or fewer, with a chance of four in five for each; who is no child is a root. As
/// in the suite, a tree that goes on leaves no node for a second one, so that most of these forests are
/// one tree.
fn forest(n: i32, random: &mut Draw) -> Edges {
    let name = random.shuffled(n);
    let mut edges = Vec::new();
    let mut next = 1;
    for parent in 0..n {
        for _ in 0..2 {
            if random.below(5) > 0 && next < n {
                edges.push((name[parent as usize], name[next as usize]));
                next += 1;
            }
        }
        next = next.max(parent + 2);
    }
    edges
}

/// The edges of a search tree of nodes with random keys, and the nodes of each of its levels, from left to
/// right.
fn search_tree(n: i32, random: &mut Draw) -> (Edges, Vec<Vec<i32>>) {
    let key = random.shuffled(n);
    let mut children = vec![[None; 2]; n as usize];
    let mut edges = Vec::new();
    for node in 1..n {
        let mut parent = 0;
        loop {
            let side = usize::from(key[node as usize] > key[parent as usize]);
            match children[parent as usize][side] {
                Some(child) => parent = child,
                None => {
                    children[parent as usize][side] = Some(node);
                    edges.push((parent, node));
                    break;
                }
            }
        }
    }
    let below = |level: &Vec<i32>| {
        let next = level.iter().flat_map(|node| children[*node as usize]).flatten();
        Some(next.collect::<Vec<i32>>()).filter(|level| !level.is_empty())
    };
    (edges, std::iter::successors(Some(vec![0]), below).collect())
}

/// How long the axes of a lattice are.
fn side(size: Size) -> i32 {
    let fits = |side: &i32| side.checked_pow(size.dimensions).is_some_and(|all| all <= size.nodes);
    (1..=size.nodes).take_while(fits).last().unwrap_or(1)
}

fn lattice(size: Size, wraps: bool) -> Edges {
    let side = side(size);
    let mut edges = Vec::new();
    for axis in 0..size.dimensions {
        let step = side.pow(axis);
        for node in 0..side.pow(size.dimensions) {
            if node / step % side + 1 < side {
                edges.push((node, node + step));
            } else if wraps && side > 1 {
                edges.push((node, node - step * (side - 1)));
            }
        }
    }
    edges
}

fn renamed(edges: Edges, name: &[i32]) -> Edges {
    edges.into_iter().map(|(a, b)| (name[a as usize], name[b as usize])).collect()
}

/// Each node draws half as many neighbours as it may have edges, and keeps those that leave both ends with
/// no more.
fn max_degree(n: i32, edges: i32, random: &mut Draw) -> Edges {
    let most = (2 * edges / n).max(1);
    let mut found = BTreeSet::new();
    let mut degree = vec![0; n as usize];
    for a in 0..n {
        for _ in 0..(most / 2).max(1) {
            let b = random.below(n);
            let free = |node: i32| degree[node as usize] < most;
            let is_new = !found.contains(&(a, b)) && !found.contains(&(b, a));
            if a != b && free(a) && free(b) && is_new {
                found.insert((a, b));
                degree[a as usize] += 1;
                degree[b as usize] += 1;
            }
        }
    }
    found.into_iter().collect()
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

    fn size(nodes: i32, edges: i32) -> Size {
        Size { nodes, edges, dimensions: 2 }
    }

    #[test]
    fn every_kind_is_a_graph_that_its_file_gives_back() {
        for kind in Kind::ALL {
            for nodes in [1, 2, 5, 37, 100] {
                for direction in [Direction::Directed, Direction::Counter, Direction::Undirected] {
                    for dimensions in 1..4 {
                        let size = Size { dimensions, ..size(nodes, 2 * nodes) };
                        let graph = direction.of(&kind.graph(size, 7));
                        assert_eq!(
                            Graph::read(&graph.bytes()),
                            Ok(graph.clone()),
                            "{kind:?} {nodes}"
                        );
                        let lattice = kind.name().contains("_dim_");
                        assert!(graph.nodes() == nodes || lattice && graph.nodes() < nodes);
                        assert!(graph.pairs().all(|(a, b)| a != b));
                    }
                }
            }
        }
    }

    /// Whether no walk comes back, by taking away nodes that no edge leaves.
    fn has_no_cycle(graph: &Graph) -> bool {
        let mut left: BTreeSet<i32> = (0..graph.nodes()).collect();
        loop {
            let stays = |node: &i32| graph.pairs().any(|(a, b)| a == *node && left.contains(&b));
            let next: BTreeSet<i32> = left.iter().copied().filter(stays).collect();
            if next.len() == left.len() {
                return left.is_empty();
            }
            left = next;
        }
    }

    fn most(counts: impl Iterator<Item = i32>) -> usize {
        let mut by = std::collections::BTreeMap::new();
        counts.for_each(|node| *by.entry(node).or_insert(0) += 1);
        by.into_values().max().unwrap_or(0)
    }

    #[test]
    fn graphs_are_of_their_kind() {
        for seed in 1..20 {
            let graph = |kind: Kind| kind.graph(size(37, 74), seed);
            for kind in [Kind::Dag, Kind::BinaryTree, Kind::BinaryForest, Kind::SimplePlanar] {
                assert!(has_no_cycle(&graph(kind)), "{kind:?}");
            }
            for kind in [Kind::BinaryTree, Kind::BinaryForest] {
                assert!(most(graph(kind).pairs().map(|(a, _)| a)) <= 2, "{kind:?}");
                assert!(most(graph(kind).pairs().map(|(_, b)| b)) == 1, "{kind:?}");
            }
            assert_eq!(graph(Kind::BinaryTree).edges(), 36);
            assert!(graph(Kind::BinaryForest).edges() <= 36);
            let planar = graph(Kind::SimplePlanar);
            assert!((37..=3 * 37 - 6).contains(&planar.edges()));
            let star = graph(Kind::Star);
            assert_eq!((star.edges(), most(star.pairs().map(|(_, b)| b))), (36, 36));
            for kind in [Kind::Dag, Kind::UniformDegree, Kind::PowerLaw] {
                assert_eq!(graph(kind).edges(), 74, "{kind:?}");
            }
            let ends = |graph: &Graph| most(graph.pairs().flat_map(|(a, b)| [a, b]));
            assert!(ends(&graph(Kind::MaxDegree)) <= 4);
            assert!(ends(&graph(Kind::PowerLaw)) > ends(&graph(Kind::UniformDegree)));
            assert_eq!(most(graph(Kind::RandomNeighbor).pairs().map(|(a, _)| a)), 1);
        }
        let roots = |seed| 37 - Kind::BinaryForest.graph(size(37, 0), seed).edges();
        let forests = (1..100).filter(|seed| roots(*seed) > 1).count();
        assert!((1..50).contains(&forests), "some are of several trees, most of one: {forests}");
        let lattices = [Kind::Grid, Kind::RandomGrid, Kind::Torus, Kind::RandomTorus];
        let edges = lattices.map(|kind| kind.graph(size(37, 0), 1).edges());
        assert_eq!(edges, [60, 60, 72, 72]);
        let deep = Size { dimensions: 3, ..size(30, 0) };
        assert_eq!(lattices.map(|kind| kind.graph(deep, 1).edges()), [54, 54, 81, 81]);
        let numbers: BTreeSet<Vec<u8>> =
            (0..64).map(|n| Kind::AllPossible.graph(size(3, 0), n).bytes()).collect();
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
