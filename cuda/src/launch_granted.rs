//! What is taken for granted of a launch that the source does not give in full.

use crate::assumption::{Assumption, AssumptionKind};
use crate::launch::{Chosen, Extent, LaunchSource, Wider};
use semantics::Dim;

/// What is taken for granted of a launch: extents that nothing says, and the number of threads.
pub(crate) fn assumptions(chosen: &Chosen, below: &[Dim], numbered: bool) -> Vec<Assumption> {
    let axes = unnamed(chosen);
    let of = |kind, what| Assumption { kind, what, span: chosen.launch.span.clone() };
    let mut all = Vec::new();
    let mut said = Vec::new();
    if !below.is_empty() {
        said.push(format!("gridDim * blockDim is below 2^31 on {}", axes_of(below)));
    }
    if numbered {
        said.push("there are fewer than 2^31 threads, which the kernel numbers".into());
    }
    let not_seen = match chosen.launch.from {
        LaunchSource::HostCode => Some("how many axes the launch has is not seen in the host code"),
        LaunchSource::Assumed if chosen.unseen => {
            Some("the host code may launch the kernel where that is not followed")
        }
        _ => None,
    };
    match not_seen.filter(|_| !axes.is_empty()) {
        Some(what) => {
            let what = format!("{what}: {}", axes.join(", and "));
            all.push(of(AssumptionKind::Axes, what));
        }
        None => said.splice(0..0, axes).for_each(drop),
    }
    let unseen = chosen.unseen && !chosen.apart.is_empty();
    if unseen {
        let what = "its pointers point to different arrays: the host code may launch the kernel where that is not followed";
        all.push(of(AssumptionKind::HostPointers, what.into()));
    }
    for (a, b) in chosen.apart.iter().filter(|_| !unseen) {
        let what = match a == b {
            true => format!("the pointers in `{a}` point to different arrays"),
            false => format!("`{a}` and `{b}` point to different arrays"),
        };
        let what = format!("{what}: how the host code keeps them is not followed");
        all.push(of(AssumptionKind::HostPointers, what));
    }
    let said = said.join(", and ");
    match (chosen.launch.from == LaunchSource::Assumed, said.is_empty()) {
        (true, true) => {
            all.push(of(AssumptionKind::Launch, "nothing gives the launch: it is any".into()));
        }
        (true, false) => {
            all.push(of(AssumptionKind::Launch, format!("nothing gives the launch: {said}")));
        }
        (false, true) => {}
        (false, false) => all.push(of(AssumptionKind::Launch, format!("of the launch, {said}"))),
    }
    all
}

/// What an alarm takes for granted of the host code: that it gives the numbers that the alarm needs.
pub(crate) fn of_alarms(chosen: &Chosen) -> Option<Assumption> {
    let Wider { forgotten, together } = &chosen.wider;
    let what = match (forgotten.is_empty(), together) {
        (true, false) => return None,
        (true, true) => "some of its launches have these numbers".to_owned(),
        (false, _) => {
            let names: Vec<String> = forgotten.iter().map(|x| format!("`{x}`")).collect();
            let names = names.join(", ");
            format!("the host code comes to these numbers: how {names} may change is not followed")
        }
    };
    Some(Assumption { kind: AssumptionKind::HostNumbers, what, span: chosen.launch.span.clone() })
}

/// The extents that are taken for 1: `blockDim is 1 on y and z, …`.
fn unnamed(chosen: &Chosen) -> Vec<String> {
    let taken = |of: Extent, dim: Dim| chosen.unnamed.contains(&(of, dim));
    let mut said = Vec::new();
    for (extents, own) in [
        ("blockDim and gridDim are", [true, true]),
        ("blockDim is", [true, false]),
        ("gridDim is", [false, true]),
    ] {
        let these = |dim: &Dim| [Extent::Block, Extent::Grid].map(|of| taken(of, *dim)) == own;
        let all: Vec<Dim> = Dim::ALL.into_iter().filter(these).collect();
        if !all.is_empty() {
            said.push(format!("{extents} 1 on {}, which the kernel does not name", axes_of(&all)));
        }
    }
    said
}

/// `x`, `x and y`, `x, y and z`
fn axes_of(all: &[Dim]) -> String {
    let letters: Vec<String> = all.iter().map(|dim| dim.letter().to_string()).collect();
    match letters.as_slice() {
        [most @ .., last] if !most.is_empty() => format!("{} and {last}", most.join(", ")),
        letters => letters.concat(),
    }
}
