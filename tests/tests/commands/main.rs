//! Every command, as a user runs it: against the contract of `interface.md`.

mod actions;
mod bad_input;
mod explore;
mod flows;
mod formulas;
mod infer;
mod judge;
mod limits;
mod output;
mod run;
mod several;
mod split;
mod theorem;
