//! What stands at the top of a file.

use super::declarator::{Declarator, Part};
use super::scope::Sort;
use super::specifier::Specified;
use super::{Parsed, Parser};
use crate::syntax::{Body, Function, Item, Place, Type};
use crate::token::Kind;

impl Parser {
    /// Everything up to the end of the file.
    pub(super) fn file(&mut self) -> Parsed<()> {
        while self.peek().is_some() {
            self.item(false)?;
        }
        Ok(())
    }

    fn item(&mut self, template: bool) -> Parsed<()> {
        if self.eat(";") {
            return Ok(());
        }
        match self.word() {
            "template" => return self.template(),
            "using" => return self.using(),
            "static_assert" => {
                self.skip_attribute()?;
                return self.expect(";");
            }
            "namespace" => {
                self.at += 1;
                self.file.namespaces = true;
                while !self.is("{") && !self.is(";") && self.peek().is_some() {
                    self.at += 1;
                }
                return self.items_in_braces();
            }
            "extern" if matches!(self.peek_at(1).map(|t| &t.kind), Some(Kind::Str(_))) => {
                self.at += 2;
                return if self.is("{") { self.items_in_braces() } else { self.item(template) };
            }
            _ => {}
        }
        let specified = self.specifiers()?;
        self.file.items.extend(specified.enumerators.iter().cloned());
        if self.eat(";") {
            return Ok(());
        }
        let declarator = self.declarator(false)?;
        if let Some(Part::Function(..)) = declarator.parts.first() {
            return self.function(specified, declarator, template);
        }
        let Specified { specifiers, ty, .. } = specified;
        let variables = self.variables(specifiers, &ty, declarator)?;
        if !variables.is_empty() && !template {
            self.file.items.push(Item::Variables(variables));
        }
        Ok(())
    }

    fn items_in_braces(&mut self) -> Parsed<()> {
        if self.eat(";") {
            return Ok(());
        }
        self.nested(|p| {
            p.expect("{")?;
            while !p.eat("}") {
                if p.peek().is_none() {
                    return Err(p.unexpected("`}`"));
                }
                p.item(false)?;
            }
            Ok(())
        })
    }

    /// `template <…> item`. The names of its parameters are known in the item's head.
    fn template(&mut self) -> Parsed<()> {
        self.at += 1;
        if !self.is("<") {
            // An explicit instantiation.
            while self.peek().is_some() && !self.is(";") {
                self.at += 1;
            }
            return self.expect(";");
        }
        let from = self.at;
        self.skip_angles()?;
        let head = self.at;
        self.scopes.open();
        for n in from..head {
            let introduces =
                self.tokens[n].name().is_some_and(|w| matches!(w.as_str(), "typename" | "class"));
            if let (true, Some(name)) = (introduces, self.tokens.get(n + 1).and_then(|t| t.name()))
            {
                let name = name.clone();
                self.scopes.declare(name.clone(), Sort::Type(Type::Named(name)));
            }
        }
        let before = self.file.items.len();
        let item = self.nested(|p| p.item(true));
        self.scopes.close();
        item?;
        for item in &self.file.items[before..] {
            if let Item::Function(function) = item {
                self.scopes.declare(function.name.clone(), Sort::Template);
            }
        }
        // A class template is a type outside of its own head, too.
        let is_class = self.tokens[head]
            .name()
            .is_some_and(|w| matches!(w.as_str(), "struct" | "class" | "union"));
        if let (true, Some(name)) = (is_class, self.tokens.get(head + 1).and_then(|t| t.name())) {
            let name = name.clone();
            self.scopes.declare(name.clone(), Sort::Type(Type::Named(name)));
        }
        Ok(())
    }

    /// `using namespace n;`, `using T = type;`, `using n::x;`
    pub(super) fn using(&mut self) -> Parsed<()> {
        self.at += 1;
        if self.is_at(1, "=") {
            let (name, _) = self.identifier()?;
            self.at += 1;
            let ty = self.type_id()?;
            self.scopes.declare(name, Sort::Type(ty));
            return self.expect(";");
        }
        while self.peek().is_some() && !self.is(";") {
            self.at += 1;
        }
        self.expect(";")
    }

    fn function(
        &mut self,
        specified: Specified,
        declarator: Declarator,
        template: bool,
    ) -> Parsed<()> {
        let mut parts = declarator.parts.into_iter();
        let (Some(Part::Function(parameters, variadic)), Some((name, span))) =
            (parts.next(), declarator.name)
        else {
            return Err(self.unexpected("a function"));
        };
        let parts: Vec<Part> = parts.collect();
        let returns = Declarator::apply(&parts, specified.qualified());
        let specifiers = specified.specifiers;
        self.scopes.declare(name.clone(), Sort::Value);
        while !self.is("{") && !self.is(";") && !self.is(",") {
            let known = matches!(self.word(), "const" | "noexcept" | "override" | "final")
                || self.is("->")
                || self.is(":")
                || self.is("=");
            if !known && !self.is_annotation() {
                return Err(self.unexpected("`{` or `;`"));
            }
            if self.is("->") || self.is(":") || self.is("=") {
                while self.peek().is_some() && !self.is("{") && !self.is(";") {
                    self.at += 1;
                }
            } else {
                self.skip_attribute()?;
            }
        }
        let body = if !self.is("{") {
            while self.peek().is_some() && !self.is(";") {
                self.at += 1;
            }
            self.expect(";")?;
            Body::None
        } else if template || !(specifiers.global || specifiers.device) {
            self.skip_balanced()?;
            let why = if template { "template" } else { "host function" };
            self.file.notes.push(format!("the body of the {why} `{name}` is passed over"));
            Body::Skipped
        } else {
            self.scopes.open();
            for parameter in &parameters {
                if let Some(name) = &parameter.name {
                    self.scopes.declare(name.clone(), Sort::Value);
                }
            }
            let block = self.block();
            self.scopes.close();
            Body::Block(block?)
        };
        let span = Place(span);
        self.file.items.push(Item::Function(Function {
            specifiers,
            name,
            span,
            returns,
            parameters,
            variadic,
            body,
            template,
        }));
        Ok(())
    }

    fn is_annotation(&self) -> bool {
        self.word().starts_with("__") && self.is_at(1, "(")
    }
}
