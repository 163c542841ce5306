//! What a function returns that is declared with `auto`. [C++17, 10.1.7.4.1]

use super::emit::Body;
use super::function::keeps_variables;
use super::qualified::Qualified;
use super::taken::{Taken, variables};
use super::{Compiled, Compiler, Passed, Signature, unsupported};
use crate::types::Type;
use cuda::Area;
use cuda::resolve::Shape;
use cuda::syntax::{self, Body as SyntaxBody, Expr, Stmt, StmtKind};

impl<'s> Compiler<'s> {
    /// The type of the value at the end of its body, which is compiled for that in the scope at hand, and nothing of it
    /// is kept.
    pub(super) fn deduced(
        &mut self,
        function: &'s syntax::Function,
        parameters: &[Passed],
    ) -> Compiled<Type> {
        let span = &function.span.0;
        let SyntaxBody::Block(body) = &function.body else {
            return unsupported(Area::Call, span, "a function declared with `auto` without a body");
        };
        let mut values = Vec::new();
        body.iter().for_each(|s| returned(s, &mut values));
        let value = match (values.as_slice(), body.split_last()) {
            ([], _) => return Ok(Type::Void),
            ([value], Some((Stmt { kind: StmtKind::Return(_), .. }, _))) => *value,
            _ => return unsupported(Area::Call, span, "several `return`s of an `auto`"),
        };
        // They would be there twice.
        if keeps_variables(function) {
            return unsupported(Area::Call, span, "variables of a function declared with `auto`");
        }
        if self.deducing.iter().any(|other| std::ptr::eq(*other, function)) {
            return unsupported(Area::Call, span, "recursion of a function declared with `auto`");
        }
        let mut qualified = Qualified::of(function);
        variables(body, &mut |variable| qualified.variable(variable));
        let taken = Taken::of(&self.references, body, false);
        let around = std::mem::take(&mut self.body);
        self.body = Body { qualified, taken, ..around };
        self.deducing.push(function);
        let (parameters, returns) = (parameters.to_vec(), Type::Void);
        let signature = Signature { parameters, returns, refers: false };
        let done = self.parameters(function, &signature).and_then(|()| {
            body[..body.len() - 1].iter().try_for_each(|s| self.statement(s))?;
            Ok(self.type_of(value)?.decayed())
        });
        self.deducing.pop();
        done
    }
}

/// The values that a statement may return.
fn returned<'s>(s: &'s Stmt, out: &mut Vec<&'s Expr>) {
    use StmtKind as S;
    match &s.kind {
        S::Return(value) => out.extend(value),
        S::Block(block) => block.iter().for_each(|s| returned(s, out)),
        S::If(_, yes, no) => {
            returned(yes, out);
            no.iter().for_each(|no| returned(no, out));
        }
        S::For(_, _, _, body)
        | S::While(_, body)
        | S::DoWhile(body, _)
        | S::Switch(_, body)
        | S::Case(_, body)
        | S::Label(_, body) => returned(body, out),
        _ => {}
    }
}
