//! The report as JUnit XML.

use super::super::answer::{Tested, counted};
use difftest::Outcome;
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};
use semantics::terminal::{visible, visible_lines};
use std::io::{Error, Result};

/// A test case, and what is said of one that fails: a line, and more.
struct Case {
    name: String,
    failure: Option<(String, String)>,
}

/// Each finding is a test case that fails, each kind without findings one that passes.
///
/// # Errors
/// Never: it is written to memory.
pub fn junit(answer: &Tested) -> Result<String> {
    let cases = cases(answer);
    let failures = cases.iter().filter(|case| case.failure.is_some()).count().to_string();
    let count = cases.len().to_string();
    let time = format!("{:.3}", answer.campaign.progress.time.as_secs_f64());
    // The library escapes markup; what XML has no place for it would write as it is.
    let name = visible(&answer.detector.name);
    let mut xml = Writer::new_with_indent(Vec::new(), b' ', 1);
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let suite = [("name", &*name), ("tests", &count), ("failures", &failures), ("time", &time)];
    xml.create_element("testsuites").write_inner_content(|xml| {
        let suite = xml.create_element("testsuite").with_attributes(suite);
        suite.write_inner_content(|xml| {
            cases.iter().try_for_each(|case| write(xml, &name, case))
        })?;
        Ok(())
    })?;
    let text = String::from_utf8(xml.into_inner()).map_err(Error::other)?;
    Ok(text + "\n")
}

fn cases(answer: &Tested) -> Vec<Case> {
    let none = |outcome: Outcome| format!("no {outcome}");
    let (mut passed, mut failed) = (Vec::new(), Vec::new());
    for outcome in Outcome::ALL.into_iter().filter(|outcome| outcome.is_finding()) {
        let n = answer.count(outcome);
        if n == 0 {
            passed.push(Case { name: none(outcome), failure: None });
        } else if !answer.found.iter().any(|finding| finding.outcome == outcome) {
            let failure = Some((counted(n), String::new()));
            failed.push(Case { name: none(outcome), failure });
        }
    }
    for finding in &answer.found {
        let message = format!("{}: {}", finding.title(), counted(finding.from.len() as u64));
        let text = format!("It is {}.\n{}\n", finding.truth(), finding.trial.text);
        failed.push(Case { name: finding.folder(), failure: Some((message, text)) });
    }
    passed.extend(failed);
    passed
}

fn write(xml: &mut Writer<Vec<u8>>, class: &str, case: &Case) -> Result<()> {
    let name = visible(&case.name);
    let element = xml.create_element("testcase");
    let element = element.with_attributes([("classname", class), ("name", &name)]);
    match &case.failure {
        None => element.write_empty()?,
        Some((message, text)) => element.write_inner_content(|xml| {
            let failure = xml.create_element("failure");
            let failure = failure.with_attribute(("message", &*visible(message)));
            failure.write_text_content(BytesText::new(&visible_lines(text)))?;
            Ok(())
        })?,
    };
    Ok(())
}
