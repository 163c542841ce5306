//! The flags of a build: what its `compile_commands.json` says of a file. [JSON Compilation Database, Clang]

use crate::failure::Failure;
use crate::input::read_text;
use cuda::options::Standard;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// The flags of one file that say what its text means.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct BuildFlags {
    /// `-D`
    pub defines: Vec<String>,
    /// `-I`, `-isystem` and `-iquote`, from the folder of the build.
    pub include_dirs: Vec<String>,
    /// `-include`
    pub includes: Vec<String>,
    /// `-std`
    pub standard: Option<Standard>,
}

/// One command of a build.
#[derive(Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    command: Option<String>,
    arguments: Option<Vec<String>>,
}

/// What the database says of a file.
///
/// # Errors
/// It cannot be read, is no compilation database, or does not have the file.
pub fn of(database: &Path, file: &Path) -> Result<BuildFlags, Failure> {
    let shown = database.display();
    let text = read_text(database).map_err(|error| {
        Failure::usage(format!("cannot read `{shown}`: {error}"), "check the path")
    })?;
    let entries: Vec<Entry> = serde_json::from_str(&text).map_err(|error| {
        let hint = "CMake writes one with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON";
        Failure::usage(format!("`{shown}` is no compilation database: {error}"), hint)
    })?;
    let same = |entry: &&Entry| {
        let of_build = entry.directory.join(&entry.file);
        let real = |path: &Path| path.canonicalize().ok();
        of_build == file || real(&of_build).is_some_and(|path| Some(path) == real(file))
    };
    let Some(entry) = entries.iter().find(same) else {
        let message = format!("`{shown}` has no command for `{}`", file.display());
        return Err(Failure::usage(message, "give its flags with -I and -D instead"));
    };
    let words = match (&entry.arguments, &entry.command) {
        (Some(arguments), _) => arguments.clone(),
        (None, Some(command)) => shlex::split(command).unwrap_or_default(),
        (None, None) => Vec::new(),
    };
    Ok(flags(&words, &entry.directory))
}

/// The flags among the words of a command.
fn flags(words: &[String], directory: &Path) -> BuildFlags {
    let mut found = BuildFlags::default();
    let mut undefined: Vec<String> = Vec::new();
    let mut words = words.iter().map(String::as_str);
    while let Some(word) = words.next() {
        // `-DX`, `-D X`, `--include=x`, and what nvcc calls them.
        let mut value = |names: &[&str]| {
            names.iter().find_map(|name| {
                let rest = word.strip_prefix(name)?;
                let short = name.len() == 2;
                match rest.strip_prefix('=') {
                    _ if rest.is_empty() => words.next().map(str::to_owned),
                    Some(rest) if !short => Some(rest.to_owned()),
                    _ => short.then(|| rest.to_owned()),
                }
            })
        };
        if let Some(define) = value(&["-D", "--define-macro"]) {
            found.defines.push(define);
        } else if let Some(name) = value(&["-U", "--undefine-macro"]) {
            undefined.push(name);
        } else if let Some(folder) =
            value(&["-I", "--include-path", "-isystem", "--system-include", "-iquote"])
        {
            found.include_dirs.push(directory.join(folder).display().to_string());
        } else if let Some(file) = value(&["-include", "--pre-include"]) {
            let here = directory.join(&file);
            found.includes.push(if here.exists() { here.display().to_string() } else { file });
        } else if let Some(standard) = value(&["-std", "--std"]) {
            found.standard = Standard::named(&standard);
        }
    }
    found.defines.retain(|define| {
        let name = define.split('=').next().unwrap_or(define);
        !undefined.iter().any(|other| other == name)
    });
    found
}

#[cfg(test)]
mod tests {
    use super::{BuildFlags, Standard, flags};
    use std::path::Path;

    #[test]
    fn flags_are_found_however_they_are_written() {
        let words = "nvcc -DA -D B=2 -I/inc -I own -isystem=/sys -std=c++14 --define-macro=C -DX -UX -O2 -c k.cu";
        let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
        let expected = BuildFlags {
            defines: vec!["A".into(), "B=2".into(), "C".into()],
            include_dirs: vec!["/inc".into(), "/build/own".into(), "/sys".into()],
            includes: Vec::new(),
            standard: Some(Standard::Cpp14),
        };
        assert_eq!(flags(&words, Path::new("/build")), expected);
    }
}
