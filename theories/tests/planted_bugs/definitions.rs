//! Whether the definitions that are extracted from Coq notice a planted bug: they say something else of a subject
//! than the planted rules.

use super::extracted::{Extracted, program, rules_say};
use super::notice::{line, parsed};
use super::subjects::{Group, Numbered, Planted, Text};
use super::worked;
use semantics::mutants::{Mutant, with};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Mutex;
use theories::{Subject, Subjects};

/// The extracted definitions, and what they have said.
pub struct Definitions {
    extracted: Mutex<Extracted>,
    said: Mutex<HashMap<String, Vec<String>>>,
}

impl Definitions {
    /// If they are built.
    pub fn find() -> Option<Definitions> {
        let extracted = Extracted::start(&program("planted bugs beside the definitions in Coq")?);
        Some(Definitions { extracted: Mutex::new(extracted), said: Mutex::default() })
    }

    fn says(&self, of: Subjects, name: &str, subject: &Subject) -> Vec<String> {
        let name = format!("{of:?} {name}");
        if let Some(said) = self.said.lock().unwrap().get(&name) {
            return said.clone();
        }
        let said = self.extracted.lock().unwrap().says(of, subject);
        self.said.lock().unwrap().insert(name, said.clone());
        said
    }

    /// The first subject that shows the mutant, of those that the claims are asked of and the worked examples.
    pub fn notice(&self, groups: &[Group], mutant: Mutant, planted: Planted) -> Option<String> {
        if !planted.is_extracted() {
            return None;
        }
        let concerned = groups.iter().filter(|group| planted.concerns().contains(&group.of));
        let found = concerned.clone().filter_map(|group| {
            // Protocols are few: all are asked about.
            let protocols = group.of == Subjects::Protocols;
            let small = |(number, ..): &&Numbered| protocols || number.size <= planted.size();
            let small = group.subjects.iter().filter(small).map(Cow::Borrowed);
            let mut subjects = small.chain(group.larger(planted).map(Cow::Owned)).enumerate();
            subjects.find_map(|(place, numbered)| {
                let (number, subject, text) = &*numbered;
                if planted.is_in_text() && with(mutant, || Text::of(subject)) == *text {
                    return None;
                }
                let name = number.to_string();
                self.differ(mutant, group.of, &name, subject).then(|| (place, format!("`{name}`")))
            })
        });
        let first = found.min().map(|(_, number)| number);
        first.or_else(|| {
            let mut examples = concerned.flat_map(|group| {
                worked::programs(group.of).into_iter().map(move |text| (group.of, text))
            });
            let shown = examples
                .find(|(of, text)| self.differ(mutant, *of, text, &Subject::Program(parsed(text))));
            shown.map(|(_, text)| format!("`{}`", line(text)))
        })
    }

    /// Whether the planted rules say something else of a subject.
    fn differ(&self, mutant: Mutant, of: Subjects, name: &str, subject: &Subject) -> bool {
        with(mutant, || rules_say(of, subject))
            .is_some_and(|planted| planted != self.says(of, name, subject))
    }
}
