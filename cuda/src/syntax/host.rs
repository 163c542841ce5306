//! Host code, as far as it is read: functions that may launch kernels, statement by statement. What
//! cannot be read stays in the tree as its tokens.

use super::{Captures, Expr, Parameter, Place, TemplateParameter, Type, Variable};
use crate::token::Token;
use semantics::Name;
use std::collections::BTreeSet;
use std::sync::Arc;

/// What a file has besides device code, as far as it is about launches.
#[derive(Clone, Debug, Default)]
pub struct Host {
    /// Its functions.
    pub functions: Vec<HostFunction>,
    /// Every launch `k<<<…>>>(…)` of the file, by the token that it stands at: [`Launch::site`].
    pub sites: Vec<Site>,
    /// Where kernels are named otherwise than in a launch or a declaration.
    pub mentions: Vec<Mention>,
    /// The names that are used outside of functions.
    pub outer: BTreeSet<Name>,
    /// The names that members of a class may have; `None` where bases that are not known have others.
    pub members: Option<BTreeSet<Name>>,
    /// The members that something else than new memory is put into, perhaps.
    pub put_into: BTreeSet<Name>,
    /// The types that several namespaces, classes or functions have by one name.
    pub several: BTreeSet<Name>,
    /// The names that functions have which are virtual somewhere.
    pub virtuals: BTreeSet<Name>,
    /// Whether `assert` does something.
    pub asserts: bool,
}

/// A function that runs on the host.
#[derive(Clone, Debug)]
pub struct HostFunction {
    /// Its name, a member's without its class.
    pub name: Name,
    /// Where its name stands.
    pub span: Place,
    /// The class that it belongs to.
    pub class: Option<Name>,
    /// Whether other files may call it by design: `extern "C"`.
    pub exported: bool,
    /// The parameters of a template.
    pub template: Vec<TemplateParameter>,
    /// What it returns, where that can be read.
    pub returns: Option<Type>,
    /// Its parameters; where they cannot be read, every name among them.
    pub parameters: Vec<Parameter>,
    /// Whether its parameters could be read, so that what a call gives it is known.
    pub readable: bool,
    /// Whether it calls one of its arguments, and with what.
    pub forwards: Option<Forwards>,
    /// Its statements.
    pub body: Vec<HostStep>,
}

/// A function that calls a parameter at one place with its last ones, which are any number, and does nothing else with
/// either: `template <class F, class... As> void repeat(F f, As&&... as) { … f(std::forward<As>(as)...); … }`
#[derive(Clone, Copy, Debug)]
pub struct Forwards {
    /// Which parameter it calls.
    pub callee: usize,
    /// How many stand before those that it calls it with.
    pub before: usize,
}

/// A launch in the text, by its token.
#[derive(Clone, Debug)]
pub struct Site {
    /// The token that it begins at.
    pub at: usize,
    /// The name that is launched.
    pub name: Name,
    /// Where it stands.
    pub span: Place,
}

/// A place that names a kernel, and does not launch it there.
#[derive(Clone, Debug)]
pub struct Mention {
    /// The kernel.
    pub name: Name,
    /// Where it stands.
    pub span: Place,
}

/// A statement of a host function.
#[derive(Clone, Debug)]
pub struct HostStep {
    /// What it is.
    pub kind: StepKind,
    /// Where it stands.
    pub span: Place,
}

/// The forms of statements.
#[derive(Clone, Debug)]
pub enum StepKind {
    /// `e;`
    Expr(Expr),
    /// `T x = e, …;`
    Declare(Vec<Variable>),
    /// `{…}`
    Block(Vec<HostStep>),
    /// `if (e) s else s`; what is declared in the condition stands before it, in a block.
    If(Condition, Box<HostStep>, Option<Box<HostStep>>),
    /// `for`, `while` and `do`; `for (x : e)` counts the elements, or has no condition.
    Loop {
        /// What goes on as long as it holds.
        condition: Option<Condition>,
        /// What follows the body.
        step: Option<Box<HostStep>>,
        /// The body.
        body: Box<HostStep>,
        /// `do … while`.
        body_first: bool,
    },
    /// `switch (e) s`
    Switch(Condition, Box<HostStep>),
    /// `case e:`, or `default:`
    Case {
        /// The value, where that is an expression which could be read.
        value: Option<Expr>,
        /// Whether it is `default`.
        default: bool,
    },
    /// `x:`
    Label,
    /// `try {…} catch (…) {…}`
    Try(Box<HostStep>, Vec<HostStep>),
    /// `return e;`
    Return(Option<Condition>),
    /// What follows is not reached from here.
    Jump(Jump),
    /// What could not be read.
    Skipped(Skipped),
}

/// Where a jump leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Jump {
    /// `break;`
    Break,
    /// `continue;`
    Continue,
    /// `goto x;`
    Goto,
    /// `throw e;`
    Away,
}

/// An expression that decides something.
#[derive(Clone, Debug)]
pub enum Condition {
    /// One that could be read.
    Read(Expr),
    /// One that could not.
    Skipped(Skipped),
}

/// Tokens that could not be read as what they are.
#[derive(Clone, Debug, Default)]
pub struct Skipped {
    /// All of them.
    pub tokens: Vec<Token>,
    /// The statements in braces among them, as those of lambda expressions: who runs them, and when, is
    /// not known. Each with the names that it declares as parameters.
    pub bodies: Vec<(Vec<Name>, Arc<[HostStep]>)>,
    /// The launches among them, outside of those bodies.
    pub launches: Vec<Launch>,
    /// Where they are a lambda expression that a variable holds, or that is called in its place.
    pub closure: Option<Arc<Closure>>,
}

/// A lambda expression of host code: `auto f = [&](T x) {…};`, or `[&](T x) {…}(e);`
#[derive(Clone, Debug)]
pub struct Closure {
    /// Who calls it.
    pub called: Called,
    /// What it captures.
    pub captures: Captures,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// Its statements.
    pub body: Arc<[HostStep]>,
}

/// Who calls a lambda expression.
#[derive(Clone, Debug)]
pub enum Called {
    /// Whoever names the variable that holds it.
    By(Name),
    /// The statement that it stands in, with these arguments.
    Here(Vec<Expr>),
}

/// `k<<<grid, block, …>>>(…)`
#[derive(Clone, Debug, PartialEq)]
pub struct Launch {
    /// The token that it begins at.
    pub site: usize,
    /// What is launched.
    pub callee: Expr,
    /// What stands between `<<<` and `>>>`; `None` for what could not be read.
    pub configuration: Vec<Option<Expr>>,
    /// The arguments, likewise; none where it cannot be said which there are.
    pub arguments: Option<Vec<Option<Expr>>>,
    /// The tokens of each operand that could not be read.
    pub unread: Vec<Vec<Token>>,
}
