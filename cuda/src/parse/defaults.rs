//! Default arguments: a call with fewer arguments calls a function that calls the other with the rest. [C++17, 11.3.6]

use super::{Parsed, Parser};
use crate::syntax::{
    Arrow, Body, Expr, ExprKind, Function, Item, Stmt, StmtKind, TemplateArgument,
    TemplateParameter, TemplateParameterKind, Type,
};
use semantics::Name;

impl Parser {
    /// The functions that calls with fewer arguments mean: each calls the function with the others as
    /// its declaration gives them. `member`: of a member function, its name in the class, and how many parameters it
    /// has as a template itself.
    pub(super) fn without_defaults(
        &mut self,
        function: &Function,
        member: Option<(&Name, usize)>,
    ) -> Parsed<()> {
        let runs = function.specifiers.device || function.specifiers.constexpr && member.is_some();
        let called = runs && !function.specifiers.global && function.specializes.is_none();
        if !called || function.variadic || function.intrinsic.is_some() {
            return Ok(());
        }
        let parameters = &function.parameters;
        let first = parameters.iter().position(|p| p.default.is_some());
        for count in first.unwrap_or(parameters.len())..parameters.len() {
            let mut given = parameters[..count].to_vec();
            let mut arguments = Vec::new();
            for (n, parameter) in given.iter_mut().enumerate() {
                parameter.default = None;
                let own = parameter.name.get_or_insert_with(|| format!("argument{n}").into());
                arguments.push(self.make(ExprKind::Name(own.clone()), &parameter.span.0)?);
            }
            for parameter in &parameters[count..] {
                // One that needs another declaration's is left to those.
                let Some(default) = &parameter.default else { return Ok(()) };
                arguments.push(default.clone());
            }
            let Some(callee) = self.completed(function, member, &mut arguments)? else {
                return Ok(());
            };
            let call = self.make(ExprKind::Call(callee.into(), arguments), &function.span.0)?;
            let kind = match function.returns {
                Type::Void => StmtKind::Expr(call),
                _ => StmtKind::Return(Some(call)),
            };
            self.file.items.push(Item::Function(Function {
                parameters: given,
                body: Body::Block(vec![Stmt { kind, span: function.span.clone() }]),
                bound: None,
                ..function.clone()
            }));
        }
        Ok(())
    }

    /// What calls the function, with the arguments that it has as a template; nothing where they have no names. The
    /// object of a member function is taken from the arguments.
    fn completed(
        &self,
        function: &Function,
        member: Option<(&Name, usize)>,
        arguments: &mut Vec<Expr>,
    ) -> Parsed<Option<Expr>> {
        let template = function.template.as_deref().unwrap_or_default();
        let own = member.map_or(template.len(), |(_, own)| own);
        let Some(explicit) = template[template.len() - own..]
            .iter()
            .map(|parameter| self.as_argument(parameter).transpose())
            .collect::<Option<Parsed<Vec<_>>>>()
        else {
            return Ok(None);
        };
        let (explicit, span) = (explicit?, &function.span.0);
        let callee = match member {
            Some((name, _)) if function.member => {
                let object = arguments.remove(0);
                self.make(ExprKind::Member(object.into(), name.clone(), Arrow::Dot), span)?
            }
            // A static function of a class template is named with the class.
            Some(_) if !template.is_empty() => return Ok(None),
            _ if !explicit.is_empty() => {
                let kind = ExprKind::Instance(function.name.clone(), explicit);
                return self.make(kind, span).map(Some);
            }
            _ => self.make(ExprKind::Name(function.name.clone()), span)?,
        };
        Ok(Some(match explicit.is_empty() {
            true => callee,
            false => self.make(ExprKind::Explicit(callee.into(), explicit), span)?,
        }))
    }

    /// A parameter of a template as an argument of it.
    fn as_argument(&self, parameter: &TemplateParameter) -> Parsed<Option<TemplateArgument>> {
        let Some(name) = &parameter.name else { return Ok(None) };
        Ok(match parameter.kind {
            TemplateParameterKind::Type(_) => {
                Some(TemplateArgument::Type(Type::Named(name.clone()), parameter.span.clone()))
            }
            TemplateParameterKind::Value(..) => {
                let name = self.make(ExprKind::Name(name.clone()), &parameter.span.0)?;
                Some(TemplateArgument::Value(name))
            }
            TemplateParameterKind::Other(_) => None,
        })
    }
}
