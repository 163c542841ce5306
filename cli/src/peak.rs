//! How much memory was taken at most.
#![allow(unsafe_code)]

use std::fs::read_to_string;

/// The most memory that one process has held at a time, in KiB: this one, or a child of it, be it running or
/// ended. The system counts what is resident.
pub fn peak_kib() -> Option<u64> {
    let own = of_process("self")?;
    let running = children().iter().filter_map(|child| of_process(child)).max();
    Some(own.max(running.unwrap_or(0)).max(of_ended_children()))
}

/// As the system's `proc` has it, where there is one.
fn of_process(process: &str) -> Option<u64> {
    let status = read_to_string(format!("/proc/{process}/status")).ok()?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    peak.trim().strip_suffix("kB")?.trim().parse().ok()
}

/// The numbers of the processes that the threads of this one have started.
fn children() -> Vec<String> {
    let threads = std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let lists = threads.filter_map(|thread| read_to_string(thread.path().join("children")).ok());
    lists.flat_map(|list| list.split_whitespace().map(str::to_owned).collect::<Vec<_>>()).collect()
}

fn of_ended_children() -> u64 {
    // SAFETY: all of it is numbers, for which zeros will do.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: the structure is there to be filled in.
    let failed = unsafe { libc::getrusage(libc::RUSAGE_CHILDREN, &raw mut usage) } != 0;
    let kib = if cfg!(target_os = "macos") { usage.ru_maxrss / 1024 } else { usage.ru_maxrss };
    if failed { 0 } else { u64::try_from(kib).unwrap_or(0) }
}
