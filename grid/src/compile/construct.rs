//! Objects of classes that have constructors. [C++17, 11.6, 15.6.2]
//!
//! A constructor is a function whose first parameter is the object; what its members are made of stands at the begin of its
//! body, as assignments. A class that says how its objects are copied is not read.

use super::call::Argument;
use super::value::{Binding, Place};
use super::{Compiled, Compiler, unsupported};
use crate::code::Instr;
use crate::types::{Record, Type};
use cuda::Area;
use cuda::path::Path;
use cuda::syntax::{self, Body, Expr, ExprKind, Function, Init, Variable};
use semantics::Span;

/// An array of more objects than this is not made one by one.
const MOST_OBJECTS: u64 = 256;

/// What an object is made of.
#[derive(Clone)]
enum Made<'s> {
    /// `T x;`
    ByDefault,
    /// `T x(e, …)`, `T{e, …}`; of nothing, its members are 0 where no constructor says more.
    Of(Vec<&'s Expr>),
}

impl<'s> Compiler<'s> {
    /// The constructors of a class.
    fn constructors(&self, record: &Record) -> Vec<&'s Function> {
        self.functions_of(&self.class_of(record).member(syntax::CONSTRUCTOR))
    }

    /// Whether making an object of this type calls a function: of its own, or of a member.
    pub(super) fn is_constructed(&self, ty: &Type) -> bool {
        let Type::Record(record) = ty.innermost() else { return false };
        !self.constructors(record).is_empty()
            || record.fields.iter().any(|field| self.is_constructed(&field.ty))
    }

    /// Whether an object of this type that is made of nothing may be any: its constructors do nothing.
    pub(super) fn is_made_of_nothing(&self, ty: &Type) -> bool {
        let Type::Record(record) = ty.innermost() else { return true };
        let constructors = self.constructors(record);
        let simple = constructors.iter().any(|f| f.parameters.len() == 1 && does_nothing(f));
        (constructors.is_empty() || simple)
            && record.fields.iter().all(|field| self.is_made_of_nothing(&field.ty))
    }

    /// `T x;`, `T x(e, …);`, `T x = T(e, …);` where `T` has constructors; whether that is what it is.
    pub(super) fn declare_constructed(
        &mut self,
        variable: &'s Variable,
        ty: &Type,
    ) -> Compiled<bool> {
        let span = &variable.span.0;
        let made = match &variable.init {
            None => Made::ByDefault,
            Some(Init::Arguments(es)) => Made::Of(es.iter().collect()),
            Some(Init::List(list)) => Made::Of(plain(list, ty, span)?),
            Some(Init::Expr(e)) => match &e.kind {
                // That is the object itself. [C++17, 11.6, paragraph 17]
                ExprKind::Construct(of, es) if self.ty(of, span)? == *ty => {
                    Made::Of(es.iter().collect())
                }
                ExprKind::Cast(of, e) if self.ty(of, span)? == *ty => Made::Of(vec![&**e]),
                _ => return Ok(false),
            },
        };
        let object = self.object(&variable.name, ty, span)?;
        let binding = Binding::Object { object, ty: ty.clone() };
        self.bind(&variable.name, binding.clone());
        self.emit(Instr::Fresh { object }, span)?;
        self.freeing(|c| {
            let place = c.bound(binding, span)?;
            c.make(&place, object, made, span)
        })?;
        Ok(true)
    }

    /// `T(e, …)` where `T` has constructors: a temporary object; nothing of other types.
    pub(super) fn constructed_temporary(&mut self, e: &'s Expr) -> Compiled<Option<Place>> {
        let span = &e.span.0;
        let (ty, es) = match &e.kind {
            ExprKind::Construct(ty, es) => (ty, es.iter().collect()),
            ExprKind::Cast(ty, e) => (ty, vec![&**e]),
            _ => return Ok(None),
        };
        if !matches!(ty, syntax::Type::Named(_) | syntax::Type::Instance(..)) {
            return Ok(None);
        }
        let ty = self.ty(ty, span)?;
        if !self.is_constructed(&ty) {
            return Ok(None);
        }
        let object = self.object(&"(temporary)".into(), &ty, span)?;
        self.emit(Instr::Fresh { object }, span)?;
        let place = self.bound(Binding::Object { object, ty }, span)?;
        self.make(&place, object, Made::Of(es), span)?;
        Ok(Some(place))
    }

    /// Makes an object, which is this variable of the function, or a part of it.
    fn make(&mut self, at: &Place, object: u16, made: Made<'s>, span: &Span) -> Compiled<()> {
        let Place::Memory { pointer, bytes, ty } = at else {
            return unsupported(Area::Class, span, format!("the construction of a `{}`", at.ty()));
        };
        let part = |offset: u64, ty: &Type| Place::Memory {
            pointer: *pointer,
            bytes: bytes.saturating_add(offset as i64),
            ty: ty.clone(),
        };
        let refused = || unsupported(Area::Class, span, format!("the construction of a `{ty}`"));
        let record = match ty {
            Type::Array(of, n) => {
                let by_default = match &made {
                    Made::ByDefault => true,
                    Made::Of(es) => es.is_empty(),
                };
                if *n > MOST_OBJECTS || !by_default {
                    return refused();
                }
                for i in 0..*n {
                    self.make(&part(i * of.size(), of), object, made.clone(), span)?;
                }
                return Ok(());
            }
            Type::Record(record) => record.clone(),
            _ => return Ok(()),
        };
        let class = self.class_of_name(&record.name);
        let constructors = self.constructors(&record);
        let (zeroed, es) = match made {
            Made::ByDefault => (false, Vec::new()),
            Made::Of(es) => (es.is_empty(), es),
        };
        if let [e] = es.as_slice()
            && self.type_of(e)? == *ty
        {
            let value = self.value(e)?;
            return self.write(at, &value, span);
        }
        let inner = record.fields.iter().filter(|field| self.is_constructed(&field.ty));
        let inner: Vec<_> = inner.map(|field| part(field.offset, &field.ty)).collect();
        if !inner.is_empty() && (!constructors.is_empty() || !es.is_empty() || record.union) {
            let what = format!("a `{ty}`, whose members have constructors,");
            return unsupported(Area::Class, span, what);
        }
        let defaults = class.record.map_or([].as_slice(), |r| r.defaults.as_slice());
        // The members that no constructor sets. [C++17, 11.6, paragraph 8]
        let implicitly = constructors.is_empty() || !defaults.is_empty();
        if zeroed && (implicitly || self.is_made_of_nothing(ty)) {
            let whole = *bytes == 0 && self.body.objects[object as usize].ty == *ty;
            if !whole {
                return refused();
            }
            self.emit(Instr::Zero { object }, span)?;
        }
        for member in inner {
            self.make(&member, object, Made::ByDefault, span)?;
        }
        if constructors.is_empty() {
            return Ok(());
        }
        // A list gives the first members its values, and the others have theirs by default: in which order is not seen
        // where those stand alone.
        let listed = !defaults.is_empty() && !es.is_empty();
        if listed
            && (es.len() > record.fields.len() || !defaults.iter().all(|(_, e)| e.stands_alone()))
        {
            return refused();
        }
        let given = std::iter::once(Argument::Object(at.clone()));
        let own = es.iter().filter(|_| !listed).map(|e| Argument::Expr(e));
        let given: Vec<_> = given.chain(own).collect();
        let name = class.name.member(syntax::CONSTRUCTOR);
        let none = (&class.bound, [].as_slice());
        self.call_one_of(&name, &constructors, false, none, &given, span)?;
        for (field, e) in record.fields.iter().zip(es.into_iter().filter(|_| listed)) {
            let value = self.value(e)?;
            let value = self.convert(value, &field.ty, span)?;
            self.write(&part(field.offset, &field.ty), &value, span)?;
        }
        Ok(())
    }
}

/// Whether the body of a constructor is empty.
fn does_nothing(constructor: &Function) -> bool {
    matches!(&constructor.body, Body::Block(body) if body.is_empty())
}

/// The values of a list that has no lists in it.
fn plain<'s>(list: &'s [Init], ty: &Type, span: &Span) -> Compiled<Vec<&'s Expr>> {
    let all = list.iter().map(|init| match init {
        Init::Expr(e) => Some(e),
        _ => None,
    });
    match all.collect::<Option<Vec<_>>>() {
        Some(all) => Ok(all),
        None => unsupported(Area::Initializer, span, format!("this initializer of a `{ty}`")),
    }
}
