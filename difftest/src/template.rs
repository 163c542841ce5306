//! The words of a command, with places that are filled in for each kernel.

use generators::Launch;
use std::fmt;
use std::path::Path;

/// A word of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word(Vec<Piece>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    Place(Place),
}

/// What is filled in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    File,
    Here,
    Jaminan,
    Block,
    Grid,
    BlockAxis(usize),
    GridAxis(usize),
}

impl Place {
    const ALL: [(&'static str, Place); 11] = [
        ("file", Place::File),
        ("here", Place::Here),
        ("jaminan", Place::Jaminan),
        ("block", Place::Block),
        ("grid", Place::Grid),
        ("block.x", Place::BlockAxis(0)),
        ("block.y", Place::BlockAxis(1)),
        ("block.z", Place::BlockAxis(2)),
        ("grid.x", Place::GridAxis(0)),
        ("grid.y", Place::GridAxis(1)),
        ("grid.z", Place::GridAxis(2)),
    ];
}

/// Why a word cannot be filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownPlace {
    /// Its name, without braces.
    pub name: String,
}

impl std::error::Error for UnknownPlace {}

impl fmt::Display for UnknownPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.name;
        let known: Vec<String> = Place::ALL.iter().map(|(name, _)| format!("{{{name}}}")).collect();
        write!(f, "nothing is known to fill in for `{{{name}}}`: there is {}. ", known.join(", "))?;
        write!(f, "Write `{{{{{name}}}}}` where the command is to get `{{{name}}}`")
    }
}

/// What a command is filled in with.
#[derive(Clone, Copy, Debug)]
pub struct Filling<'a> {
    /// The folder of the description.
    pub here: &'a Path,
    /// The kernel.
    pub file: &'a Path,
    /// How it is launched.
    pub launch: &'a Launch,
}

impl Word {
    /// Reads a word. `{name}` is a place where the name is of small letters and dots; `{{` and `}}` are
    /// braces; other braces stand for themselves.
    ///
    /// # Errors
    /// A place of another name.
    pub fn read(word: &str) -> Result<Word, UnknownPlace> {
        let (mut pieces, mut text, mut rest) = (Vec::new(), String::new(), word);
        while let Some(next) = rest.chars().next() {
            if let Some(after) = rest.strip_prefix("{{").or_else(|| rest.strip_prefix("}}")) {
                text.push(next);
                rest = after;
                continue;
            }
            if let Some((name, after)) = name(rest) {
                let known = Place::ALL.iter().find(|(known, _)| *known == name);
                let (_, place) = known.ok_or_else(|| UnknownPlace { name: name.into() })?;
                pieces.extend([Piece::Text(std::mem::take(&mut text)), Piece::Place(*place)]);
                rest = after;
                continue;
            }
            text.push(next);
            rest = &rest[next.len_utf8()..];
        }
        pieces.push(Piece::Text(text));
        pieces.retain(|piece| *piece != Piece::Text(String::new()));
        Ok(Word(pieces))
    }

    /// Whether it is a path that begins in whatever folder the command runs in: `./detector.sh`.
    pub fn is_relative_path(&self) -> bool {
        matches!(self.0.first(), Some(Piece::Text(text)) if text.contains('/') && !text.starts_with('/'))
    }

    /// The word, filled in.
    pub fn filled(&self, with: &Filling<'_>) -> String {
        self.0.iter().map(|piece| piece.filled(with)).collect()
    }
}

/// The name of a place at the beginning of the text, and what comes after it.
fn name(text: &str) -> Option<(&str, &str)> {
    let (name, after) = text.strip_prefix('{')?.split_once('}')?;
    let of_name = |c: char| c.is_ascii_lowercase() || c == '.' || c == '_' || c == '-';
    (!name.is_empty() && name.chars().all(of_name)).then_some((name, after))
}

impl Piece {
    fn filled(&self, with: &Filling<'_>) -> String {
        let dims = |[x, y, z]: [u64; 3]| format!("[{x},{y},{z}]");
        match self {
            Piece::Text(text) => text.clone(),
            Piece::Place(Place::File) => with.file.to_string_lossy().into_owned(),
            Piece::Place(Place::Here) => {
                let here = std::path::absolute(with.here).unwrap_or_else(|_| with.here.into());
                here.to_string_lossy().into_owned()
            }
            Piece::Place(Place::Jaminan) => jaminan(),
            Piece::Place(Place::Block) => dims(with.launch.block),
            Piece::Place(Place::Grid) => dims(with.launch.grid),
            Piece::Place(Place::BlockAxis(n)) => with.launch.block[*n].to_string(),
            Piece::Place(Place::GridAxis(n)) => with.launch.grid[*n].to_string(),
        }
    }
}

/// This program: as the environment names it, or as it was started.
pub fn jaminan() -> String {
    let named = std::env::var("JAMINAN").ok().filter(|path| !path.is_empty());
    let started = || Some(std::env::current_exe().ok()?.display().to_string());
    named.or_else(started).unwrap_or_else(|| "jaminan".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(word: &str) -> Result<String, UnknownPlace> {
        let launch = Launch { block: [8, 2, 1], grid: [3, 1, 1] };
        let with = Filling { here: Path::new("/d"), file: Path::new("/k.cu"), launch: &launch };
        Word::read(word).map(|word| word.filled(&with))
    }

    #[test]
    fn places_are_filled_in() {
        let all = "{here}/x --block={block} {block.y},{grid.x} {grid} {file}";
        assert_eq!(filled(all).as_deref(), Ok("/d/x --block=[8,2,1] 2,3 [3,1,1] /k.cu"));
        for same in ["awk '{ print $1 }'", "${X:-1}", "{", "a}", "{}", "{A}"] {
            assert_eq!(filled(same).as_deref(), Ok(same));
        }
        assert_eq!(filled("awk '{{print}}' {{{file}}}").as_deref(), Ok("awk '{print}' {/k.cu}"));
    }

    /// What is not known is no text.
    #[test]
    fn unknown_places_are_refused() {
        for wrong in ["{kernel}", "{block.w}", "a{fil}e", "{block-x}"] {
            let why = filled(wrong).expect_err(wrong).to_string();
            assert!(
                why.contains("{block.x}")
                    && why.contains(wrong.trim_matches('a').trim_end_matches('e')),
                "{why}"
            );
        }
    }

    #[test]
    fn relative_paths_are_known() {
        let relative = |word: &str| Word::read(word).is_ok_and(|word| word.is_relative_path());
        assert!(relative("./my.sh") && relative("tools/my"));
        assert!(!relative("my") && !relative("/bin/my") && !relative("{here}/my"));
    }
}
