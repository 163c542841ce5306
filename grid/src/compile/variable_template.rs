//! Templates of variables, which are numbers here: `template <typename T> const T empty = …;`, and the one of the library
//! that says whether two types are one. [C++17, 17, 23.15.6]

use super::template::Bindings;
use super::value::{At, Value};
use super::{Compiled, Compiler, unsupported};
use crate::scalar::Scalar;
use crate::types::Type;
use cuda::Area;
use cuda::resolve::Deduced;
use cuda::syntax::{Init, TemplateArgument};
use semantics::{Name, Span};

/// The template that is true where its two arguments are one type.
const IS_SAME: &str = "std::is_same_v";

impl<'s> Compiler<'s> {
    /// `name<T, n>` as a value.
    pub(super) fn variable_instance(
        &mut self,
        name: &Name,
        arguments: &'s [TemplateArgument],
        span: &Span,
    ) -> Compiled<Value> {
        self.refuse_ambiguous(name, span)?;
        let mut all = self.file.variable_templates.iter().filter(|(_, v)| v.name == *name);
        let (Some((parameters, variable)), None) = (all.next(), all.next()) else {
            return match name.as_str() {
                IS_SAME => self.is_same(arguments, span),
                _ if self.functions_of(name).is_empty() => {
                    unsupported(Area::Template, span, format!("the template `{name}` as a value"))
                }
                _ => unsupported(Area::Call, span, "a pointer to a function"),
            };
        };
        let refused =
            || unsupported(Area::Template, span, format!("the template `{name}` as a value"));
        let s = variable.specifiers;
        let (Some(Init::Expr(init)), true) =
            (&variable.init, s.immutable && !s.external && !s.shared && !s.device && !s.constant)
        else {
            return refused();
        };
        let none = Deduced::of(parameters);
        let known = Bindings::default();
        let bound = self.bind_parameters(parameters, (0, arguments), &none, &known, span)?;
        let Some(bound) = bound else { return refused() };
        let value = self.under(&bound, |c| {
            let to = c.ty(&variable.ty, span)?;
            match c.constant(init)? {
                Some((from, register)) => {
                    let value = Value { ty: Type::Scalar(from), at: At::Known(register) };
                    c.convert(value, &to, span)
                }
                None => refused(),
            }
        })?;
        // Code that was made elsewhere is not here.
        if matches!(value.at, At::Known(_)) { Ok(value) } else { refused() }
    }

    /// Whether two types are one, as far as the types of this crate tell it.
    fn is_same(&mut self, arguments: &'s [TemplateArgument], span: &Span) -> Compiled<Value> {
        let [TemplateArgument::Type(a, _), TemplateArgument::Type(b, _)] = arguments else {
            let what = format!("`{IS_SAME}` of what is not known to be types");
            return unsupported(Area::Template, span, what);
        };
        let refused = || {
            let what = format!("`{IS_SAME}` of types that are not told apart here");
            unsupported(Area::Template, span, what)
        };
        let qualified = self.may_be_qualified(a) || self.may_be_qualified(b);
        let sure = self.is_no_enumeration(a) && self.is_no_enumeration(b);
        let (a, b) = (self.ty(a, span)?, self.ty(b, span)?);
        let same = match (&a, &b) {
            _ if a == b => (!qualified && self.is_told_apart(&a, sure)).then_some(true),
            (Type::Scalar(_), _) | (_, Type::Scalar(_)) => Some(false),
            _ => None,
        };
        match same {
            Some(same) => Ok(Value::known(Scalar::Bool, u64::from(same))),
            None => refused(),
        }
    }
}
