//! What would make a kernel race free: its file, read again under further conditions.

use crate::input::{Input, Subject as Read};
use std::time::Duration;
use verdict::suggest::{Effort, Subject, suggest};
use verdict::{KernelVerdict, NoSolver, Settings};

/// The verdict on the kernel of this number, with what was found in so much time.
pub fn of(
    input: &Input,
    verdict: KernelVerdict,
    number: usize,
    settings: &Settings,
    time: Duration,
) -> Result<KernelVerdict, NoSolver> {
    let load = |conditions: &[String]| subject(&input.assuming(conditions), number);
    let host = input.of_host();
    let under_host = |conditions: &[String]| subject(&host.as_ref()?.assuming(conditions), number);
    let of_host: Option<&verdict::suggest::Load<'_>> = match host {
        Some(_) => Some(&under_host),
        None => None,
    };
    let effort = Effort { time, ..Effort::default() };
    let suggestions = suggest(&verdict, &load, of_host, settings, effort)?;
    Ok(KernelVerdict { suggestions: Some(suggestions), ..verdict })
}

/// What is checked, under the conditions of the input; nothing where they are not about it.
fn subject(input: &Input, number: usize) -> Option<Subject> {
    if let Some(unit) = input.kernels().ok()? {
        return Some(Subject::Kernel(unit.into(), number));
    }
    Some(Subject::Program(Box::new(match input.load().ok()? {
        Read::Program(program) => program,
        Read::Protocol(protocol) => oracle::check::as_program(&protocol),
    })))
}
