//! Classes: instances of templates of them, static members, constructors, conversions, operators.

use super::template::Bound;
use super::{Typed, Typer, constant, make, unsupported};
use crate::area::Area;
use crate::assumption::AssumptionKind;
use crate::path::Path;
use crate::resolve::enumeration::is_wide;
use crate::syntax::{self, Body, CONSTRUCTOR, CONVERSION, Function};
use crate::typed::{Callee, Expr, Kind, Local, LocalId, Storage, Type};
use semantics::{IntType, Name, Span};
use std::collections::HashMap;
use std::sync::Arc;

/// How deep instances of class templates may hang on each other.
pub(super) const DEEPEST_CLASS: usize = 32;

impl Typer<'_> {
    /// Runs a part of the file's own scope, in which these parameters are bound.
    pub(super) fn apart<T>(
        &mut self,
        bound: &Bound,
        span: &Span,
        part: impl FnOnce(&mut Self) -> Typed<T>,
    ) -> Typed<T> {
        if self.depth >= DEEPEST_CLASS {
            return unsupported(Area::Limit, span, "class templates that are nested this deeply");
        }
        self.depth += 1;
        let outer = std::mem::take(&mut self.scopes);
        self.scopes = vec![outer.first().cloned().unwrap_or_default(), HashMap::new()];
        let done = self.inside(bound, part);
        let inner = std::mem::replace(&mut self.scopes, outer);
        // Variables of the file that the part was the first to use.
        if let (Some(scope), Some(used)) = (self.scopes.first_mut(), inner.into_iter().next()) {
            *scope = used;
        }
        self.depth -= 1;
        done
    }

    /// The class, or the template of which it is an instance, and what its parameters stand for.
    pub(super) fn class_parts(&self, class: &Name) -> (Name, Bound) {
        match self.instances.get(class) {
            Some(instance) => (instance.record.name.clone(), instance.bound.clone()),
            None => (class.clone(), Bound::default()),
        }
    }

    /// The member functions of a class of this name; of two that differ in `const` alone, the one
    /// for this object.
    pub(super) fn methods(
        &mut self,
        class: &Name,
        name: &str,
        constant: bool,
    ) -> (Vec<Arc<Function>>, Bound) {
        let (of, bound) = self.class_parts(class);
        let full = of.member(name);
        let all = self.context.functions.get(&full).into_iter().flatten();
        let all: Vec<_> = all.cloned().collect();
        let rest = |f: &Function| -> Vec<syntax::Type> {
            f.parameters.iter().skip(1).map(|p| p.ty.clone()).collect()
        };
        let mut kept = all.clone();
        kept.retain(|f| {
            let twin = all.iter().any(|g| is_const(g) != is_const(f) && rest(g) == rest(f));
            !f.member || is_const(f) || !constant && !twin || is_const(f) == constant
        });
        // A static function of the name is called in the same way: `overload` refuses both.
        match kept.iter().any(|f| f.member) {
            true => (kept, bound),
            false => (Vec::new(), bound),
        }
    }

    /// `C::name`, of a class that is known here only.
    pub(super) fn static_member(
        &mut self,
        class: &syntax::Type,
        name: &Name,
        span: &Span,
    ) -> Typed<Expr> {
        if let (syntax::Type::Missing(class), true) = (class, self.context.missing) {
            return self.member_of_missing(class, name, span);
        }
        let ty = self.ty(class, span)?;
        let Type::Opaque(class) = &ty else {
            return unsupported(Area::Class, span, format!("the member `{name}` of `{ty}`"));
        };
        self.static_of(class, name, span)
    }

    /// A member of a class template that nothing declares: any number, since that of other arguments is another.
    fn member_of_missing(&mut self, class: &Name, name: &Name, span: &Span) -> Typed<Expr> {
        self.refuse_ambiguous(class, span)?;
        let full = class.member(name.as_str());
        let what =
            format!("`{full}`, which nothing at hand declares, is a number, and writes nothing");
        self.assume(AssumptionKind::UnknownMacro, what, span);
        Ok(make(Kind::Call(Callee::Pure(full.clone()), Vec::new()), Type::unknown(full), span))
    }

    /// As [`Typer::static_member`], of the class of this name.
    fn static_of(&mut self, class: &Name, name: &Name, span: &Span) -> Typed<Expr> {
        let full = class.member(name.as_str());
        if self.context.constants.contains_key(&full) || self.context.globals.contains_key(&full) {
            return self.name(&full, span);
        }
        let (of, bound) = self.class_parts(class);
        if self.context.ambiguous.contains(&of.member(name.as_str())) {
            return unsupported(
                Area::Class,
                span,
                format!("the static member `{name}` of `{class}`"),
            );
        }
        let constants = self.class_record(class).map(|r| r.constants.clone()).unwrap_or_default();
        let Some((_, ty, value)) = constants.into_iter().find(|(other, ..)| other == name) else {
            return unsupported(
                Area::Class,
                span,
                format!("the static member `{name}` of `{class}`"),
            );
        };
        self.refuse_wide(class, &ty, span)?;
        let value = self.apart(&bound, span, |s| {
            let to = s.ty(&ty, span)?.unqualified();
            let value = s.value(&value)?;
            s.convert(value, &to)
        })?;
        match constant::evaluate(&value) {
            Some(n) => Ok(make(Kind::Int(n), value.ty, span)),
            None => unsupported(
                Area::Constant,
                span,
                format!("`{class}::{name}`, which is not constant"),
            ),
        }
    }

    /// `object.name`, where that is a static member: the object is evaluated, and says nothing of the value.
    /// [C++17, 8.2.5]
    pub(super) fn static_through(
        &mut self,
        object: &Expr,
        name: &Name,
        span: &Span,
    ) -> Typed<Option<Expr>> {
        let Type::Opaque(class) = &object.ty else { return Ok(None) };
        let full = class.member(name.as_str());
        let of_it =
            self.class_record(class).is_some_and(|r| r.constants.iter().any(|c| c.0 == *name));
        let known = of_it || self.context.constants.contains_key(&full);
        match known && !self.has_effects(object) {
            true => self.static_of(class, name, span).map(Some),
            false => Ok(None),
        }
    }

    /// Refuses an enumeration of a class that an `int` does not hold: which type it has is not
    /// looked for.
    fn refuse_wide(&mut self, class: &Name, ty: &syntax::Type, span: &Span) -> Typed<()> {
        let syntax::Type::Distinct(enumeration, of) = ty else { return Ok(()) };
        if **of != syntax::Type::Int(IntType::INT) {
            return Ok(());
        }
        let key = (class.clone(), enumeration.clone());
        if !self.wide.contains_key(&key) {
            // One enumerator may be made of others.
            self.wide.insert(key.clone(), false);
            let constants = self.class_record(class).map(|r| r.constants.clone());
            let (_, bound) = self.class_parts(class);
            for (_, of, value) in constants.unwrap_or_default() {
                if of != *ty {
                    continue;
                }
                let value = self.apart(&bound, span, |s| s.value(&value));
                let n = value.ok().and_then(|value| constant::evaluate(&value));
                if n.is_none_or(|n| is_wide(&n)) {
                    self.wide.insert(key.clone(), true);
                }
            }
        }
        match self.wide.get(&key) {
            Some(true) => unsupported(
                Area::Type,
                span,
                format!(
                    "the enumeration `{enumeration}` of `{class}`, which an `int` does not hold"
                ),
            ),
            _ => Ok(()),
        }
    }

    /// The class as declared.
    pub(super) fn class_record(&self, class: &Name) -> Option<&Arc<syntax::Record>> {
        match self.instances.get(class) {
            Some(instance) => Some(&instance.record),
            None => self.context.records.get(class),
        }
    }

    /// Whether what a class has is no more than its fields: no base, and no bit-field.
    pub(super) fn is_its_fields(&self, class: &Name) -> bool {
        self.class_record(class).is_none_or(|r| r.bases.is_empty() && r.bits.is_empty())
    }

    /// `C::name` as a type.
    pub(super) fn member_type(
        &mut self,
        class: &syntax::Type,
        name: &Name,
        span: &Span,
    ) -> Typed<Type> {
        let ty = self.ty(class, span)?;
        let found = match &ty {
            Type::Opaque(class) => self.class_record(class).and_then(|r| {
                r.types.iter().find(|(other, _)| other == name).map(|(_, ty)| ty.clone())
            }),
            _ => None,
        };
        match (found, &ty) {
            (Some(member), Type::Opaque(class)) => {
                let (_, bound) = self.class_parts(class);
                self.apart(&bound, span, |s| s.ty(&member, span))
            }
            _ => unsupported(Area::Type, span, format!("the type `{name}` of `{ty}`")),
        }
    }

    /// Whether making an object of this type calls a function: of its own, or of a member.
    pub(super) fn has_constructors(&mut self, ty: &Type) -> bool {
        let Type::Opaque(name) = ty.innermost() else { return false };
        let (of, _) = self.class_parts(name);
        let constructor = of.member(CONSTRUCTOR);
        if self.context.functions.contains_key(&constructor)
            || self.context.ambiguous.contains(&constructor)
        {
            return true;
        }
        let fields = self.record(name).map(|r| r.fields.clone()).unwrap_or_default();
        fields.iter().any(|(_, ty)| self.has_constructors(ty))
    }

    /// Whether the constructor of the class of this type, or of that of a member, is not modelled: what host code gives
    /// such an object is not followed.
    pub(super) fn is_made_in_unknown_ways(&mut self, ty: &Type) -> bool {
        let Type::Opaque(name) = ty.innermost() else { return false };
        let (of, _) = self.class_parts(name);
        if self.context.ambiguous.contains(&of.member(CONSTRUCTOR)) {
            return true;
        }
        let bases = self.class_record(name).map(|r| r.bases.clone()).unwrap_or_default();
        let fields = self.record(name).map(|r| r.fields.clone()).unwrap_or_default();
        // What the objects of bases hold, host code is not seen to say.
        let base = |c: &Name| self.class_record(c).is_some_and(|r| !r.defaults.is_empty());
        let of_base = |(x, ty): &(Name, Type)| {
            bases.contains(x) && matches!(ty, Type::Opaque(c) if base(&self.class_parts(c).0))
        };
        if fields.iter().any(of_base) {
            return true;
        }
        fields.iter().any(|(_, ty)| self.is_made_in_unknown_ways(ty))
    }

    /// Whether a copy of an object calls an assignment of the class of one of its members.
    pub(super) fn assigns_members(&mut self, ty: &Type) -> bool {
        let Type::Opaque(name) = ty else { return false };
        let fields = self.record(name).map(|r| r.fields.clone()).unwrap_or_default();
        fields.iter().any(|(_, ty)| {
            let Type::Opaque(class) = ty.innermost() else { return false };
            let own = self.class_parts(class).0.member("operator=");
            self.context.functions.contains_key(&own) || self.assigns_members(ty)
        })
    }

    /// Whether a class, or that of a member, has functions that differ in whether the object is `const`.
    pub(super) fn asks_for_const(&mut self, ty: &Type) -> bool {
        let Type::Opaque(class) = ty else { return false };
        let class_name = self.class_parts(class).0;
        let own = self.context.functions.iter().any(|(name, functions)| {
            name.is_within(&class_name)
                && functions.iter().any(|f| is_const(f))
                && functions.iter().any(|f| !is_const(f))
        });
        if own {
            return true;
        }
        let fields = self.record(class).map(|r| r.fields.clone()).unwrap_or_default();
        fields.iter().any(|(_, ty)| self.asks_for_const(ty.innermost()))
    }

    /// Refuses a member function of which there are specializations outside of the class.
    pub(super) fn refuse_specialized(&self, name: &Name, span: &Span) -> Typed<()> {
        let mut all = self.context.functions.get(name).into_iter().flatten();
        match name.is_qualified() && all.any(|f| f.specializes.is_some()) {
            true => unsupported(
                Area::Template,
                span,
                format!("a call of `{name}`, a template with specializations"),
            ),
            false => Ok(()),
        }
    }

    /// An object converted by a function of its class.
    pub(super) fn conversion(&mut self, e: &Expr, to: &Type) -> Typed<Option<Expr>> {
        let Type::Opaque(class) = &e.ty else { return Ok(None) };
        if e.ty == *to {
            return Ok(None);
        }
        let span = e.span.clone();
        let constant = self.is_const(e);
        let (of, bound) = self.class_parts(class);
        let full = of.member(CONVERSION);
        if self.inherits(class, &CONVERSION.into()) {
            return unsupported(
                Area::Class,
                &span,
                format!("a conversion of `{class}` by one of its bases"),
            );
        }
        if self.context.ambiguous.contains(&full) {
            return unsupported(
                Area::Class,
                &span,
                format!("a conversion of `{class}`, which has several conversion functions"),
            );
        }
        let functions = self.context.functions.get(&full).cloned().unwrap_or_default();
        // An object that is not `const` converts to a pointer that may write first, and then to this.
        let reads = matches!(to, Type::Pointer(to) if to.is_const());
        if functions.len() > 1 && reads && !constant {
            return unsupported(
                Area::Class,
                &span,
                format!("a conversion of `{class}`, which has several conversion functions"),
            );
        }
        let mut fitting = Vec::new();
        for function in functions.iter().filter(|f| f.body != Body::None) {
            let returns = self.apart(&bound, &span, |s| s.ty(&function.returns, &span))?;
            if returns == *to && (is_const(function) || !constant) {
                fitting.push(function);
            }
        }
        match fitting.as_slice() {
            [] => Ok(None),
            [only] => self.inline_one(only, &bound, &[], vec![e.clone()], &span).map(Some),
            _ => unsupported(Area::Class, &span, format!("a conversion from `{class}` to `{to}`")),
        }
    }

    /// An operand of an operator of numbers: an object is the number that its class converts it to, where that is one
    /// only. [C++17, 16.3.1.2]
    pub(super) fn as_number(&mut self, e: Expr) -> Typed<Expr> {
        let Type::Opaque(class) = &e.ty else { return Ok(e) };
        let (of, bound) = self.class_parts(class);
        let functions = self.context.functions.get(&of.member(CONVERSION)).cloned();
        let [only] = functions.as_deref().unwrap_or_default() else { return Ok(e) };
        let to = self.apart(&bound, &e.span, |s| s.ty(&only.returns, &only.span.0))?;
        match to {
            Type::Bool | Type::Int(_) | Type::Float(_) => {
                Ok(self.conversion(&e, &to)?.unwrap_or(e))
            }
            _ => Ok(e),
        }
    }

    /// An operator that the file defines for these operands; nothing where it defines none.
    pub(super) fn operator_call(
        &mut self,
        symbol: &str,
        operands: Vec<Expr>,
        span: &Span,
    ) -> Typed<Option<Expr>> {
        self.operated(symbol, &operands, span);
        let structure = |e: &Expr| matches!(&e.ty, Type::Opaque(_));
        // What nothing declares is taken for a number: no operator of the file is for it.
        let known = |e: &&Expr| !e.ty.unqualified().is_unknown();
        if !operands.iter().filter(known).any(|e| self.may_have_operators(e)) {
            return Ok(None);
        }
        let name = Name::from(format!("operator{symbol}"));
        let ambiguous = |name: &Name| self.context.ambiguous.contains(name);
        let own = operands.iter().filter(|e| structure(e)).any(|e| {
            let Type::Opaque(class) = &e.ty else { return false };
            ambiguous(&self.class_parts(class).0.member(name.as_str()))
        });
        if ambiguous(&name) || own {
            return unsupported(
                Area::Class,
                span,
                format!("the operator `{symbol}`, which is overloaded"),
            );
        }
        if !operands.iter().any(structure) {
            return Ok(None);
        }
        let mut operands = operands;
        let free =
            self.context.functions.get(&Name::from(name.as_str())).cloned().unwrap_or_default();
        if let Some(object) = self.operator_of_base(&operands[0], name.as_str(), span)? {
            // A function may take the object as a whole.
            if !free.is_empty() {
                return unsupported(
                    Area::Class,
                    span,
                    format!("the operator `{symbol}`, which is overloaded"),
                );
            }
            operands[0] = object;
        }
        let first = operands[0].clone();
        let (mut functions, bound) = match &first.ty {
            Type::Opaque(class) if structure(&first) => {
                let constant = self.is_const(&first);
                self.methods(class, name.as_str(), constant)
            }
            _ => (Vec::new(), Bound::default()),
        };
        if !functions.is_empty() && !free.is_empty() && !bound.is_empty() {
            return unsupported(
                Area::Class,
                span,
                format!("the operator `{symbol}`, which is overloaded"),
            );
        }
        // What the parameters of its class stand for says nothing of those of another template.
        let bound = if functions.is_empty() { Bound::default() } else { bound };
        functions.extend(free);
        functions.retain(|f| f.parameters.len() == operands.len());
        if functions.is_empty()
            || symbol == "=" && self.copies_by_itself(&functions, &bound, &operands, span)?
        {
            return Ok(None);
        }
        self.inline_of(&functions, &bound, None, operands, span).map(Some)
    }

    /// Whether an assignment is the one that each class has by itself: an object of the class is given, and none of its
    /// functions is for that. [C++17, 15.8.2, paragraph 2]
    fn copies_by_itself(
        &mut self,
        functions: &[Arc<Function>],
        bound: &Bound,
        operands: &[Expr],
        span: &Span,
    ) -> Typed<bool> {
        let [place, value] = operands else { return Ok(false) };
        let class = place.ty.unqualified();
        let is_object = value.ty.unqualified() == class;
        let is_derived = match (&class, value.ty.unqualified()) {
            (Type::Opaque(base), Type::Opaque(derived)) => self.derives(&derived, base),
            _ => false,
        };
        if !is_object && !is_derived {
            return Ok(false);
        }
        for function in functions {
            let Some(parameter) = function.parameters.get(1) else { continue };
            let written = match &parameter.ty {
                syntax::Type::Reference(to) | syntax::Type::Moved(to) => &**to,
                ty => ty,
            };
            if self.inside(bound, |s| s.ty(written, span))?.unqualified() == class {
                return Ok(false);
            }
        }
        match is_object {
            true => Ok(true),
            false => unsupported(
                Area::Class,
                span,
                format!("an assignment to a `{class}` of another class"),
            ),
        }
    }

    /// Refuses a name that may mean another declaration than the one that is found.
    pub(super) fn refuse_ambiguous(&self, name: &Name, span: &Span) -> Typed<()> {
        self.refuse_unread(name, span)?;
        match syntax::is_ambiguous(&self.context.ambiguous, name) {
            true => self.several(name, span),
            false => Ok(()),
        }
    }

    /// Refuses a name that may be declared in a part of the source that is not read.
    pub(super) fn refuse_unread(&self, name: &Name, span: &Span) -> Typed<()> {
        if let Some(why) = self.context.unread.get(name) {
            return unsupported(
                Area::Unread,
                span,
                format!("`{name}`, which stands in a part of the source that is not read ({why}),"),
            );
        }
        Ok(())
    }

    /// Refuses a name of which nobody knows which declaration it means.
    pub(super) fn several<T>(&self, name: &Name, span: &Span) -> Typed<T> {
        unsupported(
            Area::Name,
            span,
            format!("`{name}`, of which several declarations may be meant"),
        )
    }

    /// Refuses an operator of which the operands are not evaluated as a function's, where the file
    /// defines one.
    pub(super) fn refuse_defined(&self, symbol: &str, span: &Span) -> Typed<()> {
        match self.context.ambiguous.contains(&Name::from(format!("operator{symbol}"))) {
            true => unsupported(
                Area::Class,
                span,
                format!("the operator `{symbol}`, which is overloaded"),
            ),
            false => Ok(()),
        }
    }

    /// A reference to a place: a pointer that is followed wherever it is named.
    pub(super) fn referred(
        &mut self,
        name: &Name,
        place: Expr,
        constant: bool,
        span: &Span,
    ) -> Typed<(LocalId, Expr)> {
        let mut address = self.address(place, span)?;
        if let (true, Type::Pointer(to)) = (constant, &address.ty)
            && !to.is_const()
        {
            address.ty = Type::Pointer(Type::Const(to.clone()).into());
        }
        let id = LocalId(self.locals.len());
        let (ty, storage) = (address.ty.clone(), Storage::Thread);
        self.locals.push(Local { name: name.clone(), ty, storage, span: span.clone() });
        self.references.insert(id);
        Ok((id, address))
    }
}

/// Whether a member function leaves its object as it is.
fn is_const(function: &Function) -> bool {
    match function.parameters.first().map(|p| &p.ty) {
        Some(syntax::Type::Reference(of)) => matches!(**of, syntax::Type::Const(_)),
        _ => false,
    }
}
