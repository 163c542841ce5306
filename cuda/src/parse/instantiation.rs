//! Explicit instantiations: `template void f<a>(…);` [C++17, 17.7.2]

use super::{Parsed, Parser};
use crate::syntax::{Instance, Instantiation, Place, Type};
use crate::token::{Kind, Token};
use semantics::Name;
use std::collections::HashMap;

impl Parser {
    /// An explicit instantiation, behind `template`. With arguments, that of a kernel is found among the uses.
    pub(super) fn explicit_instantiation(&mut self) -> Parsed<()> {
        let mut of_function = false;
        while let Some(token) = self.peek()
            && !token.is(";")
        {
            let (name, span) = (token.name().cloned(), Place(token.span.clone()));
            match name {
                Some(name) if self.is_at(1, "<") && !of_function => {
                    self.at += 1;
                    let arguments = self.declared_arguments()?;
                    of_function = self.is("(");
                    if of_function {
                        self.instantiated(name, arguments, span)?;
                    }
                    continue;
                }
                Some(name) if self.is_at(1, "(") => {
                    let (arguments, at) = (Vec::new(), self.at);
                    let instance =
                        Instance { name: name.clone(), arguments, at, span: span.clone() };
                    self.file.instances.push(instance);
                    if !of_function {
                        of_function = true;
                        self.at += 1;
                        self.instantiated(name, Vec::new(), span)?;
                        continue;
                    }
                }
                _ => {}
            }
            self.at += 1;
        }
        self.expect(";")
    }

    /// One of a function, of which the parameters stand at hand. Their types say what is not given.
    fn instantiated(
        &mut self,
        name: Name,
        arguments: Vec<crate::syntax::TemplateArgument>,
        span: Place,
    ) -> Parsed<()> {
        let (start, depth) = (self.at, self.depth);
        let parameters: Option<Vec<Type>> = match self.nested(Parser::parameters) {
            Ok((parameters, false)) => Some(parameters.into_iter().map(|p| p.ty).collect()),
            Err(why) if why.exhausted.is_some() => return Err(why),
            _ => None,
        };
        self.go_back(start);
        self.depth = depth;
        self.in_angles = false;
        let instance = Instantiation { name, arguments, parameters, span, alone: false };
        self.file.instantiations.push(instance);
        Ok(())
    }

    /// Says of the explicit instantiations whether others use the template: its name stands in nothing but its
    /// definition, declarations, and such instantiations.
    pub(super) fn instantiations(&mut self) {
        if self.file.instantiations.is_empty() {
            return;
        }
        let declared = declarations(&self.tokens);
        let all = &self.file.instantiations;
        let uses = |name: &Name| self.tokens.iter().filter(|t| t.name() == Some(name)).count();
        let own = |name: &Name| all.iter().filter(|i| i.name == *name).count();
        let others = |name: &Name| declared.get(name).copied().unwrap_or(0);
        let alone: Vec<bool> =
            all.iter().map(|i| uses(&i.name) == own(&i.name) + others(&i.name) + 1).collect();
        self.file.instantiations.iter_mut().zip(alone).for_each(|(i, alone)| i.alone = alone);
    }
}

/// How often each name is that of a function template which is declared without a body: `template <…> type f(…);`, in
/// namespaces alone.
fn declarations(tokens: &[Token]) -> HashMap<Name, usize> {
    let mut found = HashMap::new();
    // Whether each brace that is open is that of a namespace.
    let mut open: Vec<bool> = Vec::new();
    let mut item = 0;
    let mut n = 0;
    while n < tokens.len() {
        let token = &tokens[n];
        match () {
            () if token.is("{") => {
                open.push(super::recover::opens_namespace(&tokens[item..]));
                item = n + 1;
            }
            () if token.is("}") => {
                open.pop();
                item = n + 1;
            }
            () if token.is(";") => {
                if open.iter().all(|namespace| *namespace)
                    && let Some(name) = declared(&tokens[item..n])
                {
                    *found.entry(name).or_default() += 1;
                }
                item = n + 1;
            }
            () => {}
        }
        n += 1;
    }
    found
}

/// The function template that an item without braces declares.
fn declared(item: &[Token]) -> Option<Name> {
    let [template, open, ..] = item else { return None };
    if !template.is_word("template") || !open.is("<") {
        return None;
    }
    let end = item.iter().position(|t| t.is("("))?;
    let name = item.get(end.checked_sub(1)?)?.name()?;
    // `template <int n = f(1)> …` has the parenthesis elsewhere.
    let mut angles = 0isize;
    for token in &item[1..end] {
        angles += match &token.kind {
            Kind::Punct("<") => 1,
            Kind::Punct(">") => -1,
            Kind::Punct(">>") => -2,
            Kind::Punct("=") => return None,
            _ => 0,
        };
    }
    (angles == 0).then(|| name.clone())
}
