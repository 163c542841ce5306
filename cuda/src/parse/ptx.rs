//! Inline assembly that accesses memory or synchronizes, as the C++ that does the same: `ld`, `st`, `red`, `atom`, fences
//! and the barrier of the block, of addresses that pointers give; copies and matrix loads, of addresses in shared memory. What
//! is of another form stays assembly. [PTX ISA, 9.7.9, 9.7.13–9.7.15; Inline PTX Assembly in CUDA]

mod copies;

use super::assembly::is_on_registers;
use crate::lex::lex_one;
use crate::token::{Kind, Token, closing};
use semantics::Name;

/// The tokens, each such assembly with the `;` behind it written in C++.
pub(super) fn in_cpp(tokens: Vec<Token>) -> Vec<Token> {
    if !tokens.iter().any(is_asm) {
        return tokens;
    }
    let mut made = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let written = is_asm(token).then(|| statement(&tokens[at..])).flatten();
        let Some((mut written, length)) = written else {
            made.push(token.clone());
            at += 1;
            continue;
        };
        made.append(&mut written);
        at += length;
    }
    made
}

fn is_asm(token: &Token) -> bool {
    token.name().is_some_and(|name| matches!(name.as_str(), "asm" | "__asm__" | "__asm"))
}

/// What a whole statement is in C++, and how many tokens it has.
fn statement(tokens: &[Token]) -> Option<(Vec<Token>, usize)> {
    let qualifiers = ["volatile", "__volatile__"];
    let is_qualifier = |token: &&Token| qualifiers.iter().any(|word| token.is_word(word));
    let open = 1 + tokens[1..].iter().take_while(is_qualifier).count();
    let close = closing(tokens, open);
    if !tokens.get(open)?.is("(") || !tokens.get(close + 1)?.is(";") {
        return None;
    }
    let (text, operands) = parts(tokens.get(open + 1..close)?)?;
    let instructions = instructions(&text)?;
    let (computing, others): (Vec<_>, Vec<_>) =
        instructions.into_iter().partition(|instruction| is_on_registers(&instruction.text));
    // What several do hangs on their order.
    let [instruction] = others.as_slice() else { return None };
    let outputs: Vec<&Operand> = operands.iter().filter(|operand| operand.is_output()).collect();
    if outputs.len() > 1 && !outputs.iter().all(|output| output.is_plain(&outputs)) {
        return None;
    }
    let made = Vec::new();
    let mut writer = Writer { at: &tokens[0], operands: &operands, computing, made };
    writer.put("{");
    writer.instruction(instruction)?;
    writer.put("}");
    Some((writer.made, close + 2))
}

/// An operand: its constraint, and its tokens.
struct Operand<'t> {
    constraint: String,
    tokens: &'t [Token],
}

impl Operand<'_> {
    fn is_output(&self) -> bool {
        self.constraint.starts_with(['=', '+'])
    }

    /// Which registers hold it.
    fn register(&self) -> Option<char> {
        self.constraint.trim_start_matches(['=', '+', '&']).chars().next()
    }

    /// Whether it may be evaluated twice: it assigns nothing, and calls nothing.
    fn is_steady(&self) -> bool {
        let compares = ["==", "!=", "<=", ">="];
        let changes = |token: &Token| match token.kind {
            Kind::Punct("++" | "--") => true,
            Kind::Punct(mark) => mark.ends_with('=') && !compares.contains(&mark),
            _ => false,
        };
        let calls =
            |pair: &[Token]| pair[1].is("(") && (pair[0].name().is_some() || pair[0].is(">"));
        !self.tokens.iter().any(changes) && !self.tokens.windows(2).any(calls)
    }

    /// Whether it is the same place whatever these operands become.
    fn is_plain(&self, outputs: &[&Operand]) -> bool {
        let mut rest = self.tokens.iter();
        let begins = rest.next().is_some_and(|first| first.name().is_some());
        let goes_on = |token: &Token| {
            let marks = ["+", "-", "*", "/", "%", ".", "[", "]"];
            matches!(token.kind, Kind::Name(_) | Kind::Number(_))
                || marks.iter().any(|mark| token.is(mark))
        };
        // An index is a number, or a variable that is none of them.
        let is_output = |name: &Token| {
            outputs.iter().any(|output| output.tokens.first().and_then(Token::name) == name.name())
        };
        let mut named = rest.clone().filter(|token| token.name().is_some());
        begins && rest.all(goes_on) && !named.any(is_output)
    }
}

/// What stands in the parentheses: the instructions, and the operands in the order of their numbers.
fn parts(tokens: &[Token]) -> Option<(String, Vec<Operand<'_>>)> {
    let mut rest = tokens;
    let text = string(&mut rest)?;
    let mut operands = Vec::new();
    let mut part = 0;
    while let Some(token) = rest.first() {
        part += match () {
            () if token.is(":") => 1,
            () if token.is("::") => 2,
            () if token.is(",") && part > 0 => 0,
            // What is a name, or of another form.
            () => return None,
        };
        rest = &rest[1..];
        let Some(constraint) = string(&mut rest) else { continue };
        if part > 2 {
            continue;
        }
        let close = closing(rest, 0);
        if !rest.first()?.is("(") {
            return None;
        }
        operands.push(Operand { constraint, tokens: rest.get(1..close)? });
        rest = &rest[close + 1..];
    }
    Some((text, operands))
}

/// The strings that stand at the beginning, put together; none where there is none.
fn string(tokens: &mut &[Token]) -> Option<String> {
    let mut all: Option<String> = None;
    while let Some(Kind::Str(text)) = tokens.first().map(|token| &token.kind) {
        let plain = text.as_str().strip_prefix('"')?.strip_suffix('"')?;
        all.get_or_insert_default().push_str(plain);
        *tokens = &tokens[1..];
    }
    all
}

/// An instruction, as it is written.
#[derive(Debug)]
struct Instruction {
    text: String,
    /// Whether it is done only where a register says so.
    guarded: bool,
    /// `ld.global.f32`, in its parts.
    name: Vec<String>,
    /// Behind it, between commas.
    operands: Vec<String>,
}

/// The instructions of a text; nothing where they jump.
fn instructions(text: &str) -> Option<Vec<Instruction>> {
    let text = text.replace("\\n", "\n").replace("\\t", " ").replace("%%", "%");
    // Comments, labels, escapes, and operands that have names.
    if ["//", "/*", "::=", "\\", "%["].iter().any(|mark| text.contains(mark)) {
        return None;
    }
    let mut all = Vec::new();
    for piece in text.split(';') {
        // Where a statement begins, a brace opens or closes a scope.
        let piece = piece.trim_start_matches(|c: char| c.is_whitespace() || "{}".contains(c));
        if piece.is_empty() {
            continue;
        }
        let mut words = piece;
        let guarded = words.starts_with('@');
        if guarded {
            words = words.split_once(char::is_whitespace)?.1.trim_start();
        }
        let (name, behind) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
        all.push(Instruction {
            text: piece.to_owned(),
            guarded,
            name: name.split('.').map(str::to_owned).collect(),
            operands: between_commas(behind),
        });
    }
    Some(all)
}

/// What stands between the commas that are in no bracket.
fn between_commas(text: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut depth = 0usize;
    for c in text.chars().filter(|c| !c.is_whitespace()) {
        match c {
            '{' | '[' => depth += 1,
            '}' | ']' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                all.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(last) = all.last_mut() {
            last.push(c);
        }
    }
    all.retain(|operand| !operand.is_empty());
    all
}

/// What the parts of the name of an access say.
#[derive(Default)]
struct Access {
    ty: Option<&'static str>,
    count: Option<usize>,
    volatile: bool,
    /// Of an atomic: the function that does the same.
    function: Option<&'static str>,
    /// Of an atomic: whether a fence is before it, and behind it.
    fences: (bool, bool),
}

impl Access {
    /// Of the parts behind the first; nothing where one of them is of another kind.
    fn of(kind: &str, parts: &[String]) -> Option<Access> {
        let atomic = matches!(kind, "atom" | "red");
        let mut access = Access::default();
        for part in parts {
            match part.as_str() {
                "global" | "weak" => {}
                "nc" | "ca" | "cg" | "cs" | "lu" if kind == "ld" => {}
                "wb" | "cg" | "cs" | "wt" if kind == "st" => {}
                "volatile" if !atomic => access.volatile = true,
                "v2" if !atomic => access.count = Some(2),
                "v4" if !atomic => access.count = Some(4),
                "relaxed" | "gpu" | "sys" if atomic => {}
                "release" if atomic => access.fences.0 = true,
                "acquire" if atomic => access.fences.1 = true,
                "acq_rel" if atomic => access.fences = (true, true),
                // `L1::no_allocate`, `L2::128B`: for caches.
                part if matches!(part.split(':').next(), Some("L1" | "L2")) => {}
                part => match (type_of(part), atomic.then(|| function_of(part)).flatten()) {
                    (Some(ty), _) if access.ty.is_none() => access.ty = Some(ty),
                    (_, Some(function)) if access.function.is_none() => {
                        access.function = Some(function);
                    }
                    _ => return None,
                },
            }
        }
        (access.ty.is_some() && access.function.is_some() == atomic).then_some(access)
    }

    /// The type of what is in such a register: bits may be a number of floating point.
    fn in_register(&self, register: Option<char>) -> Option<&'static str> {
        match (self.ty?, register?) {
            ("unsigned int", 'f') => Some("float"),
            ("unsigned long long", 'd') => Some("double"),
            (ty @ "float", 'f') | (ty @ "double", 'd') => Some(ty),
            ("float" | "double", _) | (_, 'f' | 'd') => None,
            (ty, _) => Some(ty),
        }
    }
}

/// The type of C++ with the values of one of PTX.
fn type_of(part: &str) -> Option<&'static str> {
    Some(match part {
        "b8" | "u8" => "unsigned char",
        "s8" => "signed char",
        "b16" | "u16" => "unsigned short",
        "s16" => "short",
        "b32" | "u32" => "unsigned int",
        "s32" => "int",
        "b64" | "u64" => "unsigned long long",
        "s64" => "long long",
        "f32" => "float",
        "f64" => "double",
        _ => return None,
    })
}

/// The function of CUDA that does the same as an atomic.
fn function_of(part: &str) -> Option<&'static str> {
    Some(match part {
        "add" => "atomicAdd",
        "min" => "atomicMin",
        "max" => "atomicMax",
        "inc" => "atomicInc",
        "dec" => "atomicDec",
        "and" => "atomicAnd",
        "or" => "atomicOr",
        "xor" => "atomicXor",
        "exch" => "atomicExch",
        "cas" => "atomicCAS",
        _ => return None,
    })
}

/// The address of an access; no name of C++ hides it.
const ADDRESS: &str = "(address)";
/// Whether an instruction is done.
const GUARD: &str = "(guard)";

/// What an operand is that an instruction is given.
fn value(n: usize) -> String {
    format!("(operand_{n})")
}

/// Writes C++: first what the operands are, then what the instruction does, then what nobody knows of the outputs.
struct Writer<'t> {
    /// Where it all stands.
    at: &'t Token,
    operands: &'t [Operand<'t>],
    /// The instructions on registers around it.
    computing: Vec<Instruction>,
    made: Vec<Token>,
}

impl Writer<'_> {
    fn token(&mut self, kind: Kind) {
        self.made.push(Token { kind, space: true, ..self.at.clone() });
    }

    /// Words and marks, between blanks.
    fn put(&mut self, text: &str) {
        for word in text.split_whitespace() {
            match lex_one(word) {
                Some(kind) => self.token(kind),
                None => self.token(Kind::Name(Name::from(word))),
            }
        }
    }

    /// An operand of this number, in parentheses.
    fn operand(&mut self, n: usize) -> Option<()> {
        let operand = self.operands.get(n)?;
        self.put("(");
        self.made.extend_from_slice(operand.tokens);
        self.put(")");
        Some(())
    }

    /// Evaluates the inputs that are none of these, and no more.
    fn evaluate_others(&mut self, taken: &[usize]) -> Option<()> {
        for n in 0..self.operands.len() {
            if !taken.contains(&n) && !self.operands[n].is_output() {
                self.put("asm ( \"mov\" : : \"r\"");
                self.operand(n)?;
                self.put(") ;");
            }
        }
        Some(())
    }

    /// Gives the outputs but these a value that nobody knows.
    fn forget_others(&mut self, given: &[usize]) -> Option<()> {
        for n in 0..self.operands.len() {
            if self.operands[n].is_output() && !given.contains(&n) {
                self.put("asm ( \"mov\" : \"=r\"");
                self.operand(n)?;
                self.put(") ;");
            }
        }
        Some(())
    }

    fn instruction(&mut self, instruction: &Instruction) -> Option<()> {
        let kind = instruction.name.first()?.as_str();
        let parts = &instruction.name[1..];
        if matches!(kind, "ld" | "st" | "red" | "atom") {
            return self.access(kind, parts, instruction);
        }
        let words: Vec<&str> = parts.iter().map(String::as_str).collect();
        let operands: Vec<&str> = instruction.operands.iter().map(String::as_str).collect();
        match (kind, words.as_slice()) {
            ("cp", ["async", "ca" | "cg", "shared" | "shared::cta", "global", caches @ ..]) => {
                return self.copy(words[1] == "cg", caches, instruction);
            }
            ("ldmatrix" | "stmatrix", _) => return self.matrix(kind, &words, instruction),
            _ => {}
        }
        if let ("cp", ["async", "wait_group"], [but]) =
            (kind, words.as_slice(), operands.as_slice())
        {
            return self.wait(but, instruction);
        }
        let call = match (kind, words.as_slice(), operands.as_slice()) {
            ("bar", ["sync"], ["0"])
            | ("barrier", ["sync"] | ["sync", "aligned"] | ["cta", "sync"], ["0"]) => {
                "__syncthreads ( ) ;"
            }
            ("membar", ["cta"], []) | ("fence", ["acq_rel" | "sc", "cta"], []) => {
                "__threadfence_block ( ) ;"
            }
            ("membar", ["gl"], []) | ("fence", ["acq_rel" | "sc", "gpu"], []) => {
                "__threadfence ( ) ;"
            }
            ("membar", ["sys"], []) | ("fence", ["acq_rel" | "sc", "sys"], []) => {
                "__threadfence_system ( ) ;"
            }
            ("cp", ["async", "commit_group"], []) => "_cp_async_commit ( ) ;",
            ("cp", ["async", "wait_all"], []) => "_cp_async_commit ( ) ; _cp_async_wait ( 0 ) ;",
            // It has no effect that a program sees.
            ("prefetch" | "prefetchu", _, [_]) => "",
            _ => return None,
        };
        if instruction.guarded {
            return None;
        }
        self.evaluate_others(&[])?;
        self.put(call);
        self.forget_others(&[])
    }

    /// `ld`, `st`, `red` or `atom`.
    fn access(&mut self, kind: &str, parts: &[String], instruction: &Instruction) -> Option<()> {
        let access = Access::of(kind, parts)?;
        let operands: Vec<&str> = instruction.operands.iter().map(String::as_str).collect();
        let (address, values, gives) = match (kind, operands.as_slice()) {
            ("ld", [to, address]) => (address, vec![*to], true),
            ("st" | "red", [address, from]) => (address, vec![*from], false),
            ("atom", [to, address, from @ ..]) => (address, [&[*to], from].concat(), true),
            _ => return None,
        };
        // Several at once stand in braces.
        let values = match access.count {
            None => values,
            Some(count) => {
                let inner = values[0].strip_prefix('{')?.strip_suffix('}')?;
                let inner: Vec<&str> = inner.split(',').collect();
                (inner.len() == count).then_some(inner)?
            }
        };
        let values: Vec<usize> = values.into_iter().map(number).collect::<Option<_>>()?;
        let mut types =
            values.iter().map(|n| access.in_register(self.operands.get(*n)?.register()));
        let ty = types.next()??;
        if !types.all(|other| other == Some(ty)) {
            return None;
        }
        let (outputs, inputs) = match (gives, access.function) {
            (false, _) => values.split_at(0),
            (true, None) => values.split_at(values.len()),
            (true, Some(_)) => values.split_at(1),
        };
        let (base, offset) = of_address(address)?;
        if self.operands.get(base)?.constraint != "l" || inputs.contains(&base) {
            return None;
        }
        if !outputs.iter().all(|n| self.operands[*n].is_output()) {
            return None;
        }
        // What an output holds an instruction before may have computed.
        let changed = |n: &usize| {
            let operand = &self.operands[*n];
            operand.is_output() && !(self.computing.is_empty() && operand.is_steady())
        };
        if inputs.iter().any(changed) {
            return None;
        }
        let qualified = if access.volatile { format!("volatile {ty}") } else { ty.to_owned() };
        self.put(&format!("{qualified} * {ADDRESS} = ( {qualified} * ) ("));
        self.put(if offset.is_empty() { "" } else { "( char * )" });
        self.operand(base)?;
        self.put(&format!("{offset} ) ;"));
        let mut taken: Vec<usize> = inputs.to_vec();
        taken.sort_unstable();
        taken.dedup();
        for n in &taken {
            self.put(&format!("{ty} {} =", value(*n)));
            self.operand(*n)?;
            self.put(";");
        }
        taken.push(base);
        self.evaluate_others(&taken)?;
        if instruction.guarded {
            self.guard();
        }
        self.put("{");
        self.accesses(&access, outputs, inputs)?;
        self.put("}");
        let computed = |n: usize| self.computing.iter().any(|of| mentions(&of.text, n));
        let sure = |n: &&usize| {
            let once = outputs.iter().filter(|other| other == n).count() == 1;
            once && !instruction.guarded && !computed(**n)
        };
        let given: Vec<usize> = outputs.iter().filter(sure).copied().collect();
        self.forget_others(&given)
    }

    /// The accesses at the address.
    fn accesses(&mut self, access: &Access, outputs: &[usize], inputs: &[usize]) -> Option<()> {
        let Some(function) = access.function else {
            for (k, n) in outputs.iter().enumerate() {
                self.operand(*n)?;
                self.put(&format!("= {ADDRESS} [ {k} ] ;"));
            }
            for (k, n) in inputs.iter().enumerate() {
                self.put(&format!("{ADDRESS} [ {k} ] = {} ;", value(*n)));
            }
            return Some(());
        };
        self.put(if access.fences.0 { "__threadfence ( ) ;" } else { "" });
        for n in outputs {
            self.operand(*n)?;
            self.put("=");
        }
        self.put(&format!("{function} ( {ADDRESS}"));
        inputs.iter().for_each(|n| self.put(&format!(", {}", value(*n))));
        self.put(") ;");
        self.put(if access.fences.1 { "__threadfence ( ) ;" } else { "" });
        Some(())
    }

    /// What follows may be done, or not.
    fn guard(&mut self) {
        self.put(&format!("int {GUARD} ; asm ( \"mov\" : \"=r\" ( {GUARD} ) ) ; if ( {GUARD} )"));
    }
}

/// The operand of `[%n]`, and what is added: `[%n+16]`.
fn of_address(address: &str) -> Option<(usize, String)> {
    let address = address.strip_prefix('[')?.strip_suffix(']')?;
    let (base, offset) = address.split_at(address.find(['+', '-']).unwrap_or(address.len()));
    let written = match offset.split_at_checked(1) {
        Some((sign, digits)) => format!("{sign} {}", digits.parse::<u32>().ok()?),
        None => String::new(),
    };
    Some((number(base)?, written))
}

/// The number of `%n`.
fn number(operand: &str) -> Option<usize> {
    operand.strip_prefix('%')?.parse().ok()
}

/// Whether `%n` stands in a text.
fn mentions(text: &str, n: usize) -> bool {
    let numbers = text.split('%').skip(1);
    numbers
        .map(|rest| rest.split(|c: char| !c.is_ascii_digit()).next())
        .any(|digits| digits.and_then(|digits| digits.parse().ok()) == Some(n))
}
