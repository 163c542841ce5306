//! Structures and built-in vectors.

use super::{Typed, Typer, make, unsupported};
use crate::parse::is_vector;
use crate::typed::{Expr, Kind, Record, Type};
use semantics::{Name, Span};
use std::sync::Arc;

/// How many scalars a structure may hold to be modelled.
const MOST_LEAVES: usize = 64;

impl Typer<'_> {
    /// The structure of this name, where it is modelled.
    pub(super) fn record(&mut self, name: &Name) -> Option<Arc<Record>> {
        if let Some(known) = self.records.get(name) {
            return known.clone();
        }
        // While its members are looked at, it is not modelled: it cannot hold itself.
        self.records.insert(name.clone(), None);
        let record = self.fields(name).map(|fields| Arc::new(Record { fields }));
        self.records.insert(name.clone(), record.clone());
        record
    }

    fn fields(&mut self, name: &Name) -> Option<Vec<(Name, Type)>> {
        if is_vector(name.as_str()) || name.as_str() == "dim3" {
            let lanes = ["x", "y", "z", "w"].into_iter();
            let lanes =
                lanes.filter_map(|x| Some((Name::from(x), super::place::lane(name.as_str(), x)?)));
            return Some(lanes.collect());
        }
        let (declared, bound) = match self.instances.get(name) {
            Some(instance) => (Arc::clone(&instance.record), Some(instance.bound.clone())),
            None => (Arc::clone(self.context.records.get(name)?), None),
        };
        if !declared.whole || declared.template.is_some() && bound.is_none() {
            return None;
        }
        let mut fields = Vec::new();
        let mut leaves = 0;
        for (name, ty) in &declared.fields {
            let span = Span { source: semantics::Source::new("", ""), bytes: 0..0 };
            let ty = match &bound {
                Some(bound) => self.apart(bound, &span, |s| s.ty(ty, &span)).ok()?,
                None => self.ty(ty, &span).ok()?,
            };
            let mut element = &ty;
            while let Type::Array(of, _) = element {
                element = of;
            }
            if let Type::Opaque(of) = element
                && (self.context.records.contains_key(of) || self.instances.contains_key(of))
            {
                // Nor can it hold an array of itself.
                self.record(of)?;
            }
            leaves += self.leaves(&ty)?.len();
            fields.push((name.clone(), ty));
        }
        (leaves <= MOST_LEAVES).then_some(fields)
    }

    /// The types of the scalars and arrays that a value of this type is made of, in order.
    fn leaves(&mut self, ty: &Type) -> Option<Vec<Type>> {
        let Type::Opaque(name) = ty else { return Some(vec![ty.clone()]) };
        let record = self.record(name)?;
        let mut leaves = Vec::new();
        for (_, ty) in &record.fields {
            leaves.extend(self.leaves(ty)?);
        }
        Some(leaves)
    }

    /// A structure put together from the values of its members; missing ones are zero.
    pub(super) fn aggregate(&mut self, ty: &Type, es: Vec<Expr>, span: &Span) -> Typed<Expr> {
        if let [only] = es.as_slice()
            && only.ty == *ty
        {
            return Ok(only.clone());
        }
        let Some(leaves) = self.leaves(ty) else {
            return Ok(make(Kind::Gather(es), ty.clone(), span));
        };
        if es.len() > leaves.len() {
            return super::error(span, format!("{} values for a `{ty}`", es.len()));
        }
        let mut values = Vec::with_capacity(leaves.len());
        let mut es = es.into_iter();
        for leaf in &leaves {
            values.push(match (es.next(), leaf) {
                (_, Type::Array(..)) => {
                    return unsupported(span, format!("a value for a `{leaf}`"));
                }
                (Some(e), _) => self.implicit(e, leaf)?,
                (None, leaf) if leaf.int().is_some() => {
                    make(Kind::Int(0.into()), leaf.clone(), span)
                }
                (None, leaf) => make(Kind::Opaque, leaf.clone(), span),
            });
        }
        Ok(make(Kind::Gather(values), ty.clone(), span))
    }
}
