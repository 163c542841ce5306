//! Kernels to test race detectors with: by enumeration, at random, and by mutation of given ones;
//! as CUDA C++, OpenCL C, programs of Jaminan and protocols.
//!
//! Every kernel has an identifier that gives the same kernel again, see [`Source::named`]. What a
//! kernel means is a question about its *text*: the same program in another language may have another
//! answer, since naturals are no machine integers and threads are no launch.
//!
//! ```
//! use generators::{Language, Launch, Source};
//!
//! let launch = Launch::row(4);
//! let programs = Source::enumerated(2, false)?;
//! let kernel = programs.kernel(7, launch.clone()).expect("there are 82");
//! let text = kernel.text(Language::Cuda).expect("each is a kernel of CUDA, too");
//! assert!(text.contains("__global__"));
//! assert_eq!(Source::named(&kernel.id, &[], launch)?.text(Language::Cuda), Some(text));
//! # Ok::<(), generators::Wrong>(())
//! ```

mod features;
mod kernel;
mod knobs;
mod mutate;
mod random;
mod smaller;
mod source;
mod spelling;
mod text;
mod without;

pub use kernel::{Code, Kernel, Language, Launch, UnknownLanguage};
pub use knobs::{Class, Knobs, UnknownClass};
pub use smaller::smaller;
pub use source::{Given, Source, Wrong};
pub use without::Feature;
