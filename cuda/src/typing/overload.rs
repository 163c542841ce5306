//! Which function of one name a call means. [C++17, 16.3]

use super::convert::promote;
use super::inline::decayed;
use super::template::Bound;
use super::unknown::is_unknown;
use super::{Refusal, Typed, Typer, is_place, unsupported};
use crate::syntax::{self, Body, Function, TemplateArgument};
use crate::typed::{Expr, Kind, Type};
use semantics::{Name, Span};
use std::sync::Arc;

/// How far an argument is from a parameter. [C++17, 16.3.3.1.1]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Exact,
    Promotion,
    Conversion,
}

/// A function that takes the arguments.
struct Viable {
    function: Arc<Function>,
    ranks: Vec<Rank>,
    parameters: Vec<Type>,
}

impl Viable {
    /// Whether it is chosen before the other: it takes no argument worse, and some better; or it is no template where
    /// the other is one; or nothing tells the two apart.
    fn is_before(&self, other: &Viable) -> bool {
        let mut pairs = self.ranks.iter().zip(&other.ranks);
        if !pairs.clone().all(|(a, b)| a <= b) {
            return false;
        }
        let plain = |v: &Viable| {
            v.function.template.is_none() && !v.function.parameters.iter().any(|p| is_any(&p.ty))
        };
        pairs.any(|(a, b)| a < b)
            || plain(self) && !plain(other)
            || plain(self) == plain(other) && self.parameters == other.parameters
    }
}

/// Whether a function takes so many arguments.
pub(super) fn takes(function: &Function, arguments: usize, explicit: bool) -> bool {
    let least = function.parameters.len();
    let more = function.variadic && function.specifiers.of_toolkit && least <= arguments;
    (least == arguments && !function.variadic || more)
        && (!explicit || function.template.is_some())
        && (explicit || !function.specifiers.of_toolkit || is_deduced(function))
}

/// Whether a parameter of the toolkit takes any value: `auto`. It stands for overloads.
pub(super) fn is_any(ty: &syntax::Type) -> bool {
    *ty == syntax::Type::Auto
}

/// Whether the arguments of a call may say what the first parameter of a template is.
fn is_deduced(function: &Function) -> bool {
    let first = function.template.iter().flatten().find_map(|p| p.name.as_ref());
    first.is_none_or(|first| function.parameters.iter().any(|p| mentions(&p.ty, first)))
}

/// Whether a type is made of what a name stands for.
fn mentions(ty: &syntax::Type, name: &Name) -> bool {
    use syntax::Type as T;
    match ty {
        T::Named(own) => own == name,
        T::Const(of)
        | T::Volatile(of)
        | T::Pointer(of)
        | T::Reference(of)
        | T::Moved(of)
        | T::Array(of, _) => mentions(of, name),
        T::Instance(_, arguments) => arguments.iter().any(|argument| match argument {
            TemplateArgument::Type(ty, _) => mentions(ty, name),
            TemplateArgument::Value(e) => {
                matches!(&e.kind, syntax::ExprKind::Name(own) if own == name)
            }
            TemplateArgument::Unknown(_) => false,
        }),
        _ => false,
    }
}

impl Typer<'_> {
    /// The function that a call calls: one of the file, or one of the toolkit.
    pub(super) fn overload(
        &mut self,
        functions: &[Arc<Function>],
        given: &Bound,
        explicit: Option<&[TemplateArgument]>,
        arguments: &[Expr],
        span: &Span,
    ) -> Typed<Arc<Function>> {
        let chosen = self.chosen(functions, given, explicit, arguments, span)?;
        match self.context.late.may_be_later(span, &chosen) {
            true => self.several(&chosen.name, span),
            false => Ok(chosen),
        }
    }

    /// The best of all functions of a name, wherever they stand.
    fn chosen(
        &mut self,
        functions: &[Arc<Function>],
        given: &Bound,
        explicit: Option<&[TemplateArgument]>,
        arguments: &[Expr],
        span: &Span,
    ) -> Typed<Arc<Function>> {
        // A specialization is none of those that are chosen from. [C++17, 17.8.3]
        let chosen_from = functions.iter().filter(|f| f.specializes.is_none());
        let (of_toolkit, own): (Vec<_>, Vec<_>) =
            chosen_from.cloned().partition(|f| f.specifiers.of_toolkit);
        let takes = |f: &Arc<Function>| takes(f, arguments.len(), explicit.is_some());
        let others = of_toolkit.iter().any(takes);
        if !others {
            let name = functions.first().map_or("", |f| f.name.as_str());
            let hidden = functions.iter().any(|f| self.context.spread.is_within(f));
            let known = !hidden && crate::vocabulary::makes_vector(name, arguments.len());
            return self.own_overload(&own, explicit.is_some(), known, arguments, span);
        }
        if own.iter().any(takes) {
            match self.own_overload(&own, explicit.is_some(), others, arguments, span) {
                Err(Refusal::Unsupported(u)) if u.exhausted.is_none() => {}
                done => return done,
            }
        }
        let explicit = explicit.unwrap_or(&[]);
        let mut viable = Vec::new();
        for function in own.iter().chain(&of_toolkit).filter(|f| takes(f)) {
            viable.extend(self.viable(function, given, explicit, arguments, span)?);
        }
        let best = viable.iter().position(|v| viable.iter().all(|other| v.is_before(other)));
        match best {
            Some(best) => Ok(viable.swap_remove(best).function),
            None => {
                let name = &functions[0].name;
                unsupported(span, format!("a call of the overloaded `{name}`"))
            }
        }
    }

    /// How a function takes the arguments; `None` where it does not.
    fn viable(
        &mut self,
        function: &Arc<Function>,
        given: &Bound,
        explicit: &[TemplateArgument],
        arguments: &[Expr],
        span: &Span,
    ) -> Typed<Option<Viable>> {
        let own = !function.specifiers.of_toolkit;
        let bound = match self.bind(function, given, explicit, arguments, span) {
            Ok(bound) => bound,
            // Whether one of the file fits matters.
            Err(refusal) if own => return Err(refusal),
            Err(_) => return Ok(None),
        };
        let (mut ranks, mut parameters) = (Vec::new(), Vec::new());
        for (parameter, argument) in function.parameters.iter().zip(arguments) {
            if is_any(&parameter.ty) {
                let unsure = is_unknown(&argument.ty);
                ranks.push(if unsure { Rank::Conversion } else { Rank::Exact });
                parameters.push(decayed(&argument.ty));
                continue;
            }
            let (to, reference) = match &parameter.ty {
                syntax::Type::Reference(to) => (&**to, true),
                ty => (ty, false),
            };
            let to = self.inside(&bound, |s| s.ty(to, span))?;
            let writes = reference && !to.is_const();
            let to = to.unqualified();
            if writes && (!is_place(argument) || self.is_const(argument)) {
                return Ok(None);
            }
            let rank = match rank(argument, &to) {
                Some(Rank::Promotion | Rank::Conversion) if writes => None,
                rank => rank,
            };
            let Some(rank) = rank else {
                if own && self.conversion(argument, &to)?.is_some() {
                    let name = &function.name;
                    return unsupported(span, format!("a call of the overloaded `{name}`"));
                }
                return Ok(None);
            };
            ranks.push(rank);
            parameters.push(to);
        }
        Ok(Some(Viable { function: Arc::clone(function), ranks, parameters }))
    }

    /// The function of the file that a call calls: the only one that fits, or the only one that fits exactly.
    fn own_overload(
        &mut self,
        functions: &[Arc<Function>],
        explicit: bool,
        others: bool,
        arguments: &[Expr],
        span: &Span,
    ) -> Typed<Arc<Function>> {
        let Some(name) = functions.first().map(|f| &f.name) else {
            return unsupported(span, "a call of a function that nothing declares");
        };
        // Which of its namespaces is meant is known here.
        if !self.context.spread.has(name) {
            self.refuse_ambiguous(name, span)?;
        }
        let fitting: Vec<&Arc<Function>> = functions
            .iter()
            .filter(|f| f.parameters.len() == arguments.len() && !f.variadic)
            .filter(|f| !explicit || f.template.is_some())
            .filter(|f| f.specializes.is_none())
            .filter(|f| !self.takes_no_number(f, arguments, span))
            .collect();
        let fitting = self.without_twins(fitting, arguments);
        let specialized = self.has_specializations(name, arguments.len());
        let defined: Vec<&Arc<Function>> =
            fitting.iter().copied().filter(|f| f.body != Body::None).collect();
        match defined.as_slice() {
            // What CUDA has under the name fits, too.
            [only] if fitting.iter().all(|f| same_parameters(f, only)) && !others => {
                return Ok(Arc::clone(only));
            }
            [] => {
                return match fitting.as_slice() {
                    [only] if (only.template.is_none() || specialized) && !others => {
                        Ok(Arc::clone(only))
                    }
                    _ => unsupported(span, format!("a call of `{name}`, which has no body here")),
                };
            }
            _ => {}
        }
        for function in &fitting {
            for (n, (parameter, argument)) in function.parameters.iter().zip(arguments).enumerate()
            {
                let alike = same_access(&fitting, n) && !self.context.volatile;
                self.refuse_merged(&parameter.ty, argument, !alike, name)?;
            }
        }
        let mut exact = Vec::new();
        for function in fitting.iter().filter(|f| f.template.is_none()) {
            let mut parameters = function.parameters.iter().zip(arguments);
            if parameters.all(|(parameter, e)| self.is_exact(&parameter.ty, e, span)) {
                exact.push(*function);
            }
        }
        // A template may take as it is what the chosen one takes as `const`.
        let by_value =
            |f: &Function| !f.parameters.iter().any(|p| matches!(p.ty, syntax::Type::Reference(_)));
        if fitting.iter().any(|f| f.template.is_some()) {
            exact.retain(|f| by_value(f));
        }
        match exact.as_slice() {
            [first, others @ ..]
                if others.iter().all(|f| same_parameters(f, first))
                    && exact.iter().filter(|f| f.body != Body::None).count() == 1 =>
            {
                let defined = exact.iter().find(|f| f.body != Body::None);
                Ok(Arc::clone(defined.unwrap_or(first)))
            }
            _ => unsupported(span, format!("a call of the overloaded `{name}`")),
        }
    }

    /// Whether a parameter takes the argument without a conversion.
    fn is_exact(&mut self, parameter: &syntax::Type, argument: &Expr, span: &Span) -> bool {
        let (to, reference) = match parameter {
            syntax::Type::Reference(to) => (&**to, true),
            ty => (ty, false),
        };
        let Ok(to) = self.ty(to, span) else { return false };
        let writes = reference && !to.is_const();
        let writable = super::is_place(argument) && !self.is_const(argument);
        to.unqualified() == decayed(&argument.ty) && (!writes || writable)
    }
}

/// How far an argument is from a type; `None` where it does not convert to it by itself.
fn rank(argument: &Expr, to: &Type) -> Option<Rank> {
    let number = |ty: &Type| matches!(ty, Type::Int(_) | Type::Bool | Type::Float(_));
    let from = decayed(&argument.ty);
    match (&from, to) {
        (Type::Pointer(from), Type::Pointer(to)) => match (from.unqualified(), to.unqualified()) {
            _ if from.is_const() && !to.is_const() => None,
            (from, to) if from == to => Some(Rank::Exact),
            // `NULL`, and `nullptr`.
            (Type::Void, _) if matches!(argument.kind, Kind::Opaque) => Some(Rank::Conversion),
            (_, Type::Void) => Some(Rank::Conversion),
            (from, to) => (is_unknown(&from) || is_unknown(&to)).then_some(Rank::Conversion),
        },
        (from, to) if from.unqualified() == *to => Some(Rank::Exact),
        (from, to) if is_unknown(from) && !matches!(to, Type::Pointer(_)) => Some(Rank::Conversion),
        (from, to) if is_unknown(to) && number(from) => Some(Rank::Conversion),
        (from, to) if number(from) && number(to) => {
            let promoted =
                promote(from) == *to || matches!((from, to), (Type::Float(32), Type::Float(64)));
            Some(if promoted { Rank::Promotion } else { Rank::Conversion })
        }
        _ => None,
    }
}

/// Whether whether the n-th argument is `const` says nothing of which of these functions is meant: all of them refer to
/// it so that they may write it, or none does. [C++17, 16.3.3.2]
fn same_access(functions: &[&Arc<Function>], n: usize) -> bool {
    let writes = |f: &Arc<Function>| match f.parameters.get(n).map(|p| &p.ty) {
        Some(syntax::Type::Reference(to)) => !matches!(**to, syntax::Type::Const(_)),
        _ => false,
    };
    let mut all = functions.iter().map(|f| writes(f));
    let first = all.next();
    all.all(|other| Some(other) == first) && functions.iter().all(|f| f.template.is_none())
}

fn same_parameters(a: &Function, b: &Function) -> bool {
    a.parameters.iter().map(|p| &p.ty).eq(b.parameters.iter().map(|p| &p.ty))
}
