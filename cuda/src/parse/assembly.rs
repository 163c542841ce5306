//! Inline assembly: its operands, and whether its instructions leave memory alone. [Inline PTX Assembly in CUDA]

use super::{Parsed, Parser};
use crate::area::Area;
use crate::syntax::{Assembly, Operand, StmtKind};
use crate::token::Kind;

/// The instructions of PTX that work on registers, and on nothing else, by the part of their name before the first
/// point; and the directives that declare registers. [PTX ISA, 9.7]
const ON_REGISTERS: &str = "
    .reg abs add addc activemask and bfe bfi bfind bmsk brev clz cnot copysign cos cvt div dp2a dp4a ex2 fma fns lg2 lop3
    mad mad24 madc max min mma mov mul mul24 nanosleep neg not or popc prmt rcp redux rem rsqrt sad selp set setp shf shfl
    shl shr sin slct sqrt sub subc szext tanh testp vabsdiff vabsdiff2 vabsdiff4 vadd vadd2 vadd4 vavrg2 vavrg4 vmad vmax
    vmax2 vmax4 vmin vmin2 vmin4 vote vset vset2 vset4 vshl vshr vsub vsub2 vsub4 xor match";

impl Parser {
    /// `asm volatile ("…" : outputs : inputs : clobbers);`
    pub(super) fn assembly(&mut self) -> Parsed<StmtKind> {
        self.at += 1;
        let mut jumps = false;
        while matches!(self.word(), "volatile" | "__volatile__" | "goto" | "inline") {
            jumps |= self.is_word("goto");
            self.at += 1;
        }
        if !self.is("(") {
            return Err(self.unexpected("`(`"));
        }
        let begin = self.at;
        let read = self.nested(Parser::operands);
        self.go_back(begin);
        self.skip_balanced()?;
        self.expect(";")?;
        Ok(match read {
            Ok(assembly) if !jumps => StmtKind::Assembly(assembly),
            Ok(_) => StmtKind::Other(Area::Assembly, "inline assembly"),
            Err(why) if why.exhausted.is_some() => return Err(why),
            Err(_) => StmtKind::Other(Area::Assembly, "inline assembly"),
        })
    }

    /// What stands in the parentheses.
    fn operands(&mut self) -> Parsed<Assembly> {
        self.expect("(")?;
        let on_registers = is_on_registers(&self.texts());
        let mut assembly = Assembly::default();
        let mut part = 0;
        loop {
            part += match () {
                () if self.eat(":") => 1,
                () if self.eat("::") => 2,
                () => break,
            };
            while !self.is(":") && !self.is("::") && !self.is(")") {
                match part {
                    1 => assembly.outputs.push(self.operand_of_assembly()?),
                    2 => assembly.inputs.push(self.operand_of_assembly()?.place),
                    // A memory clobber is for the compiler; what is accessed the instructions say.
                    _ => drop(self.texts()),
                }
                if !self.eat(",") {
                    break;
                }
            }
        }
        self.expect(")")?;
        Ok(Assembly { on_registers, ..assembly })
    }

    /// `[name] "=r" (e)`
    fn operand_of_assembly(&mut self) -> Parsed<Operand> {
        if self.is("[") {
            self.skip_balanced()?;
        }
        let constraint = self.texts();
        if !constraint.starts_with(['=', '+', 'r', 'l', 'h', 'f', 'd', 'n', 'q']) {
            return Err(self.error("an operand of another kind"));
        }
        self.expect("(")?;
        let place = self.bracketed(Parser::expression)?;
        self.expect(")")?;
        Ok(Operand { place, reads: constraint.starts_with('+') })
    }

    /// The texts that stand here, put together.
    fn texts(&mut self) -> String {
        let mut all = String::new();
        while let Some(Kind::Str(text)) = self.peek().map(|token| &token.kind) {
            let text = text.as_str();
            all.push_str(text.trim_start_matches('R').trim_matches('"'));
            self.at += 1;
        }
        all
    }
}

/// Whether these instructions work on registers only.
pub(super) fn is_on_registers(text: &str) -> bool {
    let text = text.replace("\\n", " ").replace("\\t", " ");
    // Another escape may be any character.
    if text.contains('\\') {
        return false;
    }
    let text = text.replace("/*", ";/*").replace("//", ";//");
    text.split(';').all(|instruction| {
        // Where an instruction begins, a brace opens or closes a scope; in it, it stands around registers.
        let brace = |c: char| c.is_whitespace() || matches!(c, '{' | '}');
        let words = instruction.trim_start_matches(brace).split_whitespace();
        // `@p` and `@!p` before an instruction say when it is done.
        match words.into_iter().find(|word| !word.starts_with('@')) {
            None => true,
            Some(word) => {
                let end = word.char_indices().skip(1).find(|(_, c)| *c == '.');
                let name = &word[..end.map_or(word.len(), |(end, _)| end)];
                ON_REGISTERS.split_whitespace().any(|known| known == name)
            }
        }
    })
}
