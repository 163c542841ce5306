//! `--shard I/N`: a part of the work, where several machines share it.

use theories::Shard;

/// Reads `0/8`.
///
/// # Errors
/// What the form is.
pub fn shard(text: &str) -> Result<Shard, String> {
    let parts = text
        .split_once('/')
        .and_then(|(part, of)| Some(Shard { part: part.parse().ok()?, of: of.parse().ok()? }));
    match parts {
        Some(shard) if shard.part < shard.of => Ok(shard),
        _ => Err("a part and how many there are: 0/8 is the first of eight, 7/8 the last".into()),
    }
}
