//! What C++ tells types apart by where their values are the same: `long` and `long long`, an
//! enumeration and an integer, `T` and `volatile T`. It decides which specialization of a template is
//! meant, and which of its instances. [C++17, 6.9, 17.4]

use super::template::{Given, Meaning};
use super::{Typed, Typer, place, unsupported};
use crate::area::Area;
use crate::syntax;
use crate::typed::{Expr, Kind, Type};
use semantics::{IntType, Name, Span};
use std::collections::BTreeSet;

impl Typer<'_> {
    /// What a type as written stands for.
    pub(super) fn meaning(&mut self, ty: &syntax::Type, span: &Span) -> Typed<Meaning> {
        let plain = self.ty(ty, span)?;
        let identity = self.identity(ty, &plain);
        Ok(Meaning { ty: plain, identity, reference: false })
    }

    /// What a reference refers to: that of a `T &&` also where `T` itself is a reference.
    pub(super) fn referent(&mut self, ty: &syntax::Type, span: &Span) -> Typed<Type> {
        if let syntax::Type::Moved(of) = ty {
            if let syntax::Type::Named(name) = &**of
                && let Some(meaning) = self.types.get(name)
            {
                return Ok(meaning.ty.clone());
            }
            return self.ty(of, span);
        }
        self.ty(ty, span)
    }

    /// What tells a type from all others; `None` where that is not known.
    fn identity(&self, ty: &syntax::Type, plain: &Type) -> Option<String> {
        use syntax::Type as S;
        match (ty, plain) {
            (S::Distinct(name, _), _) => Some(name.to_string()),
            (S::Const(of), Type::Const(inner)) => {
                // The inner one may be `const` already, which its name then says.
                let identity = match self.identity(of, plain) {
                    Some(identity) => identity,
                    None => self.identity(of, inner)?,
                };
                Some(qualified(&identity, "const"))
            }
            (S::Volatile(of), plain) => Some(qualified(&self.identity(of, plain)?, "volatile")),
            (S::Pointer(of), Type::Pointer(to)) => Some(format!("{} *", self.identity(of, to)?)),
            (S::Array(of, size), Type::Array(to, n)) if size.is_some() == n.is_some() => {
                let n = n.as_ref().map_or_else(String::new, ToString::to_string);
                Some(format!("{} [{n}]", self.identity(of, to)?))
            }
            (S::Named(name), plain) => match self.types.get(name) {
                Some(meaning) => meaning.identity.clone(),
                None => Some(self.spelled(plain)),
            },
            (S::Void | S::Bool | S::Int(_) | S::Float(_) | S::Instance(..), plain) => {
                Some(self.spelled(plain))
            }
            // A value of a type: it has no qualifiers. [C++17, 8.2, paragraph 6]
            (S::Decltype(e), plain) => match &e.kind {
                syntax::ExprKind::Construct(of, all) if all.is_empty() => {
                    unqualified(&self.identity_of_object(of, plain)?)
                }
                _ => None,
            },
            // It is the type of this name, whichever that is.
            (S::Missing(_), plain) => Some(self.spelled(plain)),
            (S::Member(..), plain) => {
                (!self.context.volatile && self.is_sure(plain, false)).then(|| self.spelled(plain))
            }
            _ => None,
        }
    }

    /// As [`Typer::identity`], of what is no reference, array or function.
    fn identity_of_object(&self, ty: &syntax::Type, plain: &Type) -> Option<String> {
        let refers = match ty {
            syntax::Type::Named(name) => {
                self.types.get(name).is_some_and(|meaning| meaning.reference)
            }
            ty => ty.referent().is_some(),
        };
        if let syntax::Type::Const(of) = ty {
            return self.identity_of_object(of, plain);
        }
        let object = !refers && !matches!(plain, Type::Array(..) | Type::Function);
        object.then(|| self.identity(ty, plain)).flatten()
    }

    /// A type as C++ spells it: of types with the same values, the one that the file has.
    pub(super) fn spelled(&self, ty: &Type) -> String {
        let text = ty.to_string();
        if !self.context.merged.only_bfloat16 {
            return text;
        }
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let parts = text.split_inclusive(|c| !word(c));
        let renamed = parts.map(|part| match part.strip_prefix("half") {
            Some(rest) if !rest.starts_with(word) => format!("__nv_bfloat16{rest}"),
            _ => part.to_string(),
        });
        renamed.collect()
    }

    /// Whether the type of an expression is no other type of the same values. Below a pointer,
    /// `volatile` is part of a type.
    fn is_sure(&self, ty: &Type, below: bool) -> bool {
        let merged = &self.context.merged;
        if below && (self.context.volatile || merged.constant) {
            return false;
        }
        match ty {
            Type::Int(int) => {
                let long = int.bits == IntType::LONG.bits && merged.long_long;
                let char = *int == IntType::signed(8) && merged.signed_char;
                !long && !char && !merged.characters && !merged.enumerations
            }
            Type::Float(bits) => *bits != 16 || !merged.bfloat16,
            Type::Void | Type::Bool | Type::Opaque(_) | Type::Unknown(_) => true,
            Type::Const(of) | Type::Array(of, _) => self.is_sure(of, below),
            Type::Pointer(to) => self.is_sure(to, true),
            Type::Function => false,
        }
    }

    /// Whether a file may define operators on it: a class or an enumeration. [C++17, 16.5, paragraph 6]
    pub(super) fn may_have_operators(&self, e: &Expr) -> bool {
        match e.ty.unqualified() {
            // Half precision is a class.
            Type::Float(bits) => bits < 32,
            Type::Int(_) | Type::Bool => self.context.merged.enumerations && !is_computed(e),
            Type::Void | Type::Pointer(_) | Type::Array(..) => false,
            _ => true,
        }
    }

    /// Refuses to choose among functions where whether one takes the argument as it is hangs on what
    /// is not told apart.
    pub(super) fn refuse_merged(
        &mut self,
        parameter: &syntax::Type,
        argument: &Expr,
        name: &Name,
    ) -> Typed<()> {
        let (to, reference) = match parameter {
            syntax::Type::Reference(to) => (&**to, true),
            ty => (ty, false),
        };
        let Ok(plain) = self.ty(to, &argument.span) else { return Ok(()) };
        let plain = plain.unqualified();
        if plain != super::inline::decayed(&argument.ty) {
            return Ok(());
        }
        let to = match to {
            syntax::Type::Const(of) => of,
            to => to,
        };
        let as_expressions = self.identity(to, &plain) == Some(self.spelled(&plain));
        let computed = is_computed(argument) && !self.context.merged.long_long;
        match as_expressions
            && (computed || self.is_sure(&plain, reference && self.context.volatile))
        {
            true => Ok(()),
            false => unsupported(
                Area::Call,
                &argument.span,
                format!("a call of the overloaded `{name}` with what may be another type"),
            ),
        }
    }

    /// Matches a parameter with an argument, to deduce the parameters of a template.
    pub(super) fn deduce(
        &self,
        deduced: &mut Given<'_>,
        parameter: &syntax::Type,
        argument: &Expr,
    ) {
        let mut ty = argument.ty.clone();
        if let syntax::Type::Reference(to) = parameter {
            let (to, moved) = match &**to {
                syntax::Type::Moved(of) => (&**of, true),
                to => (to, false),
            };
            if let syntax::Type::Named(name) = to {
                let place = place::is_lvalue(argument);
                match place {
                    true if self.is_const(argument) => ty = Type::Const(ty.into()),
                    true => {}
                    // It may be the name of a constant.
                    false if matches!(argument.kind, Kind::Int(_)) => {
                        deduced.unsure.insert(name.clone());
                    }
                    false => {}
                }
                if place && moved {
                    deduced.references.insert(name.clone());
                }
            }
        }
        deduced.deduced.call(parameter, &ty);
        self.deduce_instance(deduced, parameter, &ty);
    }

    /// `C<T, n>` against an instance of the class template.
    fn deduce_instance(&self, deduced: &mut Given<'_>, parameter: &syntax::Type, ty: &Type) {
        let (mut parameter, mut ty) = (parameter, ty);
        loop {
            (parameter, ty) = match (parameter, ty) {
                (syntax::Type::Pointer(to), Type::Pointer(of) | Type::Array(of, _)) => {
                    (&**to, &**of)
                }
                (_, Type::Const(of)) => (parameter, &**of),
                (
                    syntax::Type::Reference(to)
                    | syntax::Type::Moved(to)
                    | syntax::Type::Const(to)
                    | syntax::Type::Volatile(to),
                    _,
                ) => (&**to, ty),
                _ => break,
            };
        }
        let (syntax::Type::Instance(class, arguments), Type::Opaque(title)) = (parameter, ty)
        else {
            return;
        };
        let Some(instance) = self.instances.get(title).filter(|i| i.record.name == *class) else {
            return;
        };
        let own = instance.record.template.iter().flatten().filter_map(|p| p.name.as_ref());
        for (argument, own) in arguments.iter().zip(own) {
            let value = || instance.bound.values.iter().find(|(name, ..)| name == own);
            match argument {
                syntax::TemplateArgument::Type(syntax::Type::Named(name), _) => {
                    if let Some(meaning) = instance.bound.types.get(own) {
                        let named = syntax::Type::Named(name.clone());
                        deduced.deduced.matches(&named, &meaning.ty, true);
                    }
                }
                syntax::TemplateArgument::Value(syntax::Expr {
                    kind: syntax::ExprKind::Name(name),
                    ..
                }) => {
                    if let Some(n) = value().and_then(|(.., value)| super::evaluate(value)) {
                        deduced.deduced.value(name, n);
                    }
                }
                _ => {}
            }
        }
    }

    /// What a deduced type is.
    pub(super) fn deduced(&self, name: &Name, ty: &Type, deduced: &Given<'_>) -> Meaning {
        let reference = deduced.references.contains(name);
        let sure = self.is_sure(ty, deduced.deduced.is_below(name));
        let identity = (sure && !deduced.unsure.contains(name)).then(|| match reference {
            true => format!("{} &", self.spelled(ty)),
            false => self.spelled(ty),
        });
        Meaning { ty: ty.clone(), identity, reference }
    }
}

/// Whether a number is computed, and so promoted, or written: it is no enumeration.
fn is_computed(e: &Expr) -> bool {
    match e.kind {
        Kind::Arithmetic(..) | Kind::Negate(_) | Kind::Coordinate(_) | Kind::BlockDim(_) => true,
        Kind::Int(_) => is_literal(&e.span),
        _ => false,
    }
}

/// Whether a number is written there, and not the name of one.
fn is_literal(span: &Span) -> bool {
    let text = span.source.text().get(span.bytes.clone()).unwrap_or_default();
    text.starts_with(|c: char| c.is_ascii_digit())
}

/// A type with a qualifier, of which the order says nothing: before what it qualifies, after a `*`.
fn qualified(ty: &str, qualifier: &str) -> String {
    let pointer = ty.rfind('*').filter(|at| !ty[*at..].contains('>'));
    let (words, rest): (Vec<&str>, String) = match pointer {
        Some(at) => (ty[at + 1..].split_whitespace().collect(), ty[..=at].into()),
        None => {
            let is_one = |word: &&str| matches!(*word, "const" | "volatile");
            let words: Vec<&str> = ty.split_whitespace().take_while(is_one).collect();
            let rest: Vec<&str> = ty.split_whitespace().skip(words.len()).collect();
            (words, rest.join(" "))
        }
    };
    let words: BTreeSet<&str> = words.into_iter().chain([qualifier]).collect();
    let words = words.into_iter().collect::<Vec<_>>().join(" ");
    match pointer {
        Some(_) => format!("{rest} {words}"),
        None => format!("{words} {rest}"),
    }
}

/// A type without `const`, where it is not `volatile`.
fn unqualified(ty: &str) -> Option<String> {
    let (of, words) = match ty.rfind('*').filter(|at| !ty[*at..].contains('>')) {
        Some(at) => (ty[..=at].to_string(), ty[at + 1..].trim()),
        None => match ty.strip_prefix("const ") {
            Some(rest) => (rest.to_string(), ""),
            None => (ty.to_string(), ""),
        },
    };
    let is_plain = matches!(words, "" | "const") && !of.starts_with("volatile ");
    is_plain.then_some(of)
}

#[cfg(test)]
mod tests {
    use super::{qualified, unqualified};

    #[test]
    fn a_value_has_no_qualifiers() {
        assert_eq!(unqualified("const int").as_deref(), Some("int"));
        assert_eq!(unqualified("const int * const").as_deref(), Some("const int *"));
        assert_eq!(unqualified("const C<int *>").as_deref(), Some("C<int *>"));
        assert_eq!(unqualified("const volatile int"), None);
        assert_eq!(unqualified("int * volatile"), None);
    }

    #[test]
    fn the_order_of_qualifiers_says_nothing() {
        assert_eq!(qualified("volatile int", "const"), "const volatile int");
        assert_eq!(qualified("const int", "volatile"), "const volatile int");
        assert_eq!(qualified("const int", "const"), "const int");
        assert_eq!(qualified("int *", "const"), "int * const");
        assert_eq!(qualified("C<int *>", "const"), "const C<int *>");
    }
}
