//! Functions: which are called, and the code of each.

use super::emit::Body;
use super::known::Known;
use super::qualified::Qualified;
use super::taken::{Taken, variables};
use super::template::{Bindings, any_type, is_any};
use super::value::{Binding, Place, Value};
use super::{Compiled, Compiler, Instance, MOST_FUNCTIONS, Passed, Signature, error, unsupported};
use crate::code::{Function, Instr, Object, Reg, Trap};
use crate::types::Type;
use cuda::Area;
use cuda::syntax::{self, Body as SyntaxBody};
use rustc_hash::FxHashMap;
use semantics::Span;

/// Whether a function has variables that are the same in each of its calls.
pub(super) fn keeps_variables(function: &syntax::Function) -> bool {
    let SyntaxBody::Block(body) = &function.body else { return false };
    let mut found = false;
    variables(body, &mut |v| found |= v.specifiers.shared || v.specifiers.statical);
    found
}

impl<'s> Compiler<'s> {
    /// The number of a function among those that are compiled.
    pub(super) fn instance(
        &mut self,
        function: &'s syntax::Function,
        bound: Bindings,
        call: &Span,
    ) -> Compiled<usize> {
        let of_toolkit = function.specifiers.of_toolkit;
        let site = of_toolkit.then(|| self.body.site.clone().unwrap_or_else(|| call.clone()));
        let place = |site: &Option<Span>| {
            let span = site.as_ref()?;
            Some((span.source.text().as_ptr().addr(), span.bytes.clone()))
        };
        let same = |other: &Instance<'s>| {
            std::ptr::eq(other.function, function)
                && other.bound == bound
                && other.bound.told == bound.told
                && place(&other.site) == place(&site)
        };
        if let Some(n) = self.instances.iter().position(same) {
            return Ok(n);
        }
        let span = &function.span.0;
        let twin = |other: &Instance<'s>| {
            std::ptr::eq(other.function, function)
                && other.bound == bound
                && other.bound.told != bound.told
        };
        if keeps_variables(function) && self.instances.iter().any(twin) {
            let what = format!("`{}`, for types that are not told apart here,", function.name);
            return unsupported(Area::Template, call, what);
        }
        if self.instances.len() >= MOST_FUNCTIONS {
            return unsupported(Area::Limit, span, "a kernel that uses this many functions");
        }
        let signature = self.under(&bound, |c| c.signature(function))?;
        self.instances.push(Instance { function, bound, site });
        self.signatures.push(signature);
        Ok(self.instances.len() - 1)
    }

    pub(super) fn signature(&mut self, function: &'s syntax::Function) -> Compiled<Signature> {
        let parameters = self.taken_by(function)?;
        if function.returns == syntax::Type::Auto {
            let returns = self.deduced(function, &parameters)?;
            return Ok(Signature { parameters, returns, refers: false });
        }
        let returns = self.passed(&function.returns, &function.span.0)?;
        Ok(Signature { parameters, returns: returns.ty, refers: returns.reference })
    }

    /// How a function takes its arguments.
    pub(super) fn taken_by(&mut self, function: &'s syntax::Function) -> Compiled<Vec<Passed>> {
        let span = &function.span.0;
        if function.variadic {
            return unsupported(Area::Call, span, "a function with any number of arguments");
        }
        let mut parameters = Vec::new();
        for (n, parameter) in function.parameters.iter().enumerate() {
            let any = self.bound_type(&any_type(n)).filter(|_| is_any(function, n)).cloned();
            let mut passed = match any {
                Some(ty) => Passed { ty, reference: false, temporary: false },
                None => self.passed(&parameter.ty, &parameter.span.0)?,
            };
            // The object may be one, whatever its function does. [C++17, 16.3.1, paragraph 5]
            passed.temporary |= function.member && n == 0;
            if let Type::Opaque(_) = passed.ty {
                passed.ty = self.complete(&passed.ty, &parameter.span.0)?;
            }
            parameters.push(passed);
        }
        Ok(parameters)
    }

    /// The code of a function.
    pub(super) fn function(
        &mut self,
        n: usize,
        Instance { function, bound, site }: Instance<'s>,
    ) -> Compiled<Function> {
        let span = &function.span.0;
        let SyntaxBody::Block(statements) = &function.body else {
            return unsupported(
                Area::Call,
                span,
                format!("a call of `{}`, which has no body here", function.name),
            );
        };
        let signature = self.signatures[n].clone();
        self.known = Known::default();
        let mut qualified = Qualified::of(function);
        variables(statements, &mut |variable| qualified.variable(variable));
        self.body = Body {
            qualified,
            taken: Taken::of(&self.references, statements, signature.refers),
            scopes: vec![FxHashMap::default()],
            returns: Some(signature.returns.clone()),
            refers: signature.refers,
            site,
            ..Body::default()
        };
        self.types.clone_from(&bound.types);
        self.told.clone_from(&bound.told);
        self.bind_values(&bound);
        self.parameters(function, &signature)?;
        self.statements(statements)?;
        if signature.returns != Type::Void {
            self.emit(Instr::Trap { why: Trap::NoReturn }, span)?;
            // The result is 0 then.
            let width = self.result(&signature, span)?;
            for d in 0..width {
                self.put_into(d, &Value::int(0), span)?;
            }
        }
        self.emit(Instr::Return, span)?;
        // The result needs its registers, too.
        self.body.most = self.body.most.max(u32::from(self.result(&signature, span)?));
        let placed = |label: &super::emit::Label| self.body.labels[label.0 as usize].is_some();
        if let Some((name, _)) = self.body.named.iter().find(|(_, label)| !placed(label)) {
            return error(span, format!("there is no label `{name}`"));
        }
        let body = std::mem::take(&mut self.body);
        Ok(body.finish(format!("{}{}", function.name, bound.suffix())))
    }

    /// How many registers a result takes.
    pub(super) fn result(&self, signature: &Signature, span: &Span) -> Compiled<u16> {
        if signature.refers { Ok(1) } else { self.width(&signature.returns, span) }
    }

    /// The parameters are in the first registers.
    pub(super) fn parameters(
        &mut self,
        function: &syntax::Function,
        signature: &Signature,
    ) -> Compiled<()> {
        let mut firsts: Vec<Reg> = Vec::new();
        for (parameter, passed) in function.parameters.iter().zip(&signature.parameters) {
            let span = &parameter.span.0;
            let width = if passed.reference { 1 } else { self.width(&passed.ty, span)? };
            firsts.push(self.allocate(width, span)?);
        }
        let all = function.parameters.iter().zip(&signature.parameters).zip(firsts);
        for ((parameter, passed), first) in all {
            let (Some(name), span) = (&parameter.name, &parameter.span.0) else { continue };
            let ty = passed.ty.clone();
            let binding = if passed.reference {
                Binding::Reference { pointer: first, ty }
            } else if self.body.taken.has(name, &ty) {
                let object = self.object(name, &ty, span)?;
                let value = Value::registers(ty.clone(), first);
                let binding = Binding::Object { object, ty };
                self.freeing(|c| {
                    let place = c.bound(binding.clone(), span)?;
                    c.write(&place, &value, span)
                })?;
                binding
            } else {
                Binding::Registers { first, flags: None, ty }
            };
            self.bind(name, binding);
        }
        Ok(())
    }

    /// A variable of the function in memory.
    pub(super) fn object(
        &mut self,
        name: &semantics::Name,
        ty: &Type,
        span: &semantics::Span,
    ) -> Compiled<u16> {
        let Ok(n) = u16::try_from(self.body.objects.len()) else {
            return unsupported(Area::Limit, span, "a function with this many variables in memory");
        };
        let size = Some(ty.size());
        let (name, ty) = (name.clone(), ty.clone());
        self.body.objects.push(Object { name, ty, size, initial: None, read_only: false });
        Ok(n)
    }

    /// `return e;`
    pub(super) fn returned(
        &mut self,
        e: Option<&'s syntax::Expr>,
        span: &semantics::Span,
    ) -> Compiled<()> {
        let returns = self.body.returns.clone().unwrap_or(Type::Void);
        if let (Some(e), true) = (e, self.body.refers) {
            let place = self.place(e)?;
            if !matches!(place, Place::Memory { .. }) || *place.ty() != returns {
                return unsupported(Area::Pointer, span, "a reference to this");
            }
            let address = self.address(place, span)?;
            let place = Place::Registers { first: 0, flags: None, ty: address.ty.clone() };
            self.write(&place, &address, span)?;
        } else if let Some(e) = e {
            let value = self.value(e)?;
            if returns != Type::Void {
                let value = self.convert(value, &returns, span)?;
                let place = Place::Registers { first: 0, flags: None, ty: returns };
                self.write(&place, &value, span)?;
            }
        }
        self.emit(Instr::Return, span)
    }
}
