//! The product as a Murphi model, for another checker to count. [H24, §III.C]
//!
//! Its states are those of [`plain`](super::plain), and one more for a race that is reported: a history ends
//! there, and what is known is cleared. The invariant is \[H24\]'s.

use super::alphabet::{Access, Observation, Relation, Sync};
use super::grid::Grid;
use super::machine::{Cell, Machine};
use super::meaning::State;
use std::fmt::Write;

/// The model of a machine in a grid.
pub fn model(machine: &Machine, grid: Grid) -> String {
    let Grid { blocks, warps, threads } = grid;
    let states: Vec<&str> = State::ALL.iter().map(|state| state.word()).collect();
    let mut out = format!(
        "-- HiRace's state machine beside the exact ordering of all accesses to one location.\n\
         -- {blocks} blocks, {warps} warps a block, {threads} threads a warp.\n\
         -- A history ends with its first race or alarm: rumur --deadlock-detection off.\n\n\
         const\n  BLOCKS: {blocks};\n  WARPS: {warps};\n  THREADS: {threads};\n\n\
         type\n  block_t: 0 .. BLOCKS - 1;\n  warp_t: 0 .. WARPS - 1;\n  thread_t: 0 .. THREADS - 1;\n  \
         access_t: enum {{ R, W, BA, GA }};\n  \
         sync_t: 0 .. 2; -- unsynchronized, warp, block\n  \
         relation_t: 0 .. 3; -- same thread, warp, block, grid\n  \
         level_t: 0 .. 3; -- no access, open, ordered before its warp, before its block\n  \
         state_t: enum {{ {} }};\n\n",
        states.join(", ")
    );
    out += VARIABLES;
    table(&mut out, machine);
    out += ORDERING;
    out += RULES;
    out
}

/// The table as nested choices; one return where what is left to look at does not matter.
fn table(out: &mut String, machine: &Machine) {
    out.push_str(
        "\nfunction next(s: state_t; a: access_t; y: sync_t; r: relation_t): state_t;\nbegin\n  \
         switch s\n",
    );
    // Writing to a string does not fail.
    for &state in State::ALL {
        let _ = writeln!(out, "  case {state}:\n    switch a");
        for &access in Access::ALL {
            let _ = writeln!(out, "    case {access}:");
            let to = |sync: Sync, relation: Relation| {
                machine.next(Cell { state, seen: Observation { access, sync, relation } })
            };
            for &sync in Sync::ALL {
                let y = sync as usize;
                let same = to(sync, Relation::Thread);
                let all: Vec<State> = Relation::ALL.iter().map(|&r| to(sync, r)).collect();
                if all.iter().all(|&next| next == same) {
                    let _ = writeln!(out, "      if y = {y} then return {same}; end;");
                    continue;
                }
                let _ = writeln!(out, "      if y = {y} then\n        switch r");
                for (r, next) in all.iter().enumerate() {
                    let _ = writeln!(out, "        case {r}: return {next};");
                }
                out.push_str("        end;\n      end;\n");
            }
        }
        out.push_str("    end;\n");
    }
    out.push_str("  end;\n  return RACE;\nend;\n");
}

const VARIABLES: &str = "\
var
  fsm: state_t;
  raced: boolean;
  ended: boolean;
  accessed: boolean; -- whether there is a last accessor: the three that follow, and its barrier since
  last_block: block_t;
  last_warp: warp_t;
  last_thread: thread_t;
  passed: sync_t;
  ordered: array [block_t] of array [warp_t] of array [thread_t] of array [access_t] of level_t;
";

const ORDERING: &str = "
function relation(b: block_t; w: warp_t; t: thread_t; c: block_t; v: warp_t; u: thread_t): relation_t;
begin
  if b != c then return 3; end;
  if w != v then return 2; end;
  if t != u then return 1; end;
  return 0;
end;

-- Whether a status can be seen: clocks of different barriers can stand in any order.
function sees(y: sync_t; r: relation_t): boolean;
begin
  if r <= 1 then return y = passed; end;
  if r = 2 then return (y = 2) = (passed = 2); end;
  return true;
end;

function conflict(a: access_t; k: access_t; one_block: boolean): boolean;
begin
  if a = R & k = R then return false; end;
  if a = GA & k = GA then return false; end;
  if (a = BA | a = GA) & (k = BA | k = GA) then return !one_block; end;
  return true;
end;

function races(b: block_t; w: warp_t; t: thread_t; a: access_t): boolean;
var r: relation_t;
begin
  for c: block_t do for v: warp_t do for u: thread_t do
    r := relation(b, w, t, c, v, u);
    if r > 0 then
      for k: access_t do
        if (ordered[c][v][u][k] = 1 | (ordered[c][v][u][k] = 2 & r > 1)
            | (ordered[c][v][u][k] = 3 & r > 2)) & conflict(a, k, r <= 2) then
          return true;
        end;
      end;
    end;
  end; end; end;
  return false;
end;

procedure forget();
begin
  accessed := false;
  last_block := 0;
  last_warp := 0;
  last_thread := 0;
  passed := 0;
  for b: block_t do for w: warp_t do for t: thread_t do for a: access_t do
    ordered[b][w][t][a] := 0;
  end; end; end; end;
end;

procedure access(b: block_t; w: warp_t; t: thread_t; a: access_t; y: sync_t; r: relation_t);
var n: state_t;
var race: boolean;
begin
  n := next(fsm, a, y, r);
  race := races(b, w, t, a);
  if n = RACE | race then
    forget();
    raced := race;
    ended := true;
    if n = RACE then fsm := RACE; else fsm := INIT; end;
  else
    fsm := n;
    accessed := true;
    last_block := b;
    last_warp := w;
    last_thread := t;
    passed := 0;
    ordered[b][w][t][a] := 1;
  end;
end;
";

const RULES: &str = "
startstate
begin
  fsm := INIT;
  raced := false;
  ended := false;
  forget();
end;

ruleset b: block_t; w: warp_t; t: thread_t; a: access_t do
  rule \"first access\" !ended & !accessed ==>
  begin
    access(b, w, t, a, 0, 0);
  end;
end;

ruleset b: block_t; w: warp_t; t: thread_t; a: access_t; y: sync_t do
  rule \"access\"
    !ended & accessed & sees(y, relation(last_block, last_warp, last_thread, b, w, t)) ==>
  begin
    access(b, w, t, a, y, relation(last_block, last_warp, last_thread, b, w, t));
  end;
end;

ruleset b: block_t; w: warp_t do
  rule \"warp barrier\" !ended ==>
  begin
    for t: thread_t do for a: access_t do
      if ordered[b][w][t][a] = 1 then ordered[b][w][t][a] := 2; end;
    end; end;
    if accessed & last_block = b & last_warp = w & passed = 0 then passed := 1; end;
  end;
end;

ruleset b: block_t do
  rule \"block barrier\" !ended ==>
  begin
    for w: warp_t do for t: thread_t do for a: access_t do
      if ordered[b][w][t][a] != 0 then ordered[b][w][t][a] := 3; end;
    end; end; end;
    if accessed & last_block = b then passed := 2; end;
  end;
end;

invariant \"in RACE if and only if an access raced\" (fsm = RACE) = raced;
";

#[cfg(test)]
mod tests {
    use super::*;

    /// As many states as are named, and every name in a choice.
    #[test]
    fn every_state_stands_in_the_model() {
        let model = model(&Machine::published(), Grid::ENOUGH);
        for &state in State::ALL {
            assert!(model.contains(&format!("  case {state}:\n")), "{state}");
            assert!(model.contains(&format!("return {state};")) || state == State::Init, "{state}");
        }
    }
}
