//! `tests/wild.py` on a small collection of its own: what its table says, and that it fails where it should.
#![allow(clippy::unwrap_used, clippy::expect_used)] // a test may panic

use std::process::Command;
use tests::{Folder, binary, root};

const KERNEL: &str = "__global__ void fill(int *a) { a[threadIdx.x] = threadIdx.x; }\n\
                      int main() { int *a; cudaMalloc(&a, 64 * sizeof(int)); fill<<<1, 64>>>(a); }\n";

/// The table of a collection of one file, and whether the script was content; nothing where there is no Python.
fn table(text: &[u8]) -> Option<(String, bool)> {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("project")).unwrap();
    folder.file("project/fill.cu", text);
    let rows = "repository,file,kernel,faial,faial_class\nsomebody/project,fill.cu,fill,drf,\n";
    let list = folder.file("wild.csv", rows);
    let mut python = Command::new("python3");
    python.arg(root().join("tests/wild.py")).args([&folder.text(), &list]);
    python.args(["--runs", "1", "--out", &folder.path("out"), "--jaminan"]).arg(binary());
    let Ok(done) = python.output() else {
        println!("skipped: python3 is not there");
        return None;
    };
    Some((String::from_utf8(done.stdout).unwrap(), done.status.success()))
}

fn has_line(table: &str, words: &[&str]) -> bool {
    table.lines().any(|line| line.split_whitespace().collect::<Vec<_>>() == words)
}

#[test]
fn a_kernel_is_answered_and_run() {
    let Some((table, content)) = table(KERNEL.as_bytes()) else { return };
    assert!(has_line(&table, &["drf", "drf", "1"]), "{table}");
    assert!(has_line(&table, &["contradictions", "0"]), "{table}");
    assert!(table.contains("1 runs that count"), "{table}");
    assert!(content, "{table}");
}

#[test]
fn a_file_that_is_not_read_is_no_success() {
    let Some((table, content)) = table(b"__global__ void fill(int *a) { a[ = 1; }\n") else {
        return;
    };
    assert!(table.contains("files read                      0 of     1"), "{table}");
    assert!(!content, "{table}");
}
