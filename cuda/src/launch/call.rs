//! What functions do with the variables that they are given, as far as their names or declarations say.

use crate::syntax::{File, Parameter, Type};
use semantics::Name;
use std::collections::HashMap;

/// Functions of the file: which of their arguments they take by reference.
#[derive(Clone, Debug, Default)]
pub(super) struct Signatures(HashMap<Name, Vec<bool>>);

impl Signatures {
    pub fn of(file: &File) -> Signatures {
        let mut all = Signatures::default();
        // What those of the toolkit do on the host is known by their names.
        for f in file.functions().filter(|f| !f.specifiers.of_toolkit) {
            all.add(&last_part(&f.name), &f.parameters, true);
        }
        for f in &file.host.functions {
            all.add(&f.name, &f.parameters, f.readable);
        }
        all
    }

    fn add(&mut self, name: &Name, parameters: &[Parameter], readable: bool) {
        let by_reference = self.0.entry(name.clone()).or_default();
        for (n, parameter) in parameters.iter().enumerate() {
            if by_reference.len() <= n {
                by_reference.push(false);
            }
            by_reference[n] |= !readable || takes_reference(&parameter.ty);
        }
    }

    /// Whether the file declares a function of this name.
    pub fn has(&self, name: &Name) -> bool {
        self.0.contains_key(&last_part(name))
    }

    /// Whether a function of this name may change the variable that is its n-th argument.
    pub fn by_reference(&self, name: &Name, n: usize) -> bool {
        self.0.get(&last_part(name)).is_none_or(|all| all.get(n).copied().unwrap_or(false))
    }
}

fn takes_reference(ty: &Type) -> bool {
    match ty {
        Type::Reference(of) => !matches!(**of, Type::Const(_)),
        Type::Other(_) => true,
        _ => false,
    }
}

/// A name without its qualification.
pub(super) fn last_part(name: &Name) -> Name {
    name.as_str().rsplit("::").next().unwrap_or_default().into()
}
