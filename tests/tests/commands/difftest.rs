//! `difftest`: broken detectors are exposed, bad ones contained, and campaigns go on where they ended.

mod campaigns;
mod contained;
mod dry_run;
mod findings;
mod kept;
mod kernels;
mod merged;
mod planted;

use serde_json::Value;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tests::{Folder, binary, root};

fn shipped(name: &str) -> String {
    root().join("detectors").join(name).display().to_string()
}

fn outcomes(answer: &Value, key: &str) -> u64 {
    answer["outcomes"][key].as_u64().unwrap_or_default()
}

fn findings(answer: &Value) -> Vec<Value> {
    answer["findings"].as_array().cloned().unwrap_or_default()
}

/// The places of a log, which is whole.
fn places(log: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(log).unwrap_or_default();
    let lines = text.lines().skip(1).map(serde_json::from_str::<Value>);
    let places = lines.map(|line| line.map(|line| line["place"].as_str().map(str::to_owned)));
    places.map(|place| place.ok().flatten().unwrap_or_else(|| panic!("{text}"))).collect()
}

/// A description of a script that is called with nothing.
fn of_script(folder: &Folder, script: &str, seconds: f64, says: &str) -> String {
    let path = folder.file("script", format!("#!/bin/sh\n{script}\n"));
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755))
        .unwrap_or_else(|error| panic!("{error}"));
    let text = format!(
        "name = \"scripted\"\ncommand = [\"{{here}}/script\"]\nlanguages = [\"jam\"]\n\
         [limits]\nseconds = {seconds}\n[[answer]]\nsays = \"{says}\"\nexit = [0]\n"
    );
    folder.file("detector.toml", &text)
}

/// A detector of kernels that always says the same; it notes down what it was asked.
fn of_kernels(folder: &Folder, says: &str) -> String {
    let asked = "echo {block} {grid} $(grep -c ^//-- {file}) >>{here}/asked";
    let text = format!(
        "name = \"scripted\"\ncommand = [\"sh\", \"-c\", \"{asked}\"]\nlanguages = [\"cu\"]\n\
         [[answer]]\nsays = \"{says}\"\nexit = [0]\n"
    );
    folder.file("kernels.toml", &text)
}

/// Waits for something that comes.
fn until(what: &str, holds: &mut dyn FnMut() -> bool) {
    for _ in 0..3000 {
        if holds() {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("{what} did not come");
}

fn started(arguments: &[&str]) -> Child {
    let mut command = Command::new(binary());
    command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::null());
    command.spawn().unwrap_or_else(|error| panic!("{error}"))
}
