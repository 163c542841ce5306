//! The machine as pictures, in SVG.

use std::collections::BTreeMap;
use std::fmt::Write;
use theories::hirace::meaning::{Before, Meaning, State};
use theories::hirace::{Access, Cell, Machine, Observation, Relation};

const WIDTH: usize = 1100;
const ROW: usize = 84;
const COLUMN: usize = 200;
const LEFT: usize = 250;
const TOP: usize = 60;
const BOX: (usize, usize) = (136, 30);

const STYLE: &str = "<style>text{font:12px sans-serif;fill:#222}.s{fill:#fff;stroke:#444}\
    .e{fill:none;stroke:#9ab;stroke-width:1}.bad{fill:none;stroke:#c22;stroke-width:2;stroke-dasharray:5 3}\
    .good{fill:none;stroke:#292;stroke-width:2}.h{font-weight:bold}.n{text-anchor:middle}</style>";

/// States by meaning: to the right the more threads, downwards the more has happened. Transitions to
/// `RACE` and from a state to itself are left out; what a repair takes away is red and dashed, what it
/// brings is green.
pub fn states(machine: &Machine, repaired: &Machine) -> String {
    let height = TOP + ROW * 9;
    let mut out = opened(WIDTH, height, "HiRace's state machine");
    for (column, name) in ["one thread", "a warp", "a block", "the grid"].iter().enumerate() {
        let x = LEFT + column * COLUMN + COLUMN / 2;
        let _ = writeln!(out, "<text class=\"h n\" x=\"{x}\" y=\"24\">{name}</text>");
    }
    for (row, name) in ROWS.iter().enumerate() {
        let y = TOP + row * ROW + ROW / 2 + 4;
        let _ = writeln!(out, "<text x=\"8\" y=\"{y}\">{name}</text>");
    }
    let (old, new) = (edges(machine), edges(repaired));
    for (pair, seen) in &old {
        if new.contains_key(pair) {
            edge(&mut out, *pair, seen, "e");
        }
    }
    for change in machine.changes(repaired) {
        let one = BTreeMap::from([(change.cell.seen, ())]);
        edge(&mut out, (change.cell.state, change.from), &one, "bad");
        edge(&mut out, (change.cell.state, change.to), &one, "good");
    }
    for &state in State::ALL.iter().filter(|&&state| state != State::Race) {
        let (x, y) = place(state);
        let (w, h) = BOX;
        let said = state.meaning().map_or("no access yet".into(), |meaning| meaning.to_string());
        let _ = writeln!(
            out,
            "<g><title>{state}: {said}</title><rect class=\"s\" x=\"{}\" y=\"{}\" width=\"{w}\" \
             height=\"{h}\" rx=\"6\"/><text class=\"n\" x=\"{x}\" y=\"{}\">{state}</text></g>",
            x - w / 2,
            y - h / 2,
            y + 4
        );
    }
    out += "</svg>\n";
    out
}

const ROWS: [&str; 9] = [
    "no access",
    "reads",
    "reads; warp barrier before",
    "reads; block barrier before",
    "reads; block, warp barrier before",
    "a write",
    "atomics of grid scope",
    "atomics, one of block scope",
    "atomics; barrier before",
];

/// The middle of a state's box.
fn place(state: State) -> (usize, usize) {
    let (row, column, shift) = match state.meaning() {
        None => (0, 0, 0),
        Some(Meaning { tip, spread, before }) => {
            let row = match (tip, before) {
                (Access::Read, Before::Nothing) => 1,
                (Access::Read, Before::WarpBarrier) => 2,
                (Access::Read, Before::BlockBarrier) => 3,
                (Access::Read, Before::BlockThenWarpBarrier) => 4,
                (Access::Write, _) => 5,
                (Access::GridAtomic, _) => 6,
                (Access::BlockAtomic, Before::Nothing) => 7,
                (Access::BlockAtomic, _) => 8,
            };
            // After a warp barrier above, after a block barrier below, in the row of both.
            let shift = match (row, before) {
                (8, Before::WarpBarrier) => 0,
                (8, _) => 34,
                _ => 17,
            };
            (row, spread as usize, shift)
        }
    };
    (LEFT + column * COLUMN + COLUMN / 2, TOP + row * ROW + 18 + shift)
}

type Edges = BTreeMap<(State, State), BTreeMap<Observation, ()>>;

fn edges(machine: &Machine) -> Edges {
    let mut edges = Edges::new();
    for cell in Cell::all() {
        let next = machine.next(cell);
        if next != State::Race && next != cell.state {
            edges.entry((cell.state, next)).or_default().insert(cell.seen, ());
        }
    }
    edges
}

fn edge(
    out: &mut String,
    (from, to): (State, State),
    seen: &BTreeMap<Observation, ()>,
    class: &str,
) {
    let ((x, y), (u, v)) = (place(from), place(to));
    let words: Vec<String> = seen.keys().map(Observation::to_string).collect();
    let (x, y, u, v) = (x as i64, y as i64, u as i64, v as i64);
    let h = BOX.1 as i64 / 2;
    let path = match (from == to, y == v) {
        // A loop at the right of the box.
        (true, _) => {
            let x = x + BOX.0 as i64 / 2;
            format!("M{x} {} C{} {} {} {} {x} {}", y - 6, x + 30, y - 24, x + 30, y + 24, y + 6)
        }
        (_, true) => format!("M{x} {} Q{} {} {u} {}", y - h, (x + u) / 2, y - 46, v - h),
        _ => {
            let (start, end) = if y < v { (y + h, v - h) } else { (y - h, v + h) };
            // Bent to the right-hand side of its way, so that both ways are seen.
            let bend = if y < v { 26 } else { -26 };
            let (a, b) = ((x + u) / 2 + bend, (start + end) / 2);
            format!("M{x} {start} Q{a} {b} {u} {end}")
        }
    };
    let _ = writeln!(
        out,
        "<path class=\"{class}\" d=\"{path}\" marker-end=\"url(#{class})\"><title>{from} to {to}: \
         {}</title></path>",
        words.join(", ")
    );
}

/// All cells: a row a state, a column an observation, coloured by next state. What a repair changes has
/// a frame.
pub fn table(machine: &Machine, repaired: &Machine) -> String {
    let (cell, left, top) = (18, 130, 46);
    let height = top + 25 * cell + 90;
    let mut out = opened(left + 48 * cell + 10, height, "HiRace's table");
    for (column, seen) in Observation::all().enumerate() {
        let x = left + column * cell + cell / 2;
        let _ = writeln!(
            out,
            "<text class=\"n\" x=\"{x}\" y=\"42\">{}</text>",
            seen.relation
        );
        if seen.relation == Relation::Thread {
            let x = x + 3 * cell / 2;
            let _ = writeln!(
                out,
                "<text class=\"n h\" x=\"{x}\" y=\"22\">{} {}</text>",
                seen.access, seen.sync
            );
        }
    }
    let mut cells: Vec<Cell> = Cell::all().collect();
    // Those with a frame come last, over their neighbours.
    cells.sort_by_key(|at| machine.next(*at) != repaired.next(*at));
    for at in cells {
        let (next, mended) = (machine.next(at), repaired.next(at));
        let (x, y) = (left + at.seen.index() * cell, top + at.state as usize * cell);
        if at.seen.index() == 0 {
            let _ = writeln!(out, "<text x=\"4\" y=\"{}\">{}</text>", y + 13, at.state);
        }
        let (stroke, said) = match next == mended {
            true => ("#fff", String::new()),
            false => ("#000", format!(", repaired {mended}")),
        };
        let width = if next == mended { 1 } else { 3 };
        let _ = writeln!(
            out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{cell}\" height=\"{cell}\" fill=\"{}\" \
             stroke=\"{stroke}\" stroke-width=\"{width}\"><title>{at}: {next}{said}</title></rect>",
            colour(next)
        );
    }
    for (n, &state) in State::ALL.iter().enumerate() {
        let (x, y) = (10 + n % 7 * 140, top + 25 * cell + 14 + n / 7 * 20);
        let _ = writeln!(
            out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"14\" height=\"14\" fill=\"{}\"/>\
             <text x=\"{}\" y=\"{}\">{state}</text>",
            colour(state),
            x + 18,
            y + 12
        );
    }
    out += "</svg>\n";
    out
}

/// The hue by kind, the lightness by how many threads.
fn colour(state: State) -> String {
    let Some(Meaning { tip, spread, before }) = state.meaning() else {
        return if state == State::Race { "#444".into() } else { "#eee".into() };
    };
    let hue = match (tip, before) {
        (Access::Read, Before::Nothing) => 210,
        (Access::Read, _) => 180,
        (Access::Write, _) => 0,
        (Access::GridAtomic, _) => 280,
        (Access::BlockAtomic, Before::Nothing) => 320,
        (Access::BlockAtomic, Before::WarpBarrier) => 40,
        (Access::BlockAtomic, _) => 90,
    };
    let more = if before == Before::WarpBarrier { 8 } else { 0 };
    format!("hsl({hue},60%,{}%)", 80 - 13 * spread as usize - more)
}

fn opened(width: usize, height: usize, title: &str) -> String {
    let marker = |class: &str, colour: &str| {
        format!(
            "<marker id=\"{class}\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"7\" \
             markerHeight=\"7\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" fill=\"{colour}\"/></marker>"
        )
    };
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\">\n<title>{title}</title>\n{STYLE}\n\
         <defs>{}{}{}</defs>\n",
        marker("e", "#9ab"),
        marker("bad", "#c22"),
        marker("good", "#292")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_has_a_place_of_its_own() {
        let states = State::ALL.iter().filter(|&&state| state != State::Race);
        let mut places: Vec<_> = states.map(|&state| place(state)).collect();
        places.sort_unstable();
        places.dedup();
        assert_eq!(places.len(), 24);
    }

    #[test]
    fn the_pictures_show_what_the_repair_changes() {
        let (published, repaired) = (Machine::published(), Machine::by_meaning());
        let picture = states(&published, &repaired);
        assert_eq!(picture.matches("<path class=\"bad\"").count(), 15);
        assert_eq!(picture.matches("<path class=\"good\"").count(), 15);
        let table = table(&published, &repaired);
        assert_eq!(table.matches(", repaired ").count(), 15);
        assert_eq!(table.matches("<rect").count(), 1200 + 25);
    }
}
