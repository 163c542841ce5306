//! `--shard I/N`: a part of the work, where several machines share it.

use crate::malformed::Malformed;
use theories::Shard;

/// Reads `0/8`.
///
/// # Errors
/// What the form is.
pub fn shard(text: &str) -> Result<Shard, Malformed> {
    let parts = text
        .split_once('/')
        .and_then(|(part, of)| Some(Shard { part: part.parse().ok()?, of: of.parse().ok()? }));
    match parts {
        Some(shard) if shard.part < shard.of => Ok(shard),
        _ => Err(Malformed::NoShard),
    }
}
