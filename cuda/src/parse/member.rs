//! The members of a class: data, functions, types and constants.

use super::class::{Class, unnamed_structure};
use super::declarator::{Declarator, Part};
use super::method::{Method, Sort as Kind};
use super::scope::Sort;
use super::{Parsed, Parser};
use crate::path::Path;
use crate::syntax::{
    Binary, BitField, CONSTRUCTOR, CONVERSION, Expr, ExprKind, Item, TemplateParameter, Type,
};
use crate::vocabulary::Intrinsic;
use semantics::{IntType, Name, Number, Span};
use std::ops::Range;
use std::sync::Arc;

/// The value that a member has by default: `= e`, or `{e, …}`.
pub(super) struct DefaultValue {
    pub member: Name,
    pub span: Span,
    /// Where it stands among the tokens.
    pub tokens: Range<usize>,
}

/// What a class has.
#[derive(Default)]
pub(super) struct Members {
    /// Its data, in order.
    pub fields: Vec<(Name, Type)>,
    /// Its functions, their bodies not read yet.
    pub methods: Vec<Method>,
    /// The operators that it defines as a friend, likewise.
    pub friends: Vec<Method>,
    /// Its member types.
    pub types: Vec<(Name, Type)>,
    /// Its static constants.
    pub constants: Vec<(Name, Type, Expr)>,
    /// Its bit-fields.
    pub bits: Vec<BitField>,
    /// Those of its data that are declared without a name.
    pub unnamed: Vec<Name>,
    /// Whether something is done where an object of it ends.
    pub destroyed: bool,
    /// The values that its data have by default.
    pub defaults: Vec<DefaultValue>,
    /// How many bits the last member has so far, where the next bit-field belongs to it.
    pub run: Option<u32>,
}

/// What a member template is.
enum Templated {
    /// A function that is called by its name, or a constructor that copies nothing.
    Function,
    /// A class of this name, which is this type.
    Class(Name, Type),
    /// What is not read.
    Other,
}

/// How many members of each kind there are.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Counts {
    fields: usize,
    methods: usize,
    types: usize,
    constants: usize,
}

impl Counts {
    fn with_a_function(&self) -> Counts {
        Counts { methods: self.methods + 1, ..self.clone() }
    }
}

impl Members {
    fn counts(&self) -> Counts {
        Counts {
            fields: self.fields.len(),
            methods: self.methods.len(),
            types: self.types.len(),
            constants: self.constants.len(),
        }
    }

    /// Whether a data member has this name.
    pub fn has(&self, name: &Name) -> bool {
        self.fields.iter().any(|(other, _)| other == name)
            || self.bits.iter().any(|b| b.name == *name)
    }

    /// Leaves as many as there were.
    fn cut(&mut self, counts: &Counts) {
        self.fields.truncate(counts.fields);
        self.methods.truncate(counts.methods);
        self.types.truncate(counts.types);
        self.constants.truncate(counts.constants);
    }
}

impl Parser {
    /// The members in braces; whether all that matters of them is known.
    pub(super) fn members(&mut self, class: &Class, out: &mut Members) -> Parsed<bool> {
        self.expect("{")?;
        let mut known = true;
        while !self.eat("}") {
            if matches!(self.word(), "public" | "private" | "protected") && self.is_at(1, ":") {
                self.at += 2;
            } else if self.declares_friend() {
                self.friend(class, out)?;
            } else if self.is_word("template") {
                known &= self.member_template(class, out)?;
            } else if self.is_word("static_assert") {
                self.skip_attribute()?;
            } else if self.is_word("using") {
                known &= self.member_using(class, out)?;
            } else if self.is("~") {
                out.destroyed |= !self.destructor()?;
            } else if !self.eat(";") {
                known &= self.member(class, out)?;
            }
        }
        Ok(known)
    }

    /// A member template. One that is no function, or cannot be read, is passed over: what is called by its name is
    /// not known.
    fn member_template(&mut self, class: &Class, out: &mut Members) -> Parsed<bool> {
        let (begin, depth, scopes) = (self.at, self.depth, self.scopes.depth());
        let before = out.counts();
        let (items, records) = (self.file.items.len(), self.file.records.len());
        let unions = self.file.unions.len();
        self.scopes.open();
        let read = self.templated_member(class, out);
        self.scopes.cut(scopes);
        match read {
            Ok(Templated::Function) if out.counts() == before.with_a_function() => {
                if let Some(method) = out.methods.last()
                    && let Some((name, _)) = &method.declarator.name
                {
                    self.member_templates.insert(name.clone());
                    if method.sort == Kind::Static {
                        self.scopes.declare(name.clone(), Sort::Static(class.ty.clone()));
                    }
                }
                Ok(true)
            }
            Ok(Templated::Class(name, ty)) => {
                self.scopes.declare(name, Sort::Type(ty));
                Ok(true)
            }
            Err(why) if why.exhausted.is_some() => Err(why),
            _ => {
                // A constructor that may copy objects, too, says what a copy is.
                let copies = out.methods[before.methods..].iter().any(Method::constructs);
                out.cut(&before);
                self.file.items.truncate(items);
                self.file.records.truncate(records);
                self.file.unions.truncate(unions);
                self.class_head = None;
                self.depth = depth;
                self.in_angles = false;
                self.go_back(begin);
                let alias = self.alias_declared();
                self.unread_member(class)?;
                out.types
                    .extend(alias.map(|name| (name, Type::Other("an alias template of a class"))));
                Ok(!copies)
            }
        }
    }

    /// The name of an alias template that begins here.
    fn alias_declared(&self) -> Option<Name> {
        let past = self.past_balanced_angles_at(1)?;
        let is_alias = self.peek_at(past)?.name()?.as_str() == "using";
        is_alias.then(|| self.peek_at(past + 1)?.name().cloned()).flatten()
    }

    /// From `template` on.
    fn templated_member(&mut self, class: &Class, out: &mut Members) -> Parsed<Templated> {
        self.at += 1;
        self.constraints.here = false;
        let parameters = self.template_parameters()?;
        if self.constraints.here {
            return Err(self.error("a member template with constraints"));
        }
        if matches!(self.word(), "struct" | "class") && !parameters.is_empty() {
            return Ok(match self.class_inside(parameters)? {
                Some((name, ty)) => Templated::Class(name, ty),
                None => Templated::Other,
            });
        }
        let first = out.methods.len();
        if !self.member(class, out)? || parameters.is_empty() {
            return Ok(Templated::Other);
        }
        let Some(method) = out.methods.get_mut(first) else { return Ok(Templated::Other) };
        let name = method.declarator.name.as_ref().map_or("", |(name, _)| name.as_str());
        // Of two ways to copy an object, the one that the class has by itself may be meant. [C++17, 15.8]
        let copies = matches!(name, "operator=" | CONVERSION)
            || method.constructs() && takes_anything(&method.declarator, &parameters);
        method.template = parameters;
        Ok(if copies { Templated::Other } else { Templated::Function })
    }

    /// Passes over a member template: what is called by its name is not known.
    fn unread_member(&mut self, class: &Class) -> Parsed<()> {
        let begin = self.at;
        self.skip_member()?;
        let Some(name) = self.declared_name(begin + 1, self.at) else { return Ok(()) };
        let own = if name == class.short { CONSTRUCTOR.into() } else { name.clone() };
        self.file.ambiguous.insert(class.name.member(own.as_str()));
        self.scopes.declare(name, Sort::Member);
        Ok(())
    }

    /// Passes over a member, up to its `;` or the end of its body.
    pub(super) fn skip_member(&mut self) -> Parsed<()> {
        while !self.is(";") && !self.is("}") {
            if self.is("{") {
                self.skip_balanced()?;
                return Ok(());
            }
            match self.is("(") || self.is("[") {
                true => self.skip_balanced()?,
                false if self.peek().is_none() => return Err(self.unexpected("`}`")),
                false => self.at += 1,
            }
        }
        self.eat(";");
        Ok(())
    }

    /// `using T = type;`, `using Base::f;`; whether it does not change what a name of a base means.
    fn member_using(&mut self, class: &Class, out: &mut Members) -> Parsed<bool> {
        if !self.is_at(2, "=") {
            self.skip_member()?;
            return Ok(!class.derived);
        }
        self.at += 1;
        let (name, _) = self.identifier()?;
        self.at += 1;
        let ty = self.type_id()?;
        self.scopes.declare(name.clone(), Sort::Type(ty.clone()));
        out.types.push((name, ty));
        self.expect(";").map(|()| true)
    }

    /// `~C() {…}`: whether it does nothing.
    fn destructor(&mut self) -> Parsed<bool> {
        while !self.is("{") && !self.is(";") && self.peek().is_some() {
            self.at += 1;
        }
        let nothing = self.is(";") || self.is_at(1, "}");
        self.skip_member()?;
        Ok(nothing)
    }

    /// One declaration; whether all that matters of it is known.
    fn member(&mut self, class: &Class, out: &mut Members) -> Parsed<bool> {
        let start = self.at;
        let outer = self.enumerators_of.replace(class.ty.clone());
        let without_name = unnamed_structure(self.unnamed + 1);
        let specified = self.specifiers();
        self.enumerators_of = outer;
        let specified = specified?;
        let says = |p: &Self, word: &str| {
            p.tokens[start..p.at].iter().any(|t| t.name().is_some_and(|w| w.as_str() == word))
        };
        if says(self, "virtual") || says(self, "mutable") {
            return Ok(false);
        }
        if self.is("~") {
            out.destroyed |= !self.destructor()?;
            return Ok(true);
        }
        self.enumerators(class, &specified.enumerators, out)?;
        if self.eat(";") {
            // One without a name is a member, whose members are found here. [C++17, 12.3.1]
            let lifted = class.name.member(without_name.as_str());
            if matches!(&specified.ty, Type::Named(name) | Type::Instance(name, _) if *name == without_name || *name == lifted)
            {
                let ty = specified.qualified();
                return Ok(!specified.specifiers.typedef && self.unnamed_member(ty, out));
            }
            // A class inside of it.
            if let Some(name) = self.tokens.get(start + 1).and_then(|t| t.name()).cloned() {
                self.scopes.declare(name.clone(), Sort::Type(specified.ty.clone()));
                out.types.push((name, specified.ty));
            }
            return Ok(true);
        }
        let specifiers = specified.specifiers;
        if specifiers.typedef {
            loop {
                let declarator = self.declarator(false)?;
                let ty = Declarator::apply(&declarator.parts, specified.qualified());
                let Some((name, _)) = declarator.name else { return Ok(false) };
                self.scopes.declare(name.clone(), Sort::Type(ty.clone()));
                out.types.push((name, ty));
                if !self.eat(",") {
                    self.expect(";")?;
                    return Ok(true);
                }
            }
        }
        if self.is_word("operator") && self.type_begins_at(1) {
            let span = self.span();
            self.at += 1;
            let returns = self.specifiers()?.qualified();
            let mut declarator = self.declarator(false)?;
            let parts: Vec<Part> = declarator.parts.drain(..).collect();
            let mut parts = parts.into_iter();
            let Some(function @ Part::Function(..)) = parts.next() else { return Ok(false) };
            let returns = Declarator::apply(&parts.collect::<Vec<_>>(), returns);
            let declarator = Declarator {
                parts: vec![function],
                ..Declarator::of(Some((CONVERSION.into(), span)))
            };
            return self.function_member(class, specifiers, returns, declarator, Kind::Plain, out);
        }
        let declarator = self.declarator(false)?;
        if let Some(Part::Function(..)) = declarator.parts.first() {
            let constructor = declarator.name.is_none() && specified.ty == class.ty;
            if constructor {
                let name = Some((CONSTRUCTOR.into(), self.last_span()));
                let declarator = Declarator { name, ..declarator };
                let sort = Kind::Constructor;
                return self.function_member(class, specifiers, Type::Void, declarator, sort, out);
            }
            if declarator.name.is_none() {
                return Ok(false);
            }
            let sort = if specifiers.statical { Kind::Static } else { Kind::Plain };
            let returns = specified.qualified();
            let first = out.methods.len();
            let known = self.function_member(class, specifiers, returns, declarator, sort, out)?;
            for method in &mut out.methods[first..] {
                method.intrinsic = Intrinsic::of(specified.attribute.clone());
            }
            return Ok(known);
        }
        if specifiers.statical {
            return self.static_data(class, specified.qualified(), declarator, out);
        }
        self.data(class, specified.qualified(), declarator, out)
    }

    /// The enumerators of an enumeration in a class.
    fn enumerators(&mut self, class: &Class, items: &[Item], out: &mut Members) -> Parsed<()> {
        let mut last: Option<Expr> = None;
        for item in items {
            let Item::Enumerator { name, value, first, span, ty, fixed } = item else { continue };
            let span = span.0.clone();
            let value = match (value, last.take().filter(|_| !first)) {
                (Some(value), _) => value.clone(),
                (None, None) => self.make(ExprKind::Int(Number::from(0), IntType::INT), &span)?,
                (None, Some(last)) => {
                    let one = self.make(ExprKind::Int(Number::from(1), IntType::INT), &span)?;
                    self.make(ExprKind::Binary(Binary::Add, last.into(), one.into()), &span)?
                }
            };
            let scoped = ExprKind::Scoped(class.ty.clone(), name.clone());
            last = Some(self.make(scoped, &span)?);
            // Of an enumeration that does not say it, whether the numbers are those of an `int`
            // hangs on their values.
            if !*fixed {
                self.class_enumerators.insert(name.clone());
            }
            let ty = if *fixed { ty.plain() } else { ty };
            out.constants.push((name.clone(), ty.clone(), value));
        }
        Ok(())
    }

    /// `static constexpr int n = 2;`. One without a value here is the host's, or defined elsewhere.
    fn static_data(
        &mut self,
        class: &Class,
        ty: Type,
        mut declarator: Declarator,
        out: &mut Members,
    ) -> Parsed<bool> {
        loop {
            let Some((name, _)) = declarator.name else { return Ok(false) };
            self.scopes.declare(name.clone(), Sort::Static(class.ty.clone()));
            let ty = Declarator::apply(&declarator.parts, ty.clone());
            let init = if self.eat("=") && !self.is("{") {
                Some(self.assignment()?)
            } else if self.is("{") {
                self.skip_balanced()?;
                None
            } else {
                None
            };
            if let (Some(value), Type::Const(ty)) = (init, ty) {
                out.constants.push((name, (*ty).clone(), value));
            }
            if !self.eat(",") {
                self.expect(";")?;
                return Ok(true);
            }
            declarator = self.declarator(false)?;
        }
    }

    /// Data members of one declaration.
    fn data(
        &mut self,
        class: &Class,
        base: Type,
        mut declarator: Declarator,
        out: &mut Members,
    ) -> Parsed<bool> {
        loop {
            let name = declarator.name.map(|(name, _)| name);
            let ty = self.assignable(Declarator::apply(&declarator.parts, base.clone()));
            if self.is(":") {
                if !self.bit_field(name, ty, out)? {
                    return Ok(false);
                }
            } else {
                let Some(name) = name else { return Ok(false) };
                let modelled = !matches!(ty, Type::Const(_) | Type::Reference(_) | Type::Auto);
                if !modelled || out.has(&name) {
                    return Ok(false);
                }
                self.data_members.insert(name.clone());
                out.fields.push((name.clone(), ty));
                out.run = None;
                if self.is("=") || self.is("{") {
                    let (begin, span) = (self.at, self.last_span());
                    self.member_value()?;
                    let tokens = begin..self.at;
                    out.defaults.push(DefaultValue { member: name, span, tokens });
                }
            }
            // Making an object gives a bit-field this value, which is not modelled; what lies in memory has any.
            if self.is("=") || self.is("{") {
                self.member_value()?;
                self.file.ambiguous.insert(class.name.member(CONSTRUCTOR));
            }
            if !self.eat(",") {
                break;
            }
            declarator = self.declarator(false)?;
        }
        Ok(self.eat(";"))
    }

    /// Passes over the value that a member has by default.
    fn member_value(&mut self) -> Parsed<()> {
        if self.eat("=") && !self.is("{") {
            return self.assignment().map(drop);
        }
        self.skip_balanced()
    }

    /// The type of a member; of a `const` number or pointer, or of what a parameter of a template stands for, that of its
    /// value: which function takes it as `const` is not decided then.
    fn assignable(&mut self, ty: Type) -> Type {
        let Type::Const(of) = ty else { return ty };
        match of.plain() {
            Type::Bool | Type::Int(_) | Type::Float(_) | Type::Pointer(_) => {}
            Type::Named(name) if self.scopes.is_type_parameter(name) => {}
            _ => return Type::Const(of),
        }
        self.file.merged.constant = true;
        Arc::unwrap_or_clone(of)
    }

    /// A function, its body passed over for now; whether the class is still known.
    fn function_member(
        &mut self,
        class: &Class,
        specifiers: crate::syntax::Specifiers,
        mut qualified: Type,
        declarator: Declarator,
        sort: Kind,
        out: &mut Members,
    ) -> Parsed<bool> {
        let mut constant = false;
        let mut initializers = None;
        // `= default`, or `= delete`.
        let (mut given, mut defaulted) = (false, false);
        while !self.is("{") && !self.is(";") {
            match () {
                () if self.peek().is_none() || self.is("}") => return Ok(false),
                () if self.is(":") && sort == Kind::Constructor => {
                    initializers = Some(self.at);
                    self.skip_initializers()?;
                }
                () if self.eat("=") => {
                    given = true;
                    defaulted = self.is_word("default");
                }
                () if self.is("(") || self.is("[") => self.skip_balanced()?,
                () if self.is("->") => self.trailing_type(&mut qualified, &declarator.parts),
                () => {
                    constant |= self.is_word("const");
                    self.at += 1;
                }
            }
        }
        let begin = self.is("{").then_some(self.at);
        match begin {
            Some(_) => self.skip_balanced()?,
            None => self.at += 1,
        }
        if sort == Kind::Static
            && let Some((name, _)) = &declarator.name
        {
            self.scopes.declare(name.clone(), Sort::Static(class.ty.clone()));
            self.static_functions.insert(class.name.member(name.as_str()));
        }
        let copies = match declarator.parts.first() {
            Some(Part::Function(parameters, _)) => match parameters.as_slice() {
                [first, others @ ..] => {
                    is_reference_to(&first.ty, &class.ty)
                        && others.iter().all(|p| p.default.is_some())
                }
                [] => false,
            },
            _ => false,
        };
        if sort == Kind::Constructor && copies {
            // Values are copied member by member, which one of its own need not do.
            return Ok(given);
        }
        defaulted &= sort == Kind::Constructor
            && matches!(declarator.parts.first(), Some(Part::Function(p, _)) if p.is_empty());
        if given && !defaulted {
            return Ok(true);
        }
        out.methods.push(Method {
            specifiers,
            qualified,
            declarator,
            constant,
            begin,
            initializers,
            sort,
            defaulted,
            template: Vec::new(),
            intrinsic: None,
        });
        Ok(true)
    }

    /// Passes over `: x(a), y{b}`, up to the body.
    pub(super) fn skip_initializers(&mut self) -> Parsed<()> {
        self.at += 1;
        loop {
            while !self.is("(") && !self.is("{") {
                if self.peek().is_none() || self.is(";") || self.is("}") {
                    return Err(self.unexpected("`(`"));
                }
                self.at += 1;
            }
            self.skip_balanced()?;
            if !self.eat(",") {
                return Ok(());
            }
        }
    }
}

/// Whether the first parameter of a function is a reference to whatever it is given.
fn takes_anything(declarator: &Declarator, template: &[TemplateParameter]) -> bool {
    let Some(Part::Function(parameters, _)) = declarator.parts.first() else { return true };
    let mut ty = match parameters.first().map(|p| &p.ty) {
        Some(Type::Reference(of)) => &**of,
        _ => return false,
    };
    while let Type::Moved(of) | Type::Volatile(of) = ty {
        ty = of;
    }
    matches!(ty, Type::Named(name) if template.iter().any(|p| p.name.as_ref() == Some(name)))
}

/// Whether a parameter is of the class itself, or a reference to one.
fn is_reference_to(ty: &Type, class: &Type) -> bool {
    match ty {
        Type::Reference(of) | Type::Const(of) => is_reference_to(of, class),
        ty => ty == class,
    }
}
