//! The arguments of a kernel template that a launch leaves to be deduced, as far as host code declares what it
//! is given. [C++17, 17.8.2.1]

use super::call::last_part;
use super::evaluator::Evaluator;
use super::names;
use super::value::{Variable, type_of};
use crate::resolve::Deduced;
use crate::syntax::{Expr, ExprKind, Function, HostFunction, Place, TemplateArgument, Type, Unary};
use semantics::Name;

impl<'f> Evaluator<'f> {
    /// The arguments that are given, and those that are deduced behind them.
    pub(super) fn deduced(
        &mut self,
        kernel: &Name,
        given: Vec<TemplateArgument>,
        arguments: &[Option<Expr>],
        place: &Place,
    ) -> Vec<TemplateArgument> {
        let Some(function) = self.kernel_of(kernel, arguments.len()) else { return given };
        let mut deduced = Deduced::of(function.template.as_deref().unwrap_or_default());
        for (parameter, argument) in function.parameters.iter().zip(arguments) {
            if let Some(ty) = argument.as_ref().and_then(|e| self.static_type(e)) {
                deduced.call(&parameter.ty, &ty);
                deduced.instance(&parameter.ty, &ty);
            }
        }
        deduced.completed(&given, place)
    }

    /// The arguments of a host function's template that are given, and those that are deduced behind them: of the types
    /// of values that are known, else of what declarations say.
    pub(super) fn deduced_of(
        &mut self,
        function: &HostFunction,
        given: Vec<TemplateArgument>,
        of_values: impl Iterator<Item = Option<Type>>,
        arguments: &[Expr],
    ) -> Vec<TemplateArgument> {
        let Some(first) = arguments.first() else { return given };
        let mut deduced = Deduced::of(&function.template);
        for ((parameter, argument), ty) in function.parameters.iter().zip(arguments).zip(of_values)
        {
            if let Some(ty) = ty.or_else(|| self.static_type(argument)) {
                deduced.call(&parameter.ty, &ty);
            }
        }
        deduced.completed(&given, &first.span)
    }

    /// The kernel template of a name, where there is one alone that takes so many arguments.
    fn kernel_of(&self, name: &Name, arity: usize) -> Option<&'f Function> {
        let kernels = self.file.functions().filter(|f| f.specifiers.global);
        let mut all = kernels.filter(|f| f.specializes.is_none() && last_part(&f.name) == *name);
        let only = all.next().filter(|_| all.next().is_none())?;
        (only.parameters.len() == arity).then_some(only)
    }

    /// The type of an expression, where declarations alone say it.
    fn static_type(&mut self, e: &Expr) -> Option<Type> {
        let ty = self.declared_or_made(e)?;
        let ty = self.substituted(&ty)?;
        Some(self.with_numbers(ty))
    }

    /// An instance of a class template, its arguments numbers where the place at hand knows them.
    fn with_numbers(&mut self, ty: Type) -> Type {
        match ty {
            Type::Instance(class, arguments) => {
                Type::Instance(class, self.template_arguments(&arguments))
            }
            Type::Const(of) => Type::Const(self.with_numbers((*of).clone()).into()),
            ty => ty,
        }
    }

    fn declared_or_made(&mut self, e: &Expr) -> Option<Type> {
        Some(match &e.kind {
            ExprKind::Int(_, ty) => Type::Int(*ty),
            ExprKind::Float(bits, _) => Type::Float(*bits),
            ExprKind::Bool(_) => Type::Bool,
            ExprKind::Name(name) => {
                let variable = self.variable(name)?;
                let ty = self.declared_type(variable)?;
                // Where the variable is declared, a name may mean another thing than here.
                return is_alike(&ty, &|name| self.state.is_never_hidden(name)).then_some(ty);
            }
            ExprKind::Cast(ty, _) | ExprKind::Construct(ty, _) => ty.clone(),
            ExprKind::Unary(Unary::Address, of) => Type::Pointer(self.static_type(of)?.into()),
            ExprKind::Call(callee, _) => match &callee.kind {
                // An object of a class that it makes.
                ExprKind::Name(class) if self.file.records.iter().any(|r| r.name == *class) => {
                    Type::Named(class.clone())
                }
                _ => return None,
            },
            _ => return None,
        })
    }

    fn declared_type(&self, variable: Variable) -> Option<Type> {
        match &self.state.declared[variable.0].ty {
            Type::Auto => type_of(&self.state.values[variable]),
            ty => Some(ty.clone()),
        }
    }
}

/// Whether all names in the arguments of a class template are such.
fn is_alike(ty: &Type, is: &dyn Fn(&Name) -> bool) -> bool {
    match ty {
        Type::Instance(_, arguments) => arguments.iter().all(|argument| match argument {
            TemplateArgument::Type(ty, _) => is_alike(ty, is),
            TemplateArgument::Value(e) => names::of_expr(e).iter().all(is),
            TemplateArgument::Unknown(_) => true,
        }),
        Type::Const(of) | Type::Pointer(of) | Type::Reference(of) => is_alike(of, is),
        _ => true,
    }
}
