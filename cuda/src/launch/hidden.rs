//! Values of the host that a kernel does not see and that bound what it sees: behind `if (n < rows && rows < 8)`, the rows.

use crate::term::literal;
use semantics::{Cond, Expr as Term, Name, Op};
use std::collections::BTreeSet;
use std::sync::Arc;

/// How many of them a launch is told of.
const MOST_HIDDEN: usize = 8;

/// The names that hang together with what the kernel sees, or with which pointers it is given; none where they are too
/// many. `said`: what holds at the launch. `given`: what numbers of the kernel are, which says nothing by itself.
/// `chosen`: the conditions that pointers hang on.
pub(super) fn hidden(
    said: &[Arc<Cond>],
    given: &[Arc<Cond>],
    chosen: &[Arc<Cond>],
    is_seen: &dyn Fn(&Name) -> bool,
) -> BTreeSet<Name> {
    let unseen = |c: &Arc<Cond>| -> BTreeSet<Name> {
        c.free_variables().into_iter().filter(|x| !is_seen(x)).collect()
    };
    let mut found: BTreeSet<Name> = chosen.iter().flat_map(unseen).collect();
    let mut others: Vec<BTreeSet<Name>> = Vec::new();
    for c in said {
        match c.free_variables().iter().any(is_seen) {
            true => found.extend(unseen(c)),
            false => others.push(unseen(c)),
        }
    }
    for names in given.iter().map(unseen) {
        match others.iter().any(|other| !other.is_disjoint(&names)) {
            true => found.extend(names),
            false => others.push(names),
        }
    }
    loop {
        let (met, rest): (Vec<_>, Vec<_>) =
            others.into_iter().partition(|names| !names.is_disjoint(&found));
        if met.is_empty() {
            break;
        }
        met.into_iter().for_each(|names| found.extend(names));
        others = rest;
    }
    match found.len() <= MOST_HIDDEN {
        true => found,
        false => BTreeSet::new(),
    }
}

/// Whether a number is a sum of others, or of multiples of them. Of quotients, what a solver is told costs more than it says.
pub(super) fn is_sum(e: &Term) -> bool {
    match e {
        Term::Num(_) | Term::Var(_) => true,
        Term::Convert(_, of) => is_sum(of),
        Term::Bin(Op::Add | Op::Sub, _, a, b) => is_sum(a) && is_sum(b),
        Term::Bin(Op::Mul, _, a, b) => {
            let (a_fixed, b_fixed) = (literal(a).is_some(), literal(b).is_some());
            (a_fixed || b_fixed) && is_sum(a) && is_sum(b)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::rel;
    use semantics::{Expr, Rel};

    fn less(x: &str, y: &str) -> Arc<Cond> {
        let var = |x: &str| Arc::new(Expr::Var(x.into()));
        rel(Rel::Lt, var(x), var(y))
    }

    #[test]
    fn what_hangs_together_with_what_is_seen_is_found() {
        let said = [less("g", "h"), less("i", "j"), less("n", "g")];
        let found = hidden(&said, &[], &[], &|x| x.as_str() == "n");
        assert_eq!(found, ["g", "h"].map(Name::from).into());
        let found = hidden(&said, &[], &[less("i", "i")], &|_| false);
        assert_eq!(found, ["i", "j"].map(Name::from).into());
        let given = [less("n", "i"), less("m", "k")];
        let found = hidden(&said[..2], &given, &[], &|x| ["m", "n"].contains(&x.as_str()));
        assert_eq!(found, ["i", "j"].map(Name::from).into());
        let many: Vec<_> = (0..9).map(|k| less("n", &format!("g{k}"))).collect();
        assert_eq!(hidden(&many, &[], &[], &|x| x.as_str() == "n"), BTreeSet::new());
    }
}
