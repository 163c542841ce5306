//! Friends of a class.

use super::class::Class;
use super::declarator::Part;
use super::member::Members;
use super::method::{Method, Sort};
use super::{Parsed, Parser};
use crate::token::Token;
use semantics::Name;

impl Parser {
    /// Whether `friend` is among the specifiers of what begins here.
    pub(super) fn declares_friend(&self) -> bool {
        let member =
            self.tokens[self.at..].iter().take_while(|t| !t.is(";") && !t.is("{") && !t.is("}"));
        member.filter_map(Token::name).any(|word| word.as_str() == "friend")
    }

    /// A friend. Where it is defined here and is no operator that can be read, what is called by its name is not known.
    pub(super) fn friend(&mut self, class: &Class, out: &mut Members) -> Parsed<()> {
        let begin = self.at;
        self.skip_member()?;
        let end = self.at;
        let defined = self.tokens[begin..end].iter().any(|t| t.is("{"));
        // Without a body, it is declared elsewhere.
        let (Some(name), true) = (self.declared_name(begin, end), defined) else { return Ok(()) };
        let of_file = class.template.is_none() && class.name == class.short && self.bodies == 0;
        if of_file && name.as_str().starts_with("operator") {
            self.go_back(begin);
            let read = self.friend_operator(&name)?;
            if let Some(method) = read.filter(|_| self.at == end) {
                out.friends.push(method);
                return Ok(());
            }
        }
        self.go_back(begin);
        self.skip_member()?;
        self.ambiguous(&name);
        Ok(())
    }

    /// An operator that a class defines as a friend: a function of what is around the class, found by its arguments.
    /// [C++17, 14.3, 6.4.2]
    fn friend_operator(&mut self, name: &Name) -> Parsed<Option<Method>> {
        let (depth, scopes) = (self.depth, self.scopes.depth());
        let read = self.operator_defined();
        self.scopes.cut(scopes);
        self.depth = depth;
        match read {
            Err(why) if why.exhausted.is_some() => Err(why),
            Ok(Some(method))
                if method.declarator.name.as_ref().is_some_and(|(read, _)| read == name) =>
            {
                Ok(Some(method))
            }
            _ => Ok(None),
        }
    }

    fn operator_defined(&mut self) -> Parsed<Option<Method>> {
        let specified = self.specifiers()?;
        let declarator = self.declarator(false)?;
        let is_function = matches!(declarator.parts.first(), Some(Part::Function(..)));
        if !is_function || !specified.enumerators.is_empty() || !self.is("{") {
            return Ok(None);
        }
        let begin = Some(self.at);
        self.skip_balanced()?;
        Ok(Some(Method {
            qualified: specified.qualified(),
            specifiers: specified.specifiers,
            declarator,
            constant: false,
            begin,
            initializers: None,
            sort: Sort::Friend,
            defaulted: false,
            template: Vec::new(),
            intrinsic: None,
        }))
    }
}
