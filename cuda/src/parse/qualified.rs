//! Names with `::`, and the types that names are.

use super::scope::Sort;
use super::specifier::is_specifier;
use super::{Parsed, Parser};
use crate::path::{self, Path};
use crate::syntax::{Expr, ExprKind, TemplateArgument, Type, is_ambiguous};
use crate::token::{Kind, Token};
use semantics::Name;

/// A type that another declaration of a name in it hides.
const CAPTURED: Type = Type::Other("a type that is made of names which mean something else here");

impl Parser {
    /// A qualified name at some distance, and the distance past it. Template arguments inside a
    /// qualification are not read.
    pub(super) fn qualified_at(&self, ahead: usize) -> Option<(Name, usize)> {
        let mut at = ahead;
        let mut parts: Vec<Name> = Vec::new();
        let of_file = self.is_at(at, "::");
        at += usize::from(of_file);
        loop {
            let name = self.peek_at(at).and_then(Token::name)?;
            if super::is_reserved(name.as_str()) {
                return None;
            }
            if parts.is_empty() && !self.is_at(at + 1, "::") && !of_file {
                return Some((name.clone(), at + 1));
            }
            parts.extend(path::parts(name.as_str()));
            at += 1;
            let more = self.is_at(at, "::") && self.peek_at(at + 1).and_then(Token::name).is_some();
            if !more {
                return Some((self.unqualified(&parts, of_file), at));
            }
            at += 1;
        }
    }

    /// A qualified name without its namespaces; with `::` in front, and known to nobody, where that
    /// would mean another declaration.
    pub(super) fn unqualified(&self, parts: &[Name], of_file: bool) -> Name {
        let (namespaces, known) = parts.split_at(self.namespaces.leading(parts));
        let is_class = |part: &Name| matches!(self.scopes.find(part), Some(Sort::Type(_)));
        let hidden = (of_file || !namespaces.is_empty())
            && known.first().is_some_and(|first| self.scopes.hides(first));
        let name = path::joined(known);
        let hidden = hidden || self.scopes.is_hidden(&name) && self.class_of(&name).is_none();
        match hidden || namespaces.iter().any(is_class) {
            true => path::joined(parts).hidden(),
            false => name,
        }
    }

    /// Whether a type name begins so far ahead. Names that nothing declares are none.
    pub(super) fn type_begins_at(&self, ahead: usize) -> bool {
        let Some(token) = self.peek_at(ahead) else { return false };
        match &token.kind {
            Kind::Name(name) if is_specifier(name.as_str()) => true,
            Kind::Name(_) | Kind::Punct("::") => {
                self.qualified_at(ahead).is_some_and(|(name, past)| {
                    matches!(self.scopes.type_of(&name), Ok(Some(_)))
                        || self.is_at(past, "<") && self.is_trait(&name, past)
                        || self.is_alias_at(&name, past)
                })
            }
            _ => false,
        }
    }

    /// A name as a type. One that nothing at hand declares is a type here, since only one can stand here.
    pub(super) fn type_name(&mut self) -> Parsed<Option<Type>> {
        let Some((name, past)) = self.qualified_at(0) else { return Ok(None) };
        if self.is_at(past, "<")
            && let Some(made) = self.made_by_trait(&name, past)?
        {
            return Ok(Some(made));
        }
        if self.is_alias_at(&name, past) {
            self.at += past;
            let ty = self.aliased(name)?;
            return self.members_of(ty).map(Some);
        }
        let Ok(known) = self.scopes.type_of(&name) else { return Ok(None) };
        let ty = match known {
            Some(ty) if self.is_captured(&name, &ty) => CAPTURED,
            Some(_) if is_ambiguous(&self.file.ambiguous, &name) => {
                Type::Other("a type that several namespaces declare")
            }
            Some(ty) => ty,
            None if self.class_of(&name).is_some() => match self.class_of(&name) {
                Some((class, member)) => Type::Member(class.into(), member),
                None => return Ok(None),
            },
            None if name.is_hidden() => {
                Type::Other("a type of a name that another declaration hides")
            }
            // The file may be a part of one that declares it.
            None => Type::Missing(name),
        };
        self.at += past;
        if !self.is("<") {
            return Ok(Some(ty));
        }
        let (class, around) = match &ty {
            Type::Named(name) | Type::Missing(name) => (name.clone(), Vec::new()),
            Type::Instance(name, arguments) => {
                (name.clone(), self.arguments_around(name, arguments))
            }
            Type::Other(_) => {
                self.skip_arguments_and_members()?;
                return Ok(Some(ty));
            }
            _ => return Ok(Some(ty)),
        };
        if !self.is_class_template(&class) {
            self.skip_arguments_and_members()?;
            let missing = matches!(ty, Type::Missing(_));
            return Ok(Some(if missing { Type::Missing(class) } else { Type::Named(class) }));
        }
        let own = self.template_arguments()?;
        let ty = Type::Instance(class, around.into_iter().chain(own).collect());
        self.members_of(ty).map(Some)
    }

    /// Whether a name, which ends so many tokens ahead, is that of an alias template with its arguments.
    fn is_alias_at(&self, name: &Name, past: usize) -> bool {
        self.is_at(past, "<") && matches!(self.scopes.find(name), Some(Sort::Alias))
    }

    /// `::x::y`, members of a type.
    fn members_of(&mut self, mut ty: Type) -> Parsed<Type> {
        while self.is("::") && self.peek_at(1).is_some_and(|t| t.name().is_some()) {
            self.at += 1;
            self.eat_word("template");
            let (member, _) = self.identifier()?;
            ty = Type::Member(ty.into(), member);
        }
        Ok(ty)
    }

    /// `<…>::x::y`
    fn skip_arguments_and_members(&mut self) -> Parsed<()> {
        self.skip_angles()?;
        while self.eat("::") {
            self.eat_word("template");
            self.identifier()?;
        }
        Ok(())
    }

    /// The rest of `C<T>::x`, of a template that nothing declares: what has a type as an operand is no comparison, nor
    /// is what has `::` behind `>`.
    pub(super) fn member_of_unknown(&mut self, name: &Name) -> Parsed<Option<(Type, Name)>> {
        if !self.is("<") || self.scopes.find(name).is_some() {
            return Ok(None);
        }
        let member = |s: &Self, at: usize| {
            s.is_at(at, "::") && s.peek_at(at + 1).and_then(Token::name).is_some()
        };
        if !self.past_balanced_angles_at(0).is_some_and(|past| member(self, past)) {
            return Ok(None);
        }
        self.skip_angles()?;
        let mut names = Vec::new();
        while member(self, 0) {
            self.at += 1;
            self.eat_word("template");
            names.push(self.identifier()?.0);
            // `C<T>::D<U>::x`
            if self.is("<") && self.past_balanced_angles_at(0).is_some_and(|at| member(self, at)) {
                self.skip_angles()?;
            }
        }
        let called = |s: &Self| s.past_balanced_angles_at(0).is_some_and(|past| s.is_at(past, "("));
        if self.is("<") && called(self) {
            self.skip_angles()?;
        }
        let Some(last) = names.pop() else { return Err(self.unexpected("a member")) };
        let class = names.iter().fold(name.clone(), |class, inner| class.member(inner.as_str()));
        Ok(Some((Type::Missing(class), last)))
    }

    /// Whether a name that the type is made of means something else here than where the type was
    /// given its own.
    fn is_captured(&self, name: &Name, ty: &Type) -> bool {
        let Some(declared) = self.scopes.depth_of(name) else { return false };
        let hidden = |inner: &Name| {
            let deeper = self.scopes.depth_of(inner).is_some_and(|depth| depth > declared);
            // In a class, its name is the same type.
            let class = match self.scopes.find(inner) {
                Some(Sort::Type(Type::Named(class) | Type::Instance(class, _))) => {
                    class == inner && !self.type_parameters.contains(inner)
                }
                _ => false,
            };
            inner != name && deeper && !class
        };
        is_made_of(ty, &hidden)
    }

    /// Whether the type of a member of a class is made of names that the function around the class
    /// declares: the class is read as if it stood at the top of the file.
    pub(super) fn is_of_function(&self, ty: &Type, class_depth: usize) -> bool {
        let of_function = |inner: &Name| {
            let depth = self.scopes.depth_of(inner);
            // A class in the function has a name of its own.
            let class = matches!(
                self.scopes.find(inner),
                Some(Sort::Type(Type::Named(class))) if !self.type_parameters.contains(class)
            );
            let of_head = self.heads.iter().any(|p| p.name.as_ref() == Some(inner));
            depth.is_some_and(|depth| depth > 0 && depth < class_depth) && !class && !of_head
        };
        self.bodies > 0 && is_made_of(ty, &of_function)
    }

    /// The type before the last `::` of a name, and what comes after it.
    pub(super) fn class_of(&self, name: &Name) -> Option<(Type, Name)> {
        let (class, member) = (name.scope()?, Name::from(name.last()));
        match self.scopes.find(&class) {
            Some(Sort::Type(ty)) if self.is_captured(&class, ty) => Some((CAPTURED, member)),
            Some(Sort::Type(ty @ (Type::Named(_) | Type::Instance(..) | Type::Member(..)))) => {
                Some((ty.clone(), member))
            }
            _ => None,
        }
    }
}

/// Whether one of such names is among those that a type is made of.
pub(super) fn is_made_of(ty: &Type, such: &dyn Fn(&Name) -> bool) -> bool {
    enum Part<'t> {
        Type(&'t Type),
        Value(&'t Expr),
    }
    fn argument(argument: &TemplateArgument) -> Option<Part<'_>> {
        match argument {
            TemplateArgument::Type(ty, _) => Some(Part::Type(ty)),
            TemplateArgument::Value(e) => Some(Part::Value(e)),
            TemplateArgument::Unknown(_) => None,
        }
    }
    let mut parts = vec![Part::Type(ty)];
    while let Some(part) = parts.pop() {
        let name = match part {
            Part::Type(ty) => {
                match ty {
                    Type::Member(of, _)
                    | Type::Distinct(_, of)
                    | Type::Const(of)
                    | Type::Volatile(of)
                    | Type::Pointer(of)
                    | Type::Reference(of)
                    | Type::Moved(of) => parts.push(Part::Type(of)),
                    Type::Array(of, size) => {
                        parts.push(Part::Type(of));
                        parts.extend(size.as_deref().map(Part::Value));
                    }
                    Type::Decltype(e) => parts.push(Part::Value(e)),
                    _ => {}
                }
                match ty {
                    Type::Instance(inner, arguments) => {
                        parts.extend(arguments.iter().filter_map(argument));
                        Some(inner)
                    }
                    Type::Named(inner) => Some(inner),
                    _ => None,
                }
            }
            Part::Value(e) => {
                parts.extend(e.kind.operands().map(Part::Value));
                match &e.kind {
                    ExprKind::Cast(ty, _)
                    | ExprKind::Construct(ty, _)
                    | ExprKind::SizeofType(ty)
                    | ExprKind::Offsetof(ty, _)
                    | ExprKind::Scoped(ty, _) => parts.push(Part::Type(ty)),
                    _ => {}
                }
                match &e.kind {
                    ExprKind::Explicit(_, arguments) => {
                        parts.extend(arguments.iter().filter_map(argument));
                        None
                    }
                    ExprKind::Instance(inner, arguments) => {
                        parts.extend(arguments.iter().filter_map(argument));
                        Some(inner)
                    }
                    ExprKind::Name(inner) => Some(inner),
                    _ => None,
                }
            }
        };
        if name.is_some_and(such) {
            return true;
        }
    }
    false
}
