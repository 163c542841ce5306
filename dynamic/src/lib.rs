//! Race detectors, on one concrete run of a CUDA kernel.
//!
//! ```text
//! grid::Grid::run ─Access, barriers→ Checker ─→ machine     HiRace's, as published and repaired
//!                                            ─→ ordering    exact happens-before
//!                                            ─→ phases      sets of accesses between barriers
//! ```
//!
//! A run is of one launch, one input and one schedule: a race that is found is there, and where none is
//! found there was none *in this run*. What is a race is said by [`ordering`]; the other detectors
//! claim the same of a location, each by less memory or by another theory, so that a location on
//! which they differ is a finding: a [`Race`] that not all of the [`Detectors`] report.
//!
//! Fences and atomics are in none of them. Where they may have ordered the accesses of a race, as
//! [`synchronization`] finds by following the run, the race is at most possible.
//!
//! A location is as many bytes as its accesses have in common: an array that is accessed in words has
//! one to a word, and where a byte of a word is accessed, the word is four from then on, with one past.
//!
//! ```
//! use cuda::{Disk, Options};
//! use dynamic::{Detectors, Verdict};
//! use grid::arguments::bind;
//! use grid::contents::{Contents, Number};
//! use grid::{Grid, Launch};
//! use semantics::Source;
//!
//! let text = "__global__ void halves(int *a) { a[threadIdx.x / 2] = 1; }";
//! let unit = cuda::load(Source::new("halves.cu", text), &Options::default(), &Disk)?;
//! let Ok(module) = grid::kernel(&unit.file, &unit.kernels[0]) else { panic!("it can be run") };
//!
//! let mut memory = Grid::new(&module);
//! let given = [("a".to_string(), Contents::List(vec![Number::Integer(0); 32]))];
//! let bound = bind(&mut memory, &module, &given, |_| None)?;
//! let launch = Launch { block: [64, 1, 1], arguments: bound.registers, ..Launch::default() };
//!
//! let run = dynamic::check(&mut memory, &launch, Detectors::ALL);
//! assert_eq!(run.verdict(), Verdict::Racy);
//! let race = &run.found.races[0];
//! assert_eq!(memory.object_name(race.space, race.object), "a");
//! assert_eq!(race.locations, 32);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod beside;
pub mod checker;
pub mod indigo;
pub mod layout;
pub mod machine;
pub mod ordering;
pub mod phases;
pub mod run;
pub mod stamp;
pub mod synchronization;

pub use beside::check_beside;
pub use checker::{Checker, Race};
pub use run::{Run, Verdict, check};
pub use stamp::{Detector, Detectors, Stamp};
