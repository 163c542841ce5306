// expect: drf
// flags: --block-dim 64 --grid-dim 2
__global__ void __cluster_dims__(2, 1, 1) k(float *p) {
    p[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
