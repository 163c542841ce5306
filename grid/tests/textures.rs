//! Fetches from textures.
#![allow(clippy::unwrap_used)] // a test may panic

mod support;

use grid::contents::Contents;
use support::{int, launch, run};

/// A run has no textures: all that is fetched is 0, of whatever type.
#[test]
fn a_texture_holds_zeros() {
    let text = "__global__ void k(cudaTextureObject_t t, int *a) {
        a[0] = 1 + tex1Dfetch<int>(t, threadIdx.x);
        float4 texel = tex2D<float4>(t, 0.5f, 0.5f);
        a[1] = 2 + texel.w; a[2] = 3 + tex3D<unsigned char>(t, 0, 0, 0);
    }";
    let given = [("t", int(7)), ("a", Contents::Zeros(3))];
    let ran = run(text, &given, launch(1, 1));
    assert_eq!(ran.ints("a"), [1, 2, 3]);
    assert_eq!(ran.findings(), [""; 0]);
}
