//! Replies to scripts that were run before. The launches of a kernel often differ in little, and then the same is asked.

use super::budget::Budget;
use super::text::Reply;
use super::unknown::Unknown;
use rustc_hash::FxHashMap;

/// What is remembered, in bytes.
const MOST_BYTES: usize = 64 << 20;

/// The replies of one solver.
#[derive(Debug, Default)]
pub(super) struct Remembered {
    replies: FxHashMap<String, (Budget, Reply)>,
    bytes: usize,
}

impl Remembered {
    /// The reply to a script, where it would be the same within this budget: it does not hang on the budget, or there was
    /// as much before. A little more time is not worth another attempt.
    pub fn reply(&self, script: &str, budget: &Budget) -> Option<Reply> {
        let (before, reply) = self.replies.get(script)?;
        let as_much = budget.resources <= before.resources
            && budget.memory_mib <= before.memory_mib
            && budget.time <= before.time + before.time / 2;
        (as_much || matches!(reply, Reply::Sat(_) | Reply::Unsat)).then(|| reply.clone())
    }

    /// Remembers a reply, unless the solver failed: then another attempt may do better.
    pub fn add(&mut self, script: &str, budget: &Budget, reply: &Reply) {
        let of_use = match reply {
            Reply::Sat(_) | Reply::Unsat => true,
            Reply::Unknown(why) => {
                matches!(why, Unknown::OutOfTime | Unknown::OutOfWork | Unknown::OutOfBudget)
            }
        };
        if of_use && self.bytes + script.len() <= MOST_BYTES {
            let old = self.replies.insert(script.to_owned(), (*budget, reply.clone()));
            self.bytes += if old.is_none() { script.len() } else { 0 };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn within(seconds: u64) -> Budget {
        Budget { time: Duration::from_secs(seconds), ..Budget::default() }
    }

    #[test]
    fn only_what_more_time_may_change_is_asked_again() {
        let mut remembered = Remembered::default();
        remembered.add("late", &within(2), &Reply::Unknown(Unknown::OutOfTime));
        assert!(remembered.reply("late", &within(1)).is_some());
        assert!(remembered.reply("late", &within(3)).is_some());
        assert!(remembered.reply("late", &within(4)).is_none());
        let more_work = Budget { resources: u64::MAX, ..within(1) };
        assert!(remembered.reply("late", &more_work).is_none());
        remembered.add("no", &within(1), &Reply::Unsat);
        assert!(matches!(remembered.reply("no", &within(9)), Some(Reply::Unsat)));
        assert!(remembered.reply("other", &within(1)).is_none());
    }

    #[test]
    fn a_failure_is_not_remembered() {
        let mut remembered = Remembered::default();
        remembered.add("s", &within(1), &Reply::Unknown(Unknown::Unexpected("?".into())));
        assert!(remembered.reply("s", &within(1)).is_none());
    }
}
