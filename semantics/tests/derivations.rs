//! Derivations as data, with words for judgments.

use semantics::Derivation;
use std::sync::Arc;

type Words = Arc<Derivation<&'static str>>;

fn derivation(rule: &'static str, conclusion: &'static str, premises: &[&Words]) -> Words {
    let premises = premises.iter().map(|premise| Arc::clone(premise)).collect();
    Arc::new(Derivation { rule: rule.into(), conclusion, premises })
}

#[test]
fn derivations_are_equal_where_every_step_is() {
    let all = || {
        let (leaf, other) = (derivation("R", "a", &[]), derivation("R", "b", &[]));
        [
            leaf.clone(),
            other.clone(),
            derivation("S", "a", &[]),
            derivation("R", "a", &[&leaf]),
            derivation("R", "a", &[&other]),
            derivation("R", "a", &[&leaf, &other]),
            derivation("R", "a", &[&leaf, &leaf]),
            derivation("R", "a", &[&derivation("R", "a", &[&other])]),
        ]
    };
    for (n, a) in all().iter().enumerate() {
        for (m, b) in all().iter().enumerate() {
            assert_eq!(a == b, n == m, "{a:?} and {b:?}");
        }
    }
}

/// A shared subtree is one step, and counts as often as it stands there.
#[test]
fn what_is_shared_is_listed_once() {
    let leaf = derivation("R", "a", &[]);
    let pair = derivation("S", "b", &[&leaf, &leaf]);
    let d = derivation("S", "c", &[&pair, &leaf, &pair]);
    let steps: Vec<_> = d.steps().into_iter().map(|s| (*s.conclusion, s.premises)).collect();
    assert_eq!(steps, [("a", vec![]), ("b", vec![0, 0]), ("c", vec![1, 0, 1])]);
    assert_eq!((leaf.size(), pair.size(), d.size()), (1, 3, 8));
}
