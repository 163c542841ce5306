//! Which function of one name a call means: what the rules of [`crate::resolve::overload`] are told of the typed tree.

use super::template::Bound;
use super::{Refusal, Typed, Typer, unsupported};
use crate::area::Area;
use crate::path::Path;
use crate::resolve::overload::{
    self, Argument, Parameter, Passed, Rank, best, candidates, is_distinct, takes,
};
use crate::resolve::{Part, Shape};
use crate::syntax::{self, Body, CONVERSION, Function, THIS, TemplateArgument};
use crate::typed::{Expr, Kind, Type};
use crate::vocabulary::{is_vector, makes_vector};
use num_traits::Zero;
use semantics::{Name, Span};
use std::sync::Arc;

type Viable = overload::Viable<Arc<Function>, (), Type>;

/// Whether a parameter of the toolkit takes any value: `auto`. It stands for overloads.
pub(super) fn is_any(ty: &syntax::Type) -> bool {
    *ty == syntax::Type::Auto
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
        match (self.chosen(functions, given, explicit, arguments, span)?, functions) {
            (Some(chosen), _) => Ok(chosen),
            (None, [function, ..]) => unsupported(
                Area::Call,
                span,
                format!("a call of the overloaded `{}`", function.name),
            ),
            (None, []) => {
                unsupported(Area::Call, span, "a call of a function that nothing declares")
            }
        }
    }

    /// The best of all functions of a name, wherever they stand; `None` where none takes the arguments.
    pub(super) fn chosen(
        &mut self,
        functions: &[Arc<Function>],
        given: &Bound,
        explicit: Option<&[TemplateArgument]>,
        arguments: &[Expr],
        span: &Span,
    ) -> Typed<Option<Arc<Function>>> {
        let Some(name) = functions.first().map(|f| &f.name) else { return Ok(None) };
        // A specialization is none of those that are chosen from. [C++17, 17.8.3]
        let chosen_from = functions.iter().filter(|f| f.specializes.is_none());
        let fitting = chosen_from.filter(|f| takes(f, arguments.len(), explicit.is_some()));
        let (of_toolkit, own): (Vec<_>, Vec<_>) = fitting.partition(|f| f.specifiers.of_toolkit);
        // Which of its namespaces is meant is known here.
        if of_toolkit.is_empty() && !self.context.spread.has(name) {
            self.refuse_ambiguous(name, span)?;
        }
        let mut own = candidates(self.without_twins(own, arguments).into_iter().cloned());
        // What makes a built-in vector fits, too.
        let hidden = functions.iter().any(|f| self.context.spread.is_within(f));
        let vector =
            of_toolkit.is_empty() && !hidden && makes_vector(name.as_str(), arguments.len());
        let declared = own.len() == 1
            && (own[0].template.is_none() || self.has_specializations(name, arguments.len()));
        let found = vector || declared || own.iter().any(|f| f.body != Body::None);
        if of_toolkit.is_empty() && !found {
            let what = match functions.iter().any(|f| f.body != Body::None) {
                true => format!("a call of `{name}`, none of which takes these arguments here"),
                false => format!("a call of `{name}`, which has no body here"),
            };
            return unsupported(Area::Call, span, what);
        }
        let mut alone = false;
        let chosen = match own.as_slice() {
            [only] if of_toolkit.is_empty() && !vector => Arc::clone(only),
            _ => {
                own.sort_by_key(|f| f.template.is_some());
                let all = own.iter().chain(of_toolkit.iter().copied()).cloned().collect();
                let (viable, several) =
                    self.all_viable(all, given, explicit.unwrap_or(&[]), arguments, span)?;
                if viable.is_empty() {
                    return Ok(None);
                }
                alone = viable.len() == 1 && !several && self.are_all(functions, span);
                let all: Vec<_> = viable.iter().map(|v| Arc::clone(&v.function)).collect();
                let best = best(viable).filter(|best| !vector || best.is_exact());
                let Some(best) = best.map(|best| best.function) else {
                    return Err(self.undecided(&all, arguments, span));
                };
                let explicit = explicit.unwrap_or(&[]);
                if self.may_be_another(&best, &own, (given, explicit), arguments, span)? {
                    return Err(self.undecided(&all, arguments, span));
                }
                best
            }
        };
        match !alone && self.context.late.may_be_later(span, &chosen) {
            true => self.several(name, span),
            false => Ok(Some(chosen)),
        }
    }

    /// Whether a call here can mean none but these: the name is the file's own, for it is declared before, and nothing of
    /// it is missing. If only one of them takes the arguments, it is meant wherever it stands: a template finds it by
    /// its arguments. [C++17, 17.6.4.2]
    fn are_all(&self, functions: &[Arc<Function>], call: &Span) -> bool {
        let earlier = |f: &Arc<Function>| {
            !f.specifiers.of_toolkit && !self.context.late.may_be_later(call, f)
        };
        !self.context.missing
            && functions.iter().any(earlier)
            && functions.iter().all(|f| !f.variadic && f.specializes.is_none())
    }

    /// Those of the functions that take the arguments, as far as a template may be better than the others, and whether a
    /// template was left out because it is not.
    fn all_viable(
        &mut self,
        functions: Vec<Arc<Function>>,
        given: &Bound,
        explicit: &[TemplateArgument],
        arguments: &[Expr],
        span: &Span,
    ) -> Typed<(Vec<Viable>, bool)> {
        let own = functions.iter().any(|f| !f.specifiers.of_toolkit);
        let known: Vec<_> = arguments.iter().map(|e| self.given(e, own)).collect();
        let (mut viable, mut several): (Vec<Viable>, _) = (Vec::new(), false);
        let all = functions.clone();
        for function in functions {
            if function.template.is_some() && viable.iter().any(Viable::is_exact_copy) {
                several = true;
                continue;
            }
            let bound = match self.bind(&function, given, explicit, arguments, span) {
                Ok(bound) => bound,
                Err(_) if function.specifiers.of_toolkit => continue,
                // Whether one of the file fits matters, and that hangs on what nothing gives.
                Err(Refusal::Unsupported(_))
                    if all.len() > 1 && arguments.iter().any(|e| self.has_unknown(&e.ty)) =>
                {
                    return Err(self.undecided(&all, arguments, span));
                }
                Err(refusal) => return Err(refusal),
            };
            viable.extend(self.viable(&function, &bound, arguments, &known, span)?);
        }
        let viable = self.stood_for(viable, arguments, &known, span)?;
        let of_file = viable.iter().map(|v| &v.function).filter(|f| !f.specifiers.of_toolkit);
        for function in of_file.filter(|_| several || viable.len() > 1) {
            for (parameter, argument) in function.parameters.iter().zip(arguments) {
                self.refuse_merged(&parameter.ty, argument, &function.name)?;
            }
        }
        Ok((viable, several))
    }

    /// What is known of an argument. `own`: whether the file itself may have what it is for.
    pub(super) fn given(&self, e: &Expr, own: bool) -> Argument<Type> {
        let ty = e.ty.decayed();
        let pointer = matches!(ty, Type::Pointer(_));
        let below = match ty {
            // A string is constant, whatever its type here.
            Type::Pointer(of)
                if !matches!(e.kind, Kind::Opaque | Kind::Text | Kind::Null)
                    || *of == Type::Void =>
            {
                (!own || !self.context.merged.constant).then(|| of.is_const())
            }
            _ => None,
        };
        let null = match &e.kind {
            Kind::Opaque | Kind::Text | Kind::Null => true,
            Kind::Int(n) => n.is_zero(),
            _ => false,
        };
        Argument {
            ty: e.ty.clone(),
            lvalue: super::place::is_lvalue(e),
            constant: self.is_const(e).then_some(true),
            below,
            null,
            hazy: own && (self.context.volatile || pointer && below.is_none()),
        }
    }

    /// How a function takes the arguments; `None` where it does not.
    pub(super) fn viable(
        &mut self,
        function: &Arc<Function>,
        bound: &Bound,
        arguments: &[Expr],
        given: &[Argument<Type>],
        span: &Span,
    ) -> Typed<Option<Viable>> {
        let of_toolkit = function.specifiers.of_toolkit;
        let mut sequences = Vec::new();
        for ((parameter, argument), given) in function.parameters.iter().zip(arguments).zip(given) {
            let is_this = parameter.name.as_ref().is_some_and(|name| name.as_str() == THIS);
            let passed = overload::passed(&parameter.ty, function);
            let written = match &parameter.ty {
                syntax::Type::Reference(to) => &**to,
                ty => ty,
            };
            let ty = match is_any(written) {
                true => argument.ty.decayed(),
                false => self.inside(bound, |s| s.ty(written, span))?,
            };
            let moved = matches!(written, syntax::Type::Moved(_));
            let passed = match passed {
                Passed::Moved if !moved && ty.is_const() => Passed::Constant,
                passed => passed,
            };
            let parameter = Parameter {
                below: matches!(ty.decayed().part(), Part::Pointer(of) if of.is_const()),
                ty: if passed == Passed::Value { ty.decayed() } else { ty.unqualified() },
                passed,
                distinct: !of_toolkit && is_distinct(written),
            };
            // A member function takes an object without a name, too. [C++17, 16.3.1, paragraph 5]
            let given = Argument { lvalue: given.lvalue || is_this, ..given.clone() };
            let unknown = pointed(&argument.ty).is_unknown() || pointed(&parameter.ty).is_unknown();
            let mut converts = |a: &Type, b: &Type| self.may_convert(a, b);
            let Some(mut sequence) = overload::sequence(&given, parameter, &mut converts) else {
                return Ok(None);
            };
            // Whichever is meant, it does the same to memory.
            if of_toolkit && unknown && (sequence.rank == Rank::Unclear || is_any(written)) {
                sequence.rank = Rank::Conversion;
            }
            sequences.push(sequence);
        }
        let any = function.parameters.iter().any(|p| is_any(&p.ty));
        let template = function.template.is_some() || any;
        Ok(Some(Viable { function: Arc::clone(function), bound: (), sequences, template }))
    }

    /// Whether a class may say how one type becomes another. [C++17, 15.3]
    pub(super) fn may_convert(&mut self, from: &Type, to: &Type) -> bool {
        let converts = self.may_be_made(from, |s, class, record| {
            let full = class.member(CONVERSION);
            let own =
                s.context.functions.contains_key(&full) || s.context.ambiguous.contains(&full);
            // What it has of a base converts it, too.
            own || !record.plain
        });
        converts || self.may_be_made(to, |s, _, _| s.has_constructors(to))
    }

    /// What is said of a class; so it is of one of which nothing is known, and it is not of numbers and vectors.
    fn may_be_made(
        &mut self,
        ty: &Type,
        said: impl FnOnce(&mut Self, &Name, &syntax::Record) -> bool,
    ) -> bool {
        match ty {
            Type::Opaque(name) if is_vector(name.as_str()) && !self.is_own_vector(name) => false,
            Type::Opaque(name) => match self.declared(name) {
                Some((record, _)) => said(self, &record.name, &record),
                None => true,
            },
            ty => matches!(ty, Type::Function | Type::Unknown(_)),
        }
    }
}

/// What a pointer points to, or the type itself.
fn pointed(ty: &Type) -> &Type {
    match ty {
        Type::Pointer(of) | Type::Array(of, _) | Type::Const(of) => pointed(of),
        ty => ty,
    }
}
