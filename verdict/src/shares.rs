//! How the launches of a kernel share the time, and the programs of each launch.
//!
//! Many launches have more than one program: one whose numbers are C's, and others that take more for granted, of which
//! only *race free* counts. What C's program says is better, and it may take for ever, and what is decided is most often
//! decided soon. So there are three rounds:
//!
//! 1. C's program of a launch has a small part of an equal part of the time. Where it decides nothing, the others are
//!    asked: what several launches have in common is asked once, and has a part of the time for all of them. Where C's had no time and
//!    another was race free, the launches that follow begin with the others: they are most often alike.
//! 2. Where none decided, C's programs that had too little time share what is left.
//! 3. Then they share half of it where another one decided: what C's says takes nothing more for granted.

use crate::rerun::part_of;
use crate::value::KernelVerdict;
use cuda::{Assumption, Launched};
use oracle::check::Settings;
use oracle::check::answer::Verdict;
use semantics::Limits;

/// What is said of the programs of a launch, and what is taken for granted for that.
pub type Decided = (KernelVerdict, Vec<Assumption>);

/// One of the programs of a launch that take more for granted.
pub type Way<'l> = (&'l Launched, usize);

/// The part of its time that C's program of a launch has at first.
const FIRST: usize = 4;
/// The part of what is left that C's programs have where another one decided.
const LAST: usize = 2;

/// Who decides the programs of a launch.
pub struct Deciders<'d> {
    /// The one whose numbers are C's.
    pub in_c: &'d dyn Fn(&Launched, &mut Settings<'_>) -> KernelVerdict,
    /// One that takes more for granted: race free, or nothing. And what was said of the same program before.
    pub granted: &'d Granted<'d>,
    /// How many of those there are.
    pub ways: &'d dyn Fn(&Launched) -> usize,
    /// Whether two of those are one program.
    pub is_same: &'d dyn Fn(Way<'_>, Way<'_>) -> bool,
}

/// See [`Deciders::granted`].
pub type Granted<'d> =
    dyn Fn(&Launched, usize, Option<&KernelVerdict>, &mut Settings<'_>) -> Option<Decided> + 'd;

/// The programs that take more for granted, as far as they were asked about, and those that were race free.
type Asked<'l> = Vec<(Way<'l>, Option<KernelVerdict>)>;

/// What is said of a launch so far.
struct Said {
    decided: Decided,
    /// Whether C's program decided nothing, and had too little time for it.
    hurried: bool,
    /// Whether it is of a program that takes more for granted.
    granted: bool,
}

impl Said {
    /// Whether nothing is decided, and more time may help.
    fn is_open(&self) -> bool {
        self.hurried && !self.granted && !is_decided(&self.decided.0)
    }

    /// Whether what is decided takes more for granted than C's program does, which may decide it, too.
    fn is_granted(&self) -> bool {
        self.hurried && self.granted
    }
}

impl Deciders<'_> {
    /// What is said of each of these launches, which differ.
    pub fn decide(&self, launches: &[&Launched], settings: &mut Settings<'_>) -> Vec<Decided> {
        let mut asked = Asked::new();
        let mut granted_first = false;
        let mut said: Vec<Said> = Vec::new();
        for n in 0..launches.len() {
            let one = self.first(&launches[n..], granted_first, &mut asked, settings);
            granted_first |= one.is_granted();
            said.push(one);
        }
        self.again(launches, &mut said, Said::is_open, 1, settings);
        self.again(launches, &mut said, Said::is_granted, LAST, settings);
        said.into_iter().map(|one| one.decided).collect()
    }

    /// Asks for C's programs of the launches that want more, in one of so many parts of the time.
    fn again(
        &self,
        launches: &[&Launched],
        said: &mut [Said],
        wants_more: fn(&Said) -> bool,
        parts: usize,
        settings: &mut Settings<'_>,
    ) {
        let again: Vec<usize> = (0..said.len()).filter(|n| wants_more(&said[*n])).collect();
        for (done, n) in again.iter().enumerate() {
            let in_c = || (self.in_c)(launches[*n], settings);
            let verdict = part_of(1, parts * (again.len() - done), in_c);
            let is_better = match verdict.verdict {
                Verdict::Potential => said[*n].is_open(),
                _ => !leaves_open(&verdict),
            };
            if is_better {
                let decided = (verdict, Vec::new());
                said[*n] = Said { decided, hurried: false, granted: false };
            }
        }
    }

    /// The first round of the first of these launches; the others follow.
    fn first<'l>(
        &self,
        launches: &[&'l Launched],
        granted_first: bool,
        asked: &mut Asked<'l>,
        settings: &mut Settings<'_>,
    ) -> Said {
        let launched = launches[0];
        let taken = |decided, hurried| Said { decided, hurried, granted: true };
        if granted_first && let Some(found) = self.granted(launches, asked, settings) {
            return taken(found, true);
        }
        let (verdict, hurried) = part_of(1, FIRST * launches.len(), || {
            let whole = Limits::time_left();
            let verdict = (self.in_c)(launched, settings);
            // Parts of it are for this and that, and one that is spent may have been too little.
            let left = Limits::time_left().zip(whole);
            (verdict, left.is_some_and(|(left, whole)| left < whole - whole / 4))
        });
        if leaves_open(&verdict)
            && !granted_first
            && let Some(found) = self.granted(launches, asked, settings)
        {
            return taken(found, hurried);
        }
        Said { decided: (verdict, Vec::new()), hurried, granted: false }
    }

    /// What the programs that take more for granted say of the first of these launches.
    fn granted<'l>(
        &self,
        launches: &[&'l Launched],
        asked: &mut Asked<'l>,
        settings: &mut Settings<'_>,
    ) -> Option<Decided> {
        let launched = launches[0];
        let ways = (self.ways)(launched);
        (0..ways).find_map(|n| {
            let way = (launched, n);
            let known = asked.iter().find(|(other, _)| (self.is_same)(*other, way));
            let proved = match known {
                Some((_, None)) => return None,
                Some((_, Some(proved))) => Some(proved.clone()),
                None => None,
            };
            // Each has its part of the time that launches have together, and so has what follows.
            let mut programs: Vec<Way<'l>> = Vec::new();
            for other in launches.iter().map(|other| (*other, n)) {
                let has = (self.ways)(other.0) > n;
                if has && !programs.iter().any(|of| (self.is_same)(*of, other)) {
                    programs.push(other);
                }
            }
            let parts = programs.len() + 1;
            let granted = || (self.granted)(launched, n, proved.as_ref(), settings);
            let found = part_of(1, parts, granted);
            if proved.is_none() {
                asked.push((way, found.as_ref().map(|(verdict, _)| verdict.clone())));
            }
            found
        })
    }
}

/// Whether it is decided whether there is a race.
fn is_decided(verdict: &KernelVerdict) -> bool {
    match verdict.verdict {
        Verdict::Potential | Verdict::Unknown | Verdict::Unsupported => false,
        Verdict::Drf | Verdict::Racy => true,
    }
}

/// Whether nothing is decided: then more may be taken for granted.
fn leaves_open(verdict: &KernelVerdict) -> bool {
    !is_decided(verdict) && verdict.divergences.is_empty()
}

#[cfg(test)]
mod tests {
    use super::Deciders;
    use crate::reason::Why;
    use crate::value::KernelVerdict;
    use cuda::{Launched, Options, load};
    use oracle::check::Settings;
    use oracle::check::answer::Verdict;
    use oracle::solver::choose;
    use semantics::{Limits, Source, limits};
    use std::cell::RefCell;
    use std::collections::BTreeMap;
    use std::time::Duration;

    fn verdict(verdict: Verdict) -> KernelVerdict {
        KernelVerdict::without("k", verdict, Why::NoLaunch)
    }

    /// What is asked of four launches, `c` or `g` and its number, and the verdicts: C's programs have the answer only
    /// once they are asked as often as this.
    fn asked(times: usize, granted: bool) -> (Vec<String>, Vec<Verdict>) {
        asked_of(times, granted, false)
    }

    /// As [`asked`], where the launches may have what takes more for granted in `common`: `p`, where it was proved before.
    fn asked_of(times: usize, granted: bool, common: bool) -> (Vec<String>, Vec<Verdict>) {
        let text = "__global__ void k(int *a) { a[threadIdx.x] = 1; }
            void host(int *a) { k<<<1, 1>>>(a); k<<<1, 2>>>(a); k<<<1, 3>>>(a); k<<<1, 4>>>(a); }";
        let none: BTreeMap<String, String> = BTreeMap::new();
        let unit = load(Source::new("t.cu", text), &Options::default(), &none).expect("a kernel");
        let launches: Vec<&Launched> = unit.kernels[0].launches.iter().collect();
        assert_eq!(launches.len(), 4);
        let order = RefCell::new(Vec::new());
        let number = |of: &Launched| of.launch.block[0].expect("a number");
        let in_c = |of: &Launched, _: &mut Settings<'_>| {
            let name = format!("c{}", number(of));
            order.borrow_mut().push(name.clone());
            if order.borrow().iter().filter(|other| **other == name).count() < times {
                while limits::ask_now().is_ok() {
                    std::thread::sleep(Duration::from_millis(5));
                }
                return verdict(Verdict::Unknown);
            }
            verdict(Verdict::Racy)
        };
        let not_wrapping =
            |of: &Launched, _: usize, proved: Option<&KernelVerdict>, _: &mut Settings<'_>| {
                let name = if proved.is_some() { "p" } else { "g" };
                order.borrow_mut().push(format!("{name}{}", number(of)));
                granted.then(|| (verdict(Verdict::Drf), Vec::new()))
            };
        let deciders = Deciders {
            in_c: &in_c,
            granted: &not_wrapping,
            ways: &|_| 1,
            is_same: &|(a, _), (b, _)| common || number(a) == number(b),
        };
        let mut chosen = choose("embedded").expect("a solver");
        let mut settings = Settings::of(chosen.solver.as_mut());
        let time = Duration::from_millis(600);
        let decided =
            Limits::default().within(time).enter(|| deciders.decide(&launches, &mut settings));
        (order.into_inner(), decided.into_iter().map(|(of, _)| of.verdict).collect())
    }

    #[test]
    fn what_takes_more_for_granted_is_in_time_for_each_launch() {
        let (order, verdicts) = asked(9, true);
        assert_eq!(order, ["c1", "g1", "g2", "g3", "g4", "c1", "c2", "c3", "c4"]);
        assert_eq!(verdicts, [Verdict::Drf; 4]);
    }

    #[test]
    fn c_is_asked_again_for_what_takes_more_for_granted() {
        let (order, verdicts) = asked(2, true);
        assert_eq!(order, ["c1", "g1", "g2", "g3", "g4", "c1", "c2", "c3", "c4"]);
        assert_eq!(verdicts, [Verdict::Racy, Verdict::Drf, Verdict::Drf, Verdict::Drf]);
    }

    #[test]
    fn what_is_decided_at_once_is_asked_once() {
        let (order, verdicts) = asked(1, true);
        assert_eq!(order, ["c1", "c2", "c3", "c4"]);
        assert_eq!(verdicts, [Verdict::Racy; 4]);
    }

    #[test]
    fn what_launches_have_in_common_is_asked_once() {
        let (order, verdicts) = asked_of(9, true, true);
        assert_eq!(order, ["c1", "g1", "p2", "p3", "p4", "c1", "c2", "c3", "c4"]);
        assert_eq!(verdicts, [Verdict::Drf; 4]);
        let (order, verdicts) = asked_of(2, false, true);
        assert_eq!(order, ["c1", "g1", "c2", "c3", "c4", "c1", "c2", "c3", "c4"]);
        assert_eq!(verdicts, [Verdict::Racy; 4]);
    }

    #[test]
    fn where_neither_decides_c_is_asked_again() {
        let (order, verdicts) = asked(2, false);
        assert_eq!(order, ["c1", "g1", "c2", "g2", "c3", "g3", "c4", "g4", "c1", "c2", "c3", "c4"]);
        assert_eq!(verdicts, [Verdict::Racy; 4]);
    }
}
