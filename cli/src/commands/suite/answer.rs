//! What came of a suite.

use super::compare::{Comparison, Other};
use super::form::SuiteForm;
use super::labels::{Confusion, Labels};
use super::record::Line;
use super::report;
use crate::answer::{Answer, View};
use crate::document;
use crate::exit::Exit;
use semantics::Text;
use serde_json::Value;

/// What came of each kernel, and how that compares.
pub struct SuiteAnswer {
    /// In order of the files' names, and of the kernels in a file.
    pub lines: Vec<Line>,
    /// Beside labels.
    pub confusion: Option<Confusion>,
    /// Beside another run.
    pub comparison: Option<Comparison>,
}

impl SuiteAnswer {
    /// Of these lines.
    pub fn new(lines: Vec<Line>, labels: Option<&Labels>, other: Option<&Other>) -> Self {
        let confusion = labels.map(|labels| labels.compare(&lines));
        let comparison = other.map(|other| other.compare(&lines));
        SuiteAnswer { lines, confusion, comparison }
    }
}

impl Answer for SuiteAnswer {
    type Form = SuiteForm;

    fn json(&self) -> Value {
        // Only numbers and text: this does not fail.
        serde_json::to_value(SuiteForm::from(self)).unwrap_or(Value::Null)
    }

    fn text(&self, view: &View) -> Text {
        document::plain(&report::blocks(self, view.verbose))
    }

    fn exit(&self) -> Exit {
        let wrong = |confusion: &Confusion| confusion.disagreements.iter().any(|d| d.contradicts);
        match self.confusion.as_ref().is_some_and(wrong) {
            true => Exit::Alarm,
            false => Exit::Fine,
        }
    }
}
