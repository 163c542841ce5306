//! How long it took to read a file, and each kernel of it.

use crate::kernel::Kernel;
use crate::options::Options;
use web_time::Duration;

/// What it took to read the file, its kernels aside, of what both took.
fn besides(whole: Duration, kernels: &[Kernel]) -> Duration {
    whole.saturating_sub(kernels.iter().map(|kernel| kernel.took).sum())
}

/// What it took to read the file, and the kernel that took longest.
pub(crate) fn longest(whole: Duration, kernels: &[Kernel]) -> Duration {
    let kernel = kernels.iter().map(|kernel| kernel.took).max().unwrap_or_default();
    besides(whole, kernels) + kernel
}

/// Gives each kernel its part of what it took to read the file, besides what each took by itself. One that is asked
/// about by its name may be the only one of these that is meant: all is for it.
pub(crate) fn share(whole: Duration, options: &Options, kernels: &mut [Kernel]) {
    if options.kernel.is_some() {
        return kernels.iter_mut().for_each(|kernel| kernel.took = whole);
    }
    let Ok(parts @ 1..) = u32::try_from(kernels.len()) else { return };
    let part = besides(whole, kernels) / parts;
    kernels.iter_mut().for_each(|kernel| kernel.took += part);
}
