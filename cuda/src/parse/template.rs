//! Templates: their parameters and arguments, and where the templates of kernels are used.

use super::declarator::Declarator;
use super::namespace::Declared;
use super::scope::Sort;
use super::{Parsed, Parser};
use crate::syntax::{
    ALIASED, Body, Fault, Instance, Item, Parameter, Place, Record, TemplateArgument,
    TemplateParameter, TemplateParameterKind, Type, is_ambiguous,
};
use crate::token::{Kind, Token};
use semantics::{Diagnostic, IntType, Name};
use std::collections::HashSet;

/// How many places that may be uses of kernel templates are looked at.
const MOST_INSTANCES: usize = 1_000;

/// What stands before a declaration.
pub(super) enum Head {
    /// Nothing.
    None,
    /// `template <…>`
    Template(Vec<TemplateParameter>),
    /// `template <>`
    Specialization,
}

impl Parser {
    /// `template <…> item`. The names of its parameters are known in the item.
    pub(super) fn template(&mut self) -> Parsed<()> {
        self.at += 1;
        if !self.is("<") {
            return self.explicit_instantiation();
        }
        self.rename_as_inside();
        let (start, depth, scopes) = (self.at, self.depth, self.scopes.depth());
        let (items, records) = (self.file.items.len(), self.file.records.len());
        let (unions, heads) = (self.file.unions.len(), self.heads.len());
        self.scopes.open();
        let done = self.templated();
        self.scopes.close();
        self.heads.truncate(heads);
        self.class_head = None;
        let declared = match done {
            Ok(declared) => declared,
            Err(why) => {
                self.scopes.cut(scopes);
                self.depth = depth;
                self.in_angles = false;
                self.file.items.truncate(items);
                self.file.records.truncate(records);
                self.file.unions.truncate(unions);
                self.go_back(start);
                self.pass_over_template(why)?;
                Vec::new()
            }
        };
        for (name, sort) in declared {
            self.scopes.declare(name, sort);
        }
        Ok(())
    }

    /// Passes over a template that cannot be read: what its names are may hang on its arguments. A
    /// kernel is none of which that may be said.
    fn pass_over_template(&mut self, why: Diagnostic) -> Parsed<()> {
        let begin = self.at;
        self.skip_angles()?;
        let past_head = self.at;
        loop {
            match self.peek().map(|t| &t.kind) {
                None => return Err(why),
                Some(Kind::Punct(";")) => {
                    self.at += 1;
                    break;
                }
                Some(Kind::Punct("{")) => {
                    self.skip_balanced()?;
                    self.eat(";");
                    break;
                }
                Some(Kind::Punct("(" | "[")) => self.skip_balanced()?,
                Some(_) => self.at += 1,
            }
        }
        let kernel = |t: &Token| t.name().is_some_and(|w| w.as_str() == "__global__");
        if self.tokens[begin..self.at].iter().any(kernel) {
            return Err(why);
        }
        // Nor does anybody know which uses of a name it is meant for.
        let ends = |t: &Token| t.is("{") || t.is("=") || t.is(":");
        let head = self.tokens[past_head..self.at].iter().take_while(|t| !ends(t));
        let head = without_parameters(head.collect());
        let meant = (1..head.len()).filter(|n| head[*n].is("<") || head[*n].is("("));
        let meant: Vec<(Name, Option<Name>)> = meant
            .filter_map(|n| {
                let qualified = n >= 3 && head[n - 2].is("::");
                let of = head.get(n.wrapping_sub(3)).filter(|_| qualified);
                Some((head[n - 1].name()?.clone(), of.and_then(|t| t.name().cloned())))
            })
            .collect();
        for (name, of) in meant {
            self.passed_over(&name, of.as_ref());
        }
        let line = why.span.as_ref().map_or(0, |span| span.line_column().0);
        self.file
            .notes
            .push(format!("the template of line {line} is passed over: {}", why.message));
        Ok(())
    }

    /// From the `<` on; the names that the template declares.
    fn templated(&mut self) -> Parsed<Vec<(Name, Sort)>> {
        self.constraints.here = false;
        let parameters = self.template_parameters()?;
        if self.concept()? {
            return Ok(Vec::new());
        }
        self.eat_constraint()?;
        self.only_of_kernel()?;
        let constrained = self.constraints.here;
        self.heads.extend(parameters.iter().cloned());
        let begin = self.at;
        let (items, records) = (self.file.items.len(), self.file.records.len());
        let variables = self.file.variable_templates.len();
        if self.is_word("using") && self.is_at(2, "=") {
            return self.alias_template(parameters);
        }
        // A class template is a type outside of its own head, too.
        let is_class = self
            .tokens
            .get(begin)
            .and_then(Token::name)
            .is_some_and(|w| matches!(w.as_str(), "struct" | "class" | "union"));
        self.class_head = is_class.then(|| parameters.clone());
        let head = match parameters.is_empty() {
            true => Head::Specialization,
            false => Head::Template(parameters),
        };
        self.nested(|p| p.item(head))?;
        // Structures that hang on the arguments of a template are known by name only.
        let mut n = 0;
        self.file.records.retain(|r| {
            n += 1;
            n <= records || r.template.is_some() || r.specializes.is_some()
        });
        let mut names = Vec::new();
        for (_, variable) in self.file.variable_templates.iter().skip(variables) {
            names.push((variable.name.clone(), Sort::Template));
        }
        for item in &self.file.items[items.min(self.file.items.len())..] {
            if let Item::Function(function) = item {
                names.push((function.name.clone(), Sort::Template));
            }
        }
        if constrained {
            names.iter().for_each(|(kernel, _)| self.constrained(kernel));
        }
        if let (true, Some(name)) = (is_class, self.name_of_class(begin)) {
            names.push((name.clone(), Sort::Type(Type::Named(name))));
        }
        Ok(names)
    }

    /// The name of the class whose head begins there, which attributes may stand before: `struct alignas(16) C`.
    fn name_of_class(&mut self, begin: usize) -> Option<Name> {
        let at = std::mem::replace(&mut self.at, begin + 1);
        let read = self.skip_attributes();
        let name = self.peek().and_then(Token::name).cloned();
        self.at = at;
        read.ok().and(name)
    }

    /// `template <class T> using P = T *;`, read as a class template with the type as a member: what it stands for
    /// is looked for where it is declared, and no call says its parameters. [C++17, 17.5.7]
    fn alias_template(&mut self, parameters: Vec<TemplateParameter>) -> Parsed<Vec<(Name, Sort)>> {
        self.at += 1;
        let (name, _) = self.identifier()?;
        self.expect("=")?;
        let stands_for = self.type_id().ok().filter(|_| self.is(";"));
        while self.peek().is_some() && !self.is(";") {
            self.at += 1;
        }
        self.expect(";")?;
        if self.scopes.depth() == 2 {
            self.declared_here(&name, Declared::Other);
        }
        if self.file.records.iter().any(|r| r.name == name) {
            // Of two namespaces: which one a path means is not looked at.
            self.ambiguous(&name);
        } else if let Some(ty) = stands_for {
            self.file.records.push(Record {
                name: name.clone(),
                fields: Vec::new(),
                whole: true,
                plain: true,
                align: 1,
                template: Some(parameters),
                specializes: None,
                types: vec![(ALIASED.into(), ty)],
                constants: Vec::new(),
                defaults: Vec::new(),
                bits: Vec::new(),
                of_toolkit: self.in_toolkit,
                bases: Vec::new(),
                is_abstract: false,
            });
        }
        Ok(vec![(name, Sort::Alias)])
    }

    /// `P<…>`, from the `<` on: what an alias template stands for.
    pub(super) fn aliased(&mut self, name: Name) -> Parsed<Type> {
        if !self.is_class_template(&name) || is_ambiguous(&self.file.ambiguous, &name) {
            self.skip_angles()?;
            return Ok(Type::Other("an alias template"));
        }
        let arguments = self.template_arguments()?;
        Ok(Type::Member(Type::Instance(name, arguments).into(), ALIASED.into()))
    }

    /// `<typename T, int n = 4>`
    pub(super) fn template_parameters(&mut self) -> Parsed<Vec<TemplateParameter>> {
        self.expect("<")?;
        let mut parameters = Vec::new();
        if self.eat(">") {
            return Ok(parameters);
        }
        loop {
            parameters.push(self.template_parameter()?);
            if !self.eat(",") {
                self.close_angles()?;
                return Ok(parameters);
            }
        }
    }

    fn template_parameter(&mut self) -> Parsed<TemplateParameter> {
        let start = self.span();
        if self.is_word("template") {
            self.at += 1;
            self.skip_angles()?;
            self.at += 1;
            let name = self.parameter_name()?;
            self.skip_default();
            let kind = TemplateParameterKind::Other("a template as the argument of a template");
            return Ok(TemplateParameter { name, kind, span: self.since(&start) });
        }
        if self.eat_word("typename") || self.eat_word("class") || self.eat_concept()? {
            let pack = self.eat("...");
            let name = self.parameter_name()?;
            if let Some(name) = &name {
                self.type_parameters.insert(name.clone());
                self.scopes.declare_type_parameter(name.clone());
            }
            let default = if self.eat("=") { Some(self.type_id()?) } else { None };
            let kind = match pack {
                true => TemplateParameterKind::Other("a template of any number of arguments"),
                false => TemplateParameterKind::Type(default),
            };
            return Ok(TemplateParameter { name, kind, span: self.since(&start) });
        }
        let ty = self.specifiers()?.qualified();
        let leads = self.is("*") || self.is("&");
        while self.eat("*") || self.eat("&") || leads && self.eat_word("const") {}
        let pack = self.eat("...");
        let plain = self.is(",") || self.is("=") || self.is(">") || self.word() != "";
        let (name, ty) = match self.is("(") || self.is_at(1, "(") {
            true if !pack => self.function_parameter(ty)?,
            _ if plain => (self.parameter_name()?, ty),
            _ => return Err(self.unexpected("a parameter of a template")),
        };
        if let Some(name) = &name {
            match ty == Type::Int(IntType::INT) && !pack {
                true => self.scopes.declare_int(name.clone()),
                false => self.scopes.declare(name.clone(), Sort::Value),
            }
        }
        let default = if self.eat("=") { Some(self.angled(Parser::assignment)?) } else { None };
        let kind = match pack {
            true => TemplateParameterKind::Other("a template of any number of arguments"),
            false if leads => TemplateParameterKind::Other(
                "a pointer or a reference as the argument of a template",
            ),
            false => TemplateParameterKind::Value(ty, default),
        };
        Ok(TemplateParameter { name, kind, span: self.since(&start) })
    }

    /// `(*f)(int)`, `f(int)`: a parameter of a template that stands for a function. [C++17, 17.1, paragraph 8]
    fn function_parameter(&mut self, returns: Type) -> Parsed<(Option<Name>, Type)> {
        let declarator = self.declarator(false)?;
        let ty = match Declarator::apply(&declarator.parts, returns) {
            Type::Function => Type::Pointer(Type::Function.into()),
            ty => ty,
        };
        Ok((declarator.name.map(|(name, _)| name), ty))
    }

    fn parameter_name(&mut self) -> Parsed<Option<Name>> {
        match self.peek().is_some_and(|t| t.name().is_some()) {
            true => Ok(Some(self.identifier()?.0)),
            false => Ok(None),
        }
    }

    /// Passes over a default argument.
    fn skip_default(&mut self) {
        while self.peek().is_some() && !self.is(",") && !self.is(">") {
            self.at += 1;
        }
    }

    /// Runs a part of the grammar that `>` ends.
    fn angled<T>(&mut self, part: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        let outer = std::mem::replace(&mut self.in_angles, true);
        let done = part(self);
        self.in_angles = outer;
        done
    }

    /// The `>` that ends arguments of a template; the first of `>>`.
    pub(super) fn close_angles(&mut self) -> Parsed<()> {
        let rest = match self.peek().map(|t| &t.kind) {
            Some(Kind::Punct(">>")) => ">",
            Some(Kind::Punct(">>>")) => ">>",
            Some(Kind::Punct(">=")) => "=",
            Some(Kind::Punct(">>=")) => ">=",
            _ => return self.expect(">"),
        };
        if let Some(token) = self.tokens.get_mut(self.at) {
            self.split.push((self.at, token.clone()));
            token.kind = Kind::Punct(rest);
            token.span.bytes.start = (token.span.bytes.start + 1).min(token.span.bytes.end);
        }
        Ok(())
    }

    /// `<T, n>`
    pub(super) fn template_arguments(&mut self) -> Parsed<Vec<TemplateArgument>> {
        self.nested(|p| {
            p.expect("<")?;
            let mut arguments = Vec::new();
            if p.eat(">") {
                return Ok(arguments);
            }
            loop {
                arguments.push(p.template_argument()?);
                if !p.eat(",") {
                    p.close_angles()?;
                    return Ok(arguments);
                }
            }
        })
    }

    fn template_argument(&mut self) -> Parsed<TemplateArgument> {
        if self.arguments == 0 {
            self.values.clear();
        }
        self.arguments += 1;
        let argument = self.type_or_value();
        self.arguments -= 1;
        argument
    }

    /// A type, where it can be one: else `int(3)`. An argument that is none may hold others that are none: which
    /// they are is kept, or each of them would be read twice as often as the one around it.
    fn type_or_value(&mut self) -> Parsed<TemplateArgument> {
        let (start, at, depth) = (self.span(), self.at, self.depth);
        if self.type_begins_at(0) && !self.values.contains(&at) {
            match self.type_id() {
                Ok(ty) if self.argument_ends() => {
                    return Ok(TemplateArgument::Type(ty, self.since(&start)));
                }
                _ => {
                    self.go_back(at);
                    self.depth = depth;
                    self.values.insert(at);
                }
            }
        }
        Ok(TemplateArgument::Value(self.angled(Parser::assignment)?))
    }

    /// Whether `,` or `>` stands here.
    fn argument_ends(&self) -> bool {
        self.is(",") || self.peek().is_some_and(|t| t.kind.text().starts_with('>'))
    }

    /// The body of a template. One that cannot be read is passed over: what its names are may hang on
    /// its arguments.
    pub(super) fn template_body(&mut self, parameters: &[Parameter]) -> Parsed<Body> {
        let (start, depth, scopes) = (self.at, self.depth, self.scopes.depth());
        match self.body(parameters) {
            Ok(block) => Ok(Body::Block(block)),
            Err(why) => {
                self.go_back(start);
                self.depth = depth;
                self.in_angles = false;
                self.scopes.cut(scopes);
                self.skip_balanced()?;
                let place = Place(why.span.unwrap_or_else(|| self.span()));
                Ok(Body::Unread(why.message, place, Fault::Reader))
            }
        }
    }

    /// Finds the uses of kernel templates, wherever they stand: the functions that launch kernels are
    /// passed over.
    pub(super) fn instances(&mut self) {
        let kernels = self.file.functions().filter(|f| f.specifiers.global);
        let templates: HashSet<Name> =
            kernels.filter(|f| f.template.is_some()).map(|f| f.name.clone()).collect();
        if templates.is_empty() {
            return;
        }
        let (mut n, mut tried) = (0, 0);
        while n < self.tokens.len() && tried < MOST_INSTANCES {
            let name = self.tokens[n].name().filter(|name| templates.contains(*name)).cloned();
            n += 1;
            let (Some(name), Some(next)) = (name, self.tokens.get(n)) else { continue };
            let at = n - 1;
            let span = Place(self.tokens[at].span.clone());
            if next.is("<<<") {
                // Its arguments are deduced from those of the launch.
                let arguments = Vec::new();
                self.file.instances.push(Instance { name, arguments, at, span });
                continue;
            }
            if !next.is("<") {
                continue;
            }
            tried += 1;
            self.go_back(n + 1);
            self.depth = 0;
            if let Some(arguments) = self.use_arguments() {
                self.file.instances.push(Instance { name, arguments, at, span });
            }
        }
        if tried >= MOST_INSTANCES {
            // Whatever the others are, this is one of them.
            for name in templates {
                let (arguments, at) = (Vec::new(), self.tokens.len());
                let span = Place(self.end.clone());
                self.file.instances.push(Instance { name, arguments, at, span });
            }
        }
    }

    /// `<…>` behind the name of a specialization that is declared; none of them where they do not end.
    pub(super) fn declared_arguments(&mut self) -> Parsed<Vec<TemplateArgument>> {
        let (start, depth) = (self.at, self.depth);
        self.at += 1;
        let arguments = self.use_arguments().unwrap_or_default();
        self.go_back(start);
        self.depth = depth;
        self.skip_angles()?;
        Ok(arguments)
    }

    /// The arguments of a use, each that cannot be read unknown; `None` where they do not end.
    fn use_arguments(&mut self) -> Option<Vec<TemplateArgument>> {
        let mut arguments = Vec::new();
        if self.eat(">") {
            return Some(arguments);
        }
        loop {
            let (start, begin) = (self.span(), self.at);
            let read = self.template_argument();
            self.in_angles = false;
            match read {
                Ok(argument) if self.argument_ends() => arguments.push(argument),
                _ => {
                    self.go_back(begin);
                    while !self.argument_ends() {
                        match self.peek()?.kind {
                            Kind::Punct("(" | "[") => self.skip_balanced().ok()?,
                            Kind::Punct("<") => self.skip_angles().ok()?,
                            Kind::Punct(";" | "{" | "}" | ")" | "]") => return None,
                            _ => self.at += 1,
                        }
                    }
                    arguments.push(TemplateArgument::Unknown(self.since(&start)));
                }
            }
            if !self.eat(",") {
                return Some(arguments);
            }
        }
    }
}

/// The head of a declaration without what stands in parentheses behind a name and may declare nothing: all but
/// `f` in `int (*f(int))(int)` and `T (f)(int)`.
fn without_parameters(head: Vec<&Token>) -> Vec<&Token> {
    let mut kept: Vec<&Token> = Vec::new();
    let mut n = 0;
    while n < head.len() {
        kept.push(head[n]);
        n += 1;
        if !kept.last().is_some_and(|t| t.is("(")) {
            continue;
        }
        let end = closing(&head, n);
        let inside = &head[n..end];
        let declares =
            inside.first().is_some_and(|t| ["*", "&", "&&", "("].iter().any(|p| t.is(p)))
                || inside.len() == 1
                || inside.windows(2).any(|two| two[0].is("::") && two[1].is("*"));
        if !declares {
            n = end;
        }
    }
    kept
}

/// The `)` for a `(` before this token, or the end.
fn closing(tokens: &[&Token], from: usize) -> usize {
    let mut open = 1usize;
    for (n, token) in tokens.iter().enumerate().skip(from) {
        match token.kind {
            Kind::Punct("(") => open += 1,
            Kind::Punct(")") => open -= 1,
            _ => {}
        }
        if open == 0 {
            return n;
        }
    }
    tokens.len()
}
