//! What a lowering is given: the kernel, its launch, and what is seen of the kernel before. Nothing of it changes.

use super::launch::Launch;
use super::{Found, Setting, uniform};
use crate::aim::Aims;
use crate::survey;
use crate::typed::{Kernel, LocalId, Storage, Type};
use crate::typing::layout_in;
use semantics::Name;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// What a lowering is given.
pub(super) struct Given<'k> {
    pub kernel: &'k Kernel,
    pub launch: Launch,
    /// Whether barriers may stand where threads need not agree on them.
    pub divergent_barriers: bool,
    /// The arrays that are used at several types, each with the bytes of its cells: an earlier reading found them.
    pub flat: BTreeMap<Name, u64>,
    /// The locals whose address is taken somewhere.
    pub addressed: BTreeSet<LocalId>,
    /// Where the pointers point that point to one place all along.
    pub aims: Aims,
    /// The parameters that nothing changes.
    pub kept: BTreeSet<LocalId>,
    /// Those whose address is taken for one of another type, or is moved: what they hold is not followed.
    pub disguised: BTreeSet<LocalId>,
    /// The parameters that point to memory of a type that nothing declares, and are used as pointers to one other.
    pub retyped: HashMap<LocalId, Type>,
    /// Whether the kernel has barriers.
    pub has_barriers: bool,
}

impl<'k> Given<'k> {
    pub fn of(kernel: &'k Kernel, setting: &Setting<'_>, launch: Launch, found: &Found) -> Self {
        let addressed = survey::addressed_in(&kernel.body);
        let aims = Aims::of(kernel, &addressed);
        let disguised = survey::disguised_in(&kernel.body).into_iter().chain(aims.walked(kernel));
        Given {
            disguised: disguised.collect(),
            kernel,
            launch,
            divergent_barriers: setting.divergent_barriers,
            flat: found.flat.clone(),
            aims,
            addressed,
            kept: crate::aim::kept_in(kernel),
            retyped: retyped_in(kernel, setting),
            has_barriers: uniform::has_barriers(&kernel.body),
        }
    }
}

/// Finds the parameters that point to a type of which not even the size is known, and that are used as pointers to
/// one other type alone: its elements are those of the array. Where two parameters point into one array, the
/// distance between them would be one of the other elements. And the only array of dynamic shared memory, where it is
/// used at one such type alone.
fn retyped_in(kernel: &Kernel, setting: &Setting<'_>) -> HashMap<LocalId, Type> {
    if setting.tied.is_some_and(|tied| !tied.same.is_empty()) {
        return HashMap::new();
    }
    let mut found = survey::converted_in(&kernel.body);
    let dynamic = kernel.locals.iter().filter(|local| local.storage == Storage::Dynamic).count();
    found.retain(|id, used| {
        let local = &kernel.locals[id.0];
        if let (Storage::Dynamic, Type::Array(_, None)) = (local.storage, &local.ty) {
            return dynamic == 1 && used.is_unknown();
        }
        let Type::Pointer(to) = &local.ty else { return false };
        let to = to.unqualified();
        local.storage == Storage::Parameter && to.is_opaque() && layout_in(kernel, &to).is_none()
    });
    found
}
