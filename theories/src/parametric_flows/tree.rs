//! The flow tree of an interval, as text and as a picture. [P12, Fig. 7]

use super::found::{Flow, Interval};
use super::run::{End, Turn};
use semantics::markup::escape;
use std::fmt::Write;
use std::ops::Range;

/// A node of a flow tree.
#[derive(Clone, Debug)]
pub struct Node<'t> {
    /// How many forks are above it.
    pub depth: usize,
    /// The flows through it.
    pub flows: Range<usize>,
    /// The fork that leads to it; none at the root.
    pub turn: Option<&'t Turn>,
    /// The node above, by its place in the list.
    pub parent: Option<usize>,
}

impl Interval {
    /// The nodes of the tree, each before those below it. Flows are in the order of the leaves.
    pub fn nodes(&self) -> Vec<Node<'_>> {
        let all = 0..self.flows.len();
        let mut nodes = vec![Node { depth: 0, flows: all, turn: None, parent: None }];
        let mut next = 0;
        while let Some(node) = nodes.get(next).cloned() {
            let mut start = node.flows.start;
            while start < node.flows.end {
                let turn = self.flows[start].turns.get(node.depth);
                let same = |flow: &Flow| flow.turns.get(node.depth) == turn;
                let rest = &self.flows[start..node.flows.end];
                let end = start + rest.iter().take_while(|flow| same(flow)).count();
                if turn.is_some() {
                    let (depth, parent) = (node.depth + 1, Some(next));
                    nodes.push(Node { depth, flows: start..end, turn, parent });
                }
                start = end;
            }
            next += 1;
        }
        nodes
    }

    /// The tree as indented text.
    pub fn text(&self) -> String {
        let mut out = String::new();
        let mut before: &[Turn] = &[];
        for (n, flow) in self.flows.iter().enumerate() {
            let common = before.iter().zip(&flow.turns).take_while(|(a, b)| a == b).count();
            for (depth, turn) in flow.turns.iter().enumerate().skip(common) {
                let _ = writeln!(out, "{}{}", "  ".repeat(depth), told(turn));
            }
            let indent = "  ".repeat(flow.turns.len());
            let _ = writeln!(out, "{indent}flow {n}: {}{}", accesses(flow), end(flow));
            before = &flow.turns;
        }
        out
    }

    /// The tree as a picture in SVG.
    pub fn svg(&self, title: &str) -> String {
        let nodes = self.nodes();
        let deepest = nodes.iter().map(|node| node.depth).max().unwrap_or(0);
        let (width, height) = (self.flows.len() * COLUMN + 20, (deepest + 1) * ROW + 40);
        let mut out = format!(
            "<svg class=\"tree\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\">\n<title>{}</title>\n{STYLE}\n{PAPER}\n",
            escape(title)
        );
        if deepest > 0 {
            let _ = writeln!(out, "<text class=\"k\" x=\"10\" y=\"{}\">{KEY}</text>", height - 8);
        }
        for node in &nodes {
            let (x, y) = place(node);
            if let Some(parent) = node.parent {
                let (px, py) = place(&nodes[parent]);
                let _ = writeln!(
                    out,
                    "<path class=\"e\" d=\"M{px} {} L{x} {}\"/>",
                    py + BOX / 2,
                    y - BOX / 2
                );
            }
        }
        for node in &nodes {
            let (x, y) = place(node);
            let (class, text) = match node.turn {
                None => ("r", "begin".to_owned()),
                Some(turn) if turn.on_input => ("i", told(turn)),
                Some(turn) => ("t", told(turn)),
            };
            let _ = writeln!(
                out,
                "<g><title>{}</title><rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" \
                 height=\"{BOX}\" rx=\"5\"/><text x=\"{x}\" y=\"{}\">{}</text></g>",
                escape(&text),
                x - WIDE / 2,
                y - BOX / 2,
                WIDE,
                y + 4,
                escape(&short(&text))
            );
            if let [flow] = &self.flows[node.flows.clone()]
                && flow.turns.len() == node.depth
            {
                let number = node.flows.start;
                let _ = writeln!(
                    out,
                    "<text x=\"{x}\" y=\"{}\"><title>{}</title>flow {number}{}</text>",
                    y + 28,
                    escape(&accesses(flow)),
                    end(flow)
                );
            }
        }
        out + "</svg>\n"
    }
}

const COLUMN: usize = 220;
const ROW: usize = 64;
const BOX: usize = 26;
const WIDE: usize = 206;
/// Of this picture alone: a page has others, whose rules are its own.
const STYLE: &str = "<style>.tree text{font:11px sans-serif;fill:#222;text-anchor:middle}\
    .tree .e{fill:none;stroke:#789}.tree .r{fill:#fff;stroke:#444}.tree .t{fill:#e8f0fb;stroke:#468}\
    .tree .i{fill:#fdf0dc;stroke:#a73}.tree .k{fill:#666;text-anchor:start}</style>";
const PAPER: &str = "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>";
const KEY: &str = "blue: a condition on the thread alone; orange: on an input, too";

fn place(node: &Node<'_>) -> (usize, usize) {
    let middle = (node.flows.start + node.flows.end) * COLUMN / 2;
    (middle.max(COLUMN / 2) + 10, node.depth * ROW + 30)
}

/// The condition that leads to a node.
pub fn told(turn: &Turn) -> String {
    if turn.holds { turn.condition.clone() } else { format!("!({})", turn.condition) }
}

fn short(text: &str) -> String {
    const MOST: usize = 34;
    if text.chars().count() <= MOST {
        return text.into();
    }
    text.chars().take(MOST - 3).chain("...".chars()).collect()
}

fn accesses(flow: &Flow) -> String {
    if flow.accesses.is_empty() {
        return "no access".into();
    }
    let line = |site: &semantics::Site| match site.span() {
        Some(span) => format!(":{}", span.line_column().0),
        None => String::new(),
    };
    let mut told: Vec<String> = Vec::new();
    for (mode, array, site) in &flow.accesses {
        told.push(format!("{mode} {array}{}", line(site)));
    }
    const MOST: usize = 12;
    let more = told.len().saturating_sub(MOST);
    told.truncate(MOST);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    told.join(", ") + &more
}

fn end(flow: &Flow) -> &'static str {
    match flow.end {
        End::Cut => "; cut off",
        End::Running | End::Barrier(_) | End::Finished => "",
    }
}
