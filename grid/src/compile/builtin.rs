//! GPUVerify's annotations, vectors that are made of numbers, and calls of member functions.

use super::call::Argument;
use super::value::{Called, Value};
use super::{Compiled, Compiler, error, unsupported};
use crate::arithmetic::{Binary, Unary};
use crate::code::{Instr, Reg, Trap};
use crate::scalar::Scalar;
use crate::types::{Type, vector};
use cuda::Area;
use cuda::path::{Path, unqualified};
use cuda::syntax::{Expr, TemplateArgument};
use cuda::vocabulary::{Precondition, is_claim, precondition, vector_made_by};
use semantics::{Name, Span};

impl<'s> Compiler<'s> {
    /// A call of a function that neither the file nor the toolkit declares.
    pub(super) fn builtin(&mut self, name: &Name, es: &'s [Expr], span: &Span) -> Compiled<Value> {
        let plain = unqualified(name.as_str());
        if let Some(value) = self.annotation(plain, es, span)? {
            return Ok(value);
        }
        if self.file.opencl
            && let Some(value) = self.opencl(plain, es, span)?
        {
            return Ok(value);
        }
        if let Some(ty) = vector_made_by(plain).and_then(vector) {
            return match es.len() == ty.width() as usize {
                true => self.construct_all(&ty, es, span),
                false => error(span, format!("`{name}` takes {} arguments", ty.width())),
            };
        }
        match (plain, es) {
            // Of GPUVerify's conditions: the thread is there, and C has no implication.
            ("__enabled", []) => Ok(Value::known(Scalar::Bool, 1)),
            ("__implies", [a, b]) => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                let a = self.convert(a, &Type::BOOL, span)?;
                let b = self.convert(b, &Type::BOOL, span)?;
                let fails = self.apply(Unary::Not, Scalar::Bool, a, span)?;
                self.binary(Binary::Or, Scalar::Bool, fails, b, span)
            }
            _ => {
                // What it is given says more of why.
                for e in es {
                    self.value(e)?;
                }
                unsupported(Area::Call, span, format!("a call of `{name}`"))
            }
        }
    }

    /// GPUVerify's annotations: what is assumed is checked, what it is to prove is passed over.
    fn annotation(&mut self, name: &str, es: &'s [Expr], span: &Span) -> Compiled<Option<Value>> {
        match (precondition(name), es) {
            // Its arguments are not parsed.
            _ if is_claim(name) => Ok(Some(Value::void())),
            (Some(Precondition::Unreachable), []) => {
                self.emit(Instr::Trap { why: Trap::Assumption }, span)?;
                Ok(Some(Value::void()))
            }
            (Some(Precondition::Unevaluated), [condition]) => {
                let begin = self.body.code.len();
                let checked = self.asserted(condition, Trap::Assumption, span)?;
                // To check it is to do no more than to compute.
                match self.has_effects(condition) || self.body.accesses_since(begin) {
                    true => {
                        let what = format!("`{name}` of what memory holds, or of what is called");
                        unsupported(Area::Statement, span, what)
                    }
                    false => Ok(Some(checked)),
                }
            }
            (Some(Precondition::OfFunction | Precondition::Assumed), [condition]) => {
                self.asserted(condition, Trap::Assumption, span).map(Some)
            }
            _ => Ok(None),
        }
    }

    fn construct_all(&mut self, ty: &Type, es: &'s [Expr], span: &Span) -> Compiled<Value> {
        let width = self.width(ty, span)?;
        let first = self.allocate(width, span)?;
        for (n, (e, leaf)) in es.iter().zip(ty.leaves()).enumerate() {
            self.freeing(|c| {
                let value = c.value(e)?;
                let value = c.convert(value, &Type::Scalar(leaf.scalar), span)?;
                c.put_into(first + n as Reg, &value, span)
            })?;
        }
        Ok(Value::registers(ty.clone(), first))
    }

    /// A call of a member function.
    pub(super) fn method(
        &mut self,
        object: Argument<'s>,
        name: &Name,
        explicit: &'s [TemplateArgument],
        es: &'s [Expr],
        span: &Span,
    ) -> Compiled<Called> {
        let of = self.type_of_argument(&object)?;
        if let Type::Record(record) = &of {
            let class = self.class_of_name(&record.name);
            let full = class.name.member(name.as_str());
            let functions = self.functions_of(&full);
            if functions.iter().any(|f| f.member) {
                // The object is the first argument.
                let rest = es.iter().map(Argument::Expr);
                let all: Vec<Argument<'s>> = std::iter::once(object).chain(rest).collect();
                let given = (&class.bound, explicit);
                if let Some(value) =
                    self.call_one_of(&full, &functions, false, given, &all, span)?
                {
                    return Ok(value);
                }
            } else if !functions.is_empty() {
                // The object says nothing of what a static function does. [C++17, 8.2.5]
                if let Argument::Expr(object) | Argument::Pointed(object) = object {
                    self.discard(object)?;
                }
                if let Some(value) = self.static_call(&class, name, explicit, es, span)? {
                    return Ok(value);
                }
            }
        }
        unsupported(Area::Call, span, format!("a call of the member function `{name}` of `{of}`"))
    }
}
