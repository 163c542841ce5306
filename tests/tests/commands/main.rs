//! Every command, as a user runs it: against the contract of `docs/interface.md`.

mod actions;
mod bad_input;
mod certify;
mod check;
mod difftest;
mod explain;
mod explore;
mod flows;
mod formulas;
mod front_end;
mod hirace;
mod hostile;
mod indigo;
mod infer;
mod judge;
mod limits;
mod output;
mod race;
mod run;
mod several;
mod solvers;
mod split;
mod suite;
mod theorem;
