//! The picture of an alarm.

use crate::input::{Input, Subject};
use crate::style::note;
use cuda::Unit;
use jaminan::Program;
use oracle::check::picture::picture;
use semantics::{ArrayRole, Header, Mark, Picture};
use std::sync::Arc;
use verdict::{Alarm, KernelVerdict, Verdict};

/// The picture of the worst alarm, as SVG; of none, what the verdict is.
pub fn svg(input: &Input, unit: Option<&Unit>, kernels: &[KernelVerdict]) -> String {
    let all: Vec<(&KernelVerdict, &Alarm)> =
        kernels.iter().flat_map(|kernel| kernel.alarms.iter().map(move |a| (kernel, a))).collect();
    // The first of those that are alike.
    let Some((kernel, alarm)) = all.iter().rev().max_by_key(|(_, alarm)| alarm.status) else {
        let words: Vec<String> =
            kernels.iter().map(|k| format!("{}: {}", k.name, word(k))).collect();
        return Picture { title: words.join(", "), marks: Vec::new() }.svg();
    };
    if all.len() > 1 {
        note(format!("there are {} alarms: the picture is of one", all.len()));
    }
    let index: Vec<String> = alarm.race.index.iter().map(|j| format!("[{j}]")).collect();
    let title = format!(
        "{}: {} alarm at {}{}",
        kernel.name,
        alarm.status.word(),
        alarm.race.array,
        index.concat()
    );
    let program = program(input, unit, &kernel.name);
    let mut picture = picture(title, program.as_deref(), &alarm.race);
    if let Some(unit) = unit {
        let headers: Vec<&Header> = headers(unit, &kernel.name).collect();
        let of_kernel = |mark| of_kernel(&headers, mark);
        picture.marks = picture.marks.into_iter().filter_map(of_kernel).collect();
    }
    picture.svg()
}

/// An access as the kernel has it: of an element that atomics change; none where it stands for a barrier.
fn of_kernel(headers: &[&Header], mut mark: Mark) -> Option<Mark> {
    let (array, index) = (&mark.access.array, &mark.access.index);
    let Some(header) = headers.iter().find(|header| header.arrays.contains_key(array)) else {
        return Some(mark);
    };
    if let Some((array, index)) = cuda::atomic_element(header, array, index) {
        (mark.access.array, mark.access.index) = (array, index);
    } else if *header.role(array) == ArrayRole::Barrier && !mark.racing {
        return None;
    }
    Some(mark)
}

/// What the programs of a kernel's launches declare.
fn headers<'u>(unit: &'u Unit, name: &str) -> impl Iterator<Item = &'u Header> {
    let launches = unit.kernels.iter().filter(move |kernel| kernel.name == name).flat_map(|k| &k.launches);
    launches.filter_map(|launched| Some(&launched.lowered.as_ref().ok()?.header))
}

fn word(kernel: &KernelVerdict) -> &'static str {
    match kernel.verdict {
        Verdict::Drf => "race free",
        Verdict::Racy => "racy",
        Verdict::Potential => "potentially racy",
        Verdict::Unknown => "unknown",
        Verdict::Unsupported => "unsupported",
    }
}

/// The program of a kernel that has one launch, or of a `.jam`.
fn program(input: &Input, unit: Option<&Unit>, name: &str) -> Option<Arc<Program>> {
    match unit {
        Some(unit) => {
            let kernel = unit.kernels.iter().find(|kernel| kernel.name == name)?;
            kernel.single()?.lowered.clone().ok().map(Arc::new)
        }
        None => match input.load().ok()? {
            Subject::Program(program) => Some(Arc::new(program)),
            Subject::Protocol(_) => None,
        },
    }
}
