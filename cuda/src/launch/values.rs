//! What the variables of a run hold, at one place of its way.

use super::value::{Value, Variable};
use imbl::OrdMap;
use imbl::ordmap::DiffItem;
use std::ops::{Index, IndexMut};

/// What each variable holds. A copy shares with the first what both have in common, so that a branch costs as much as it
/// changes.
#[derive(Clone, Debug, Default)]
pub(super) struct Values(OrdMap<Variable, Value>);

impl Values {
    /// A new variable that holds this.
    pub fn push(&mut self, value: Value) -> Variable {
        let variable = Variable(self.0.len());
        self.0.insert(variable, value);
        variable
    }

    /// How many variables there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn get(&self, variable: Variable) -> Option<&Value> {
        self.0.get(&variable)
    }

    /// These, and those of the variables that have come into being since.
    pub fn since(mut self, later: &Values) -> Values {
        let made = later.0.range(Variable(self.0.len())..);
        self.0.extend(made.map(|(variable, value)| (*variable, value.clone())));
        self
    }

    /// The variables that hold another value in an earlier copy or a later one, with that value.
    pub fn other_in(&self, other: &Values) -> Vec<(Variable, Value)> {
        let differences = self.0.diff(&other.0);
        differences
            .filter_map(|difference| match difference {
                DiffItem::Update { new: (variable, value), .. } => Some((*variable, value.clone())),
                _ => None,
            })
            .collect()
    }
}

impl Index<Variable> for Values {
    type Output = Value;

    fn index(&self, variable: Variable) -> &Value {
        &self.0[&variable]
    }
}

impl IndexMut<Variable> for Values {
    fn index_mut(&mut self, variable: Variable) -> &mut Value {
        &mut self.0[&variable]
    }
}
