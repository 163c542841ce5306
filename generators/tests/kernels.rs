//! Every generated kernel can be read, has its name, and gets smaller by steps that end.
#![allow(clippy::unwrap_used)] // a test may panic

use generators::{Class, Code, Kernel, Knobs, Language, Launch, Source, smaller};
use jaminan::Program;
use semantics::ParseOptions;
use std::collections::BTreeMap;

fn sources() -> Vec<Source> {
    vec![
        Source::enumerated(3, false).unwrap(),
        Source::enumerated(3, true).unwrap(),
        Source::uniform(9, true, 1).unwrap(),
        Source::Random { size: 12, seed: 1 },
        Source::Features { language: Language::Cuda, size: 4, seed: 1 },
        Source::Features { language: Language::OpenCl, size: 4, seed: 1 },
    ]
}

fn kernels(source: &Source, most: u64) -> impl Iterator<Item = Kernel> {
    (0..source.len().unwrap_or(most).min(most)).filter_map(|n| source.kernel(n, Launch::row(4)))
}

/// The kernel, read by the front end of its language.
fn read(language: Language, text: &str) -> Result<(), String> {
    let source = semantics::Source::new(format!("k.{language}"), text);
    let options = ParseOptions::default();
    match language {
        Language::Jaminan => Program::parse(&source, options).map(drop).map_err(|d| d.to_string()),
        Language::Protocol => {
            maps::ProtocolFile::parse(&source, options).map(drop).map_err(|d| d.to_string())
        }
        Language::Cuda | Language::OpenCl => {
            let none: BTreeMap<String, String> = BTreeMap::new();
            let unit = cuda::load(source, &cuda::Options::default(), &none)
                .map_err(|diagnostic| diagnostic.to_string())?;
            let [kernel] = unit.kernels.as_slice() else { return Err("not one kernel".into()) };
            match &kernel.launches[0].lowered {
                Ok(_) => Ok(()),
                // A barrier that some threads miss is a kernel, too.
                Err(u) if u.what.contains("barrier") => Ok(()),
                Err(u) => Err(u.what.clone()),
            }
        }
    }
}

#[test]
fn every_kernel_can_be_read_in_every_language() {
    for source in sources() {
        let mut read_in = BTreeMap::new();
        for kernel in kernels(&source, 400) {
            for language in Language::ALL {
                let Some(text) = kernel.text(language) else { continue };
                if let Err(why) = read(language, &text) {
                    panic!("{}: {why}\n{text}", kernel.id);
                }
                *read_in.entry(language).or_insert(0) += 1;
            }
        }
        let core = !matches!(source, Source::Features { .. });
        assert_eq!(read_in.len(), if core { 4 } else { 1 }, "{read_in:?}");
    }
}

/// A program as text means the program.
#[test]
fn a_program_is_written_as_itself() {
    for kernel in kernels(&Source::Random { size: 12, seed: 7 }, 300) {
        let text = kernel.text(Language::Jaminan).unwrap();
        let source = semantics::Source::new("k.jam", text);
        let program = Program::parse(&source, ParseOptions::default()).unwrap();
        assert_eq!(Code::Core(program.body), kernel.code);
    }
}

#[test]
fn a_name_gives_the_kernel_again() {
    for source in sources() {
        for kernel in kernels(&source, 200) {
            let again = Source::named(&kernel.id, &[], kernel.launch).unwrap();
            assert_eq!(kernel, again);
        }
    }
    for wrong in
        ["", "v1", "v1:4:999999999", "v1:99:0", "random1:0:x:1", "other:1:2", "random1:31:1:1"]
    {
        assert!(Source::named(wrong, &[], Launch::row(4)).is_err(), "{wrong}");
    }
}

/// However many kernels are given, and in whatever steps mutants are made: each has about as many.
#[test]
fn every_given_kernel_has_mutants() {
    let text = "__global__ void k(int *a) { a[threadIdx.x + 1] = 2; }\n";
    for count in 1..=4 {
        let given = (0..count).map(|n| (format!("{n}.cu"), Language::Cuda, text.to_owned()));
        let source = Source::Mutants { given: given.collect(), seed: 1 };
        let places = (0..400).map(|place| place * 64);
        let made: Vec<Kernel> =
            places.filter_map(|place| source.kernel(place, Launch::row(4))).collect();
        for n in 0..count {
            let own = format!("mutant1:{n}.cu:");
            let of = made.iter().filter(|kernel| kernel.id.starts_with(&own)).count();
            assert!(of * count * 2 > made.len(), "{of} of {} with {count} given", made.len());
        }
    }
}

/// Whatever step is taken, it is to a kernel that can be read, and there is a last one.
#[test]
fn steps_to_smaller_kernels_end() {
    for source in sources() {
        for (n, mut kernel) in kernels(&source, 8).enumerate() {
            let mut steps = 0;
            loop {
                let next = smaller(&kernel);
                // To read all of them takes long.
                for new in next.iter().step_by(7) {
                    for language in [Language::Cuda, Language::OpenCl, Language::Jaminan] {
                        if let Some(Err(why)) = new.text(language).map(|text| read(language, &text))
                        {
                            // A deletion may leave what is C++ and not modelled.
                            assert!(why.len() < 400, "{}: {why}", kernel.id);
                        }
                    }
                }
                // A late one, so that the way is long.
                let Some(last) = next.get(next.len().saturating_sub(1 + n % 3)) else { break };
                kernel = last.clone();
                steps += 1;
                assert!(steps < 500, "{}", kernel.id);
            }
        }
    }
}

#[test]
fn mutants_differ_from_what_was_given() {
    let given = "//--blockDim=8 --gridDim=1\n__global__ void k(int *a) {\n    __shared__ int s[8];\n    \
                 s[threadIdx.x] = a[threadIdx.x];\n    __syncthreads();\n    \
                 if (threadIdx.x < 4) a[threadIdx.x] = s[threadIdx.x + 4];\n}\n";
    let source =
        Source::Mutants { given: vec![("k.cu".into(), Language::Cuda, given.into())], seed: 1 };
    let mutants: Vec<Kernel> = kernels(&source, 60).collect();
    let texts: std::collections::BTreeSet<String> =
        mutants.iter().filter_map(|k| k.text(Language::Cuda)).collect();
    assert!(texts.len() > 20, "{}", texts.len());
    assert!(!texts.contains(given));
    assert!(texts.iter().any(|text| !text.contains("__syncthreads")));
}

/// The class of a text is that of the program that it says.
#[test]
fn a_text_has_the_class_of_its_program() {
    let mut seen = BTreeMap::new();
    for kernel in kernels(&Source::Random { size: 8, seed: 3 }, 200) {
        let class = Class::of(&kernel).unwrap();
        *seen.entry(class).or_insert(0) += 1;
        let code = Code::Text(Language::Jaminan, kernel.text(Language::Jaminan).unwrap());
        let text = Kernel { id: kernel.id.clone(), code, launch: kernel.launch };
        assert_eq!(Class::of(&text), Some(class), "{text:?}");
    }
    assert_eq!(seen.len(), 4, "{seen:?}");
}

/// Kernels with what C has are of every class, and nearly all of them of one that is known.
#[test]
fn kernels_in_c_have_classes() {
    for language in [Language::Cuda, Language::OpenCl] {
        let source = Source::Features { language, size: 3, seed: 1 };
        let mut seen = BTreeMap::new();
        for kernel in kernels(&source, 200) {
            *seen.entry(Class::of(&kernel)).or_insert(0) += 1;
        }
        assert_eq!(seen.keys().flatten().count(), 4, "{seen:?}");
        assert!(seen.get(&None).is_none_or(|unknown| *unknown < 50), "{seen:?}");
    }
    let text = |text: &str| Kernel {
        id: "given".into(),
        code: Code::Text(Language::Cuda, text.into()),
        launch: Launch::row(4),
    };
    let of = |body: &str| {
        Class::of(&text(&format!("__global__ void k(int *a, int n) {{ {body} }}")))
            .map(|class| class.to_string())
    };
    assert_eq!(of("a[threadIdx.x + n] = 1;").as_deref(), Some("CIDI"));
    assert_eq!(of("a[a[threadIdx.x]] = 1;").as_deref(), Some("CIDD"));
    assert_eq!(of("if (a[n] > 0) a[threadIdx.x] = 1;").as_deref(), Some("CDDI"));
    assert_eq!(of("if (a[n] > 0) a[a[1]] = 1;").as_deref(), Some("CDDD"));
    assert_eq!(of("unknown_to_all(a);"), None);
    // A class that is not known is none of those that are named.
    let knobs = Knobs { classes: [Class::Cddd].into(), racy: None };
    assert!(!knobs.takes(&text("nonsense")) && Knobs::default().takes(&text("nonsense")));
}
