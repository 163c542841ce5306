//! What a kernel's attributes say of the blocks that it is launched with: `__launch_bounds__(256)` [CUDA C++
//! Programming Guide, Launch Bounds], `__attribute__((reqd_work_group_size(8, 8, 1)))` [OpenCL C, 6.7.2].

use super::{Parsed, Parser};
use crate::syntax::{BlockBound, Function, Item, Parameter};
use crate::token::Token;
use semantics::Name;

impl Parser {
    /// Passes over `word (…)`, or the word alone, and keeps what it says of the blocks of a launch.
    pub(super) fn skip_attribute(&mut self) -> Parsed<()> {
        let word = self.at;
        self.at += 1;
        if !self.is("(") {
            return Ok(());
        }
        let begin = self.at;
        self.skip_balanced()?;
        let past = std::mem::replace(&mut self.at, begin);
        let types = |t: &Token| {
            t.name().is_some_and(|name| {
                matches!(
                    name.as_str().trim_matches('_'),
                    "mode" | "vector_size" | "ext_vector_type"
                )
            })
        };
        self.retypes |= self.tokens[begin..past].iter().any(types);
        // What cannot be read leaves launches in that fail: a proof for them, too, is a proof.
        let bound = match self.tokens[word].name().map(Name::as_str) {
            Some("__launch_bounds__") => self.most_threads().ok(),
            Some("__attribute__") => self.required_size().ok().flatten(),
            _ => None,
        };
        self.at = past;
        if bound.is_some() {
            self.block_bound = bound.map(Box::new);
        }
        Ok(())
    }

    /// `(256)`, `(256, 2)`: the arguments after the first say how many blocks are to be resident.
    fn most_threads(&mut self) -> Parsed<BlockBound> {
        self.expect("(")?;
        self.bracketed(Parser::assignment).map(BlockBound::AtMost)
    }

    /// `((reqd_work_group_size(8, 8, 1)))`, among other attributes.
    fn required_size(&mut self) -> Parsed<Option<BlockBound>> {
        self.expect("(")?;
        self.expect("(")?;
        while !self.is(")") {
            if self.eat_word("reqd_work_group_size") || self.eat_word("__reqd_work_group_size__") {
                self.expect("(")?;
                let x = self.bracketed(Parser::assignment)?;
                self.expect(",")?;
                let y = self.bracketed(Parser::assignment)?;
                self.expect(",")?;
                let z = self.bracketed(Parser::assignment)?;
                self.expect(")")?;
                return Ok(Some(BlockBound::Exactly([x, y, z])));
            }
            self.at += 1;
            if self.is("(") {
                self.skip_balanced()?;
            }
            self.eat(",");
        }
        Ok(None)
    }

    /// What was said of the blocks of the function that is declared here: now, or where it was declared before.
    pub(super) fn bound_of(
        &mut self,
        name: &Name,
        parameters: &[Parameter],
    ) -> Option<Box<BlockBound>> {
        let types = |all: &[Parameter]| all.iter().map(|p| p.ty.clone()).collect::<Vec<_>>();
        let before = |item: &Item| match item {
            Item::Function(Function { name: other, parameters: of_other, bound, .. }) => {
                let same = other == name && types(of_other) == types(parameters);
                bound.clone().filter(|_| same)
            }
            _ => None,
        };
        self.block_bound.take().or_else(|| self.file.items.iter().rev().find_map(before))
    }
}
