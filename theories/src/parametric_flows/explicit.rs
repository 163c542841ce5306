//! The same analysis with every thread by itself, as GKLEE makes it: the baseline of \[P12\].
//!
//! Front end, execution and solver are those of the parametric mode. Only the threads are not
//! symbols but the numbers of one launch, and every two of them are compared. And of memory behind a barrier
//! it is only taken as known what no thread writes ([`MEMORY`]): a race that the flows rule out by what is
//! [carried](super::carried) over stays here.

use super::analysis::{Asker, MOST_INTERVALS};
use super::execute::{Executor, Inputs, Refusal};
use super::found::{Flows, Race};
use super::join::join;
use super::memory::Memory;
use super::order::{Warps, distinct, may_race};
use super::reason::{NotDecided, Undecided};
use super::relation::{Relation, WARP};
use super::run::{Access, End, Run};
use jaminan::Program;
use num_traits::ToPrimitive;
use oracle::check::Settings;
use oracle::check::word::is_number;
use semantics::header::Threads;
use semantics::{Axis, Dim, Expr, Mode, Name, Number, Rel, Sharing, Site, limits};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A launch has at most this many explicit threads.
pub const MOST_THREADS: u64 = 1 << 16;

/// How the explicit threads differ from the flows but in number.
pub const MEMORY: &str = "explicit threads leave open what arrays that are written hold behind a barrier, \
                          of which the flows carry over what is known";

/// A race as both modes tell it: the array, how the threads stand, and the two places.
pub type Told = (Name, Relation, [(Mode, Option<(usize, usize)>); 2]);

/// What was found with explicit threads.
#[derive(Clone, Debug, Default)]
pub struct Explicit {
    /// How many threads there are.
    pub threads: usize,
    /// How many intervals.
    pub intervals: usize,
    /// The flows of all threads in all intervals.
    pub flows: usize,
    /// The races, and the places of each in the source.
    pub races: BTreeMap<Told, [Site; 2]>,
    /// Whether some threads of a block stand at a barrier and others do not.
    pub deadlock: bool,
    /// What is not decided.
    pub undecided: Vec<Undecided>,
    /// How many questions the solver was asked.
    pub asked: u64,
}

/// A race in the words that both modes have in common, and its places in their order.
pub fn told(array: &Name, relation: Relation, accesses: [(Mode, &Site); 2]) -> (Told, [Site; 2]) {
    let place = |site: &Site| site.span().map(|span| (span.bytes.start, span.bytes.end));
    let mut places = accesses.map(|(mode, site)| ((mode, place(site)), site));
    places.sort_by_key(|(place, _)| *place);
    let sites = places.map(|(_, site)| site.clone());
    ((array.clone(), relation, places.map(|(place, _)| place)), sites)
}

/// The races of flows, in these words.
pub fn told_of(flows: &Flows) -> BTreeMap<Told, [Site; 2]> {
    let one = |race: &Race| {
        let [(m, x), (n, y)] = &race.accesses;
        told(&race.array, race.relation, [(*m, x), (*n, y)])
    };
    flows.races.iter().map(one).collect()
}

/// One thread: where it is, and its flows in the interval at hand.
struct Member {
    number: usize,
    block: Number,
    warp: u64,
    entry: Run,
    flows: Vec<Run>,
}

/// Analyses a program with the threads of its launch.
///
/// # Errors
/// What keeps it from being analysed, a launch of unknown size included.
pub fn explicit(
    program: &Program,
    inputs: Inputs,
    warps: Warps,
    settings: &mut Settings<'_>,
) -> Result<Explicit, Refusal> {
    let mut executor = Executor::new(program, inputs)?;
    executor.some_iteration = warps == Warps::Independent;
    let mut members = members(program, &mut executor)?;
    let mut explicit = Explicit { threads: members.len(), ..Explicit::default() };
    let mut found = Flows::default();
    let mut earlier: Vec<(Number, Vec<Run>)> = Vec::new();
    for interval in 0.. {
        if interval == MOST_INTERVALS {
            return Err(Refusal::TooManyIntervals(MOST_INTERVALS));
        }
        for member in &mut members {
            limits::ask_now()?;
            let entry = member.entry.clone();
            member.flows = executor.explore(entry, (member.number, interval), settings)?;
            explicit.flows += member.flows.len();
        }
        explicit.intervals += 1;
        let (memory, replays) = (Memory::Open, true);
        let mut asker = Asker {
            program,
            executor: &mut executor,
            settings,
            found: &mut found,
            memory,
            replays,
        };
        for (n, one) in members.iter().enumerate() {
            limits::ask_now()?;
            for other in &members[n + 1..] {
                compare(&mut asker, warps, [one, other], &mut explicit);
            }
        }
        // Nothing orders two blocks: what one does now meets what another did before.
        for one in &members {
            for (_, flows) in earlier.iter().filter(|(block, _)| *block != one.block) {
                let relation = Relation::DifferentBlocks;
                pairs(&mut asker, warps, relation, [&one.flows, flows], &mut explicit);
            }
        }
        let global = |access: &Access| program.header.sharing(&access.array) == Sharing::Grid;
        if members.iter().any(|member| member.block != members[0].block) {
            for member in &members {
                let mut flows = member.flows.clone();
                flows.iter_mut().for_each(|run| run.accesses.retain(global));
                flows.retain(|run| !run.accesses.is_empty());
                if !flows.is_empty() {
                    earlier.push((member.block.clone(), flows));
                }
            }
        }
        if !pass(&mut executor, &mut members, &mut explicit) {
            break;
        }
    }
    explicit.asked = executor.asked + found.asked;
    explicit.undecided.append(&mut found.undecided);
    Ok(explicit)
}

/// The threads of a launch whose size is known.
fn members(program: &Program, executor: &mut Executor<'_>) -> Result<Vec<Member>, Refusal> {
    let open = || Refusal::NoThreads("the launch leaves the number of threads open".into());
    let number = |e: &Expr| match e {
        Expr::Num(n) => n.to_u64().ok_or_else(open),
        _ => Err(open()),
    };
    let (grid, block) = match &program.header.threads {
        Threads::Unbounded => return Err(open()),
        Threads::Below(n) => ([1, 1, 1], [number(n)?, 1, 1]),
        Threads::Grid { grid, block } => {
            let numbers = |dims: &[Expr; 3]| -> Result<[u64; 3], Refusal> {
                Ok([number(&dims[0])?, number(&dims[1])?, number(&dims[2])?])
            };
            (numbers(grid)?, numbers(block)?)
        }
    };
    let count = grid.iter().chain(&block).try_fold(1u64, |n, m| n.checked_mul(*m));
    if count.is_none_or(|count| count > MOST_THREADS) {
        let why = format!("a launch of more than {MOST_THREADS} threads");
        return Err(Refusal::NoThreads(why));
    }
    let truth = executor.words().terms.boolean(true);
    let body = Arc::new(program.body.clone());
    let each = |[x, y, z]: [u64; 3]| {
        (0..z).flat_map(move |k| (0..y).flat_map(move |j| (0..x).map(move |i| [i, j, k])))
    };
    let mut members = Vec::new();
    for (number, at) in each(grid).enumerate() {
        for (own, thread) in each(block).enumerate() {
            let mut frame = executor.pair.frames[0].clone();
            for (axis, word) in &mut frame.axes {
                let coordinate = match axis {
                    Axis::Tid => thread[Dim::X as usize],
                    Axis::Block(dim) => at[*dim as usize],
                    Axis::Thread(dim) => thread[*dim as usize],
                };
                *word = executor.words().number(&coordinate.into());
            }
            let entry = Run::new(frame, body.clone(), truth);
            let (block, warp) = (number.into(), own as u64 / WARP);
            let number = members.len();
            members.push(Member { number, block, warp, entry, flows: Vec::new() });
        }
    }
    Ok(members)
}

fn compare(
    asker: &mut Asker<'_, '_, '_>,
    warps: Warps,
    [one, other]: [&Member; 2],
    explicit: &mut Explicit,
) {
    let relation = match (one.block == other.block, one.warp == other.warp) {
        (true, true) => Relation::SameWarp,
        (true, false) => Relation::SameBlock,
        (false, _) => Relation::DifferentBlocks,
    };
    pairs(asker, warps, relation, [&one.flows, &other.flows], explicit);
}

fn pairs(
    asker: &mut Asker<'_, '_, '_>,
    warps: Warps,
    relation: Relation,
    [ones, others]: [&[Run]; 2],
    explicit: &mut Explicit,
) {
    let header = asker.executor.pair.encoder.header;
    for a in ones {
        for b in others {
            let theirs = distinct(warps, relation, &b.accesses);
            for x in distinct(warps, relation, &a.accesses) {
                if limits::ask_now().is_err() {
                    return;
                }
                for &y in &theirs {
                    if is_number(&x.index) && is_number(&y.index) && x.index.low != y.index.low {
                        continue;
                    }
                    let sharing = header.sharing(&x.array);
                    if !may_race(warps, relation, sharing, x, y) {
                        continue;
                    }
                    let accesses = [(x.mode, &x.site), (y.mode, &y.site)];
                    let (race, sites) = told(&x.array, relation, accesses);
                    if explicit.races.contains_key(&race) {
                        continue;
                    }
                    let (made, other) = (asker.executor.made(a), asker.executor.made(b));
                    let words = asker.executor.words();
                    let meet = words.compare(Rel::Eq, &x.index, &y.index);
                    let root = words.terms.all([a.entry, b.entry, made, other, meet]);
                    if root == words.terms.boolean(false) {
                        continue;
                    }
                    if asker.model(vec![root], relation.one_block(), "explicit threads").is_some() {
                        explicit.races.insert(race, sites);
                    }
                }
            }
        }
    }
}

/// All threads pass a barrier; `false` where they end.
fn pass(executor: &mut Executor<'_>, members: &mut Vec<Member>, explicit: &mut Explicit) -> bool {
    let all = members.iter().flat_map(|member| &member.flows);
    let waits = |run: &&Run| matches!(run.end, End::Barrier(_));
    let cut = all.clone().any(|run| run.end == End::Cut);
    if cut {
        explicit.undecided.push(Undecided::of_all(NotDecided::ThreadCutOff));
    }
    let Some(first) = all.clone().find(waits).cloned() else { return false };
    explicit.deadlock |= all.clone().any(|run| run.end != End::Cut && !run.stands_with(&first));
    members.retain(|member| member.flows.iter().any(|run| run.stands_with(&first)));
    for member in members {
        let here: Vec<&Run> = member.flows.iter().filter(|run| run.stands_with(&first)).collect();
        member.entry = join(executor, &here);
    }
    true
}
