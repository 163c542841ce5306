//! What is said of a kernel, and how that comes about.
//!
//! [`check`] takes what [`cuda::load`] has read and gives a [`KernelVerdict`] for each kernel: its [`Verdict`], the
//! [`Alarm`]s with their two accesses and the values from which they are made, barriers at which threads diverge, the
//! launches that it is about, what it takes for granted, and notes. All of it is typed; [`form`] is its JSON, and
//! words are made by `Display`, at the end.
//!
//! Who asks for verdicts needs no other package: what it takes and gives is re-exported.
//!
//! ```
//! use verdict::cuda::{self, Disk, Options};
//! use verdict::semantics::Source;
//! use verdict::{Settings, Verdict};
//!
//! let text = "__global__ void k(int *a) { a[threadIdx.x / 2] = 1; }";
//! let launch = Options { block_dim: Some([64, 1, 1]), grid_dim: Some([1, 1, 1]), ..Options::default() };
//! let unit = cuda::load(Source::new("halves.cu", text), &launch, &Disk)?;
//!
//! let settings = Settings { solver: "embedded".into(), ..Settings::default() };
//! let verdicts = verdict::check(&unit, &settings)?;
//! assert_eq!(verdicts[0].verdict, Verdict::Racy);
//!
//! let race = &verdicts[0].alarms[0].race;
//! assert_eq!(race.array.as_str(), "a");
//! assert!(race.both_write());
//! let [one, other] = &race.accesses;
//! assert_ne!(one.thread, other.thread);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The policy, in the order of its steps, which `ARCHITECTURE.md` counts:
//!
//! 1. [`oracle::check`] asks a solver about the program of each launch: what it refutes is race free, and what it
//!    shows the reference rules have made (steps 4 to 6).
//! 2. Each alarm that is shown is run by [`grid`], from its witness: what a run contradicts is open.
//! 3. What is open is asked of a second program, in which loops that may end early are written out (step 7).
//! 4. What is still open is run from the model that the solver has, and then [looked for](search) in runs from arrays
//!    that are filled in many ways: what a run makes is so (step 8).
//! 5. Whether threads come to each barrier together is a question of its own, put as a race.
//! 6. What is not decided by then is asked of a program in which unsigned indices and counters do not wrap around: race
//!    free is what it says where that is taken for granted.
//!    For how long each of them is asked, and in which order, says `shares`.
//! 7. Of several launches the worst verdict is the kernel's.

pub mod certify;
#[cfg(not(target_family = "wasm"))]
pub mod clang;
pub mod confirm;
mod diverge;
mod elements;
pub mod form;
mod kernel;
mod launches;
mod reach;
mod reason;
mod rerun;
pub mod search;
mod settings;
mod shares;
pub mod suggest;
mod value;

pub use {cuda, grid, jaminan, maps, oracle, semantics};

pub use diverge::Undecided as UndecidedDivergence;
pub use kernel::{Question, by, check, fences, kernel, program, protocol};
pub use oracle::check::answer::{Access, Cell, Exactness, Race, Status, Verdict};
pub use oracle::solver::NoSolver;
pub use reason::{NotRun, Note, NoteKind, Open, Why};
pub use settings::Settings;
pub use value::{Alarm, Divergence, KernelVerdict, Run};
