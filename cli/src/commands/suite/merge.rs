//! The results of all parts as those of one run.

use super::record::{Line, Plan, read};
use super::run::complete;
use crate::failure::Failure;
use crate::shard::shard;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The plan of the whole, and all lines.
///
/// # Errors
/// A folder without results, or with some that are not complete; parts of different runs; a part that is missing, or
/// is there twice.
pub fn merged(folders: &[PathBuf]) -> Result<(Plan, Vec<Line>), Failure> {
    let mut parts: BTreeMap<usize, &PathBuf> = BTreeMap::new();
    let (mut whole, mut all): (Option<(usize, Plan)>, Vec<Line>) = (None, Vec::new());
    for folder in folders {
        let wrong = |why: String| {
            let message = format!("{}: {why}", folder.display());
            Failure::usage(message, "every part is made with the same flags, and `--shard I/N`")
        };
        let (plan, lines) = read(folder)?;
        let one = shard(&plan.shard).map_err(|why| wrong(why.to_string()))?;
        complete(&lines, plan.files).map_err(|why| wrong(format!("{why}: go on with it first")))?;
        let plan = Plan { shard: "0/1".into(), ..plan };
        match &mut whole {
            None => whole = Some((one.of, plan)),
            Some((of, _)) if *of != one.of => {
                return Err(wrong(format!("it is one of {}, and another is one of {of}", one.of)));
            }
            Some((_, whole)) => {
                let files = whole.files + plan.files;
                if (Plan { files: plan.files, ..whole.clone() }) != plan {
                    return Err(wrong(format!("it has other flags: {}", plan.flags.join(" "))));
                }
                whole.files = files;
            }
        }
        if let Some(other) = parts.insert(one.part, folder) {
            return Err(wrong(format!("it is part {} as {} is", one.part, other.display())));
        }
        all.extend(lines);
    }
    let Some((of, plan)) = whole else {
        return Err(Failure::usage("there are no parts", "give their folders"));
    };
    if let Some(missing) = (0..of).find(|part| !parts.contains_key(part)) {
        let hint = format!("make it with `--shard {missing}/{of}`");
        return Err(Failure::usage(format!("part {missing}/{of} is missing"), hint));
    }
    Ok((plan, all))
}
