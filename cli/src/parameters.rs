//! What the caller says of a launch: the values of its parameters, and what they satisfy.

use crate::failure::Failure;
use crate::malformed::Malformed;
use crate::natural::integer;
use jaminan::Parameters;
use semantics::{Cond, Expr, Header, Name, Number, Rel, Source, parse_condition};

/// One `NAME=NUMBER`.
pub type Assignment = (Name, Number);

/// What is known of the parameters.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Known {
    /// The value of a parameter
    #[arg(long, value_name = "NAME=N", value_parser = assignment, value_delimiter = ',')]
    #[arg(allow_hyphen_values = true)]
    pub param: Vec<Assignment>,

    /// A condition on parameters that the launch guarantees
    #[arg(long, value_name = "CONDITION")]
    pub assume: Vec<String>,
}

/// Reads `n=4`.
fn assignment(text: &str) -> Result<Assignment, Malformed> {
    let (name, value) = text.split_once('=').ok_or_else(|| Malformed::form(text, "n=4"))?;
    Ok((Name::from(name.trim()), integer(value)?))
}

impl Known {
    /// The flags as they can be given to another process.
    pub fn flags(&self) -> Vec<String> {
        let params = self.param.iter().map(|(x, k)| format!("--param={x}={k}"));
        params.chain(self.assume.iter().map(|c| format!("--assume={c}"))).collect()
    }

    /// Refuses two values for one parameter.
    ///
    /// # Errors
    /// Which parameter has two.
    pub fn refuse_two_values(&self) -> Result<(), Failure> {
        let mut named = self.param.iter().enumerate();
        match named.find(|(n, (name, _))| self.param[..*n].iter().any(|(x, _)| x == name)) {
            Some((_, (name, _))) => {
                let message = format!("two values for the parameter `{name}`");
                Err(Failure::usage(message, format!("give one `--param {name}=…`")))
            }
            None => Ok(()),
        }
    }

    /// Adds it to the declarations of a program over the naturals.
    ///
    /// # Errors
    /// A parameter that is not declared, has two values, or is negative; a condition that is none.
    pub fn add_to(&self, header: &mut Header) -> Result<(), Failure> {
        self.values(header)?;
        for (x, k) in &self.param {
            let value = Cond::rel(Rel::Eq, Expr::Var(x.clone()), Expr::Num(k.clone()));
            header.assumptions.push(value);
        }
        for text in &self.assume {
            let condition = parse_condition(&Source::new("--assume", text.as_str()), header)?;
            header.assumptions.push(condition);
        }
        Ok(())
    }

    /// A value for each parameter of a program.
    ///
    /// # Errors
    /// See [`Known::add_to`]; a parameter without a value.
    pub fn parameters(&self, header: &Header) -> Result<Parameters, Failure> {
        let values = self.values(header)?;
        match header.params.iter().find(|name| !values.contains_key(*name)) {
            Some(name) => Err(Failure::usage(
                format!("the parameter `{name}` has no value"),
                format!("give it one: `--param {name}=4`"),
            )),
            None => Ok(values),
        }
    }

    fn values(&self, header: &Header) -> Result<Parameters, Failure> {
        self.refuse_two_values()?;
        let mut values = Parameters::new();
        for (name, value) in &self.param {
            if !header.params.contains(name) {
                let declared: Vec<&str> = header.params.iter().map(Name::as_str).collect();
                let hint = match declared.as_slice() {
                    [] => "it declares none; `param n;` would declare one".to_owned(),
                    declared => format!("it declares {}", declared.join(", ")),
                };
                let message = format!("the program has no parameter `{name}`");
                return Err(Failure::usage(message, hint));
            }
            if *value < Number::from(0u32) {
                let message = format!("the parameter `{name}` cannot be {value}");
                return Err(Failure::usage(message, "parameters are natural numbers here"));
            }
            values.insert(name.clone(), value.clone());
        }
        Ok(values)
    }
}
