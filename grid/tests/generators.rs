//! cuRAND's states: what is drawn is none of cuRAND's numbers, and of the same ranges.
#![allow(clippy::unwrap_used)] // a test may panic

mod support;

use grid::contents::{Contents, Number};
use grid::{End, Refusal};
use support::{compile, launch, run};

#[test]
fn states_are_kept() {
    let text = "#include <curand_kernel.h>
        __device__ float more(curandState *s) { return curand_uniform(s); }
        __global__ void k(curandState *states, unsigned *out, float *f, double *d) {
            int n = threadIdx.x;
            curand_init(7, n, 0, &states[n]);
            curandState own = states[n];
            out[2 * n] = curand(&own); out[2 * n + 1] = curand(&states[n]);
            f[3 * n] = more(&own); f[3 * n + 1] = curand_uniform(&own); f[3 * n + 2] = curand_normal(&own);
            curandStatePhilox4_32_10_t p; curand_init(1234ULL, n, 0, &p);
            float4 v = curand_uniform4(&p); d[n] = curand_uniform_double(&p) + (v.x == v.y) + (v.z == v.w);
            states[n] = own;
        }";
    let given = [
        ("states", Contents::Zeros(8)),
        ("out", Contents::Zeros(16)),
        ("f", Contents::Zeros(24)),
        ("d", Contents::Zeros(8)),
    ];
    let ran = run(text, &given, launch(1, 8));
    assert_eq!((ran.outcome.end, ran.findings()), (End::Finished, vec![]));
    let out = ran.ints("out");
    let different: std::collections::BTreeSet<_> = out.iter().collect();
    // A copy of a state goes on as the state does, and each sequence is another one.
    assert!(out.chunks(2).all(|two| two[0] == two[1]) && different.len() == 8, "{out:?}");
    let reals = |name: &str| {
        ran.arrays[name]
            .iter()
            .map(|x| match x {
                Number::Real(x) => *x,
                Number::Integer(_) => panic!(),
            })
            .collect::<Vec<_>>()
    };
    assert!(reals("f").iter().chain(&reals("d")).all(|x| *x > 0.0 && *x <= 1.0));
    assert!(reals("f").chunks(3).all(|all| all[0] != all[1]));
    let what = compile(text).unwrap().convention.unwrap();
    assert!(what.starts_with("the value of `curand"), "{what}");
}

#[test]
fn what_is_not_known_of_states() {
    for (body, why) in [
        ("out[0] = sizeof(curandState);", "the size of `curandStateXORWOW`"),
        ("curandState s; out[0] = s.d;", "the member `d` of `curandStateXORWOW`"),
        (
            "double s; out[0] = curand((curandState *) 0 + (int) s) + curand(&s);",
            "a call of `curand`",
        ),
    ] {
        let text = format!("#include <curand_kernel.h>\n__global__ void k(int *out) {{ {body} }}");
        match compile(&text) {
            Err(Refusal::Unsupported(found)) => assert_eq!(found.what, why),
            other => panic!("{body}: {other:?}"),
        }
    }
}
