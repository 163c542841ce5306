//! Prints what a source lowers to. For those who work on the front end.
#[path = "../tests/support/mod.rs"]
mod support;

fn main() {
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let options = cuda::Options::default();
        match cuda::load(semantics::Source::new(&path, text), &options, &cuda::Disk) {
            Err(error) => println!("{error}"),
            Ok(unit) => {
                println!("== {path} {:?}", unit.notes);
                for kernel in unit.kernels {
                    for launched in kernel.launches {
                        println!("-- {} {:#?}", kernel.name, launched.notes);
                        launched.assumptions.iter().for_each(|a| println!("   assumed {a}"));
                        launched.facts.iter().for_each(|fact| println!("   fact {fact}"));
                        match launched.lowered {
                            Ok(program) => println!("{}", support::program(&program)),
                            Err(u) => println!("unsupported: {} at {}", u.what, u.span.place()),
                        }
                    }
                }
            }
        }
    }
}
