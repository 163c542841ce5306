//! The files of a suite: under names that are the same on every machine, and divided by what is in them.

use crate::failure::Failure;
use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use theories::Shard;

/// What the names of files with kernels end in.
const ENDINGS: [&str; 3] = ["cu", "cl", "cuh"];

/// Folders in folders are gone into this deep.
const DEEPEST: usize = 64;

/// A file of a suite.
#[derive(Clone, Debug)]
pub struct SuiteFile {
    /// Its path from the folder that holds the one that was named.
    pub name: String,
    /// Where it is.
    pub path: PathBuf,
    /// A number for what is in it, in hexadecimal digits.
    pub content: String,
}

/// The files of a part, in order of their names.
///
/// # Errors
/// A folder or file that cannot be read; two of one name; none at all.
pub fn below(named: &[PathBuf], part: Shard) -> Result<Vec<SuiteFile>, Failure> {
    let mut paths: BTreeMap<String, PathBuf> = BTreeMap::new();
    for root in named {
        let whole = root.canonicalize().map_err(|error| unreadable(root, &error))?;
        let name = PathBuf::from(whole.file_name().unwrap_or_default());
        let mut found = Vec::new();
        match whole.is_dir() {
            true => walk(root, &name, 0, &mut found)?,
            false => found.push((name, root.clone())),
        }
        for (name, path) in found {
            let name = name.display().to_string();
            if let Some(other) = paths.insert(name.clone(), path.clone()) {
                let (one, other) = (path.display(), other.display());
                return Err(Failure::usage(
                    format!("two files are called `{name}`: {other} and {one}"),
                    "check the folders one by one, or the one that holds both",
                ));
            }
        }
    }
    if paths.is_empty() {
        let endings = ENDINGS.map(|ending| format!(".{ending}")).join(", ");
        return Err(Failure::usage("there is no file to check", format!("it takes {endings}")));
    }
    let mut files = Vec::new();
    for (name, path) in paths {
        let hash = content(&path).map_err(|error| unreadable(&path, &error))?;
        if hash % part.of as u64 == part.part as u64 {
            files.push(SuiteFile { name, path, content: format!("{hash:016x}") });
        }
    }
    Ok(files)
}

fn unreadable(path: &Path, error: &std::io::Error) -> Failure {
    let message = format!("cannot read `{}`: {error}", path.display());
    Failure::usage(message, "give folders and files that can be read")
}

fn walk(
    folder: &Path,
    name: &Path,
    depth: usize,
    found: &mut Vec<(PathBuf, PathBuf)>,
) -> Result<(), Failure> {
    if depth > DEEPEST {
        return Ok(());
    }
    for entry in std::fs::read_dir(folder).map_err(|error| unreadable(folder, &error))? {
        let entry = entry.map_err(|error| unreadable(folder, &error))?;
        let (path, name) = (entry.path(), name.join(entry.file_name()));
        let kind = entry.file_type().map_err(|error| unreadable(&path, &error))?;
        // A link may lead back here.
        if kind.is_dir() {
            walk(&path, &name, depth + 1, found)?;
        } else if kind.is_file()
            && path.extension().and_then(|e| e.to_str()).is_some_and(|e| ENDINGS.contains(&e))
        {
            found.push((name, path));
        }
    }
    Ok(())
}

/// FNV-1a of what is in a file: the same on every machine and in every version.
fn content(path: &Path) -> std::io::Result<u64> {
    let mut file = crate::file::open(path)?;
    let (mut hash, mut bytes) = (0xcbf2_9ce4_8422_2325_u64, vec![0; 1 << 16]);
    loop {
        let read = file.read(&mut bytes)?;
        if read == 0 {
            return Ok(hash);
        }
        for byte in &bytes[..read] {
            hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [FNV] test vectors: of nothing, and of `foobar`.
    #[test]
    fn contents_have_the_published_numbers() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("text");
        for (text, hash) in [("", 0xcbf2_9ce4_8422_2325), ("foobar", 0x8594_4171_f739_67e8)] {
            std::fs::write(&path, text).unwrap();
            assert_eq!(content(&path).unwrap(), hash);
        }
    }

    #[test]
    fn parts_share_the_files_whatever_their_names() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("kernels");
        std::fs::create_dir_all(folder.join("inner")).unwrap();
        for n in 0..40 {
            std::fs::write(folder.join(format!("inner/{n}.cu")), format!("{n}")).unwrap();
        }
        std::fs::write(folder.join("no.txt"), "").unwrap();
        let part = |part| below(std::slice::from_ref(&folder), Shard { part, of: 3 }).unwrap();
        let names = |files: &[SuiteFile]| files.iter().map(|f| f.name.clone()).collect::<Vec<_>>();
        let all = below(std::slice::from_ref(&folder), Shard::default()).unwrap();
        assert_eq!(all.len(), 40);
        assert!(all.iter().all(|file| file.name.starts_with("kernels/inner/")));
        let mut parts = [part(0), part(1), part(2)].concat();
        assert!((0..3).all(|n| !part(n).is_empty()));
        parts.sort_by(|a, b| a.name.cmp(&b.name));
        assert_eq!(names(&parts), names(&all));
        // Another name, the same part.
        let first = part(1)[0].clone();
        std::fs::rename(&first.path, folder.join("moved.cu")).unwrap();
        assert!(part(1).iter().any(|file| file.name == "kernels/moved.cu"));
    }

    #[test]
    fn names_are_of_one_file() {
        let place = tempfile::tempdir().unwrap();
        for side in ["a", "b"] {
            std::fs::create_dir_all(place.path().join(side).join("k")).unwrap();
            std::fs::write(place.path().join(side).join("k/k.cu"), "").unwrap();
        }
        let both = ["a/k", "b/k"].map(|name| place.path().join(name));
        assert!(below(&both, Shard::default()).is_err());
        assert!(below(&[place.path().to_owned()], Shard::default()).is_ok());
    }
}
