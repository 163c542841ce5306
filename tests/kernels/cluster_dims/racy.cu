// expect: racy
// flags: --block-dim 64 --grid-dim 2
__cluster_dims__(2) __global__ void k(float *p) {
    p[threadIdx.x] = blockIdx.x;
}
