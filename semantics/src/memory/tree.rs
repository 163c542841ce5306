//! A map from cells to contents that shares what two versions have in common: a tree balanced by
//! weight [Adams 1993], with the constants of Haskell's `Data.Map`.
//!
//! A rule keeps the memory before and after it, so a map that is copied would make a run quadratic
//! in its length. Merging takes new nodes only for the smaller side, and the paths to it.

use crate::judgment::weight;
use crate::name::Name;
use crate::number::Number;
use std::cmp::Ordering;
use std::sync::Arc;

/// No cell, or a root.
pub type Tree = Option<Arc<Node>>;

/// `M(j) = k`, in one array.
#[derive(Debug, PartialEq, Eq)]
pub struct Cell {
    pub array: Name,
    pub j: Number,
    pub k: Number,
}

impl Cell {
    fn place(&self, array: &Name, j: &Number) -> Ordering {
        self.array.cmp(array).then_with(|| self.j.cmp(j))
    }
}

/// A cell, those before it and those after it.
#[derive(Debug)]
pub struct Node {
    cell: Arc<Cell>,
    size: usize,
    /// What its largest number weighs.
    largest: usize,
    before: Tree,
    after: Tree,
}

/// One subtree is at most so many times as heavy as the other.
const DELTA: usize = 3;
/// A single rotation is enough where the inner subtree is lighter than so many times the outer.
const RATIO: usize = 2;

pub fn size(tree: &Tree) -> usize {
    tree.as_ref().map_or(0, |node| node.size)
}

/// What its largest number weighs; 1 where there is none.
pub fn largest(tree: &Tree) -> usize {
    tree.as_ref().map_or(1, |node| node.largest)
}

/// One cell.
pub fn one(cell: Cell) -> Tree {
    node(&None, &Arc::new(cell), &None)
}

pub fn get<'a>(mut tree: &'a Tree, array: &Name, j: &Number) -> Option<&'a Cell> {
    while let Some(node) = tree {
        tree = match node.cell.place(array, j) {
            Ordering::Equal => return Some(&node.cell),
            Ordering::Greater => &node.before,
            Ordering::Less => &node.after,
        };
    }
    None
}

/// The cells of both, those of the winner where both have one.
pub fn merge(tree: &Tree, winner: &Tree) -> Tree {
    let (Some(a), Some(b)) = (tree, winner) else {
        return tree.as_ref().or(winner.as_ref()).cloned();
    };
    if Arc::ptr_eq(a, b) {
        return tree.clone();
    }
    if a.size == 1 && get(winner, &a.cell.array, &a.cell.j).is_some() {
        return winner.clone();
    }
    if a.size == 1 {
        return insert(winner, &a.cell);
    }
    if b.size == 1 {
        return insert(tree, &b.cell);
    }
    let (before, after) = split(tree, &b.cell.array, &b.cell.j);
    link(&merge(&before, &b.before), &b.cell, &merge(&after, &b.after))
}

/// Without the cell.
pub fn remove(tree: &Tree, array: &Name, j: &Number) -> Tree {
    let (before, after) = split(tree, array, j);
    join(&before, &after)
}

/// The cells in order.
pub fn cells(tree: &Tree) -> impl Iterator<Item = &Cell> {
    let mut path: Vec<&Node> = Vec::new();
    let mut next = tree;
    std::iter::from_fn(move || {
        while let Some(node) = next {
            path.push(node);
            next = &node.before;
        }
        let node = path.pop()?;
        next = &node.after;
        Some(&*node.cell)
    })
}

fn insert(tree: &Tree, cell: &Arc<Cell>) -> Tree {
    let Some(root) = tree else { return node(&None, cell, &None) };
    match root.cell.place(&cell.array, &cell.j) {
        Ordering::Equal => node(&root.before, cell, &root.after),
        Ordering::Greater => balance(&insert(&root.before, cell), &root.cell, &root.after),
        Ordering::Less => balance(&root.before, &root.cell, &insert(&root.after, cell)),
    }
}

/// The cells before a place, and those after it.
fn split(tree: &Tree, array: &Name, j: &Number) -> (Tree, Tree) {
    let Some(root) = tree else { return (None, None) };
    match root.cell.place(array, j) {
        Ordering::Equal => (root.before.clone(), root.after.clone()),
        Ordering::Greater => {
            let (before, after) = split(&root.before, array, j);
            (before, link(&after, &root.cell, &root.after))
        }
        Ordering::Less => {
            let (before, after) = split(&root.after, array, j);
            (link(&root.before, &root.cell, &before), after)
        }
    }
}

/// Two trees of any sizes around a cell.
fn link(before: &Tree, cell: &Arc<Cell>, after: &Tree) -> Tree {
    match (before, after) {
        (None, _) => insert(after, cell),
        (_, None) => insert(before, cell),
        (Some(b), Some(a)) if DELTA * b.size < a.size => {
            balance(&link(before, cell, &a.before), &a.cell, &a.after)
        }
        (Some(b), Some(a)) if DELTA * a.size < b.size => {
            balance(&b.before, &b.cell, &link(&b.after, cell, after))
        }
        _ => node(before, cell, after),
    }
}

/// Two trees of any sizes, one after the other.
fn join(before: &Tree, after: &Tree) -> Tree {
    match after.as_ref().and_then(|_| cells(after).next()) {
        None => before.clone(),
        Some(first) => {
            let (_, rest) = split(after, &first.array, &first.j);
            let first = Cell { array: first.array.clone(), j: first.j.clone(), k: first.k.clone() };
            link(before, &Arc::new(first), &rest)
        }
    }
}

/// Two trees around a cell, of which one is too heavy by an insertion or two.
fn balance(before: &Tree, cell: &Arc<Cell>, after: &Tree) -> Tree {
    if size(before) + size(after) > 1 {
        if let Some(a) = after
            && a.size > DELTA * size(before)
        {
            return match &a.before {
                Some(inner) if inner.size >= RATIO * size(&a.after) => node(
                    &node(before, cell, &inner.before),
                    &inner.cell,
                    &node(&inner.after, &a.cell, &a.after),
                ),
                inner => node(&node(before, cell, inner), &a.cell, &a.after),
            };
        }
        if let Some(b) = before
            && b.size > DELTA * size(after)
        {
            return match &b.after {
                Some(inner) if inner.size >= RATIO * size(&b.before) => node(
                    &node(&b.before, &b.cell, &inner.before),
                    &inner.cell,
                    &node(&inner.after, cell, after),
                ),
                inner => node(&b.before, &b.cell, &node(inner, cell, after)),
            };
        }
    }
    node(before, cell, after)
}

fn node(before: &Tree, cell: &Arc<Cell>, after: &Tree) -> Tree {
    let own = weight(&cell.j).max(weight(&cell.k));
    Some(Arc::new(Node {
        cell: Arc::clone(cell),
        size: size(before) + 1 + size(after),
        largest: own.max(largest(before)).max(largest(after)),
        before: before.clone(),
        after: after.clone(),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// The depth, where the sizes are right and no side is too heavy.
    fn depth(tree: &Tree) -> usize {
        let Some(node) = tree else { return 0 };
        let (before, after) = (size(&node.before), size(&node.after));
        assert_eq!(node.size, before + 1 + after);
        assert!(before + after <= 1 || (before <= DELTA * after && after <= DELTA * before));
        1 + depth(&node.before).max(depth(&node.after))
    }

    fn tree(cells: impl IntoIterator<Item = (u32, u32)>) -> Tree {
        cells.into_iter().fold(None, |tree, (j, k)| {
            merge(&tree, &one(Cell { array: "A".into(), j: j.into(), k: k.into() }))
        })
    }

    fn map(tree: &Tree) -> Vec<(Number, Number)> {
        cells(tree).map(|c| (c.j.clone(), c.k.clone())).collect()
    }

    fn numbers(map: &BTreeMap<u32, u32>) -> Vec<(Number, Number)> {
        map.iter().map(|(j, k)| ((*j).into(), (*k).into())).collect()
    }

    /// Repeatable numbers below `below`.
    fn random(seed: &mut u64, below: u32) -> u32 {
        *seed =
            seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u32::try_from(*seed >> 33).unwrap_or_default() % below
    }

    #[test]
    fn it_is_the_map_of_the_standard_library() {
        let mut seed = 1;
        for round in 0..2_000_u32 {
            let mut side = |mark: u32| -> BTreeMap<u32, u32> {
                let count = random(&mut seed, 40);
                (0..count).map(|n| (random(&mut seed, 50), mark + n)).collect()
            };
            let (a, b) = (side(0), side(1_000));
            let (x, y) = (tree(a.clone()), tree(b.clone()));
            assert_eq!(map(&x), numbers(&a), "round {round}");
            let mut both = a.clone();
            both.extend(b);
            let merged = merge(&x, &y);
            depth(&merged);
            assert_eq!(map(&merged), numbers(&both), "round {round}");
            let gone = random(&mut seed, 50);
            both.remove(&gone);
            let rest = remove(&merged, &"A".into(), &gone.into());
            depth(&rest);
            assert_eq!(map(&rest), numbers(&both), "round {round}");
        }
    }

    #[test]
    fn the_largest_number_is_that_of_the_cells_there_are() {
        let cell = |j: u32, k| one(Cell { array: "A".into(), j: j.into(), k });
        let small = tree((0..100).map(|j| (j, 0)));
        let heavy = merge(&small, &cell(40, Number::from(1) << 5_000_u32));
        assert_eq!((largest(&None), largest(&small), largest(&heavy)), (1, 1, 5));
        assert_eq!(largest(&merge(&heavy, &cell(40, 7.into()))), 1);
        assert_eq!(largest(&remove(&heavy, &"A".into(), &40.into())), 1);
    }

    #[test]
    fn a_chain_is_balanced() {
        assert!(depth(&tree((0..10_000).map(|j| (j, 0)))) < 30);
    }
}
