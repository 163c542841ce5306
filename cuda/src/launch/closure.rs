//! Calls of lambda expressions, along a path: what they change, and what they launch kernels with.
//!
//! What stands in one may run at any time, as far as another run of the host code is concerned.

use super::call::hides_reference;
use super::evaluator::{Evaluator, Frame};
use super::state::{Bound, Declared};
use super::value::{Value, Variable};
use crate::syntax::{Called, Closure, Expr, Type};
use semantics::Name;
use std::sync::Arc;

impl Evaluator<'_> {
    /// A lambda expression is evaluated, and called where its statement calls it.
    pub(super) fn close(&mut self, closure: &Arc<Closure>) {
        // What `this` points to is that of another function than the one that runs then.
        let bound = self.class().is_none().then(|| self.bound_to(closure));
        match &closure.called {
            Called::By(name) => {
                let held = self.declare(name, &Type::Auto, false, Value::Unknown);
                bound.into_iter().for_each(|bound| drop(self.closures.insert(held, bound)));
            }
            Called::Here(arguments) => {
                bound.into_iter().for_each(|bound| drop(self.call_closure(&bound, arguments)));
            }
        }
    }

    /// A lambda expression with what it captures here.
    fn bound_to(&mut self, closure: &Arc<Closure>) -> Bound {
        let mut captured = Vec::new();
        for name in super::names::of_steps(&closure.body) {
            if !self.state.is_local(&name) {
                continue;
            }
            let Some(variable) = self.variable(&name) else { continue };
            // A copy of another lambda expression does the same.
            let copies = closure.captures.copies(&name) && !self.closures.contains_key(&variable);
            captured.push((
                name.clone(),
                if copies { self.copy_of(variable, &name) } else { variable },
            ));
            // Whoever else calls it may change the others.
            self.state.declared[variable.0].shared |= !copies;
        }
        Bound { closure: Arc::clone(closure), captured }
    }

    fn copy_of(&mut self, variable: Variable, name: &Name) -> Variable {
        let ty = self.state.declared[variable.0].ty.clone();
        let value = self.named_value(name);
        let declared = Declared { fixed: true, ..Declared::new(name, &ty) };
        self.state.declare_unnamed(declared, value)
    }

    /// A call of the lambda expression that a variable holds; nothing where it is not known which that is.
    pub(super) fn closure_called(&mut self, of: Variable, arguments: &[Expr]) -> Option<Value> {
        let bound = self.closures.get(&of)?.clone();
        self.call_closure(&bound, arguments)
    }

    fn call_closure(&mut self, bound: &Bound, arguments: &[Expr]) -> Option<Value> {
        let closure = &bound.closure;
        let parameters = &closure.parameters;
        if parameters.len() != arguments.len()
            || parameters.iter().any(|p| hides_reference(&p.ty))
            || !self.may_nest()
        {
            return None;
        }
        let given: Vec<_> = arguments
            .iter()
            .zip(parameters)
            .map(|(argument, parameter)| self.argument(argument, parameter, &|_| false))
            .collect();
        // It is a part of the function that it stands in.
        let around = self.frames.last().cloned().unwrap_or_default();
        let frame = Frame {
            function: around.function,
            types: around.types,
            facts: self.facts.len(),
            ..Frame::default()
        };
        self.state.enter();
        self.frames.push(frame);
        for (name, variable) in &bound.captured {
            self.state.bind(name.clone(), *variable);
        }
        for (parameter, given) in parameters.iter().zip(given) {
            self.pass(parameter, given);
        }
        Some(
            self.run_inside(&"closure".into(), &Type::Auto, |s| {
                s.steps_of_frame(&closure.body, true)
            }),
        )
    }
}
