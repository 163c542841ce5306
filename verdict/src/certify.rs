//! What of a verdict is certified: checked by programs that share no code with what came to it.
//!
//! A race that was replayed goes to the [verified checker](oracle::certificate). A refutation on machine integers
//! has a proof, which the checker of [`refutation`](oracle::solver::Proved) accepted.

use crate::value::{Alarm, KernelVerdict};
use oracle::certificate::{Checker, NotCertified};
use oracle::check::answer::Verdict;
use oracle::solver::{Proved, Refuted, Unproved};
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use web_time::Duration;

/// How verdicts are certified.
#[derive(Clone, Debug)]
pub struct Certify {
    /// Who has the last word on races.
    pub checker: Checker,
    /// The folder into which formulas and proofs are written, if one is to be.
    pub proofs: Option<PathBuf>,
}

/// What of a verdict is certified.
#[derive(Clone, Debug)]
pub struct Certification {
    /// Who had the last word on races.
    pub checker: PathBuf,
    /// What is said of the refutations that the verdict may rest on.
    pub refutations: Refutations,
    /// Of what the verdict rests on.
    pub extent: Extent,
    /// Whether *race free* could not be come to with proofs, so that nothing is said of its refutations.
    pub not_proved: bool,
    /// Why proofs could not be written, where they were to be.
    pub not_written: Option<String>,
}

/// How much of what a verdict rests on is certified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Every race that is shown, or every refutation where none is.
    All,
    /// Some.
    Part,
    /// Nothing.
    Nothing,
}

/// The refutations that a verdict may rest on.
#[derive(Clone, Debug, Default)]
pub struct Refutations {
    /// How many have a proof that was checked.
    pub proved: usize,
    /// How many rest on a solver's word.
    pub believed: usize,
    /// How many of those are about naturals, which have no bound, and so no proof of bits.
    pub of_naturals: usize,
    /// The clauses of the formulas that were refuted, all together.
    pub clauses: usize,
    /// The steps of their proofs, all together.
    pub steps: usize,
    /// What it took to find the proofs.
    pub found_in: Duration,
    /// What it took to check them.
    pub checked_in: Duration,
}

/// What was refuted with proofs.
#[derive(Clone, Debug)]
pub(crate) enum Proofs {
    /// The verdict rests on no refutation.
    NotNeeded,
    /// The refutations that *race free* rests on when it was come to once more.
    Of(Vec<Refuted>),
    /// It was not come to once more, within the time.
    NotFound,
}

/// Why an alarm that is shown is not certified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uncertified {
    /// Only a run of the kernel itself shows it.
    OnlyRun,
    /// The checker did not accept it.
    Checker(NotCertified),
}

impl fmt::Display for Uncertified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Uncertified::OnlyRun => f.write_str("only a run of the kernel itself shows it"),
            Uncertified::Checker(why) => why.fmt(f),
        }
    }
}

impl Certify {
    /// Certifies what can be of a verdict, which stands whatever comes of it.
    pub(crate) fn verdict(&self, verdict: &mut KernelVerdict, proofs: &Proofs) {
        let refuted = match proofs {
            Proofs::Of(refuted) => &refuted[..],
            Proofs::NotNeeded | Proofs::NotFound => &[],
        };
        for alarm in verdict.alarms.iter_mut().filter(|alarm| alarm.is_shown()) {
            alarm.certified = Some(match &alarm.race.shown_by {
                Some(shown) => self.checker.certify(shown).map_err(Uncertified::Checker),
                None => Err(Uncertified::OnlyRun),
            });
        }
        let refutations = Refutations::of(refuted);
        let extent = match verdict.verdict {
            Verdict::Drf => extent(refutations.proved, refutations.believed),
            Verdict::Racy => {
                let shown = || verdict.alarms.iter().filter(|alarm| alarm.is_shown());
                let certified = shown().filter(|alarm| alarm.is_certified()).count();
                extent(certified, shown().count() - certified)
            }
            Verdict::Potential | Verdict::Unknown | Verdict::Unsupported => Extent::Nothing,
        };
        let written = self.proofs.as_ref().map(|to| write(to, &verdict.name, refuted));
        verdict.certification = Some(Certification {
            checker: self.checker.program().to_owned(),
            refutations,
            extent,
            not_proved: matches!(proofs, Proofs::NotFound),
            not_written: written.and_then(Result::err).map(|error| error.to_string()),
        });
    }
}

fn extent(certified: usize, others: usize) -> Extent {
    match (certified, others) {
        (0, _) => Extent::Nothing,
        (_, 0) => Extent::All,
        _ => Extent::Part,
    }
}

impl Refutations {
    fn of(refuted: &[Refuted]) -> Refutations {
        let mut all = Refutations::default();
        for one in refuted {
            match one {
                Refuted::Proved(proved) => {
                    let Proved { formula, proof, found_in, checked_in } = proved;
                    all.proved += 1;
                    all.clauses += formula.clauses.len();
                    all.steps += proof.len();
                    all.found_in += *found_in;
                    all.checked_in += *checked_in;
                }
                Refuted::Believed(why) => {
                    all.believed += 1;
                    all.of_naturals += usize::from(*why == Unproved::Naturals);
                }
            }
        }
        all
    }
}

impl Alarm {
    /// Whether the verified checker makes it.
    pub fn is_certified(&self) -> bool {
        matches!(self.certified, Some(Ok(())))
    }
}

/// Writes `NAME-1.cnf`, `NAME-1.drat`, and so on.
fn write(folder: &Path, name: &str, refuted: &[Refuted]) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    // A name may be a path, or have a template's arguments.
    let plain = |c: char| if c.is_alphanumeric() || c == '_' { c } else { '-' };
    let name: String = name.chars().map(plain).collect();
    let proved = refuted.iter().filter_map(|refuted| match refuted {
        Refuted::Proved(proved) => Some(proved),
        Refuted::Believed(_) => None,
    });
    for (n, proved) in proved.enumerate() {
        let file = |ending: &str| folder.join(format!("{name}-{}.{ending}", n + 1));
        fs::write(file("cnf"), proved.formula.to_string())?;
        fs::write(file("drat"), proved.proof.to_string())?;
    }
    Ok(())
}
