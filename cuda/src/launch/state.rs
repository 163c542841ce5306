//! The variables of a run of host code.

use super::value::{Base, Location, Value, Variable};
use super::values::Values;
use crate::syntax::{Closure, Type};
use semantics::Name;
use std::collections::HashMap;
use std::sync::Arc;

/// Which object a variable is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Identity {
    /// One of its own: the others are others.
    Own,
    /// What stands in this memory.
    Pointed(Base),
    /// What somebody gives a reference to.
    Referred,
    /// A member of the object whose function runs, which is of this class.
    Member(Name),
}

/// A variable, as it was declared.
#[derive(Clone, Debug)]
pub(super) struct Declared {
    pub name: Name,
    pub ty: Type,
    /// Whether it keeps its first value: `const`.
    pub fixed: bool,
    /// Whether others may change it: its address was taken, or it is one of the file.
    pub shared: bool,
    /// What it is another name of: a reference.
    pub refers: Option<Location>,
    /// The variables of which it may be another name, where that is not known.
    pub among: Vec<Variable>,
    /// Whether its name may mean another variable, or what it is another name of is not known: no number that it holds
    /// is known.
    pub doubted: bool,
    /// Which object it is.
    pub identity: Identity,
}

impl Declared {
    /// One that nobody else knows of.
    pub fn new(name: &Name, ty: &Type) -> Declared {
        Declared {
            name: name.clone(),
            ty: ty.clone(),
            fixed: false,
            shared: false,
            refers: None,
            among: Vec::new(),
            doubted: false,
            identity: Identity::Own,
        }
    }
}

/// A lambda expression, and what its names mean that are no parameters.
#[derive(Clone, Debug)]
pub(super) struct Bound {
    pub closure: Arc<Closure>,
    pub captured: Vec<(Name, Variable)>,
}

/// The variables, and which a name means.
#[derive(Clone, Debug, Default)]
pub(super) struct State {
    pub declared: Vec<Declared>,
    /// What each holds.
    pub values: Values,
    /// The innermost last.
    scopes: Vec<HashMap<Name, Variable>>,
    /// The first scope of each function that runs; those of its callers are not visible.
    frames: Vec<usize>,
    /// Whether the place at hand is reached.
    pub reached: bool,
}

impl State {
    /// Before the first statement: the scope of the file alone.
    pub fn new() -> State {
        State { scopes: vec![HashMap::new()], reached: true, ..State::default() }
    }

    pub fn open(&mut self) {
        self.scopes.push(HashMap::new());
    }

    pub fn close(&mut self) {
        if self.scopes.len() > 1 {
            self.scopes.pop();
        }
    }

    /// Enters a function.
    pub fn enter(&mut self) {
        self.frames.push(self.scopes.len());
        self.open();
    }

    /// Leaves it.
    pub fn leave(&mut self) {
        if let Some(scopes) = self.frames.pop() {
            self.scopes.truncate(scopes);
        }
    }

    /// The variable that a name means.
    pub fn find(&self, name: &Name) -> Option<Variable> {
        let own = self.frames.last().copied().unwrap_or(0);
        let inner = self.scopes[own..].iter().rev();
        inner.chain(self.scopes.first()).find_map(|scope| scope.get(name)).copied()
    }

    /// Whether a name means one thing wherever it stands in the function that runs: no other variable hides it.
    pub fn is_never_hidden(&self, name: &Name) -> bool {
        let own = self.frames.last().copied().unwrap_or(0).max(1);
        let seen = self.scopes.first().into_iter().chain(self.scopes.iter().skip(own));
        seen.filter(|scope| scope.contains_key(name)).count() < 2
    }

    /// Whether a name means a variable of the function that runs.
    pub fn is_local(&self, name: &Name) -> bool {
        let own = self.frames.last().copied().unwrap_or(0).max(1);
        self.scopes.iter().skip(own).any(|scope| scope.contains_key(name))
    }

    /// A new variable of the scope at hand.
    pub fn declare(&mut self, declared: Declared, value: Value) -> Variable {
        let name = declared.name.clone();
        let variable = self.declare_unnamed(declared, value);
        self.bind(name, variable);
        variable
    }

    /// A new variable of the file.
    pub fn declare_global(&mut self, declared: Declared, value: Value) -> Variable {
        let name = declared.name.clone();
        let variable = self.declare_unnamed(declared, value);
        if let Some(scope) = self.scopes.first_mut() {
            scope.insert(name, variable);
        }
        variable
    }

    /// A new variable that no name means.
    pub fn declare_unnamed(&mut self, declared: Declared, value: Value) -> Variable {
        self.declared.push(declared);
        self.values.push(value)
    }

    /// A new variable of the function that runs.
    pub fn declare_in_function(&mut self, declared: Declared, value: Value) -> Variable {
        let name = declared.name.clone();
        let variable = self.declare_unnamed(declared, value);
        let own = self.frames.last().copied().unwrap_or(0);
        if let Some(scope) = self.scopes.get_mut(own) {
            scope.insert(name, variable);
        }
        variable
    }

    /// Gives a variable a name in the scope at hand.
    pub fn bind(&mut self, name: Name, variable: Variable) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name, variable);
        }
    }

    /// The variables that others may change.
    pub fn shared(&self) -> Vec<Variable> {
        let all = self.declared.iter().enumerate();
        all.filter(|(_, d)| d.shared && !d.fixed).map(|(n, _)| Variable(n)).collect()
    }
}
