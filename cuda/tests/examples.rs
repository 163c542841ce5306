//! What the example kernels lower to.
#![allow(clippy::unwrap_used)] // a test may

#[path = "support/mod.rs"]
mod support;

use std::path::PathBuf;

fn lowered(name: &str) -> String {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../examples");
    lowered_text(name, &std::fs::read_to_string(root.join(name)).unwrap())
}

fn lowered_text(name: &str, text: &str) -> String {
    let source = semantics::Source::new(name, text);
    let unit = cuda::load(source, &cuda::Options::default(), &cuda::Disk).unwrap();
    let mut out = String::new();
    for note in &unit.notes {
        out += &format!("# {note}\n");
    }
    for kernel in unit.kernels {
        out += &format!("== {}\n", kernel.name);
        for note in &kernel.launches[0].notes {
            out += &format!("# {note}\n");
        }
        for assumption in &kernel.launches[0].assumptions {
            out += &format!("# assumed: {assumption}\n");
        }
        match &kernel.launches[0].lowered {
            Ok(program) => out += &support::program(program),
            Err(u) => out += &format!("unsupported: {} at {}\n", u.what, u.span.place()),
        }
    }
    out
}

macro_rules! examples {
    ($($name:ident)*) => {
        $(#[test] fn $name() {
            insta::assert_snapshot!(stringify!($name), lowered(concat!(stringify!($name), ".cu")));
        })*

        #[test]
        fn every_example_is_here() {
            let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../examples");
            let known = [$(concat!(stringify!($name), ".cu")),*];
            for entry in std::fs::read_dir(root).unwrap() {
                let name = entry.unwrap().file_name().into_string().unwrap();
                assert!(!name.ends_with(".cu") || known.contains(&name.as_str()), "{name}");
            }
        }
    };
}

examples! {
    alarm1 alarm2 alarm3 alarm4 fig3 fig4 equation2 saxpy saxpy_wrong reduction
    reduction_no_barrier transpose transpose_no_barrier stencil stencil_wrong histogram
    histogram_private pitch
}

#[test]
fn many() {
    insta::assert_snapshot!(lowered_text("many.cu", include_str!("kernels/many.cu")));
}

#[test]
fn accesses_carry_the_place_of_their_expression() {
    fn sites(s: &jaminan::Stmt, out: &mut Vec<String>) {
        use jaminan::Stmt as S;
        let mut add = |site: &semantics::Site| {
            if let Some(span) = site.span() {
                let text = &span.source.text()[span.bytes.clone()];
                out.push(format!("{}: {text}", span.line_column().0));
            }
        };
        match s {
            S::Write { site, .. } | S::Sync(semantics::Barrier { site, .. }) => add(site),
            S::Read { site, body, .. } => {
                add(site);
                sites(body, out);
            }
            S::Seq(a, b) | S::If(_, a, b) => {
                sites(a, out);
                sites(b, out);
            }
            S::For(.., body) | S::Var(_, body) => sites(body, out),
            S::Skip => {}
        }
    }
    let text = "#define AT(p, i) p[i]\n__global__ void k(int *a) {\n  AT(a, threadIdx.x) += a[1];\n  __syncthreads();\n}";
    let none: std::collections::BTreeMap<String, String> = Default::default();
    let unit =
        cuda::load(semantics::Source::new("t.cu", text), &Default::default(), &none).unwrap();
    let mut found = Vec::new();
    sites(&unit.kernels[0].launches[0].lowered.as_ref().unwrap().body, &mut found);
    assert_eq!(
        found,
        ["3: a[1]", "3: AT(a, threadIdx.x)", "3: AT(a, threadIdx.x)", "4: __syncthreads()"]
    );
}
