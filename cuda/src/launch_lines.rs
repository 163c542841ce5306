//! The launch that a file's first comment lines give: `//--blockDim=[16,16] --gridDim=4 -DN=5`, and
//! for OpenCL `//--local_size=64 --num_groups=4`.

use crate::lex::BYTE_ORDER_MARK;
use semantics::{Source, Span};

/// What the lines say.
#[derive(Clone, Debug, Default)]
pub struct LaunchLines {
    /// `--blockDim`.
    pub block_dim: Option<[u64; 3]>,
    /// `--gridDim`.
    pub grid_dim: Option<[u64; 3]>,
    /// `-D`.
    pub defines: Vec<String>,
    /// The last line that says something of the launch.
    pub place: Option<Span>,
}

/// Reads the comment lines at the top of a file.
pub fn read(source: &Source) -> LaunchLines {
    let mut found = LaunchLines::default();
    for line in source.text().lines() {
        let line = line.trim_start_matches(BYTE_ORDER_MARK).trim();
        let Some(comment) = line.strip_prefix("//") else {
            if line.is_empty() {
                continue;
            }
            break;
        };
        for word in comment.split_whitespace() {
            if word.starts_with("--") {
                let start = line.as_ptr().addr() - source.text().as_ptr().addr();
                let bytes = start..start + line.len();
                found.place = Some(Span { source: source.clone(), bytes });
            }
            let after = |names: [&str; 2]| {
                names.into_iter().find_map(|name| word.strip_prefix(name)).and_then(dimensions)
            };
            // As CUDA and as OpenCL call them.
            if let Some(dims) = after(["--blockDim=", "--local_size="]) {
                found.block_dim = Some(dims);
            } else if let Some(dims) = after(["--gridDim=", "--num_groups="]) {
                found.grid_dim = Some(dims);
            } else if let Some(define) = word.strip_prefix("-D").filter(|d| !d.is_empty()) {
                found.defines.push(define.to_string());
            }
        }
    }
    found
}

/// `256`, `[16,16]`, `[8,8,4]`; missing dimensions are 1.
pub fn dimensions(text: &str) -> Option<[u64; 3]> {
    let inner = match text.strip_prefix('[') {
        Some(rest) => rest.strip_suffix(']')?,
        None => text,
    };
    let mut dims = [1, 1, 1];
    let mut count = 0;
    for part in inner.split(',') {
        let part = part.trim();
        if part.is_empty() || !part.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        *dims.get_mut(count)? = part.parse().ok()?;
        count += 1;
    }
    (count > 0).then_some(dims)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        let text = "// what\n//--blockDim=[16,16] --gridDim=4 -DN=5\n\nint x; //--gridDim=9";
        let found = read(&Source::new("t.cu", text));
        assert_eq!(found.block_dim, Some([16, 16, 1]));
        assert_eq!(found.grid_dim, Some([4, 1, 1]));
        assert_eq!(found.defines, ["N=5"]);
        assert_eq!(found.place.map(|span| span.place()).as_deref(), Some("t.cu:2:1"));
        for wrong in ["", "[1", "1,2,3,4", "-1", "+1", "a", "[]", "99999999999999999999"] {
            assert_eq!(dimensions(wrong), None, "{wrong}");
        }
    }
}
