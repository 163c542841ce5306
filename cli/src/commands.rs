//! The table of commands: each is one file beside this one, and one line here.

use crate::allocation;
use crate::answer::{Answer, Command, Printed, View, print};
use crate::exit::Exit;
use crate::failure::Failure;
use schemars::schema_for;

macro_rules! commands {
    ($($file:ident::$Command:ident,)*) => {
        $(mod $file;)*

        /// The commands.
        #[derive(clap::Subcommand)]
        pub enum Commands {
            $(#[allow(missing_docs)] $Command($file::$Command),)*
        }

        impl Commands {
            /// Answers, and prints the answer.
            ///
            /// # Errors
            /// Where there is no answer to print.
            pub fn answer(self, view: &View) -> Result<Exit, Failure> {
                match self {
                    $(Commands::$Command(command) => print(within_limits(command, view), view),)*
                }
            }
        }

        /// The JSON Schema of each command's answer, under the command's name.
        pub fn schemas() -> Vec<(&'static str, schemars::Schema)> {
            vec![$((
                stringify!($file),
                schema_for!(Printed<<<$file::$Command as Command>::Answer as Answer>::Form>),
            ),)*]
        }
    };
}

/// The answer of a command, which asks on its way whether it has spent what it may.
fn within_limits<C: Command>(command: C, view: &View) -> Result<C::Answer, Failure> {
    let allowance = command.allowance();
    if let Some(bytes) = allowance.bytes {
        allocation::allow(bytes);
    }
    allowance.from_now().enter(|| command.answer(view))
}

commands! {
    run::Run,
    explain::Explain,
    infer::Infer,
    judge::Judge,
    check::Check,
    suite::Suite,
    split::Split,
    actions::Actions,
    explore::Explore,
    theorem::Theorem,
    difftest::Difftest,
    hirace::Hirace,
    race::Race,
    indigo::Indigo,
    flows::Flows,
    formulas::Formulas,
    paper::Paper,
    schema::Schema,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::Format;
    use serde::de::DeserializeOwned;

    /// The answer has the form that its schema is made from.
    fn conforms<C: Command>(file: &str, flags: &[&str])
    where
        <C::Answer as Answer>::Form: DeserializeOwned,
    {
        let file = format!("{}/../examples/{file}", env!("CARGO_MANIFEST_DIR"));
        let mut arguments = vec!["jaminan", file.as_str()];
        arguments.extend(flags);
        let parser = C::augment_args(clap::Command::new("jaminan"));
        let matches = parser.try_get_matches_from(arguments).unwrap();
        let command = C::from_arg_matches(&matches).unwrap();
        let view = View { format: Format::Json, unicode: false, verbose: false };
        let Ok(answer) = command.answer(&view) else { panic!("no answer for {file}") };
        let json = answer.json();
        let read = serde_json::from_value::<<C::Answer as Answer>::Form>(json.clone());
        assert!(read.is_ok(), "{:?}: {json}", read.err());
    }

    #[test]
    fn answers_have_the_forms_that_are_published() {
        for file in ["s_a.jam", "s_b.jam", "s_c.jam", "s_d.jam"] {
            conforms::<run::Run>(file, &["--thread", "0"]);
            conforms::<infer::Infer>(file, &[]);
            conforms::<judge::Judge>(file, &[]);
            conforms::<split::Split>(file, &[]);
            conforms::<actions::Actions>(file, &["--list"]);
            conforms::<explore::Explore>(file, &["--threads", "17"]);
            conforms::<explore::Explore>(file, &["--fuel", "1"]);
        }
        let arguments =
            ["--block-dim", "4", "--trace", "--args", "n=5", "a=0.5", "x=iota:4", "y=zeros:3"];
        conforms::<run::Run>("saxpy.cu", &arguments);
        let arguments = ["--block-dim", "4", "--args", "n=5", "a=0.5", "x=iota:4", "y=zeros:3"];
        conforms::<race::Race>("saxpy.cu", &arguments);
    }
}
