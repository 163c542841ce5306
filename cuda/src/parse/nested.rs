//! Classes inside of classes: of a class template each is a template, too, whose first parameters are those of the
//! class around it. [C++17, 12.2.5, 17.5.2]

use super::class::{Class, own_arguments};
use super::member::Members;
use super::scope::Sort;
use super::{Parsed, Parser};
use crate::path::Path;
use crate::syntax::{
    Body, Fault, Item, Place, TemplateArgument, TemplateParameter, TemplateParameterKind, Type,
};
use semantics::Name;
use std::collections::HashSet;
use std::ops::Range;

/// A class whose members are read.
#[derive(Clone)]
pub(super) struct Around {
    name: Name,
    /// The parameters of a template.
    template: Vec<TemplateParameter>,
    /// How many classes were inside of those around it.
    inside: usize,
}

/// A class inside of another.
pub(super) struct Inside {
    name: Name,
    /// From `{` to past `}`.
    body: Range<usize>,
    /// What the class around it had declared before.
    before: HashSet<Name>,
}

impl Parser {
    /// The members of a class follow. What was around it.
    pub(super) fn begin_members(&mut self, class: &Class) -> Option<Around> {
        let template = class.template.clone().unwrap_or_default();
        let inside = self.inside.len();
        self.class_around.replace(Around { name: class.name.clone(), template, inside })
    }

    /// They are read: the classes inside of it.
    pub(super) fn end_members(&mut self, outer: Option<Around>) -> Vec<Inside> {
        let first = self.class_around.as_ref().map_or(0, |around| around.inside);
        self.class_around = outer;
        self.inside.split_off(first.min(self.inside.len()))
    }

    /// Notes a class that was read, and those inside of it, for the one around it.
    pub(super) fn note_inside(&mut self, class: &Class, body: Range<usize>, inner: Vec<Inside>) {
        if self.class_around.is_none() {
            return;
        }
        let before: HashSet<Name> = self.scopes.innermost().into_keys().collect();
        for of in inner {
            self.inside.push(Inside { before: before.clone(), ..of });
        }
        self.inside.push(Inside { name: class.name.clone(), body, before });
    }

    /// A structure or a union that is a member without a name; whether all of it is known.
    pub(super) fn unnamed_member(&mut self, ty: Type, out: &mut Members) -> bool {
        let Type::Named(name) = &ty else { return false };
        let mut all = self.file.records.iter().chain(&self.file.unions);
        let known = all.any(|r| r.name == *name && r.whole && r.template.is_none());
        out.unnamed.push(name.clone());
        out.fields.push((name.clone(), ty));
        out.run = None;
        known
    }

    /// The names of the members that those without a name have: they are members of the class, too.
    pub(super) fn names_inside(&self, members: &Members) -> Vec<Name> {
        let mut names = Vec::new();
        let mut open = members.unnamed.clone();
        while let Some(name) = open.pop() {
            let mut all = self.file.records.iter().chain(&self.file.unions);
            let Some(record) = all.find(|r| r.name == name) else { continue };
            let fields = record.fields.iter().map(|(name, _)| name);
            names.extend(fields.filter(|name| !record.bases.contains(name)).cloned());
            names.extend(record.bits.iter().map(|b| b.name.clone()));
            open.extend(record.bases.iter().cloned());
        }
        names
    }

    /// Of a class inside of one that is a template, or that is one itself: its name, and all its parameters.
    pub(super) fn lifted(
        &mut self,
        short: &Name,
        own: Option<&[TemplateParameter]>,
        defines: bool,
    ) -> Option<(Name, Vec<TemplateParameter>)> {
        if self.bodies > 0 {
            return self.lifted_out_of_function(short, own, defines);
        }
        let around = self.class_around.as_ref()?;
        if own.is_none() && (around.template.is_empty() || !defines) {
            return None;
        }
        let name = around.name.member(short.as_str());
        let outer = around.template.iter().cloned();
        let parameters: Vec<_> = outer.chain(own.into_iter().flatten().cloned()).collect();
        self.around.insert(name.clone(), around.template.len());
        if own.is_none() {
            let ty = Type::Instance(name.clone(), own_arguments(&parameters));
            self.scopes.declare(short.clone(), Sort::Type(ty));
        }
        Some((name, parameters))
    }

    /// The same of a class in the body of a function: its parameters are those of the templates around that. What else
    /// the function declares it may not hang on.
    fn lifted_out_of_function(
        &mut self,
        short: &Name,
        own: Option<&[TemplateParameter]>,
        defines: bool,
    ) -> Option<(Name, Vec<TemplateParameter>)> {
        let is_one = |p: &TemplateParameter| {
            p.name.is_some() && !matches!(p.kind, TemplateParameterKind::Other(_))
        };
        if own.is_some() || !defines || self.heads.is_empty() || !self.heads.iter().all(is_one) {
            return None;
        }
        self.unnamed += 1;
        let name = Name::from(format!("{short} ({})", self.unnamed));
        let parameters = self.heads.clone();
        let ty = Type::Instance(name.clone(), own_arguments(&parameters));
        self.scopes.declare(short.clone(), Sort::Type(ty));
        Some((name, parameters))
    }

    /// The arguments that a class has for the templates around it.
    pub(super) fn arguments_around(
        &self,
        class: &Name,
        arguments: &[TemplateArgument],
    ) -> Vec<TemplateArgument> {
        let count = self.around.get(class).copied().unwrap_or(0);
        arguments.iter().take(count).cloned().collect()
    }

    /// `struct S {…};` behind the `template <…>` of a member template: its name, and the type that this is.
    pub(super) fn class_inside(
        &mut self,
        parameters: Vec<TemplateParameter>,
    ) -> Parsed<Option<(Name, Type)>> {
        self.class_head = Some(parameters);
        let name = self.peek_at(1).and_then(|t| t.name()).cloned();
        let ty = match self.class()? {
            // Its own parameters mean nothing outside of it.
            Type::Instance(class, arguments) => {
                let around = self.arguments_around(&class, &arguments);
                Type::Instance(class, around)
            }
            ty => ty,
        };
        let ends = self.eat(";");
        Ok(name.filter(|_| ends).map(|name| (name, ty)))
    }

    /// The functions of a class see all that the class around it declares, and are read before that is known: one that
    /// names what is declared behind it is passed over. [C++17, 6.3.7]
    pub(super) fn undecided_inside(&mut self, inside: &[Inside]) {
        let declared = self.scopes.innermost();
        for class in inside {
            let own = self.class_scopes.get(&class.name).cloned().unwrap_or_default();
            let later: HashSet<&Name> = declared
                .iter()
                .filter(|(name, sort)| {
                    let outer = matches!(sort, Sort::Type(_) | Sort::Static(_));
                    outer && !class.before.contains(*name) && !own.contains_key(*name)
                })
                .map(|(name, _)| name)
                .collect();
            if later.is_empty() {
                continue;
            }
            let tokens = self.tokens.get(class.body.clone()).unwrap_or_default();
            let named =
                |t: &&crate::token::Token| t.name().is_some_and(|name| later.contains(name));
            let Some(token) = tokens.iter().find(named) else { continue };
            let (place, name) = (Place(token.span.clone()), class.name.clone());
            for item in &mut self.file.items {
                if let Item::Function(f) = item
                    && f.name.is_within(&name)
                    && matches!(f.body, Body::Block(_))
                {
                    let why = "a class that names what the class around it declares later";
                    f.body = Body::Unread(why.into(), place.clone(), Fault::Reader);
                }
            }
        }
    }
}
