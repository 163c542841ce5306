//! Elements of arrays of the host, where it is not known which one is meant.

use super::evaluator::Evaluator;
use super::value::{Value, as_condition, binary, int};
use crate::syntax::{Binary, Expr};
use semantics::IntType;

/// How many elements are told apart.
const MOST_ELEMENTS: usize = 16;

impl Evaluator<'_> {
    /// `e[i]` of an array of numbers: one of its elements, by what `i` is.
    pub fn any_element(&mut self, of: &Expr, index: &Value) -> Option<Value> {
        let Value::Int(..) = index else { return None };
        let place = self.location(of)?;
        let Value::List(all) = self.read_at(&place) else { return None };
        if all.len() > MOST_ELEMENTS {
            return None;
        }
        let hint = self.state.declared[place.variable.0].name.clone();
        let mut all = all.into_iter().enumerate().rev();
        let (_, Value::Int(ty, mut found)) = all.next()? else { return None };
        for (n, element) in all {
            let Value::Int(own, element) = element else { return None };
            let n = int(IntType::INT, i32::try_from(n).ok()?);
            let here = as_condition(&binary(Binary::Eq, index, &n)?)?;
            if own != ty {
                return None;
            }
            found = self.one_of(Some(&here), ty, &element, &found, hint.as_str());
        }
        Some(Value::Int(ty, found))
    }
}
