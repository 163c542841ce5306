//! The `jaminan` command: the executable reference and test oracle for GPU data-race theories.
//!
//! ```sh
//! jaminan check examples/reduction.cu     # whether its threads race, and how
//! jaminan help                            # the other commands
//! ```
//!
//! Rust programs use `jaminan-verdict` instead. A command is one file under `commands/` and one line in `commands.rs`.

#![warn(clippy::print_stdout, clippy::print_stderr)]

mod allocation;
mod answer;
mod bounds;
mod commands;
mod compile_commands;
mod concrete;
mod derivation;
mod document;
mod exit;
mod failure;
mod file;
mod form;
mod input;
mod kernel;
mod limits;
mod malformed;
mod natural;
mod parameters;
mod peak;
mod phases;
mod place;
mod pool;
mod progress;
mod report;
mod sarif;
mod shard;
mod stack;
mod store;
mod style;
mod terminal;
mod witness;

use clap::Parser;
use commands::Commands;
use exit::Exit;
use failure::Failure;
use std::process::ExitCode;

/// The executable reference and test oracle for GPU data-race theories.
///
/// Runs programs of Jaminan (`.jam`) and memory access protocols (`.map`) by the rules of the
/// papers, infers and judges protocols, and finds data races with their smallest witnesses.
#[derive(Parser)]
#[command(
    name = "jaminan",
    bin_name = "jaminan",
    version,
    subcommand_required = true,
    arg_required_else_help = true
)]
#[command(after_help = EXAMPLES)]
struct Cli {
    #[command(flatten)]
    view: answer::View,

    #[command(subcommand)]
    command: Commands,
}

const EXAMPLES: &str = "\
Examples:
  jaminan judge kernel.jam                 which alarms of its protocol are true alarms
  jaminan explore kernel.jam --threads 4   races of up to 4 threads, each with its smallest witness
  echo 'var x. wr[x]' | jaminan run - --lang map --thread 0

Exit codes: 0 no race · 1 an alarm · 2 bad input or usage · 3 undecided within the limits";

fn main() -> ExitCode {
    // Z3 runs in children of this program: such a child goes no further.
    oracle::solver::worker::enable();
    let given: Vec<_> = std::env::args_os().map(as_spelled_here).collect();
    let cli = match terminal::parsed::<Cli>(&given) {
        Ok(cli) => cli,
        Err(usage) => return said(&usage).into(),
    };
    stack::run(move || match cli.command.answer(&cli.view) {
        Ok(exit) => exit,
        Err(failure) => failure.report(),
    })
    .into()
}

/// Says how the command is used.
fn said(usage: &terminal::Usage) -> Exit {
    if !usage.answers {
        terminal::tell(&usage.text);
        return Exit::Bad;
    }
    match terminal::print(std::iter::once(usage.text.clone())) {
        Ok(()) => Exit::Fine,
        Err(error) => Failure::Output(error).report(),
    }
}

/// Compilers spell one flag with a single dash.
fn as_spelled_here(argument: std::ffi::OsString) -> std::ffi::OsString {
    if argument == "-include" { "--include".into() } else { argument }
}
