//! Constraints of templates: `template <class T> requires C<T>`, `template <C T>`. They say for which arguments a template
//! is one, so a kernel is read without them, where no other function has its name. Of other functions they decide which
//! one a call means, and those are passed over. [C++20, 13.5]

use super::{Parsed, Parser};
use crate::syntax::{Body, Fault, Item, Place};
use crate::token::{Kind, Token};
use semantics::Name;
use std::collections::HashSet;

/// The concepts of the C++ library that take a type alone. [C++20, 18.3]
const OF_LIBRARY: [&str; 12] = [
    "integral",
    "signed_integral",
    "unsigned_integral",
    "floating_point",
    "copyable",
    "movable",
    "regular",
    "semiregular",
    "destructible",
    "default_initializable",
    "copy_constructible",
    "equality_comparable",
];

/// What constraints a file has.
#[derive(Default)]
pub(super) struct Constraints {
    /// The concepts that it defines.
    concepts: HashSet<Name>,
    /// The kernels that have some.
    kernels: HashSet<Name>,
    /// Whether the template at hand has one.
    pub here: bool,
}

impl Parser {
    /// `concept C = …;`, behind the head of its template, if that stands here.
    pub(super) fn concept(&mut self) -> Parsed<bool> {
        let name = self.peek_at(1).and_then(Token::name).cloned();
        let (true, Some(name), true) = (self.is_word("concept"), name, self.is_at(2, "=")) else {
            return Ok(false);
        };
        self.constraints.concepts.insert(name);
        while !self.is(";") {
            match self.peek().map(|token| &token.kind) {
                None => return Err(self.unexpected("`;`")),
                Some(Kind::Punct("(" | "[" | "{")) => self.skip_balanced()?,
                Some(_) => self.at += 1,
            }
        }
        self.expect(";").map(|()| true)
    }

    /// Passes over the concept that a parameter of a template begins with: it stands for a type then.
    pub(super) fn eat_concept(&mut self) -> Parsed<bool> {
        let word = |n: usize| self.peek_at(n).and_then(Token::name).map_or("", Name::as_str);
        let of_library = word(0) == "std" && self.is_at(1, "::") && OF_LIBRARY.contains(&word(2));
        let own = self
            .peek()
            .and_then(Token::name)
            .is_some_and(|name| self.constraints.concepts.contains(name));
        if !of_library && !own {
            return Ok(false);
        }
        self.at += if of_library { 3 } else { 1 };
        if self.is("<") {
            self.skip_angles()?;
        }
        self.constraints.here = true;
        Ok(true)
    }

    /// Passes over `requires …`, if that stands here.
    pub(super) fn eat_constraint(&mut self) -> Parsed<bool> {
        if !self.eat_word("requires") {
            return Ok(false);
        }
        loop {
            if self.eat_word("requires") {
                if self.is("(") {
                    self.skip_balanced()?;
                }
                self.skip_balanced()?;
            } else if self.is("(") {
                self.skip_balanced()?;
            } else {
                self.skip_concept()?;
            }
            if !(self.eat("&&") || self.eat("||")) {
                self.constraints.here = true;
                return Ok(true);
            }
        }
    }

    /// `std::is_integral<T>::value`, `C<T>`
    fn skip_concept(&mut self) -> Parsed<()> {
        self.eat("::");
        loop {
            self.identifier()?;
            if self.is("<") {
                self.skip_angles()?;
            }
            if !self.eat("::") {
                return Ok(());
            }
        }
    }

    /// Refuses what follows the head of a template that has constraints, but for kernels.
    pub(super) fn only_of_kernel(&self) -> Parsed<()> {
        let head = self.tokens[self.at..].iter().take_while(|t| !t.is("{") && !t.is(";"));
        let mut names = head.filter_map(Token::name);
        match !self.constraints.here || names.any(|name| name.as_str() == "__global__") {
            true => Ok(()),
            false => Err(self.error("a template with constraints")),
        }
    }

    /// Notes that a kernel has constraints.
    pub(super) fn constrained(&mut self, kernel: &Name) {
        self.constraints.kernels.insert(kernel.clone());
        let note = format!("the constraints of the template `{kernel}` are passed over");
        self.file.notes.push(note);
    }

    /// Takes back what is read of kernels that their constraints tell from other functions.
    pub(super) fn told_apart_by_constraints(&mut self) {
        for name in std::mem::take(&mut self.constraints.kernels) {
            if self.file.functions().filter(|f| f.name == name).count() < 2 {
                continue;
            }
            for item in &mut self.file.items {
                if let Item::Function(f) = item
                    && f.name == name
                    && !matches!(f.body, Body::None)
                {
                    let what = "functions that are told apart by constraints";
                    f.body = Body::Unread(what.into(), Place(f.span.0.clone()), Fault::Reader);
                }
            }
        }
    }
}
