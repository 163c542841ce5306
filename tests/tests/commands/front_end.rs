//! `--front-end clang`: the same answers, and what is said without one.

use std::process::Command;
use tests::{Folder, binary, jaminan, run};

const SAXPY: &str = "__global__ void saxpy(int n, float a, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i / 2] = a * x[i] + y[i];
}
int main() { saxpy<<<4, 256>>>(1000, 2.0f, 0, 0); }
";

#[test]
fn clang_gives_the_same_answer() {
    if Command::new("clang").arg("--version").output().is_err() {
        println!("skipped: there is no `clang`");
        return;
    }
    let folder = Folder::new();
    let file = folder.file("saxpy.cu", SAXPY);
    let ours = jaminan(&["check", &file, "--format", "json"]);
    let theirs = jaminan(&["check", &file, "--format", "json", "--front-end", "clang"]);
    assert_eq!((ours.code, theirs.code), (Some(1), Some(1)), "{}", theirs.err);
    let (ours, theirs) = (ours.json(), theirs.json());
    for key in ["name", "verdict", "launches"] {
        assert_eq!(ours["kernels"][0][key], theirs["kernels"][0][key], "{key}");
    }
    let place = |answer: &serde_json::Value| {
        let access = &answer["kernels"][0]["alarms"][0]["accesses"][0];
        (access["line"].clone(), access["column"].clone())
    };
    assert_eq!(place(&ours), place(&theirs));
}

#[test]
fn without_clang_it_is_said_what_to_install() {
    let folder = Folder::new();
    let file = folder.file("saxpy.cu", SAXPY);
    let mut command = Command::new(binary());
    command.args(["check", &file, "--front-end", "clang"]).env("PATH", folder.at());
    let Ok(reply) = run(command, b"") else { panic!("the command does not run") };
    assert_eq!((reply.code, reply.out.as_str()), (Some(2), ""), "{}", reply.err);
    assert!(reply.err.contains("apt install clang"), "{}", reply.err);
}

#[test]
fn opencl_is_not_read_by_clang() {
    let folder = Folder::new();
    let file = folder.file("k.cl", "__kernel void k(__global int *a) { a[0] = 1; }");
    let reply = jaminan(&["check", &file, "--front-end", "clang"]);
    assert_eq!((reply.code, reply.out.as_str()), (Some(2), ""), "{}", reply.err);
}
