// expect: racy

// `one_block_drf.cu` includes it itself, `two_blocks_racy.cu` by a macro: it is taken by itself, for any launch.
__global__ void fill(float *out) {
    out[threadIdx.x] = 1.0f;
}
