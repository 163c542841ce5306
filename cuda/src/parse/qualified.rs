//! Names with `::`, and the types that names are.

use super::scope::Sort;
use super::specifier::is_specifier;
use super::{Parsed, Parser};
use crate::syntax::{Expr, ExprKind, TemplateArgument, Type};
use crate::token::{Kind, Token};
use semantics::Name;

/// A type that another declaration of a name in it hides.
const CAPTURED: Type = Type::Other("a type that is made of names which mean something else here");

impl Parser {
    /// A qualified name at some distance, and the distance past it. Template arguments inside a
    /// qualification are not read.
    pub(super) fn qualified_at(&self, ahead: usize) -> Option<(Name, usize)> {
        let mut at = ahead;
        let mut text = String::new();
        let of_file = self.is_at(at, "::");
        at += usize::from(of_file);
        loop {
            let name = self.peek_at(at).and_then(Token::name)?;
            if super::is_reserved(name.as_str()) {
                return None;
            }
            if text.is_empty() && !self.is_at(at + 1, "::") && !of_file {
                return Some((name.clone(), at + 1));
            }
            text.push_str(name.as_str());
            at += 1;
            let more = self.is_at(at, "::") && self.peek_at(at + 1).and_then(Token::name).is_some();
            if !more {
                return Some((self.unqualified(&text, of_file), at));
            }
            text.push_str("::");
            at += 1;
        }
    }

    /// A qualified name without its namespaces; with `::` in front, and known to nobody, where that
    /// would mean another declaration.
    fn unqualified(&self, qualified: &str, of_file: bool) -> Name {
        let known = self.namespaces.strip(qualified);
        let mut parts = known.split("::").map(Name::from);
        let is_class = |part: &Name| matches!(self.scopes.find(part), Some(Sort::Type(_)));
        let hidden = (of_file || known.len() < qualified.len())
            && parts.next().is_some_and(|first| self.scopes.hides(&first));
        let mut namespaces = qualified[..qualified.len() - known.len()].split("::");
        match hidden || namespaces.any(|part| is_class(&part.into())) {
            true => format!("::{qualified}").into(),
            false => known.into(),
        }
    }

    /// Whether a type name begins so far ahead. Names that nothing declares are none.
    pub(super) fn type_begins_at(&self, ahead: usize) -> bool {
        let Some(token) = self.peek_at(ahead) else { return false };
        match &token.kind {
            Kind::Name(name) if is_specifier(name.as_str()) => true,
            Kind::Name(_) | Kind::Punct("::") => self
                .qualified_at(ahead)
                .is_some_and(|(name, _)| matches!(self.scopes.type_of(&name), Ok(Some(_)))),
            _ => false,
        }
    }

    /// A name as a type. An unknown one is taken for a type only where a header is missing.
    pub(super) fn type_name(&mut self) -> Parsed<Option<Type>> {
        let Some((name, past)) = self.qualified_at(0) else { return Ok(None) };
        let Ok(known) = self.scopes.type_of(&name) else { return Ok(None) };
        if self.is_at(past, "<") && matches!(self.scopes.find(&name), Some(Sort::Alias)) {
            self.at += past;
            self.skip_angles()?;
            return Ok(Some(Type::Other("an alias template")));
        }
        let ty = match known {
            Some(ty) if self.is_captured(&name, &ty) => CAPTURED,
            Some(_) if self.file.ambiguous.contains(&name) => {
                Type::Other("a type that several namespaces declare")
            }
            Some(ty) => ty,
            None if self.class_of(&name).is_some() => match self.class_of(&name) {
                Some((class, member)) => Type::Member(class.into(), member),
                None => return Ok(None),
            },
            None if name.as_str().starts_with("::") => {
                Type::Other("a type of a name that another declaration hides")
            }
            None if self.file.incomplete => {
                let note = format!("the type `{name}` is unknown, for a header is missing");
                if !self.file.notes.contains(&note) {
                    self.file.notes.push(note);
                }
                Type::Named(name)
            }
            None => return Err(self.error(format!("unknown type name `{name}`"))),
        };
        self.at += past;
        if !self.is("<") {
            return Ok(Some(ty));
        }
        let class = match &ty {
            Type::Named(name) | Type::Instance(name, _) => name.clone(),
            _ => return Ok(Some(ty)),
        };
        if !self.is_class_template(&class) {
            self.skip_angles()?;
            while self.eat("::") {
                self.eat_word("template");
                self.identifier()?;
            }
            return Ok(Some(Type::Named(class)));
        }
        let mut ty = Type::Instance(class, self.template_arguments()?);
        while self.is("::") && self.peek_at(1).is_some_and(|t| t.name().is_some()) {
            self.at += 1;
            self.eat_word("template");
            let (member, _) = self.identifier()?;
            ty = Type::Member(ty.into(), member);
        }
        Ok(Some(ty))
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
        let mut types = vec![ty];
        let mut values: Vec<&Expr> = Vec::new();
        while let Some(ty) = types.pop() {
            match ty {
                Type::Named(inner) if hidden(inner) => return true,
                Type::Instance(inner, arguments) => {
                    if hidden(inner) {
                        return true;
                    }
                    for argument in arguments {
                        match argument {
                            TemplateArgument::Type(ty, _) => types.push(ty),
                            TemplateArgument::Value(e) => values.push(e),
                            TemplateArgument::Unknown(_) => {}
                        }
                    }
                }
                Type::Member(of, _)
                | Type::Distinct(_, of)
                | Type::Const(of)
                | Type::Volatile(of)
                | Type::Pointer(of)
                | Type::Reference(of)
                | Type::Moved(of) => types.push(of),
                Type::Array(of, size) => {
                    types.push(of);
                    values.extend(size.as_deref());
                }
                Type::Decltype(e) => values.push(e),
                _ => {}
            }
        }
        while let Some(e) = values.pop() {
            match &e.kind {
                ExprKind::Name(inner) if hidden(inner) => return true,
                kind => values.extend(kind.operands()),
            }
        }
        false
    }

    /// The type before the last `::` of a name, and what comes after it.
    pub(super) fn class_of(&self, name: &Name) -> Option<(Type, Name)> {
        let (class, member) = name.as_str().rsplit_once("::")?;
        let class = Name::from(class);
        match self.scopes.find(&class) {
            Some(Sort::Type(ty)) if self.is_captured(&class, ty) => Some((CAPTURED, member.into())),
            Some(Sort::Type(ty @ (Type::Named(_) | Type::Instance(..)))) => {
                Some((ty.clone(), member.into()))
            }
            _ => None,
        }
    }
}
