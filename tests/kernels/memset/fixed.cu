// expect: drf
// flags: --block-dim 64 --grid-dim 1
__global__ void k(int *out) {
    memset(&out[threadIdx.x * 2], 0, 2 * sizeof(int));
}
