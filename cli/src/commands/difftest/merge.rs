//! `difftest --merge`: the parts of a campaign, put together.

use crate::failure::Failure;
use difftest::{Folder, Log, Record};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;

/// Adds the records of all parts to the log of the whole. Their places do not overlap, whatever has begun them.
///
/// # Errors
/// A folder without a log; a log of another campaign; parts that are missing, or there twice.
pub fn parts(
    folders: &[PathBuf],
    whole: &Value,
    log: &mut Log,
    records: &mut Vec<Record>,
) -> Result<(), Failure> {
    let wrong = |why: String| Failure::usage(why, "give the folder of each part once, and the flags of the parts");
    let mut parts: BTreeMap<u64, Vec<Record>> = BTreeMap::new();
    for path in folders {
        let shown = path.display();
        // A folder is not made by asking for it.
        if !path.is_dir() {
            return Err(wrong(format!("`{shown}` is no folder")));
        }
        let folder = Folder::open(path).map_err(|error| wrong(format!("`{shown}`: {error}")))?;
        let (shard, its) = Log::of_part(&folder, whole).map_err(|why| wrong(why.to_string()))?;
        let part = shard[0].as_u64().filter(|part| shard == json!([part, folders.len()]));
        let part = part.ok_or_else(|| {
            wrong(format!("`{shown}` is part {shard}, and {} folders are given", folders.len()))
        })?;
        if parts.insert(part, its).is_some() {
            return Err(wrong(format!("part {part} is there twice")));
        }
    }
    let known: HashSet<String> = records.iter().map(|record| record.place.clone()).collect();
    for record in parts.into_values().flatten().filter(|record| !known.contains(&record.place)) {
        log.add(&record).map_err(|why| wrong(why.to_string()))?;
        records.push(record);
    }
    Ok(())
}
