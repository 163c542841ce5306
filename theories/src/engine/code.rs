//! A program or protocol with its variables as slots, its expressions over `u64`.

use super::Escape;
use semantics::{Arithmetic, Axis, Cond, Expr, Mode, Name, Op, Rel, Shape, Syntax};

/// A place in the list of nodes, terms or tests.
pub(super) type Place = u16;

/// A set of variables, by slot.
pub(super) type Slots = u32;

/// A program has at most this many variables.
const MOST_SLOTS: usize = 32;

/// A statement or protocol.
#[derive(Clone, Copy, Debug)]
pub(super) enum Node {
    Skip,
    /// `o[e]`
    Access(Mode, Place),
    /// `A[e₁] := e₂`
    Write(Place, Place),
    /// `let x = A[e] in s`
    Read(u8, Place, Place),
    Var(u8, Place),
    Seq(Place, Place),
    If(Place, Place, Place),
    /// `for x in k..e {s}`: from a number, so that the steps of a loop tell its trace.
    For(u8, u64, Place, Place),
}

/// An expression.
#[derive(Clone, Copy, Debug)]
pub(super) enum Term {
    Num(u64),
    Tid,
    Slot(u8),
    Bin(Op, Place, Place),
}

/// A condition.
#[derive(Clone, Copy, Debug)]
pub(super) enum Test {
    Bool(bool),
    Rel(Rel, Place, Place),
    And(Place, Place),
    Or(Place, Place),
    Not(Place),
}

/// A compiled program. Its room is used again for the next one.
#[derive(Debug, Default)]
pub(super) struct Code {
    pub nodes: Vec<Node>,
    pub root: Place,
    pub terms: Vec<Term>,
    /// The variables of each term.
    pub term_variables: Vec<Slots>,
    pub tests: Vec<Test>,
    pub test_variables: Vec<Slots>,
    /// The variable of each slot. Binders of one name share a slot.
    pub names: Vec<Name>,
    array: Option<Name>,
}

impl Code {
    /// Compiles.
    pub fn compile<S: Syntax>(&mut self, s: &S) -> Result<(), Escape> {
        self.nodes.clear();
        self.terms.clear();
        self.term_variables.clear();
        self.tests.clear();
        self.test_variables.clear();
        self.names.clear();
        self.array = None;
        self.root = self.statement(s)?;
        Ok(())
    }

    fn statement<S: Syntax>(&mut self, s: &S) -> Result<Place, Escape> {
        let node = match s.shape() {
            Shape::Skip => Node::Skip,
            Shape::Access(mode, array, e, _) => {
                self.one_array(array)?;
                Node::Access(mode, self.term(e)?)
            }
            Shape::Write(array, e1, e2, _) => {
                self.one_array(array)?;
                Node::Write(self.term(e1)?, self.term(e2)?)
            }
            Shape::Read(x, array, e, s, _) => {
                self.one_array(array)?;
                Node::Read(self.slot(x)?, self.term(e)?, self.statement(&**s)?)
            }
            Shape::Var(x, s) => Node::Var(self.slot(x)?, self.statement(&**s)?),
            Shape::Seq(a, b) => Node::Seq(self.statement(&**a)?, self.statement(&**b)?),
            Shape::If(c, a, b) => {
                Node::If(self.test(c)?, self.statement(&**a)?, self.statement(&**b)?)
            }
            Shape::For(x, lo, hi, s) => match &**lo {
                Expr::Num(n) => {
                    let lo = u64::try_from(n).map_err(|_| Escape::Form)?;
                    Node::For(self.slot(x)?, lo, self.term(hi)?, self.statement(&**s)?)
                }
                _ => return Err(Escape::Form),
            },
            Shape::Sync(_) => return Err(Escape::Form),
        };
        place(&mut self.nodes, node)
    }

    fn one_array(&mut self, array: &Name) -> Result<(), Escape> {
        match &self.array {
            Some(known) if known == array => Ok(()),
            Some(_) => Err(Escape::Form),
            None => {
                self.array = Some(array.clone());
                Ok(())
            }
        }
    }

    fn slot(&mut self, x: &Name) -> Result<u8, Escape> {
        let known = self.names.iter().position(|y| x == y);
        let slot = known.unwrap_or(self.names.len());
        if slot == self.names.len() {
            if slot == MOST_SLOTS {
                return Err(Escape::Form);
            }
            self.names.push(x.clone());
        }
        u8::try_from(slot).map_err(|_| Escape::Form)
    }

    fn term(&mut self, e: &Expr) -> Result<Place, Escape> {
        let (term, variables) = match e {
            Expr::Num(n) => (Term::Num(u64::try_from(n).map_err(|_| Escape::Form)?), 0),
            Expr::Tid(Axis::Tid) => (Term::Tid, 0),
            Expr::Var(x) => {
                let slot = self.slot(x)?;
                (Term::Slot(slot), 1 << slot)
            }
            Expr::Bin(op, Arithmetic::Natural, a, b) => {
                let (a, b) = (self.term(a)?, self.term(b)?);
                let variables = self.variables(a) | self.variables(b);
                (Term::Bin(*op, a, b), variables)
            }
            _ => return Err(Escape::Form),
        };
        self.term_variables.push(variables);
        place(&mut self.terms, term)
    }

    fn test(&mut self, c: &Cond) -> Result<Place, Escape> {
        let (test, variables) = match c {
            Cond::Bool(b) => (Test::Bool(*b), 0),
            Cond::Rel(rel, a, b) => {
                let (a, b) = (self.term(a)?, self.term(b)?);
                (Test::Rel(*rel, a, b), self.variables(a) | self.variables(b))
            }
            Cond::And(a, b) => {
                let (a, b) = (self.test(a)?, self.test(b)?);
                (Test::And(a, b), self.variables_of_test(a) | self.variables_of_test(b))
            }
            Cond::Or(a, b) => {
                let (a, b) = (self.test(a)?, self.test(b)?);
                (Test::Or(a, b), self.variables_of_test(a) | self.variables_of_test(b))
            }
            Cond::Not(c) => {
                let c = self.test(c)?;
                (Test::Not(c), self.variables_of_test(c))
            }
        };
        self.test_variables.push(variables);
        place(&mut self.tests, test)
    }

    /// `fv(e)`
    pub fn variables(&self, term: Place) -> Slots {
        self.term_variables[usize::from(term)]
    }

    /// `fv(c)`
    pub fn variables_of_test(&self, test: Place) -> Slots {
        self.test_variables[usize::from(test)]
    }
}

fn place<T>(list: &mut Vec<T>, item: T) -> Result<Place, Escape> {
    list.push(item);
    Place::try_from(list.len() - 1).map_err(|_| Escape::Form)
}
