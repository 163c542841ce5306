//! Bad input and usage: exit code 2, a message that says what to do, and nothing on standard
//! output.

use std::process::Command;
use tests::{Reply, example, jaminan, jaminan_reading};

fn bad(reply: &Reply, words: &[&str]) {
    assert_eq!(reply.code, Some(2), "{reply:?}");
    assert!(reply.out.is_empty(), "{reply:?}");
    for word in words {
        assert!(reply.err.contains(word), "no {word:?} in {reply:?}");
    }
}

fn judge(program: &[u8]) -> Reply {
    jaminan_reading(&["judge", "-", "--lang", "jam"], program)
}

#[test]
fn files_that_cannot_be_read() {
    bad(&jaminan(&["judge", "no/such/file.jam"]), &["no/such/file.jam", "no such file"]);
    bad(&jaminan(&["judge", ".", "--lang", "jam"]), &["directory"]);
    bad(&jaminan(&["judge", "-"]), &["--lang jam"]);
    bad(&jaminan(&["judge", "program.txt"]), &["program.txt", "--lang jam"]);
}

/// A FIFO that nobody writes to is not waited for, and what has no end is not begun.
#[test]
#[cfg(unix)]
fn files_that_are_none() {
    let folder = tempfile::TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (pipe, socket) = (path("pipe.cu"), path("socket.cu"));
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let _listens = std::os::unix::net::UnixListener::bind(&socket).unwrap();
    for (file, what) in [
        (&*pipe, "named pipe"),
        (&*socket, "socket"),
        ("/dev/zero", "device"),
        ("/dev/null", "device"),
    ] {
        for command in ["check", "judge", "infer", "race"] {
            bad(&jaminan(&[command, file, "--lang", "cu"]), &[file, what, "not a file"]);
        }
        bad(&jaminan(&["difftest", "--detector", file]), &[file, what]);
        bad(&jaminan(&["theorem", "check", "all", "--grammar", file]), &[file, what]);
        bad(&jaminan(&["hirace", "verify", "--table", file]), &[file, what]);
        let values = format!("a=@{file}");
        let race = ["race", &example("saxpy.cu"), "--block-dim", "4", "--args", &values];
        bad(&jaminan(&race), &[file, what]);
    }
    // In a folder it is a file that is bad, and the others are checked.
    std::fs::copy(example("alarm1.cu"), path("alarm.cu")).unwrap();
    let reply = jaminan(&["check", &folder.path().display().to_string()]);
    assert_eq!(reply.code, Some(2), "{reply:?}");
    for words in ["named pipe", "socket", "true "] {
        assert!(reply.out.contains(words), "no {words:?} in {reply:?}");
    }
    // A pipe that the shell made is as good as standard input.
    for stdin in ["-", "/dev/stdin", "/dev/fd/0"] {
        let reply = jaminan_reading(&["judge", stdin, "--lang", "jam"], b"A[tid] := 0");
        assert_eq!(reply.code, Some(0), "{stdin}: {reply:?}");
    }
}

#[test]
fn bytes_that_are_no_text() {
    bad(&judge(b"A[0] := 0;\nA[\xff] := 1"), &["UTF-8", "<stdin>:2:3", "0xff"]);
}

#[test]
fn programs_that_are_not_well_formed() {
    bad(&judge(b"A[x] := 0"), &["<stdin>:1:3", "`x` is not bound"]);
    bad(&judge(b"var x. A[x] := 0; var x. skip"), &["bound twice", "--rename"]);
    bad(&judge(b""), &["end of the file"]);
    bad(&judge(b"A[0] := 0;"), &["<stdin>:1:10"]);
    bad(&judge("A[0] := 0\u{0}".as_bytes()), &["<stdin>:1:10"]);
}

#[test]
fn binders_are_renamed_when_asked() {
    let program = b"var x. A[x] := 0; var x. A[x] := 1";
    let reply = jaminan_reading(&["judge", "-", "--lang", "jam", "--rename"], program);
    assert_eq!(reply.code, Some(0), "{reply:?}");
}

#[test]
fn deep_nesting() {
    for (open, close) in [("{", "}"), ("if tid < 1 {", "}"), ("var x. ", "")] {
        let text = format!("{}skip{}", open.repeat(100_000), close.repeat(100_000));
        let reply = jaminan_reading(&["judge", "-", "--lang", "jam", "--rename"], text.as_bytes());
        bad(&reply, &["deeper"]);
    }
    let text = format!("A[{}0{}] := 0", "(".repeat(100_000), ")".repeat(100_000));
    bad(&judge(text.as_bytes()), &["deeper"]);
    let text = format!("A[0{}] := 0", "+0".repeat(100_000));
    bad(&judge(text.as_bytes()), &["deeper"]);
    let text = format!("skip{}", ";skip".repeat(100_000));
    bad(&judge(text.as_bytes()), &["deeper"]);
}

#[test]
fn numbers_of_many_digits() {
    let text = format!("A[{}] := 0", "9".repeat(1_000_000));
    bad(&judge(text.as_bytes()), &["digits"]);
    let many = "9".repeat(20_000);
    bad(&jaminan(&["run", &example("s_a.jam"), "--thread", &many]), &["digits"]);
}

#[test]
fn flags_that_are_wrong() {
    let file = example("s_a.jam");
    bad(&jaminan(&["judge", &file, "--frmat", "json"]), &["--frmat", "--format"]);
    bad(&jaminan(&["judge", &file, "--format", "xml"]), &["xml", "json"]);
    bad(&jaminan(&["juge", &file]), &["juge"]);
    bad(&jaminan(&["run", &file]), &["--thread"]);
    bad(&jaminan(&["run", &file, "--thread", "-1"]), &["-1"]);
    bad(&jaminan(&["run", &file, "--thread", "x"]), &["natural"]);
    bad(&jaminan(&["explore", &file, "--values", "0"]), &["--values"]);
    bad(&jaminan(&["check", &example("alarm1.cu"), "--block-dim", "0"]), &["--block-dim", "1"]);
    bad(&jaminan(&["schema", "nothing"]), &["nothing", "explore"]);
    bad(&jaminan(&[]), &["Usage"]);
}

#[test]
fn memory_that_the_program_does_not_have() {
    let run =
        |memory: &str| jaminan(&["run", &example("s_a.jam"), "--thread", "0", "--memory", memory]);
    bad(&run("B:0=1"), &["`B`", "accesses A"]);
    bad(&run("A:0=1,0=2"), &["two values"]);
    bad(&run("A"), &["A:0=10,3=2"]);
    bad(&run("A:0=x"), &["natural"]);
}

#[test]
fn parameters_and_their_values() {
    let run = |flags: &[&str]| {
        let mut arguments = vec!["run", "-", "--lang", "jam", "--thread", "0"];
        arguments.extend(flags);
        jaminan_reading(&arguments, b"param n; A[n] := 0")
    };
    bad(&run(&[]), &["`n` has no value", "--param n="]);
    bad(&run(&["--param", "m=1"]), &["no parameter `m`"]);
    bad(&run(&["--param", "n=1", "--param", "n=2"]), &["two values"]);
    bad(&run(&["--param", "n"]), &["n=4"]);
    assert_eq!(run(&["--param", "n=1"]).code, Some(0));
    let kernel = b"__global__ void k(int *a, int n) { a[threadIdx.x * n] = 1; }";
    let twice = ["check", "-", "--lang", "cu", "--param", "n=1", "--param", "n=0"];
    bad(&jaminan_reading(&twice, kernel), &["two values", "`n`"]);
}

#[test]
fn commands_for_one_phase() {
    let program = b"A[tid] := 0; sync; skip";
    for command in ["run", "actions"] {
        let mut arguments = vec![command, "-", "--lang", "jam"];
        arguments.extend(if command == "run" { ["--thread", "0"].iter() } else { [].iter() });
        let reply = jaminan_reading(&arguments, program);
        bad(&reply, &["<stdin>:1:14", "jaminan split - --lang jam"]);
    }
}

/// A kernel that is no C++ is told, and takes no other with it.
#[test]
fn a_kernel_that_is_no_cpp_beside_others() {
    let broken = "__global__ void broken(int *a) {\n    a[threadIdx.x] = /* your code */ ???;\n}\n";
    let fine = "__global__ void fine(int *a) { a[threadIdx.x] = 1; }\n";
    let racy = "__global__ void racy(int *a) { a[0] = threadIdx.x; }\n";
    let check = |text: &str, flags: &[&str]| {
        let mut arguments = vec!["check", "-", "--lang", "cu", "--block-dim", "64"];
        arguments.extend(["--grid-dim", "1"]);
        arguments.extend(flags);
        jaminan_reading(&arguments, text.as_bytes())
    };
    let place = "<stdin>:2:38";
    let mistake = "expected an expression, found `?`";
    // Alone there is only the error.
    bad(&check(broken, &[]), &[place, mistake, "/* your code */ ???"]);
    let all = format!("{broken}{fine}{racy}");
    let reply = check(&all, &[]);
    assert_eq!(reply.code, Some(2), "{reply:?}");
    for words in ["broken: unsupported", "fine: race free", "racy: racy", place, mistake] {
        assert!(reply.out.contains(words), "no {words:?} in {reply:?}");
    }
    for words in [place, mistake, "/* your code */ ???"] {
        assert!(reply.err.contains(words), "no {words:?} in {reply:?}");
    }
    let reply = check(&all, &["--format", "json"]);
    assert_eq!(reply.code, Some(2), "{reply:?}");
    let json = reply.json();
    let verdicts: Vec<_> = json["kernels"].as_array().into_iter().flatten().collect();
    let words: Vec<_> = verdicts.iter().map(|k| k["verdict"].as_str().unwrap_or("")).collect();
    assert_eq!(words, ["unsupported", "drf", "racy"]);
    let why = verdicts[0]["why"].as_str().unwrap_or("");
    assert!(why.contains(place) && why.contains(mistake), "{why}");
    assert_eq!(verdicts[0]["reason"], "mistake");
    // Who asks about another one is answered.
    assert_eq!(check(&all, &["--kernel", "fine"]).code, Some(0));
    bad(&check(&all, &["--kernel", "broken"]), &[place, mistake]);
    // What is no kernel and is not read is told in notes.
    let beside = format!("__device__ int f(@);\n{fine}");
    let reply = check(&beside, &["--format", "json"]);
    assert_eq!(reply.code, Some(0), "{reply:?}");
    assert!(reply.json()["kernels"][0]["notes"].to_string().contains("<stdin>:1:18"), "{reply:?}");
}
