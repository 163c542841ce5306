//! Mutated inputs to each parser: no panic, no hang, no memory past 1 GiB.
//!
//! Each input that is refused is refused at a place, and each program that is read is read back
//! the same from what the printer makes of it. The parsers run in a child process with a limit on
//! its memory, which names each input before it reads it: so the one that ended it is known, and
//! kept as a file.
//!
//!     cargo test --release -p jaminan-tests --test mutated_inputs -- --count 300000
//!
//! Flags: `--count N` inputs to each parser, `--seed S`, `--from I` the first index, and
//! `--language jam|map|cu` for only one parser.
#![allow(clippy::unwrap_used, clippy::expect_used)] // a test may panic

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};
use tests::binary;
use tests::corpus::{self, Language};
use tests::mutation::Mutator;

/// Inputs to each parser where no number is given.
const COUNT: u64 = 10_000;

/// One input may take this long: a parser that is done within it on a busy machine does not hang.
const LONGEST: Duration = Duration::from_secs(20);

/// The memory of a process, in bytes.
const MEMORY: usize = 1 << 30;

/// The stack on which a child reads: the smallest that the command makes do with.
const STACK: usize = 64 << 20;

/// Address space that is set apart for stacks, and of which next to nothing is used: the command's
/// (`cli/src/stack.rs`), and the front end's (`cuda::load`).
const STACKS: usize = (1 << 30) + (64 << 20);

/// Nesting this deep is an error.
const DEEP: usize = 100_000;

#[derive(Clone, Debug)]
struct Job {
    languages: Vec<Language>,
    seed: u64,
    from: u64,
    count: u64,
}

fn main() {
    let mut arguments = std::env::args().skip(1).collect::<Vec<_>>();
    // What the test harness is asked is asked of every test of the workspace.
    if arguments.iter().any(|a| a == "--list") {
        return;
    }
    let child = arguments.first().is_some_and(|a| a == "--child");
    if child {
        arguments.remove(0);
    }
    let job = Job::of(&arguments);
    if child {
        let work = move || read_all(&job);
        std::thread::Builder::new().stack_size(STACK).spawn(work).unwrap().join().unwrap();
        return;
    }
    let mut wrong = Vec::new();
    for &language in &job.languages {
        let job = Job { languages: vec![language], ..job.clone() };
        wrong.extend(mutated(&job).err());
        if job.from == 0 {
            wrong.extend(through_the_command(&job).err());
            wrong.extend(nested(language).err());
        }
    }
    if !wrong.is_empty() {
        eprintln!("\n{}", wrong.join("\n"));
        std::process::exit(1);
    }
}

impl Job {
    fn of(arguments: &[String]) -> Job {
        let flag = |name: &str| {
            let at = arguments.iter().position(|a| a == name)?;
            Some(arguments.get(at + 1).unwrap_or_else(|| panic!("{name} takes a value")).clone())
        };
        let number = |name: &str, default: u64| {
            flag(name).map_or(default, |text| {
                text.parse().unwrap_or_else(|_| panic!("{name} takes a number"))
            })
        };
        let languages = match flag("--language") {
            None => Language::ALL.to_vec(),
            Some(name) => {
                let of_name = Language::ALL.into_iter().filter(|l| l.name() == name);
                let found = of_name.collect::<Vec<_>>();
                assert!(!found.is_empty(), "--language takes jam, map or cu");
                found
            }
        };
        Job {
            languages,
            seed: number("--seed", 1),
            from: number("--from", 0),
            count: number("--count", COUNT),
        }
    }

    fn mutator(&self) -> Mutator {
        let language = self.languages[0];
        let files = corpus::files(language).unwrap();
        assert!(!files.is_empty(), "no program in .{}", language.name());
        let texts = files.iter().map(|path| std::fs::read(path).unwrap()).collect();
        Mutator::new(language, texts, self.seed)
    }
}

// ---- In the child ----

/// Reads every input of the job; tells the parent its index first.
fn read_all(job: &Job) {
    let language = job.languages[0];
    let mutator = job.mutator();
    std::panic::set_hook(Box::new(|_| {}));
    #[allow(clippy::disallowed_methods)] // numbers, for the parent
    let mut out = std::io::stdout().lock();
    let (mut programs, mut slowest, mut slowest_index) = (0_u64, Duration::ZERO, 0);
    for index in job.from..job.from + job.count {
        writeln!(out, "{index}").unwrap();
        let bytes = mutator.input(index);
        let text = String::from_utf8_lossy(&bytes);
        let start = Instant::now();
        match catch_unwind(AssertUnwindSafe(|| read(language, &text))) {
            Ok(Ok(read)) => programs += u64::from(read),
            Ok(Err(why)) => return writeln!(out, "wrong {why}").unwrap(),
            Err(panic) => {
                let message = panic
                    .downcast_ref::<String>()
                    .map(String::as_str)
                    .or_else(|| panic.downcast_ref::<&str>().copied())
                    .unwrap_or("without a message");
                return writeln!(out, "wrong panic: {}", message.replace('\n', " ")).unwrap();
            }
        }
        if start.elapsed() > slowest {
            (slowest, slowest_index) = (start.elapsed(), index);
        }
    }
    let ms = slowest.as_millis();
    let peak = peak_memory().map_or("unknown".into(), |kib| format!("{} MiB", kib / 1024));
    writeln!(
        out,
        "done {programs} of them programs; slowest {ms} ms (index {slowest_index}); memory {peak}"
    )
    .unwrap();
}

/// The most memory that this process has held, in KiB, where the system tells.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}

/// Reads one input: whether it is a program, or what is wrong with the parser.
fn read(language: Language, text: &str) -> Result<bool, String> {
    let source = semantics::Source::new(format!("input.{}", language.name()), text);
    // One input in two has its binders renamed; by its length, so that a replay does the same.
    let options = semantics::ParseOptions { rename: text.len().is_multiple_of(2) };
    match language {
        Language::Jam => refused_or(jaminan::Program::parse(&source, options), |program| {
            let shown = program.to_string();
            let again = jaminan::Program::parse(&shown_source(&shown), Default::default());
            same(program, again, &shown)
        }),
        Language::Map => refused_or(maps::ProtocolFile::parse(&source, options), |protocol| {
            let shown = protocol.to_string();
            let again = maps::ProtocolFile::parse(&shown_source(&shown), Default::default());
            same(protocol, again, &shown)
        }),
        Language::Cu => {
            let no_files = BTreeMap::new();
            let unit = cuda::load(source, &cuda::Options::default(), &no_files);
            refused_or(unit, |unit| {
                for kernel in &unit.kernels {
                    match &kernel.launches[0].lowered {
                        Ok(program) => drop(program.to_string()),
                        Err(unsupported) => drop(format!("{unsupported:?}")),
                    }
                }
                Ok(())
            })
        }
    }
}

fn shown_source(text: &str) -> semantics::Source {
    semantics::Source::new("shown", text)
}

/// A refusal says where and can be rendered; what is read is looked at.
fn refused_or<T>(
    read: Result<T, semantics::Diagnostic>,
    look: impl FnOnce(&T) -> Result<(), String>,
) -> Result<bool, String> {
    match read {
        Ok(program) => look(&program).map(|()| true),
        Err(diagnostic) => {
            let text = diagnostic.text();
            match &diagnostic.span {
                None => Err(format!("an error without a place: {}", diagnostic.message)),
                Some(_) if text.plain().trim().is_empty() => Err("an empty error".into()),
                Some(_) => Ok(false),
            }
        }
    }
}

/// `parse(show(p)) == p`
fn same<T: PartialEq>(
    program: &T,
    again: Result<T, semantics::Diagnostic>,
    shown: &str,
) -> Result<(), String> {
    match again {
        Ok(again) if again == *program => Ok(()),
        Ok(_) => Err(format!("is another program when printed and read again: {shown:?}")),
        Err(why) => Err(format!("is not read again when printed: {}: {shown:?}", why.message)),
    }
}

// ---- In the parent ----

/// Runs the job in a child, and watches it.
///
/// A machine may stand still for longer than any input takes, so an input that gave no answer is
/// asked again, alone; it hangs if it gives none then either.
fn mutated(job: &Job) -> Result<(), String> {
    let start = Instant::now();
    let language = job.languages[0];
    let end = job.from + job.count;
    let mut from = job.from;
    while from < end {
        let (index, why) = match watch(&Job { from, count: end - from, ..job.clone() }) {
            Ok(summary) => {
                println!("{}: inputs {from} to {}: {summary}", language.name(), end - 1);
                break;
            }
            Err(Wrong { index, why: None }) => {
                match watch(&Job { from: index, count: 1, ..job.clone() }) {
                    Ok(_) => {
                        println!("{}: a pause at input {index}, not its own", language.name());
                        from = index + 1;
                        continue;
                    }
                    Err(Wrong { why, .. }) => {
                        let limit = LONGEST.as_secs();
                        (index, why.unwrap_or(format!("hangs: no answer within {limit} s, twice")))
                    }
                }
            }
            Err(Wrong { index, why: Some(why) }) => (index, why),
        };
        return Err(format!(
            ".{} input {index}: {why}\n  the input is kept: {}\n  again: cargo test -p jaminan-tests \
             --test mutated_inputs -- --language {} --seed {} --from {index} --count 1",
            language.name(),
            keep(job, index).display(),
            language.name(),
            job.seed,
        ));
    }
    println!(
        "{}: {} mutated inputs, none of them wrong, in {:.1} s",
        language.name(),
        job.count,
        start.elapsed().as_secs_f64()
    );
    Ok(())
}

/// A process that may take [`MEMORY`].
fn limited(program: &Path, stacks: usize) -> Command {
    let kib = (MEMORY + stacks) >> 10;
    let mut command = Command::new("sh");
    command.args(["-c", &format!("ulimit -v {kib} && exec \"$0\" \"$@\"")]).arg(program);
    command
}

/// The input that ended a child, and how; no `why` where it gave no answer in time.
struct Wrong {
    index: u64,
    why: Option<String>,
}

/// The summary of a child that reads the job's inputs.
fn watch(job: &Job) -> Result<String, Wrong> {
    let mut child = limited(&std::env::current_exe().unwrap(), 2 * STACK)
        .args(["--child", "--language", job.languages[0].name()])
        .args(["--seed", &job.seed.to_string()])
        .args(["--from", &job.from.to_string(), "--count", &job.count.to_string()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (send, lines) = channel();
    let output = BufReader::new(child.stdout.take().unwrap());
    std::thread::spawn(move || output.lines().map_while(Result::ok).try_for_each(|l| send.send(l)));
    let mut index = job.from;
    let why = loop {
        match lines.recv_timeout(LONGEST) {
            Ok(line) => {
                if let Some(summary) = line.strip_prefix("done ") {
                    child.wait().unwrap();
                    return Ok(summary.into());
                } else if let Some(why) = line.strip_prefix("wrong ") {
                    child.wait().unwrap();
                    break Some(why.into());
                }
                index = line.parse().unwrap_or(index);
            }
            Err(RecvTimeoutError::Timeout) => {
                child.kill().unwrap();
                child.wait().unwrap();
                break None;
            }
            Err(RecvTimeoutError::Disconnected) => {
                let status = child.wait().unwrap();
                let mut said = String::new();
                let mut stderr = child.stderr.take().unwrap();
                let _ = std::io::Read::read_to_string(&mut stderr, &mut said);
                break Some(format!("ends the process ({status}): {}", said.trim()));
            }
        }
    };
    Err(Wrong { index, why })
}

fn keep(job: &Job, index: u64) -> PathBuf {
    let language = job.languages[0].name();
    let path = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("mutated-{}-{index}.{language}", job.seed));
    std::fs::write(&path, job.mutator().input(index)).unwrap();
    path
}

/// Mutated inputs that are not UTF-8, through the command: it names the place, or reads them as CUDA.
fn through_the_command(job: &Job) -> Result<(), String> {
    let language = job.languages[0];
    let mutator = job.mutator();
    let most = job.count.div_ceil(300).max(10);
    let (mut tried, mut index) = (0, 0);
    while tried < most && index < job.count {
        let bytes = mutator.input(index);
        index += 1;
        if String::from_utf8(bytes.clone()).is_ok() {
            continue;
        }
        tried += 1;
        let answer = answer_of(language, bytes);
        // CUDA is read whatever its comments and literals hold.
        let fine = match language {
            Language::Cu => answer.code.is_some_and(|code| (0..=3).contains(&code)),
            Language::Jam | Language::Map => {
                answer.code == Some(2)
                    && answer.errors.contains("not UTF-8")
                    && answer.errors.contains("--> <stdin>:")
            }
        };
        if !fine {
            let path = keep(job, index - 1);
            return Err(format!("{}, not UTF-8: {answer:?}", path.display()));
        }
    }
    println!("{}: {tried} inputs that are not UTF-8, through the command", language.name());
    Ok(())
}

#[derive(Debug)]
struct Answer {
    code: Option<i32>,
    errors: String,
}

/// What the command says to this standard input.
fn answer_of(language: Language, input: Vec<u8>) -> Answer {
    let mut child = limited(binary(), STACKS)
        .args(["judge", "-", "--lang", language.name()])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let feed = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let done = child.wait_with_output().unwrap();
    feed.join().unwrap();
    Answer { code: done.status.code(), errors: String::from_utf8_lossy(&done.stderr).into_owned() }
}

/// Nesting 100,000 deep, each way that a language has, through the command: an error at a place.
fn nested(language: Language) -> Result<(), String> {
    let forms = nestings(language);
    for (name, input) in &forms {
        let start = Instant::now();
        let answer = answer_of(language, input.clone().into_bytes());
        let long = start.elapsed() > LONGEST;
        // 3: what is nested is refused whole, before its depth matters.
        let refused = matches!(answer.code, Some(2 | 3));
        if long || !refused || !answer.errors.contains("--> <stdin>:") {
            let errors = answer.errors.chars().take(400).collect::<String>();
            return Err(format!(
                ".{}: {name} nested {DEEP} deep: exit code {:?} after {:.1} s: {errors}",
                language.name(),
                answer.code,
                start.elapsed().as_secs_f64()
            ));
        }
    }
    println!("{}: {} ways of nesting {DEEP} deep, each an error", language.name(), forms.len());
    Ok(())
}

fn nestings(language: Language) -> Vec<(&'static str, String)> {
    let nest = |open: &str, middle: &str, close: &str| {
        format!("{}{middle}{}", open.repeat(DEEP), close.repeat(DEEP))
    };
    let numbered = |before: &str, after: &str| -> String {
        (0..DEEP).map(|n| format!("{before}{n}{after}")).collect()
    };
    let (access, index) = match language {
        Language::Jam => ("A[0] := 1", "A[%] := 1"),
        Language::Map => ("wr[0]", "wr[%]"),
        Language::Cu => ("A[0] = 1;", "A[%] = 1;"),
    };
    let at = |e: String| index.replace('%', &e);
    if language == Language::Cu {
        let kernel = |body: &str| format!("__global__ void k(int *A, int n) {{\n{body}\n}}\n");
        return vec![
            ("(", kernel(&at(nest("(", "1", ")")))),
            ("[", kernel(&at(nest("A[", "1", "]")))),
            ("-", kernel(&at(nest("- ", "1", "")))),
            ("!", kernel(&at(nest("!", "1", "")))),
            ("(int)", kernel(&at(nest("(int)", "1", "")))),
            ("?", kernel(&at(nest("n ? 1 : ", "1", "")))),
            ("f(", kernel(&at(nest("min(", "1", ", n)")))),
            ("=", kernel(&nest("n = ", "1", "").replace("= 1", "= 1;"))),
            ("{", kernel(&nest("{", access, "}"))),
            ("if", kernel(&nest("if (n) ", access, ""))),
            ("else if", kernel(&nest("if (n) A[1] = 1; else ", access, ""))),
            ("for", kernel(&nest("for (;;) ", access, ""))),
            ("while", kernel(&nest("while (n) ", access, ""))),
            ("do", kernel(&nest("do ", access, " while (n);"))),
            ("#if", nest("#if 1\n", &kernel(access), "#endif\n")),
            ("#if (", format!("#if {}\n#endif\n", nest("(", "1", ")"))),
            ("macro (", format!("#define F(x) x\n{}", kernel(&at(nest("F(", "1", ")"))))),
            ("struct", nest("struct S {", "int x;", "};") + &kernel("S s; A[0] = s.x;")),
            ("int *", kernel(&format!("int {}p;", "*".repeat(DEEP)))),
            ("p[", kernel(&format!("int p{};", "[1]".repeat(DEEP)))),
        ];
    }
    let block = |open: &str| nest(open, access, "}");
    let mut forms = vec![
        ("(", at(nest("(", "1", ")"))),
        ("min(", at(nest("min(", "1", ", 1)"))),
        ("1 +", at(nest("1 + ", "1", ""))),
        ("1 + (", at(nest("1 + (", "1", ")"))),
        ("!", format!("if {}true {{ {access} }}", "!".repeat(DEEP))),
        ("!(", format!("if {} {{ {access} }}", nest("!(", "true", ")"))),
        ("&&", format!("if {} {{ {access} }}", nest("true && ", "true", ""))),
        ("{", block("{ ")),
        ("if", block("if tid < 1 { ")),
        ("else if", nest("if tid < 1 { skip } else ", "if tid < 1 { skip }", "")),
        ("for", format!("{}{access}{}", numbered("for x", " in 0..1 { "), "}".repeat(DEEP))),
        ("var", format!("{}{access}", numbered("var x", ". "))),
        (";", nest(&format!("{access}; "), access, "")),
    ];
    if language == Language::Jam {
        forms.push(("let", format!("{}{access}", numbered("let x", " = A[0] in "))));
    }
    forms
}
