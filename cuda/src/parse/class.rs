//! Structures and class templates: heads, bases, and what is known of them outside.

use super::base::Bases;
use super::declarator::Part;
use super::member::Members;
use super::namespace::Declared;
use super::scope::Sort;
use super::{Parsed, Parser};
use crate::path::Path;
use crate::syntax::{
    ALIASED, CONSTRUCTOR, Destroyed, Expr, ExprKind, Init, Item, Place, Record, Specifiers,
    TemplateArgument, TemplateParameter, TemplateParameterKind, Type, Variable,
};
use crate::token::Token;
use semantics::Name;

/// How many members a structure may have to be modelled.
const MOST_FIELDS: usize = 64;

/// A class while its members are read.
pub(super) struct Class {
    /// Its name; of a specialization, with the arguments.
    pub name: Name,
    /// What its constructors are called: the name as written, without arguments.
    pub short: Name,
    /// What the name stands for inside of it.
    pub ty: Type,
    /// The parameters of a class template.
    pub template: Option<Vec<TemplateParameter>>,
    /// Whether it has bases.
    pub derived: bool,
}

/// The head of a class template, or of a specialization.
struct Head {
    /// Its first token.
    begin: usize,
    name: Name,
    /// What it is called inside of the class around it.
    short: Name,
    parameters: Vec<TemplateParameter>,
    /// What it is specialized for.
    arguments: Option<Vec<TemplateArgument>>,
}

/// What a class has between its braces.
struct Body {
    record: Record,
    /// Whether it has data alone, and all of them are known.
    known: bool,
    /// Whether nothing but what is done at the end of an object is not known.
    destroyed: Option<Destroyed>,
}

/// What a structure without a name is called here.
pub(super) fn unnamed_structure(number: usize) -> Name {
    format!("(unnamed structure {number})").into()
}

impl Parser {
    /// `struct S`, with or without a body.
    pub(super) fn class(&mut self) -> Parsed<Type> {
        let head = self.class_head.take();
        let begin = self.at;
        let union = self.is_word("union");
        self.at += 1;
        self.skip_attributes()?;
        let written = self.qualified_at(0);
        let mut name = match written.clone() {
            Some((name, past)) => {
                self.at += past;
                name
            }
            None => {
                self.unnamed += 1;
                unnamed_structure(self.unnamed)
            }
        };
        let short = name.clone();
        let qualified = written.as_ref().is_some_and(|(_, past)| *past > 1);
        let arguments = match (self.is("<"), head.is_some()) {
            (true, true) => Some(self.template_arguments()?),
            (true, false) if self.is_class_template(&name) => {
                // `struct C<int> x;`
                return Ok(Type::Instance(name, self.template_arguments()?));
            }
            (true, false) => {
                self.skip_angles()?;
                None
            }
            _ => None,
        };
        self.eat_word("final");
        let defines = self.is("{") || self.is(":");
        let outside = self.namespaces.outside;
        self.namespaces.outside |= defines && qualified;
        if let Some((name, parameters)) =
            self.lifted(&short, head.as_deref(), defines && !qualified)
        {
            if arguments.is_some() {
                return Err(self.error("a specialization inside of a class"));
            }
            let head = Head { begin, name, short, parameters, arguments };
            return self.class_template(head, union, defines);
        }
        if let Some(parameters) = head {
            let head = Head { begin, name, short, parameters, arguments };
            return self.class_template(head, union, defines);
        }
        // Another structure of the same name, in another scope, is another type.
        let mut defined = self.file.records.iter().chain(&self.file.unions);
        if defines && defined.any(|r| r.name == name) {
            self.unnamed += 1;
            let other = Name::from(format!("{name} ({})", self.unnamed));
            // Of two namespaces: which one a path means is not looked at.
            if self.scopes.depth() == 1 {
                self.ambiguous(&other);
            }
            self.scopes.declare(name, Sort::Type(Type::Named(other.clone())));
            name = other;
        }
        if defines && self.scopes.depth() == 1 {
            self.declared_here(&short, Declared::Other);
        }
        let known = match written.as_ref().map(|(name, _)| self.scopes.type_of(name)) {
            Some(Ok(Some(ty))) => Some(ty),
            _ => None,
        };
        // `half` is CUDA's where the file has no class of that name.
        let own = written.as_ref().is_some_and(|(name, _)| {
            self.scopes.find(name).is_none() && self.namespaces.classes.contains(name)
        });
        let known = known.filter(|ty| !own || matches!(ty, Type::Named(_)));
        let ty = known.unwrap_or_else(|| Type::Named(name.clone()));
        if let Some((written, _)) = written
            && self.scopes.find(&written).is_none()
        {
            self.scopes.declare(written, Sort::Type(ty.clone()));
        }
        let bases = self.bases(&[])?;
        if self.is("{") {
            let derived = bases.derived;
            let class = Class { name, short, ty: ty.clone(), template: None, derived };
            self.class_definition(&class, bases, union, begin)?;
        }
        self.namespaces.outside = outside;
        Ok(ty)
    }

    /// The body of a class, from `{` on, which is no template: what it declares is known from here on. `begin`: where
    /// the class begins.
    fn class_definition(
        &mut self,
        class: &Class,
        bases: Bases,
        union: bool,
        begin: usize,
    ) -> Parsed<()> {
        let Class { name, ty, derived, .. } = class;
        let members = self.class_body(class, bases, !union)?;
        let own = *ty == Type::Named(name.clone());
        let Body { record: members, known, destroyed } = members;
        if let Some(destroyed) = destroyed.filter(|_| own && !derived) {
            self.file.destroyed.retain(|other| other.record.name != *name);
            self.file.destroyed.push(destroyed);
        }
        if union && own {
            let align = self.alignment(begin);
            let (whole, plain) = (known && members.fields.len() <= MOST_FIELDS, align.is_some());
            let align = align.unwrap_or(1);
            self.file.unions.push(Record { whole, plain, align, ..members.clone() });
        }
        let (types, constants) = (members.types.clone(), members.constants.clone());
        for (member, ty) in types {
            self.scopes.declare(name.member(member.as_str()), Sort::Type(ty));
        }
        for (member, ty, value) in constants {
            self.constant(name.member(member.as_str()), ty, value);
        }
        if members.whole && own {
            let align = self.alignment(begin);
            let plain = !derived && members.bits.is_empty() && align.is_some();
            let align = align.unwrap_or(1);
            // Its constants are variables of the file.
            let record = Record { constants: Vec::new(), plain, align, ..members };
            self.file.records.push(record);
        }
        Ok(())
    }

    /// A static constant of a class, as a variable of the file.
    fn constant(&mut self, name: Name, ty: Type, value: Expr) {
        self.scopes.declare(name.clone(), Sort::Value);
        let span = value.span.clone();
        let specifiers = Specifiers { immutable: true, statical: true, ..Specifiers::default() };
        let init = Some(Init::Expr(value));
        let variable = Variable { specifiers, name, ty, init, span };
        self.file.items.push(Item::Variables(vec![variable]));
    }

    /// Whether this names a class template.
    pub(super) fn is_class_template(&self, name: &Name) -> bool {
        self.file.records.iter().any(|r| r.name == *name && r.template.is_some())
    }

    /// `template <…> struct C`, or `template <> struct C<…>`.
    fn class_template(&mut self, head: Head, union: bool, defines: bool) -> Parsed<Type> {
        let Head { begin, name, short, parameters, arguments } = head;
        let primary = arguments.is_none();
        let ty = match name == short {
            true => Type::Named(name.clone()),
            false => Type::Instance(name.clone(), own_arguments(&parameters)),
        };
        if primary && name == short && self.scopes.find(&name).is_none() {
            self.scopes.declare(name.clone(), Sort::Type(ty.clone()));
        }
        // One that was only declared before.
        let before = |r: &Record| r.name == name && r.template.is_some() && primary;
        let alias = |r: &Record| before(r) && r.types.iter().any(|(x, _)| x.as_str() == ALIASED);
        if self.file.records.iter().any(alias) {
            self.ambiguous(&name);
        }
        let known = self.file.records.iter().position(before);
        if known.is_some() && !defines {
            return Ok(ty);
        }
        // The head of a template is a scope.
        if primary && self.scopes.depth() == 2 {
            self.declared_here(&name, Declared::Other);
        }
        let partial = !primary && !parameters.is_empty();
        let (title, own) = match &arguments {
            None => (name.clone(), Type::Instance(name.clone(), own_arguments(&parameters))),
            Some(arguments) => {
                let shown: Vec<String> = arguments.iter().map(ToString::to_string).collect();
                let title = Name::from(format!("{name}<{}> (specialized)", shown.join(", ")));
                let own = match partial {
                    true => Type::Instance(name.clone(), arguments.clone()),
                    false => Type::Named(title.clone()),
                };
                (title, own)
            }
        };
        let mut record = Record {
            name: title.clone(),
            fields: Vec::new(),
            whole: false,
            plain: false,
            align: 1,
            template: (primary || partial).then(|| parameters.clone()),
            specializes: arguments.map(|arguments| (name.clone(), arguments)),
            types: Vec::new(),
            constants: Vec::new(),
            defaults: Vec::new(),
            bits: Vec::new(),
            of_toolkit: self.in_toolkit,
            bases: Vec::new(),
            is_abstract: false,
        };
        let bases = self.bases(&parameters)?;
        if bases.dependent {
            self.dependent.insert(name.clone());
        }
        // Its members may name it.
        match known {
            Some(n) => self.file.records[n] = record.clone(),
            None => self.file.records.push(record.clone()),
        }
        if self.is("{") {
            let derived = bases.derived;
            let template = record.template.clone();
            let class = Class { name: title.clone(), short, ty: own, template, derived };
            let Body { record: members, known, .. } = self.class_body(&class, bases, !union)?;
            record.fields = members.fields;
            record.whole = members.whole;
            let align = self.alignment(begin);
            record.plain = !derived && members.bits.is_empty() && align.is_some();
            record.align = align.unwrap_or(1);
            record.types = members.types;
            record.constants = members.constants;
            record.defaults = members.defaults;
            record.bits = members.bits;
            record.bases = members.bases;
            record.is_abstract = members.is_abstract;
            if union && primary {
                let whole = known && record.fields.len() <= MOST_FIELDS;
                self.file.unions.push(Record { whole, plain: align.is_some(), ..record.clone() });
            }
        }
        if let Some(known) = self.file.records.iter_mut().find(|r| r.name == title) {
            *known = record;
        }
        Ok(ty)
    }

    /// The members of a class, and the functions among them. Of one that is not plain, a union say,
    /// the data are not known.
    fn class_body(&mut self, class: &Class, bases: Bases, plain: bool) -> Parsed<Body> {
        let start = self.at;
        let enumerators_of = self.enumerators_of.take();
        let enumerators = std::mem::take(&mut self.class_enumerators);
        let depth = self.scopes.depth();
        self.scopes.open();
        let inherited = bases.inherited;
        let mut members = Members { fields: bases.fields.clone(), ..Members::default() };
        self.declare_inherited(&bases);
        self.scopes.declare(class.short.clone(), Sort::Type(class.ty.clone()));
        let outer = self.begin_members(class);
        let read = self.nested(|p| p.members(class, &mut members));
        let inside = self.end_members(outer);
        // A function of a class in a function sees what is around it there.
        let local = self.bodies > 0 && !members.methods.is_empty();
        let of_function = members.fields.iter().any(|(_, ty)| self.is_of_function(ty, depth));
        let no_functions = members.methods.is_empty() && members.bits.is_empty();
        let no_functions = no_functions && members.defaults.is_empty();
        let no_functions = no_functions && !members.destroyed;
        let known = matches!(read, Ok(true)) && inherited == 0 && no_functions && !of_function;
        let read = plain
            && bases.known
            && !local
            && !of_function
            && matches!(read, Ok(true))
            && members.fields.len() <= MOST_FIELDS
            // The constructor of a base would run.
            && (inherited == 0 || !members.methods.iter().any(super::method::Method::constructs));
        let whole = read && !members.destroyed;
        self.go_back(start);
        self.skip_balanced()?;
        let end = self.at;
        let listed = self.made_by_default(class, &mut members, whole);
        // `C() = default;` alone leaves a class without constructors. [C++17, 11.6.1]
        if members.defaults.is_empty()
            && members.methods.iter().all(|m| m.defaulted || !m.constructs())
        {
            members.methods.retain(|m| !m.defaulted);
        }
        self.undecided_members(class, &members);
        self.note_unseen(class, start..end, &members, whole);
        let friends = std::mem::take(&mut members.friends);
        let mut defaults = Vec::new();
        if whole {
            let methods = std::mem::take(&mut members.methods);
            self.methods(class, &members, methods.into_iter().chain(friends).collect())?;
            // The members are in scope now.
            if listed {
                defaults = self.default_values(class, &members)?;
            }
        } else {
            let names = friends.into_iter().filter_map(|friend| friend.declarator.name);
            names.for_each(|(name, _)| self.ambiguous(&name));
        }
        self.undecided_inside(&inside);
        self.class_scopes.insert(class.name.clone(), self.scopes.innermost());
        self.scopes.close();
        self.enumerators_of = enumerators_of;
        self.class_enumerators = enumerators;
        self.at = end;
        self.note_inside(class, start..end, inside);
        let copies = !members.methods.iter().any(super::method::Method::copies);
        let overloaded = super::method::overloaded(&members.methods);
        let record = Record {
            name: class.name.clone(),
            fields: members.fields,
            whole,
            plain: false,
            align: 1,
            template: None,
            specializes: None,
            types: members.types,
            constants: members.constants,
            defaults,
            bits: members.bits,
            of_toolkit: self.in_toolkit,
            bases: bases.objects.into_iter().map(|(name, _)| name).chain(members.unnamed).collect(),
            is_abstract: declares_pure_virtual(&self.tokens[start..end]),
        };
        let destroyed =
            (read && !whole).then(|| Destroyed { record: record.clone(), copies, overloaded });
        Ok(Body { record, known, destroyed })
    }

    /// Several constructors, of which one is `explicit`, are told apart by the number of their arguments only.
    fn undecided_members(&mut self, class: &Class, members: &Members) {
        let constructors: Vec<_> = members.methods.iter().filter(|m| m.constructs()).collect();
        let mut counts = Vec::new();
        for constructor in &constructors {
            if let Some(Part::Function(parameters, false)) = constructor.declarator.parts.first()
                && parameters.iter().all(|p| p.default.is_none())
                && !counts.contains(&parameters.len())
            {
                counts.push(parameters.len());
            }
        }
        let told_apart = counts.len() == constructors.len();
        if !told_apart && constructors.iter().any(|m| m.specifiers.explicit) {
            self.file.ambiguous.insert(class.name.member(CONSTRUCTOR));
        }
    }
}

/// Whether the members between these braces have one that is `virtual void f() = 0;`.
fn declares_pure_virtual(body: &[Token]) -> bool {
    let mut depth = 0usize;
    let mut is_virtual = false;
    for (n, token) in body.iter().enumerate() {
        match token.kind.text() {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => depth = depth.saturating_sub(1),
            "=" if depth == 1 && is_virtual => {
                let next =
                    |n: usize, text: &str| body.get(n).is_some_and(|t| t.kind.text() == text);
                if next(n + 1, "0") && next(n + 2, ";") {
                    return true;
                }
            }
            "virtual" if depth == 1 => is_virtual = true,
            _ => {}
        }
        // A body ends a member, too.
        if depth == 1 && (token.is(";") || token.is("}")) {
            is_virtual = false;
        }
    }
    false
}

/// The parameters of a class template as its arguments, inside of it.
pub(super) fn own_arguments(parameters: &[TemplateParameter]) -> Vec<TemplateArgument> {
    let mut arguments = Vec::new();
    for parameter in parameters {
        let name = parameter.name.clone().unwrap_or_else(|| "(unnamed)".into());
        let place = parameter.span.clone();
        arguments.push(match parameter.kind {
            TemplateParameterKind::Value(..) => {
                let kind = ExprKind::Name(name);
                TemplateArgument::Value(Expr { kind, span: place, height: 1 })
            }
            _ => TemplateArgument::Type(Type::Named(name), Place(place.0)),
        });
    }
    arguments
}
