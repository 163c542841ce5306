//! Who runs: the thread, its parameters, its memory, and the threads that it waits for.

use crate::failure::Failure;
use crate::malformed::Malformed;
use crate::natural::natural;
use crate::parameters::Known;
use crate::store::Start;
use jaminan::{Parameters, Program, block_array};
pub use oracle::explore::crowd::MOST_THREADS;
use oracle::explore::crowd::{self, NoCrowd};
use semantics::{Expr, Header, Name, Number, Sharing, Store, Syntax, Thread, Threads};
use std::str::FromStr;

/// Up to three numbers: `3`, `[3,0]`, `[3,0,0]`.
#[derive(Clone, Debug)]
pub struct Coordinates(Vec<Number>);

impl FromStr for Coordinates {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Self, Malformed> {
        let inside = text.trim().strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let numbers: Vec<Number> = match inside {
            Some(inside) => inside.split(',').map(natural).collect::<Result<_, _>>()?,
            None => vec![natural(text)?],
        };
        match numbers.len() {
            1..=3 => Ok(Coordinates(numbers)),
            _ => Err(Malformed::form(text, "3, [3,0] or [3,0,0]")),
        }
    }
}

impl Coordinates {
    fn three(&self) -> [Number; 3] {
        [0, 1, 2].map(|n| self.0.get(n).cloned().unwrap_or_default())
    }
}

/// The thread that is meant.
///
/// # Errors
/// A number where a kernel's thread has three, or the other way round.
pub fn thread(
    header: &Header,
    thread: &Coordinates,
    block: Option<&Coordinates>,
) -> Result<Thread, Failure> {
    if let Threads::Grid { .. } = header.threads {
        let block = block.map(Coordinates::three).unwrap_or_default();
        return Ok(Thread::cuda(block, thread.three()));
    }
    match (thread.0.as_slice(), block) {
        ([i], None) => Ok(Thread::natural(i.clone())),
        (_, Some(_)) => Err(Failure::usage("there are no blocks in this file", "leave `--block` out")),
        _ => Err(Failure::usage("a thread of this file is one number", "say it: `--thread 0`")),
    }
}

/// A value for each parameter: as it is given, or as the launch fixes it.
///
/// # Errors
/// A parameter without a value.
pub fn parameters(known: &Known, header: &Header) -> Result<Parameters, Failure> {
    let given = |x: &Name| known.param.iter().find(|(y, _)| y == x).map(|(_, k)| k.clone());
    let sizes = match &header.threads {
        Threads::Grid { grid, block } => grid.iter().chain(block).collect(),
        Threads::Unbounded | Threads::Below(_) => Vec::new(),
    };
    match crowd::parameters(header, &given) {
        Ok(values) => Ok(values),
        Err(x) if sizes.iter().any(|size| matches!(size, Expr::Var(y) if *y == x)) => {
            Err(Failure::usage(
                format!("the launch leaves `{x}` open"),
                "say it: `--block-dim 4 --grid-dim 1`",
            ))
        }
        Err(x) => Err(Failure::usage(
            format!("the parameter `{x}` has no value"),
            format!("give it one: `--param {x}=4`"),
        )),
    }
}

/// The memory that the thread begins with. An array that a block shares is that of the thread's block.
///
/// # Errors
/// An array that the program does not access.
pub fn memory(start: &Start, program: &Program, thread: &Thread) -> Result<Store, Failure> {
    let given = start.store(&program.body.arrays())?;
    let mut memory = Store::empty();
    for (array, j, k) in given.cells() {
        match program.header.sharing(array) {
            Sharing::Block => memory.set(&block_array(array, thread), j.clone(), k.clone()),
            Sharing::Grid => memory.set(array, j.clone(), k.clone()),
        }
    }
    Ok(memory)
}

/// The threads that wait at barriers together with this one, itself among them.
///
/// # Errors
/// There is no such thread in the launch; too many of them.
pub fn crowd(
    program: &Program,
    thread: &Thread,
    values: &Parameters,
    threads: Option<u64>,
) -> Result<Vec<Thread>, Failure> {
    if threads.is_some() && program.header.threads != Threads::Unbounded {
        let why = "the file says how many threads there are";
        return Err(Failure::usage(why, "leave `--threads` out"));
    }
    crowd::crowd(program, thread, values, threads).map_err(|why| match why {
        NoCrowd::NoSuchThread(_) => {
            Failure::usage(why.to_string(), "choose a thread that the declarations allow")
        }
        NoCrowd::TooMany | NoCrowd::Obstacle(_) => {
            Failure::Undecided { why: why.to_string(), hint: "give a smaller launch".into() }
        }
    })
}
