//! Mutated inputs: the one of a seed and an index is always the same, for the same corpus.

use crate::corpus::Language;

/// No mutated input is longer, in bytes.
const LONGEST: usize = 64 << 10;

/// What tokens are replaced with, besides those of the corpus: numbers at the edges of C's types
/// and past them, signs, and what only looks like a token.
const COMMON: &str = "\
    0 1 32 2147483648 4294967295 4294967296 9223372036854775808 18446744073709551616 00 0x 1e9 \
    340282366920938463463374607431768211456 ( ) { } [ ] ; , . .. ... : := = == != < <= > >= << >> \
    + - * / % & && | || ^ ! tid x A // /* */ \" ' \\ \0 é ⇓ \u{feff} \u{202e}";

/// The words of Jaminan and of protocols.
const CALCULI: &str = "\
    param assume threads skip sync let in var if else for rd wr true false min max ∸ ≤ ≥ ≠ ∧ ∨ ¬ ≔";

/// The words of CUDA C++.
const CUDA: &str = "\
    # ## #define #undef #if #ifdef #elif #else #endif #include #pragma defined __VA_ARGS__ \
    __global__ __device__ __shared__ __syncthreads threadIdx blockIdx blockDim gridDim x y z \
    int unsigned long char float void const static struct typedef template class \
    for while do return break continue switch case goto sizeof ? :: -> ++ -- += <<= ~ \
    0x7fffffff 0u 1ull 1.5f 'a' \"s\" //--blockDim=64";

/// A source of random numbers. (SplitMix64)
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The numbers of this seed and index.
    pub fn new(seed: u64, index: u64) -> Self {
        let mut random = Random(seed);
        Random(random.number() ^ index.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// The next number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below this one; 0 below 0.
    pub fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.number() % (n.max(1) as u64)).unwrap_or(0)
    }

    fn pick<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> Option<&'a T> {
        from.get(self.below(from.len())).copied()
    }

    /// Small mostly, and now and then large: up to 4096.
    fn length(&mut self) -> usize {
        let bits = self.below(12);
        1 + self.below(1 << bits)
    }
}

/// Makes mutated inputs out of a corpus.
#[derive(Clone, Debug)]
pub struct Mutator {
    language: Language,
    corpus: Vec<Vec<u8>>,
    seed: u64,
}

impl Mutator {
    /// Of these programs; an empty corpus has one empty program.
    pub fn new(language: Language, mut corpus: Vec<Vec<u8>>, seed: u64) -> Self {
        if corpus.is_empty() {
            corpus.push(Vec::new());
        }
        Mutator { language, corpus, seed }
    }

    /// The input of this index: of an even one the bytes are mutated, of an odd one the tokens.
    pub fn input(&self, index: u64) -> Vec<u8> {
        let mut random = Random::new(self.seed, index);
        let mut text = self.program(&mut random).to_vec();
        let mut times = 1;
        while times < 12 && random.below(3) != 0 {
            times += 1;
        }
        for _ in 0..times {
            if index.is_multiple_of(2) {
                self.mutate_bytes(&mut text, &mut random);
            } else {
                text = self.mutate_tokens(&text, &mut random);
            }
            text.truncate(LONGEST);
        }
        text
    }

    fn program(&self, random: &mut Random) -> &[u8] {
        self.corpus.get(random.below(self.corpus.len())).map_or(&[], Vec::as_slice)
    }

    fn mutate_bytes(&self, text: &mut Vec<u8>, random: &mut Random) {
        let at = random.below(text.len() + 1);
        let end = (at + random.length()).min(text.len());
        match random.below(9) {
            0 => {
                if let Some(byte) = text.get_mut(at) {
                    *byte ^= 1 << random.below(8);
                }
            }
            1 => {
                let byte = random.number().to_le_bytes()[0];
                if let Some(old) = text.get_mut(at) {
                    *old = byte;
                }
            }
            2 => text.insert(at, random.number().to_le_bytes()[0]),
            3 => drop(text.drain(at..end)),
            4 => {
                let again = text[at..end].to_vec();
                text.splice(at..at, again);
            }
            5 => {
                let other = self.program(random);
                let from = random.below(other.len() + 1);
                let to = (from + random.length()).min(other.len());
                text.splice(at..end, other[from..to].iter().copied());
            }
            6 => text.truncate(at),
            7 => {
                let token = self.word(random).as_bytes().to_vec();
                text.splice(at..at, token);
            }
            _ => {
                let byte = text.get(at).copied().unwrap_or(b'(');
                text.splice(at..at, std::iter::repeat_n(byte, random.length()));
            }
        }
    }

    fn mutate_tokens(&self, text: &[u8], random: &mut Random) -> Vec<u8> {
        let mut tokens = tokens(text);
        let at = random.below(tokens.len() + 1);
        let end = (at + random.length()).min(tokens.len());
        let other = self.program(random);
        let others = self::tokens(other);
        let word = if random.below(2) == 0 {
            self.word(random).as_bytes()
        } else {
            random.pick(&others).unwrap_or_default()
        };
        match random.below(9) {
            0 => {
                tokens.splice(at..(at + 1).min(tokens.len()), []);
            }
            1 => drop(tokens.drain(at..end)),
            2 => tokens.insert(at, word),
            3 | 4 => {
                if let Some(token) = tokens.get_mut(at) {
                    *token = word;
                }
            }
            5 => {
                let to = random.below(tokens.len().max(1));
                if at < tokens.len() {
                    tokens.swap(at, to);
                }
            }
            6 => {
                let again = tokens[at..end].to_vec();
                tokens.splice(at..at, again);
            }
            7 => {
                let from = random.below(others.len() + 1);
                let to = (from + random.length()).min(others.len());
                tokens.splice(at..end, others[from..to].iter().copied());
            }
            _ => {
                tokens.splice(at..at, std::iter::repeat_n(word, random.length()));
            }
        }
        tokens.concat()
    }

    fn word(&self, random: &mut Random) -> &'static str {
        let own = if self.language == Language::Cu { CUDA } else { CALCULI };
        let words = if random.below(2) == 0 { own } else { COMMON };
        let words: Vec<&str> = words.split(' ').collect();
        random.pick(&words).unwrap_or_default()
    }
}

/// The text in pieces: words, runs of white space, and the bytes of the rest.
fn tokens(text: &[u8]) -> Vec<&[u8]> {
    let class = |byte: &u8| match byte {
        b'_' => 1,
        b if b.is_ascii_alphanumeric() => 1,
        b if b.is_ascii_whitespace() => 2,
        b if !b.is_ascii() => 3,
        _ => 0,
    };
    text.chunk_by(|a, b| class(a) == class(b) && class(a) != 0).collect()
}
