//! Launches: a value for each parameter, and the threads that there are.

use crate::explore::bounds::Bounds;
use crate::explore::obstacle::Obstacle;
use jaminan::Parameters;
use num_traits::ToPrimitive;
use semantics::{Cond, Expr, Header, Meaningless, Name, Number, Rel, Thread, Threads};

/// One value for each parameter, and the threads that the declarations allow under it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    /// The parameters.
    pub parameters: Parameters,
    /// The threads, in order.
    pub threads: Vec<Thread>,
}

impl Launch {
    /// Where the thread stands among the launch's.
    pub fn position(&self, thread: &Thread) -> Option<usize> {
        self.threads.binary_search(thread).ok()
    }

    /// The launches of its first threads: two, three, and so on.
    pub(super) fn prefixes(&self) -> Vec<Launch> {
        let sizes = self.threads.len().min(2)..=self.threads.len();
        sizes
            .map(|n| Launch {
                parameters: self.parameters.clone(),
                threads: self.threads[..n].to_vec(),
            })
            .collect()
    }

    /// Whether its threads wait at barriers apart from each other.
    pub(super) fn has_several_blocks(&self) -> bool {
        self.threads.windows(2).any(|two| two[0].block() != two[1].block())
    }
}

/// No more values of the parameters are gone through.
const MOST_LAUNCHES: u64 = 1_000_000;

/// Every launch within bounds, in the order of the parameters' values as they are declared. A
/// launch without threads is none. Of a grid whose size is open, those of at most so many threads.
///
/// # Errors
/// More of them than are gone through; an assumption whose numbers are too large.
pub fn launches(header: &Header, bounds: &Bounds) -> Result<Vec<Launch>, Obstacle> {
    let values = bounds.values();
    let sizes: Vec<Number> = (1..=bounds.threads.min(MOST_LAUNCHES)).map(Number::from).collect();
    // How many threads the sizes chosen so far make, and the valuation.
    let mut valuations = vec![(Number::from(1), Parameters::new())];
    for name in &header.params {
        let is_size = is_size(header, name);
        let fixed = fixed(header, name);
        let range = match &fixed {
            Some(value) => std::slice::from_ref(value),
            None if is_size => &sizes,
            None => &values,
        };
        let mut longer = Vec::new();
        for (count, before) in &valuations {
            for value in range {
                let count = if is_size && fixed.is_none() { count * value } else { count.clone() };
                if fixed.is_none() && count > bounds.threads.max(1).into() {
                    break;
                }
                if longer.len() as u64 >= MOST_LAUNCHES {
                    return Err(Obstacle::TooManyLaunches(MOST_LAUNCHES));
                }
                let mut with = before.clone();
                with.insert(name.clone(), value.clone());
                longer.push((count, with));
            }
        }
        valuations = longer;
    }
    let mut launches = Vec::new();
    for (_, parameters) in valuations {
        let threads = threads(header, &parameters, bounds.threads)?;
        if !threads.is_empty() {
            launches.push(Launch { parameters, threads });
        }
    }
    Ok(launches)
}

/// The value that an assumption gives the parameter in so many words: it is in every bound.
pub fn fixed(header: &Header, name: &Name) -> Option<Number> {
    header.assumptions.iter().find_map(|c| match c {
        Cond::Rel(Rel::Eq, a, b) => match (&**a, &**b) {
            (Expr::Var(x), Expr::Num(k)) | (Expr::Num(k), Expr::Var(x)) if x == name => {
                Some(k.clone())
            }
            _ => None,
        },
        _ => None,
    })
}

/// Whether the parameter is a size of the grid or of a block.
fn is_size(header: &Header, name: &Name) -> bool {
    match &header.threads {
        Threads::Grid { grid, block } => {
            grid.iter().chain(block).any(|size| matches!(size, Expr::Var(x) if x == name))
        }
        Threads::Unbounded | Threads::Below(_) => false,
    }
}

/// The first `most` threads of the launch, those of them that the assumptions allow.
fn threads(header: &Header, parameters: &Parameters, most: u64) -> Result<Vec<Thread>, Obstacle> {
    let close = |e: &Expr| {
        parameters.iter().fold(e.clone(), |e, (x, k)| e.substitute(x, &Expr::Num(k.clone())))
    };
    let close_cond = |c: &Cond| {
        parameters.iter().fold(c.clone(), |c, (x, k)| c.substitute(x, &Expr::Num(k.clone())))
    };
    let assumptions: Vec<Cond> = header.assumptions.iter().map(close_cond).collect();
    // The bound of `threads` is a number or a parameter: it asks for no thread.
    let number = |e: &Expr| close(e).eval(&Thread::natural(0)).map_err(Obstacle::Meaningless);
    let most = match &header.threads {
        Threads::Below(n) => number(n)?.min(Number::from(most)).to_u64().unwrap_or(most),
        _ => most,
    };
    let all: Box<dyn Iterator<Item = Thread>> = match &header.threads {
        Threads::Unbounded | Threads::Below(_) => Box::new((0..most).map(Thread::natural)),
        Threads::Grid { grid, block } => {
            let size = |[x, y, z]: &[Expr; 3]| Ok([number(x)?, number(y)?, number(z)?]);
            let (grid, block) = (size(grid)?, size(block)?);
            Box::new(coordinates(grid).flat_map(move |b| {
                coordinates(block.clone()).map(move |t| Thread::cuda(b.clone(), t))
            }))
        }
    };
    let mut threads = Vec::new();
    for i in all.take(usize::try_from(most).unwrap_or(usize::MAX)) {
        if holds(&assumptions, &i)? {
            threads.push(i);
        }
    }
    // Coordinates compare from the block's x on, which is another order than that of a launch.
    threads.sort();
    Ok(threads)
}

/// Whether all hold, from the left: the first that fails ends it.
fn holds(assumptions: &[Cond], i: &Thread) -> Result<bool, Obstacle> {
    for c in assumptions {
        match c.eval(i) {
            Ok(true) => {}
            Ok(false) => return Ok(false),
            Err(why @ Meaningless::TooLarge) => return Err(Obstacle::Meaningless(why)),
            // In C such a launch has no meaning.
            Err(_) => return Ok(false),
        }
    }
    Ok(true)
}

/// The coordinates below a size, `x` running fastest.
fn coordinates([x, y, z]: [Number; 3]) -> impl Iterator<Item = [Number; 3]> {
    let below = |n: &Number| {
        let n = n.clone();
        std::iter::successors(Some(Number::from(0)), |k| Some(k + 1)).take_while(move |k| *k < n)
    };
    below(&z).flat_map(move |c| {
        let x = x.clone();
        below(&y).flat_map(move |b| {
            let c = c.clone();
            below(&x).map(move |a| [a, b.clone(), c.clone()])
        })
    })
}
