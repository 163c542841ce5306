//! Launches: `k<<<grid, block>>>(…)`.

use super::outline::launched;
use super::{Parsed, Parser};
use crate::syntax::{Expr, ExprKind, Launch, Type};
use crate::token::{Kind, Token};

impl Parser {
    /// `grid, block>>>(…)`, after `<<<`. An operand that cannot be read is left out.
    pub(super) fn launch(&mut self, callee: Expr) -> Parsed<ExprKind> {
        let open = self.at - 1;
        // What is read of a template's arguments changes `>>` into `>`.
        let known = self.launch_sites.get(&open).copied();
        let site = known.or_else(|| launched(&self.tokens, open)).unwrap_or(open);
        let (mut configuration, mut unread) = (Vec::new(), Vec::new());
        while !self.eat(">>>") {
            configuration.push(self.operand(">>>", &mut unread)?);
            if !self.eat(",") && !self.is(">>>") {
                return Err(self.unexpected("`>>>`"));
            }
        }
        self.expect("(")?;
        let mut arguments = Vec::new();
        while !self.eat(")") {
            arguments.push(self.operand(")", &mut unread)?);
            if !self.eat(",") && !self.is(")") {
                return Err(self.unexpected("`)`"));
            }
        }
        let arguments = Some(arguments);
        Ok(ExprKind::Launch(Box::new(Launch { site, callee, configuration, arguments, unread })))
    }

    /// An operand of a launch, up to `,` or its end; where it cannot be read, its tokens are kept.
    fn operand(&mut self, end: &str, unread: &mut Vec<Vec<Token>>) -> Parsed<Option<Expr>> {
        let (start, depth) = (self.at, self.depth);
        let span = self.span();
        let read = match self.is("{") {
            true => self.braced().and_then(|list| {
                self.make(ExprKind::Construct(Type::Named("dim3".into()), list), &span)
            }),
            false => self.bracketed(Parser::assignment),
        };
        match read {
            Ok(e) if self.is(",") || self.is(end) => return Ok(Some(e)),
            _ => (self.at, self.depth) = (start, depth),
        }
        while !self.is(",") && !self.is(end) {
            match self.peek().map(|t| &t.kind) {
                Some(Kind::Punct("(" | "[" | "{")) => self.skip_balanced()?,
                None | Some(Kind::Punct(";" | ")" | "]" | "}")) => {
                    return Err(self.unexpected("an operand of a launch"));
                }
                Some(_) => self.at += 1,
            }
        }
        unread.push(self.tokens[start..self.at].to_vec());
        Ok(None)
    }
}
