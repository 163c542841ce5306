//! The verdict for all sizes.

use crate::failure::Failure;
use crate::question::File;
use crate::reading::{Language, Subject, TIME, language, unit};
use semantics::Allowance;
use serde_json::Value;
use verdict::{KernelVerdict, Settings, form};

/// What `check` answers, by the embedded solver.
///
/// # Errors
/// A file that cannot be read.
pub fn answer(file: &File) -> Result<Value, Failure> {
    let settings = Settings {
        solver: "embedded".into(),
        allowance: Allowance { time: Some(TIME), bytes: None },
        ..Settings::default()
    };
    let none = |why: verdict::NoSolver| Failure::new(why.to_string());
    let kernels: Vec<KernelVerdict> = match language(file)? {
        Language::Cu => verdict::check(&unit(file)?, &settings).map_err(none)?,
        Language::Jam | Language::Map => {
            let verdict = match Subject::read(file)? {
                Subject::Program(program) => verdict::program(&file.name, &program, &settings),
                Subject::Protocol(protocol) => verdict::protocol(&file.name, &protocol, &settings),
            };
            vec![verdict.map_err(none)?]
        }
    };
    let kernels = kernels.iter().map(form::Kernel::from).collect();
    serde_json::to_value(form::Check { kernels }).map_err(|why| Failure::new(why.to_string()))
}
