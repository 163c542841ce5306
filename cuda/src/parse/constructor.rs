//! What members hold before the body of a constructor runs: by `: x(a), y{b}`, or by default. [C++17, 15.6.2]

use super::class::Class;
use super::declarator::{Declarator, Part};
use super::member::{DefaultValue, Members};
use super::method::{Method, Sort};
use super::scope::Sort as Meaning;
use super::{Parsed, Parser};
use crate::path::Path;
use crate::syntax::{
    Arrow, CONSTRUCTOR, Expr, ExprKind, Parameter, Place, Specifiers, Stmt, StmtKind, THIS, Type,
};
use semantics::{Diagnostic, Name, Span};
use std::mem;

/// The value of a member, by its place among the members.
type Initialized = (usize, Stmt);

impl Parser {
    /// Has constructors give members their values by default, those too that a class has of its own accord. Where that is
    /// not followed, nobody knows how an object is made. Whether a list of values makes one as well: there is no other
    /// constructor.
    pub(super) fn made_by_default(
        &mut self,
        class: &Class,
        members: &mut Members,
        whole: bool,
    ) -> bool {
        let Some(first) = members.defaults.first() else { return false };
        let at = first.span.clone();
        let mut constructors = members.methods.iter().filter(|m| m.constructs());
        // Elsewhere, a name in a value could mean something else.
        let here = |m: &Method| {
            (m.begin.is_some() || m.defaulted) && !members.defaults.iter().any(|d| self.hides(m, d))
        };
        let alias = defaults_of(members).any(|(value, ty)| self.may_be_alias(value, ty, members));
        if !whole || self.bodies > 0 || self.opencl || alias || !constructors.all(here) {
            members.defaults.clear();
            self.file.ambiguous.insert(class.name.member(CONSTRUCTOR));
            return false;
        }
        let implicitly = !members.methods.iter().any(|m| m.constructs() && !m.defaulted);
        if implicitly {
            members.methods.retain(|m| !m.constructs());
            members.methods.push(implicit(at));
        }
        implicitly
    }

    /// The values that members have by default. Where one of them is not read, or may change something, nobody knows how an
    /// object is made.
    pub(super) fn default_values(
        &mut self,
        class: &Class,
        members: &Members,
    ) -> Parsed<Vec<(Name, Expr)>> {
        let mut values = Vec::new();
        for (value, ty) in defaults_of(members) {
            match self.nested(|p| p.by_default(value, ty)) {
                Ok(held) if changes_nothing(&held) => values.push((value.member.clone(), held)),
                Err(why) if why.exhausted.is_some() => return Err(why),
                _ => {
                    self.file.ambiguous.insert(class.name.member(CONSTRUCTOR));
                    return Ok(Vec::new());
                }
            }
        }
        Ok(values)
    }

    /// Whether a parameter of a constructor has the name of something in a value by default, which stands outside of it.
    fn hides(&self, constructor: &Method, value: &DefaultValue) -> bool {
        let Some(Part::Function(parameters, _)) = constructor.declarator.parts.first() else {
            return true;
        };
        let own = parameters.iter().filter_map(|p| p.name.as_ref());
        let own = own.chain(constructor.template.iter().filter_map(|p| p.name.as_ref()));
        let tokens = &self.tokens[value.tokens.clone()];
        { own }.any(|name| tokens.iter().any(|token| token.is_word(name.as_str())))
    }

    /// Whether a member may point by default to what another one points to: which arrays of an object are one, nobody
    /// looks at.
    fn may_be_alias(&self, value: &DefaultValue, ty: &Type, members: &Members) -> bool {
        let mut tokens = self.tokens[value.tokens.clone()].iter();
        match ty {
            Type::Pointer(_) => tokens.any(|t| {
                !matches!(t.kind.text(), "=" | "{" | "}" | "nullptr" | "NULL" | "0" | "(" | ")")
            }),
            ty if is_scalar(ty) => false,
            _ => tokens.any(|t| members.fields.iter().any(|(name, _)| t.is_word(name.as_str()))),
        }
    }

    /// The values of members before the body of a constructor, of which the initializers begin here, as assignments.
    pub(super) fn initialized(
        &mut self,
        at: Option<usize>,
        data: &Members,
        parameters: &[Parameter],
    ) -> Parsed<Vec<Stmt>> {
        let mut all = match at {
            Some(at) => {
                self.at = at;
                self.scopes.open();
                for parameter in parameters.iter().filter_map(|p| p.name.clone()) {
                    self.scopes.declare(parameter, Meaning::Value);
                }
                let made = self.nested(|p| p.initializer_list(&data.fields));
                self.scopes.close();
                made?
            }
            None => Vec::new(),
        };
        for (value, ty) in defaults_of(data) {
            let place = data.fields.iter().position(|(name, _)| *name == value.member);
            let Some(n) = place.filter(|n| !all.iter().any(|(other, _)| other == n)) else {
                continue;
            };
            let held = self.nested(|p| p.by_default(value, ty))?;
            all.push((n, self.assigned(value.member.clone(), held, &value.span)?));
        }
        // They run in the order of the members.
        all.sort_by_key(|(n, _)| *n);
        Ok(all.into_iter().map(|(_, assigned)| assigned).collect())
    }

    /// The name and the place of a constructor that is defined outside of its class, behind the parameters of
    /// `C::C(…)`, which is read as a function without a name that returns this type.
    pub(super) fn constructed_outside(&self, ty: &Type) -> Option<(Name, Span)> {
        // A class is a member of itself.
        let ty = if let Type::Member(of, _) = ty { of } else { ty };
        let Type::Named(class) = ty else { return None };
        let record = self.file.records.iter().find(|r| r.name == *class && r.template.is_none())?;
        let (mut open, mut n) = (0, self.at);
        loop {
            n = n.checked_sub(1)?;
            match &self.tokens[n] {
                token if token.is(")") => open += 1,
                token if token.is("(") => open -= 1,
                _ => {}
            }
            if open == 0 {
                break;
            }
        }
        let [around, between, own] = self.tokens.get(n.checked_sub(3)?..n)? else { return None };
        let short = record.name.last();
        let is_twice = around.is_word(short) && between.is("::") && own.is_word(short);
        is_twice.then(|| (record.name.member(CONSTRUCTOR), own.span.clone()))
    }

    /// As [`Parser::initialized`], of a constructor of this class that is defined outside of it, and has been read.
    pub(super) fn initialized_outside(
        &mut self,
        at: Option<usize>,
        class: &Name,
        constructor: &Name,
        parameters: &[Parameter],
    ) -> Parsed<Vec<Stmt>> {
        let record = self.file.records.iter().find(|r| r.name == *class);
        let fields = record.map(|r| r.fields.clone()).unwrap_or_default();
        self.scopes.open();
        self.declare_members(constructor, true);
        let members = Members { fields, ..Members::default() };
        let end = self.at;
        let made = self.initialized(at, &members, parameters);
        self.at = end;
        self.scopes.close();
        made
    }

    fn initializer_list(&mut self, fields: &[(Name, Type)]) -> Parsed<Vec<Initialized>> {
        let mut made: Vec<Initialized> = Vec::new();
        self.at += 1;
        loop {
            let (name, span) = self.identifier()?;
            let place = fields.iter().position(|(field, _)| *field == name);
            let Some(n) = place else {
                return Err(Diagnostic::at(
                    span,
                    "a constructor of a base, or of the class itself",
                ));
            };
            if made.iter().any(|(other, _)| *other == n) {
                return Err(Diagnostic::at(span, "a member that is initialized twice"));
            }
            let arguments = if self.is("{") { self.braced()? } else { self.parenthesized()? };
            let value = self.value_of(&fields[n].1, arguments, &span)?;
            made.push((n, self.assigned(name, value, &span)?));
            if !self.eat(",") {
                return Ok(made);
            }
        }
    }

    /// What a member holds that has its value by default.
    fn by_default(&mut self, value: &DefaultValue, ty: &Type) -> Parsed<Expr> {
        let span = &value.span;
        let after = mem::replace(&mut self.at, value.tokens.start);
        let copied = self.eat("=") && !self.is("{");
        let arguments = if copied { vec![self.assignment()?] } else { self.braced()? };
        self.at = after;
        let same = |e: &Expr| matches!(&e.kind, ExprKind::Construct(made, _) if made == ty);
        let of_parameter = matches!(ty, Type::Named(name) if self.scopes.is_type_parameter(name));
        if copied && !is_scalar(ty) && !of_parameter && !arguments.iter().all(same) {
            // A constructor that is `explicit` does not count.
            return Err(Diagnostic::at(span.clone(), "the value that a class says of a member"));
        }
        self.value_of(ty, arguments, span)
    }

    /// The value of a member that is made of these.
    fn value_of(&mut self, ty: &Type, mut arguments: Vec<Expr>, span: &Span) -> Parsed<Expr> {
        match (arguments.len(), is_scalar(ty)) {
            (1, true) => Ok(arguments.swap_remove(0)),
            (0, true) if matches!(ty, Type::Pointer(_)) => self.make(ExprKind::Null, span),
            (_, _) if matches!(ty, Type::Array(..)) => {
                Err(Diagnostic::at(span.clone(), "the initializer of an array in a structure"))
            }
            _ => self.make(ExprKind::Construct(ty.clone(), arguments), span),
        }
    }

    fn assigned(&mut self, field: Name, value: Expr, span: &Span) -> Parsed<Stmt> {
        let this = self.make(ExprKind::Name(THIS.into()), span)?;
        let place = self.make(ExprKind::Member(this.into(), field, Arrow::Dot), span)?;
        let e = self.make(ExprKind::Assign(None, place.into(), value.into()), span)?;
        Ok(Stmt { kind: StmtKind::Expr(e), span: Place(span.clone()) })
    }
}

/// The values by default, each with the type of its member.
fn defaults_of(members: &Members) -> impl Iterator<Item = (&DefaultValue, &Type)> {
    members.defaults.iter().filter_map(|value| {
        let mut fields = members.fields.iter();
        let (_, ty) = fields.find(|(name, _)| *name == value.member)?;
        Some((value, ty))
    })
}

/// Whether an expression calls and assigns nothing.
fn changes_nothing(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Name(_) => true,
        ExprKind::Member(of, ..) => changes_nothing(of),
        ExprKind::Unary(_, e) | ExprKind::Cast(_, e) => changes_nothing(e),
        ExprKind::Binary(_, a, b) => changes_nothing(a) && changes_nothing(b),
        ExprKind::Construct(_, all) => all.iter().all(changes_nothing),
        ExprKind::Conditional(c, a, b) => {
            changes_nothing(c) && changes_nothing(a) && changes_nothing(b)
        }
        _ => e.stands_alone(),
    }
}

fn is_scalar(ty: &Type) -> bool {
    matches!(ty.plain(), Type::Bool | Type::Int(_) | Type::Float(_) | Type::Pointer(_))
}

/// The constructor without parameters that a class has which declares none.
fn implicit(span: Span) -> Method {
    let parts = vec![Part::Function(Vec::new(), false)];
    Method {
        specifiers: Specifiers { device: true, host: true, ..Specifiers::default() },
        qualified: Type::Void,
        declarator: Declarator { parts, ..Declarator::of(Some((CONSTRUCTOR.into(), span))) },
        constant: false,
        begin: None,
        initializers: None,
        sort: Sort::Constructor,
        defaulted: true,
        template: Vec::new(),
        intrinsic: None,
    }
}
