//! Where `libz3` and solver commands are, without starting a process.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// Names under which the system's loader may know Z3.
pub(crate) const SYSTEM_NAMES: [&str; 4] =
    ["libz3.so", "libz3.so.4", "libz3.dylib", "libz3.4.dylib"];

/// The `libz3` of each `z3-solver` package that is found, the likeliest first.
pub(crate) fn python_libraries() -> impl Iterator<Item = PathBuf> {
    package_folders()
        .into_iter()
        .flat_map(|folder| {
            ["libz3.so", "libz3.dylib"].map(|name| folder.join("z3").join("lib").join(name))
        })
        .filter(|library| library.is_file())
}

/// Asks Python where its `z3-solver` is. Starts a process: some 30 ms.
pub(crate) fn ask_python() -> Option<PathBuf> {
    const QUESTION: &str = "import importlib.util as u; \
                            print(u.find_spec('z3').submodule_search_locations[0])";
    let python = command("python3")?;
    let answer = std::process::Command::new(python).args(["-c", QUESTION]).output().ok()?;
    let folder = PathBuf::from(String::from_utf8(answer.stdout).ok()?.trim());
    let library = ["libz3.so", "libz3.dylib"].map(|name| folder.join("lib").join(name));
    library.into_iter().find(|library| library.is_file())
}

/// The file that a command names: a path, or a name on `$PATH`.
pub(crate) fn command(name: &str) -> Option<PathBuf> {
    if name.contains('/') {
        let path = PathBuf::from(name);
        return path.is_file().then_some(path);
    }
    path_folders().map(|folder| folder.join(name)).find(|path| path.is_file())
}

fn path_folders() -> impl Iterator<Item = PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).filter(|folder| folder.is_absolute()).collect::<Vec<_>>().into_iter()
}

fn folder_of(variable: &str) -> Option<PathBuf> {
    env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from)
}

/// Folders that hold Python packages.
fn package_folders() -> Vec<PathBuf> {
    let mut prefixes: Vec<PathBuf> = folder_of("VIRTUAL_ENV").into_iter().collect();
    for folder in path_folders() {
        let python = folder.join("python3");
        // A virtual environment is where the link is, an installation is where it points. A
        // script (pyenv's shim) is neither, and its folder holds no packages.
        prefixes.extend(python.is_file().then(|| parent(&folder)).flatten());
        if let Ok(target) = fs::canonicalize(&python) {
            prefixes.extend(target.parent().and_then(parent));
        }
    }
    let home = folder_of("HOME");
    let pyenv = folder_of("PYENV_ROOT").or_else(|| Some(home.as_ref()?.join(".pyenv")));
    if let Some(pyenv) = pyenv {
        prefixes.extend(entries(&pyenv.join("versions"), ""));
    }
    prefixes.extend(home.map(|home| home.join(".local")));
    prefixes.extend(["/usr/local", "/usr"].map(PathBuf::from));

    let mut seen = std::collections::HashSet::new();
    prefixes.retain(|prefix| seen.insert(prefix.clone()));
    prefixes.iter().flat_map(|prefix| packages_under(prefix)).collect()
}

fn parent(folder: &Path) -> Option<PathBuf> {
    folder.parent().map(Path::to_path_buf)
}

fn packages_under(prefix: &Path) -> Vec<PathBuf> {
    let mut folders = Vec::new();
    for lib in ["lib", "local/lib"] {
        for python in entries(&prefix.join(lib), "python3") {
            folders.push(python.join("site-packages"));
            folders.push(python.join("dist-packages"));
        }
    }
    folders
}

/// What a folder holds whose name begins so, the newest version first.
fn entries(folder: &Path, prefix: &str) -> Vec<PathBuf> {
    let mut found: Vec<(Vec<u64>, PathBuf)> = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with(prefix) {
            let numbers = name.split(|c: char| !c.is_ascii_digit());
            found.push((numbers.filter_map(|n| n.parse().ok()).collect(), entry.path()));
        }
    }
    found.sort();
    found.into_iter().rev().map(|(_, path)| path).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn newer_versions_come_first() {
        let folder = env::temp_dir().join(format!("locate-{}", std::process::id()));
        for name in ["python3.9", "python3.12", "python3.10", "other"] {
            fs::create_dir_all(folder.join(name)).unwrap();
        }
        let names: Vec<_> = entries(&folder, "python3")
            .iter()
            .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
            .collect();
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(names, ["python3.12", "python3.10", "python3.9"]);
    }

    #[test]
    fn commands_are_found_without_a_process() {
        assert!(command("sh").is_some());
        assert!(command("no-such-command-anywhere").is_none());
        assert!(command("/no/such/file").is_none());
    }
}
