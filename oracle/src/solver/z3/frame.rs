//! Texts over a socket: four bytes of length, the least significant first, and so many of UTF-8.

use std::io::{self, Read, Write};

/// A longer answer is refused, in bytes.
pub(super) const LARGEST_ANSWER: usize = 16 << 20;
/// A longer query is refused, in bytes.
pub(super) const LARGEST_QUERY: usize = 1 << 30;

/// How many bytes say the length.
const HEAD: usize = size_of::<u32>();
/// How much is read at once, in bytes; answers are shorter.
const PIECE: usize = 1 << 14;

/// Writes a text, with one call of the system where that takes it.
///
/// # Errors
/// What the system says; a text that is too long.
pub(super) fn write(to: &mut impl Write, text: &str) -> io::Result<()> {
    let length = u32::try_from(text.len()).map_err(io::Error::other)?;
    let mut frame = Vec::with_capacity(HEAD + text.len());
    frame.extend(length.to_le_bytes());
    frame.extend(text.as_bytes());
    to.write_all(&frame)
}

/// Reads a text that the other side writes while it waits for nothing but an answer. None at the end.
///
/// # Errors
/// What the system says, an end within a text, and a text that is too long or no UTF-8.
pub(super) fn read(from: &mut impl Read, most: usize) -> io::Result<Option<String>> {
    let mut frame = Vec::new();
    let mut piece = [0; PIECE];
    loop {
        let left = match frame.first_chunk::<HEAD>() {
            None => HEAD,
            Some(head) => {
                let length = u32::from_le_bytes(*head) as usize;
                if length > most {
                    return Err(io::Error::other(format!("more than {most} bytes")));
                }
                (HEAD + length).saturating_sub(frame.len())
            }
        };
        if left == 0 {
            frame.drain(..HEAD);
            return String::from_utf8(frame).map(Some).map_err(io::Error::other);
        }
        // Nothing follows before this text is answered, so that more may be asked for than is left.
        match from.read(&mut piece) {
            Ok(0) if frame.is_empty() => return Ok(None),
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(read) => frame.extend(&piece[..read]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives its bytes one by one.
    struct Slow<'a>(&'a [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            let n = self.0.len().min(1);
            self.0.read(&mut into[..n])
        }
    }

    #[test]
    fn what_is_written_is_read() {
        for text in ["", "x", "(check-sat)\n", &"ä".repeat(PIECE)] {
            let mut bytes = Vec::new();
            write(&mut bytes, text).unwrap();
            assert_eq!(read(&mut &*bytes, LARGEST_ANSWER).unwrap().as_deref(), Some(text));
            assert_eq!(read(&mut Slow(&bytes), LARGEST_ANSWER).unwrap().as_deref(), Some(text));
            // Cut off anywhere, it is no text.
            for cut in 1..bytes.len().min(100) {
                assert!(read(&mut &bytes[..cut], LARGEST_ANSWER).is_err());
            }
        }
        assert_eq!(read(&mut io::empty(), LARGEST_ANSWER).unwrap(), None);
    }

    #[test]
    fn what_is_too_long_or_no_text_is_refused() {
        let mut bytes = Vec::new();
        write(&mut bytes, "four").unwrap();
        assert!(read(&mut &*bytes, 4).is_ok());
        assert!(read(&mut &*bytes, 3).is_err());
        assert!(read(&mut &[1, 0, 0, 0, 0xff][..], LARGEST_ANSWER).is_err());
        assert!(read(&mut &[0xff; 8][..], LARGEST_ANSWER).is_err());
    }
}
